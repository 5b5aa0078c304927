"""Batches: what one task hashes. Engines take a fraction of a millisecond or more for each
task, whatever it does, so a task is never one small object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .entry import Entry
from .packed import Packed, packed, unpacked

__all__ = ["Batch", "Limits", "batches", "shard_name"]


@dataclass(frozen=True)
class Batch:
    """Objects in the order of their keys, and what the name of the shard of their digests begins with.

    All that a run lists goes over a disk and through its scheduler. The objects are bytes on
    that way, which are made once and read by the worker alone: by columns and compressed, 10,000
    of them are a fifth of a MB.
    """

    name: str
    #: The key of the first object.
    first: str
    objects: int
    bytes: int
    #: The columns of the objects.
    columns: Packed

    @classmethod
    def of(cls, name: str, entries: Sequence[Entry]) -> Batch:
        first = entries[0].key if entries else ""
        size = sum(entry.size for entry in entries)
        return cls(name, first, len(entries), size, packed(tuple(zip(*entries))))

    @property
    def entries(self) -> list[Entry]:
        return list(map(Entry._make, zip(*unpacked(self.columns))))


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
    """What the name of a shard begins with, by which shards are ordered."""
    return f"{number:09}"


def batches(entries: Iterable[Entry], numbers: Iterator[int], limits: Limits = Limits()) -> Iterator[Batch]:
    """Cuts a listing. Each shard takes the next of the numbers."""
    held: list[Entry] = []
    size = listed = 0
    for entry in entries:
        if held and size + entry.size > limits.bytes:
            yield Batch.of(shard_name(next(numbers)), held)
            held, size = [], 0
        held.append(entry)
        size += entry.size
        listed += 1
        # At once, and not with the next object: that may be on a page that is not here yet.
        if len(held) >= _most(listed, limits):
            yield Batch.of(shard_name(next(numbers)), held)
            held, size = [], 0
    if held:
        yield Batch.of(shard_name(next(numbers)), held)


def _most(listed: int, limits: Limits) -> int:
    return min(max(limits.least, int(listed * limits.share)), limits.most)
