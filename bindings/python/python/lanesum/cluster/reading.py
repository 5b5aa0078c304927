"""Reads objects and hashes them: many small ones at a time in lanes, large ones with ranges
in flight. Runs on a worker."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

import lanesum

from .counted import count
from .entry import Entry, ObjectChanged, ObjectMissing
from .files import hash_local
from .lanes import Lanes
from .quick import read_quickly
from .shards import Row
from .stores import ReadsMany, Store
from .stores.local import LocalStore

__all__ = ["SMALL", "Reading", "chunks", "hash_objects", "persistent", "worker_name"]

_T = TypeVar("_T")

#: Up to here an object is one request, and hashed in a lane beside others.
SMALL = 8 << 20

#: Bytes of a range of a large object.
RANGE = 8 << 20


@dataclass(frozen=True)
class Reading:
    """How a worker reads."""

    #: Requests in flight.
    requests: int = 32
    #: Bytes that are held of small objects, and as ranges of large ones.
    held: int = 64 << 20
    #: Times that an object is read again after an error, or a change of it.
    attempts: int = 5


def hash_objects(store: Store, entries: Iterable[Entry], algorithms: list[str], how: Reading = Reading()) -> list[Row]:
    """What comes of objects, in their order."""
    entries = list(entries)
    if isinstance(store, LocalStore):
        return list(hash_local(store, entries, algorithms))
    lanes = Lanes(algorithms, len(entries))
    if isinstance(store, ReadsMany):
        read_quickly(store, entries, lanes, how.requests, how.held)
    if None in lanes.rows:
        asyncio.run(_objects(store, entries, lanes, how))
    return [row for row in lanes.rows if row is not None]


async def _objects(store: Store, entries: list[Entry], lanes: Lanes, how: Reading) -> None:
    """Reads and hashes the objects that have no row yet."""
    rows = lanes.rows
    left = [i for i, row in enumerate(rows) if row is None]
    small = (i for i in left if entries[i].size <= SMALL)
    room = _Room(how.held)

    async def reader() -> None:
        for i in small:
            entry = entries[i]
            async with room.of(entry.size):
                begun = time.perf_counter()

                async def whole(entry: Entry) -> tuple[Entry, bytes | memoryview]:
                    return entry, await store.read(entry, 0, entry.size)

                found = await persistent(store, entry, whole, how.attempts)
                seconds = time.perf_counter() - begun
                if isinstance(found, Row):
                    rows[i] = replace(found, seconds=seconds)
                elif found[0].size > SMALL:
                    # It has grown: it is one of the large ones now.
                    rows[i] = await _large(store, found[0], lanes.algorithms, how)
                elif lanes.add(i, *found, seconds):
                    await asyncio.to_thread(lanes.hash, lanes.take())

    await asyncio.gather(*(reader() for _ in range(how.requests)))
    await asyncio.to_thread(lanes.hash, lanes.take())
    for i in left:
        if entries[i].size > SMALL:
            rows[i] = await _large(store, entries[i], lanes.algorithms, how)


class _Room:
    """Bytes that may be held at a time; more where one object alone is larger."""

    def __init__(self, most: int) -> None:
        self.free = self.most = most
        self.changed = asyncio.Condition()

    def of(self, size: int) -> _Held:
        return _Held(self, min(size, self.most))


class _Held:
    def __init__(self, room: _Room, size: int) -> None:
        self.room, self.size = room, size

    async def __aenter__(self) -> None:
        async with self.room.changed:
            await self.room.changed.wait_for(lambda: self.room.free >= self.size)
            self.room.free -= self.size

    async def __aexit__(self, *_: object) -> None:
        async with self.room.changed:
            self.room.free += self.size
            self.room.changed.notify_all()


async def _large(store: Store, entry: Entry, algorithms: list[str], how: Reading) -> Row:
    begun = time.perf_counter()

    async def hashed(entry: Entry) -> Row:
        states = [lanesum.new(algorithm) for algorithm in algorithms]
        async for data in chunks(store, entry, 0, entry.size, how):

            def update(data: bytes | memoryview = data) -> None:
                for state in states:
                    state.update(data)
                count(0, len(data))

            await asyncio.to_thread(update)
        return Row(entry, "ok", {name: state.digest() for name, state in zip(algorithms, states)})

    row = await persistent(store, entry, hashed, how.attempts)
    count(1, 0)
    return replace(row, seconds=time.perf_counter() - begun)


async def chunks(
    store: Store, entry: Entry, start: int, end: int, how: Reading, size: int = RANGE
) -> AsyncIterator[bytes | memoryview]:
    """The bytes of an object in their order, with ranges of ``size`` in flight, each of
    which is asked for again after an error."""
    ahead: list[asyncio.Task[bytes | memoryview]] = []
    most = max(2, min(how.requests, how.held // size))
    next_start = start
    try:
        while next_start < end or ahead:
            while next_start < end and len(ahead) < most:
                stop = min(next_start + size, end)
                ahead.append(asyncio.create_task(_range(store, entry, next_start, stop, how.attempts)))
                next_start = stop
            yield await ahead.pop(0)
    finally:
        for task in ahead:
            task.cancel()
        await asyncio.gather(*ahead, return_exceptions=True)


async def _range(store: Store, entry: Entry, start: int, end: int, attempts: int) -> bytes | memoryview:
    for attempt in range(attempts):
        try:
            return await store.read(entry, start, end)
        except OSError:
            if attempt + 1 == attempts:
                raise
            await _pause(attempt)
    raise AssertionError("there is one attempt at least")


async def persistent(
    store: Store, entry: Entry, read: Callable[[Entry], Awaitable[_T]], attempts: int
) -> _T | Row:
    """What ``read`` makes of an object. After an error it is called again; where the object
    changed since it was listed, with the state that it has now."""
    status, error = "unreadable", ""
    for attempt in range(attempts):
        try:
            return await read(entry)
        except ObjectMissing:
            return Row(entry, "missing", error="there is no such object any more")
        except ObjectChanged:
            status, error = "changed", "the object changes while it is read"
            try:
                entry = await asyncio.to_thread(store.head, entry.key)
            except ObjectMissing:
                return Row(entry, "missing", error="there is no such object any more")
            except OSError as again:
                status, error = "unreadable", str(again)
        except OSError as again:
            status, error = "unreadable", str(again)
        if attempt + 1 < attempts:
            await _pause(attempt)
    return Row(entry, status, error=error)


async def _pause(attempt: int) -> None:
    """A growing while, of another length for everybody: a store that is busy is not asked
    by all at once again."""
    await asyncio.sleep(min(0.1 * 2**attempt, 10.0) * (0.5 + random.random()))


def worker_name() -> str:
    """The worker that this runs on."""
    try:
        from distributed import get_worker

        return str(get_worker().name)
    except (ImportError, ValueError):
        return f"{os.uname().nodename}:{os.getpid()}"
