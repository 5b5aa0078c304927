"""Sorts what memory has no room for."""

from __future__ import annotations

import heapq
import itertools
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

__all__ = ["sorted_on_disk"]

T = TypeVar("T")

#: Items that are sorted in memory at a time, and those of each run that are there while
#: runs are merged: a thousand million items are 4,000 runs.
RUN, PIECE = 250_000, 256


def sorted_on_disk(items: Iterable[T], key: Callable[[T], Any], run: int | None = None) -> Iterator[T]:
    """The items in the order of their keys, those of one key in the order in which they came.

    What is more than ``run`` (250,000) goes to a temporary file, in runs that are sorted and then merged.
    """
    run = run or RUN
    left = iter(items)
    held = sorted(itertools.islice(left, run), key=key)
    if len(held) < run:
        yield from held
        return
    with tempfile.TemporaryFile(prefix="lanesum-") as file:
        runs: list[list[int]] = []
        while held:
            runs.append(_write(file, held))
            held = sorted(itertools.islice(left, run), key=key)
        yield from heapq.merge(*(_read(file, places) for places in runs), key=key)


def _write(file: Any, items: list[Any]) -> list[int]:
    """Appends a run. Returns where its pieces begin."""
    places = []
    for at in range(0, len(items), PIECE):
        places.append(file.seek(0, 2))
        pickle.dump(items[at : at + PIECE], file, pickle.HIGHEST_PROTOCOL)
    return places


def _read(file: Any, places: list[int]) -> Iterator[Any]:
    for place in places:
        file.seek(place)
        yield from pickle.load(file)
