"""Files, by the engine that reads them for the command."""

from __future__ import annotations

import time
from collections.abc import Iterator

import lanesum

from .counted import count
from .entry import Entry, ObjectMissing
from .shards import Row
from .stores.local import LocalStore

__all__ = ["hash_local"]


def hash_local(store: LocalStore, entries: list[Entry], algorithms: list[str]) -> Iterator[Row]:
    """What comes of files, in their order."""
    begun = time.perf_counter()
    paths = [store.path(entry.key) for entry in entries]
    for entry, (_, found) in zip(entries, _digests(algorithms, paths)):
        now = time.perf_counter()
        seconds, begun = now - begun, now
        count(1, entry.size)
        if isinstance(found, OSError):
            yield Row(entry, _status_of(found), error=str(found), seconds=seconds)
            continue
        try:
            after = store.head(entry.key)
        except (ObjectMissing, OSError) as error:
            yield Row(entry, "missing", error=str(error), seconds=seconds)
            continue
        if after.etag != entry.etag:
            # It changed since it was listed: what is said of it and its digest have to be of
            # one state, so it is read again between two looks at it.
            yield _once_more(store, after, algorithms)
        else:
            yield Row(entry, "ok", dict(zip(algorithms, found)), seconds=seconds)


def _digests(algorithms: list[str], paths: list[str]) -> Iterator[tuple[str, tuple[bytes, ...] | OSError]]:
    # A worker has one thread for each task: the engine takes no more.
    return lanesum.digest_files([*algorithms], paths, threads=1, on_error="return")


def _once_more(store: LocalStore, entry: Entry, algorithms: list[str]) -> Row:
    for _ in range(3):
        _, found = next(iter(_digests(algorithms, [store.path(entry.key)])))
        try:
            after = store.head(entry.key)
        except (ObjectMissing, OSError) as error:
            return Row(entry, "missing", error=str(error))
        if not isinstance(found, OSError) and after.etag == entry.etag:
            return Row(entry, "ok", dict(zip(algorithms, found)))
        entry = after
    return Row(entry, "changed", error="the file changes while it is read")


def _status_of(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "missing"
    return "changed" if isinstance(error, lanesum.FileChangedError) else "unreadable"
