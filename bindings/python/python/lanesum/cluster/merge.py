"""All shards of a run as one sorted sequence, in bounded memory."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .entry import order
from .shards import Row, keys_of, read, read_table, table
from .stores import Store

__all__ = ["first_keys", "latest", "tables"]

#: Rows of a table that is made of shards that overlap.
ROWS = 20_000

#: Shards that are read at a time: each is a request, where the results are in a store.
READING = 4


def latest(out: Store, shards: Iterable[tuple[bytes, str]]) -> Iterator[Row]:
    """The rows of shards, sorted by key, of each key that of the last shard.

    Shards are pairs of first key and name. One is opened when its first key is reached:
    where they do not overlap, as those of one run do not, one is open at a time.
    """
    waiting = sorted(shards)
    place = 0
    # Of rows of one key, that of the greatest name comes last.
    heap: list[tuple[bytes, str, int, Row, Iterator[Row]]] = []
    counter = itertools.count()
    held: Row | None = None
    while heap or place < len(waiting):
        while place < len(waiting) and (not heap or waiting[place][0] <= heap[0][0]):
            rows = read(out, waiting[place][1])
            first = next(rows, None)
            if first is not None:
                heapq.heappush(heap, (order(first.entry.key), waiting[place][1], next(counter), first, rows))
            place += 1
        if not heap:
            break
        _, name, _, row, rows = heap[0]
        if held is not None and held.entry.key != row.entry.key:
            yield held
        held = row
        following = next(rows, None)
        if following is None:
            heapq.heappop(heap)
        else:
            heapq.heapreplace(heap, (order(following.entry.key), name, next(counter), following, rows))
    if held is not None:
        yield held


def tables(out: Store, shards: Iterable[tuple[bytes, str]]) -> Iterator[Any]:
    """The rows of ``latest`` as Arrow tables. A shard that overlaps with none, as those of a run
    that nothing ended do, is its own table: no row of it becomes an object of Python."""
    waiting = sorted(shards)
    coming = _read_ahead(out, [name for _, name in waiting])
    place = 0
    while place < len(waiting):
        made = next(coming)
        last = _last(made)
        end = place + 1
        while end < len(waiting) and waiting[end][0] <= last:
            last = max(last, _last(next(coming)))
            end += 1
        if end == place + 1:
            yield made
        else:
            rows = latest(out, waiting[place:end])
            while part := list(itertools.islice(rows, ROWS)):
                yield table(part)
        place = end


def _read_ahead(out: Store, names: Iterable[str]) -> Iterator[Any]:
    """The tables of shards, some of which are read while one is used."""
    left = iter(names)
    with ThreadPoolExecutor(READING) as pool:
        coming = deque(pool.submit(read_table, out, name) for name in itertools.islice(left, 2 * READING))
        while coming:
            made = coming.popleft().result()
            coming.extend(pool.submit(read_table, out, name) for name in itertools.islice(left, 1))
            yield made


def _last(made: Any) -> bytes:
    return order(keys_of(made.slice(len(made) - 1))[0]) if len(made) else b""


def first_keys(out: Store, names: Iterable[str]) -> list[tuple[bytes, str]]:
    """The first key of each shard, with its name."""
    return [(order(row.entry.key), name) for name in names for row in itertools.islice(read(out, name), 1)]
