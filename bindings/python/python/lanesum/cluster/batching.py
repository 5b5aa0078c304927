"""Batches: what one task hashes. Engines take a fraction of a millisecond or more for each
task, whatever it does, so a task is never one small object."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .entry import Entry

__all__ = ["Batch", "Limits", "batches", "shard_name"]


@dataclass(frozen=True)
class Batch:
    """Objects in the order of their keys, and the name of the shard of their digests."""

    name: str
    entries: tuple[Entry, ...]

    @property
    def bytes(self) -> int:
        return sum(entry.size for entry in self.entries)

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        # All that a run lists goes through its scheduler: by columns and compressed, 10,000
        # objects are a quarter of a MB, not one.
        columns = tuple(zip(*((e.key, e.size, e.etag, e.version, e.checksums) for e in self.entries)))
        return _restored, (self.name, zlib.compress(pickle.dumps(columns), 1))


def _restored(name: str, data: bytes) -> Batch:
    columns = pickle.loads(zlib.decompress(data))
    return Batch(name, tuple(map(Entry, *columns)) if columns else ())


@dataclass(frozen=True)
class Limits:
    """How large batches become: the first ones of few objects, so that all workers soon
    have work and end together, and those of long listings of many, so that there are few."""

    least: int = 1000
    most: int = 10_000
    bytes: int = 1 << 30
    #: A batch has no more than this share of what was listed before it.
    share: float = 1 / 64


def shard_name(number: int) -> str:
    """The name of a shard, by which shards are ordered."""
    return f"{number:09}"


def batches(entries: Iterable[Entry], numbers: Iterator[int], limits: Limits = Limits()) -> Iterator[Batch]:
    """Cuts a listing. Each shard takes the next of the numbers."""
    held: list[Entry] = []
    size = listed = 0
    for entry in entries:
        if held and (len(held) >= _most(listed, limits) or size + entry.size > limits.bytes):
            yield Batch(shard_name(next(numbers)), tuple(held))
            held, size = [], 0
        held.append(entry)
        size += entry.size
        listed += 1
    if held:
        yield Batch(shard_name(next(numbers)), tuple(held))


def _most(listed: int, limits: Limits) -> int:
    return min(max(limits.least, int(listed * limits.share)), limits.most)
