"""``slice`` and ``decode``: a verified range of an object in a store, by ranged requests."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from typing import Any, BinaryIO, cast
from urllib.parse import unquote

from lanesum import bao

from .entry import ClusterError, Entry
from .outboard import GROUP, needed, rounded
from .reading import Reading, chunks
from .stores import Options, Store, open_store, refuse_query

__all__ = ["Requests", "decode", "slice", "stream"]

#: Ranges that are nearer than this are one request: as long as a request takes, so many
#: bytes come anyway.
NEAR = 1 << 20


@dataclass
class Requests:
    """What a range cost."""

    count: int = 0
    bytes: int = 0


class _Sparse(io.RawIOBase):
    """A file of which some ranges are here. Reading others is an error."""

    def __init__(self, size: int) -> None:
        self.size, self.place = size, 0
        self.ranges: list[tuple[int, Any]] = []

    def seek(self, offset: int, whence: int = 0) -> int:
        self.place = offset + (0, self.place, self.size)[whence]
        return self.place

    def read(self, count: int = -1) -> bytes:
        end = self.size if count < 0 else min(self.place + count, self.size)
        for start, data in self.ranges:
            if start <= self.place < start + len(data):
                part = bytes(data[self.place - start : end - start])
                self.place += len(part)
                return part
        if self.place >= end:
            return b""
        raise OSError(f"byte {self.place} was not asked for")


def slice(
    url: str, outboard: str, start: int, length: int, options: Options = Options(), cost: Requests | None = None
) -> bytes:
    """The Bao slice of a range, for ``lanesum bao decode-slice --chunk-group 4``, made with a
    request for the bytes and a few for the parents above them. It is verified by who decodes it."""
    data, tree = asyncio.run(_fetched(url, outboard, start, length, options, cost or Requests()))
    return bao.slice(cast(BinaryIO, tree), start, length, data=cast(BinaryIO, data), chunk_group=GROUP)


def decode(
    url: str,
    outboard: str,
    hash: str | bytes,
    start: int,
    length: int,
    options: Options = Options(),
    cost: Requests | None = None,
) -> bytes:
    """The bytes of a range, verified. Raises ``lanesum.bao.VerifyError``."""
    made = slice(url, outboard, start, length, options, cost)
    return bao.decode_slice(made, hash, start, length, chunk_group=GROUP)


async def _fetched(
    url: str, outboard: str, start: int, length: int, options: Options, cost: Requests
) -> tuple[_Sparse, _Sparse]:
    (store, entry), (beside, tree) = _object(url, options), _object(outboard, options)
    size = entry.size
    data, parents = _Sparse(size), _Sparse(tree.size)

    async def fetch(source: Store, entry: Entry, into: _Sparse, begin: int, end: int) -> None:
        if begin < end:
            cost.count += 1
            cost.bytes += end - begin
            into.ranges.append((begin, await source.read(entry, begin, end)))

    begin, end = rounded(size, start, length)
    wanted = _near(needed(size, start, length))
    if wanted[-1][1] > tree.size:
        raise ClusterError(f"{outboard} is not the outboard encoding, in groups of 16 KiB, of an object of {size} bytes")
    await asyncio.gather(
        fetch(store, entry, data, begin, end), *(fetch(beside, tree, parents, a, b) for a, b in wanted)
    )
    return data, parents


class _Stream(io.RawIOBase):
    """Reads an object from its beginning to its end."""

    PIECE = 32 << 20

    def __init__(self, store: Store, entry: Entry) -> None:
        self.store, self.entry, self.place = store, entry, 0

    def read(self, count: int = -1) -> bytes:
        end = min(self.place + self.PIECE, self.entry.size)
        if self.place >= end:
            return b""
        data = asyncio.run(_whole(self.store, self.entry, self.place, end))
        self.place = end
        return data


async def _whole(store: Store, entry: Entry, start: int, end: int) -> bytes:
    return b"".join([bytes(data) async for data in chunks(store, entry, start, end, Reading())])


def stream(store: Store, entry: Entry) -> io.RawIOBase:
    """An object as a file that is read once."""
    return _Stream(store, entry)


def _near(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    made = ranges[:1]
    for start, end in ranges[1:]:
        if start - made[-1][1] <= NEAR:
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return made


def _object(url: str, options: Options) -> tuple[Store, Entry]:
    refuse_query(url)
    parent, _, name = url.rpartition("/")
    store = open_store(parent or ("/" if url.startswith("/") else "."), options)
    return store, store.head(name if store.lists else unquote(name))
