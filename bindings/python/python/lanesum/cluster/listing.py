"""What there is to be hashed: a store's listing, or a list of keys."""

from __future__ import annotations

import csv
import itertools
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote

from .entry import ClusterError, Entry, ObjectMissing, order
from .stores import Options, Store, open_store
from .stores.local import LocalStore

__all__ = ["asked", "found", "from_file", "in_order"]

#: Objects of which a store without a listing is asked at a time.
ASKED = 16


def found(url: str, options: Options) -> tuple[Store, Iterator[Entry]]:
    """The store that a URL names, and its objects: those below the URL, or the one there.

    Nothing below a bucket is nothing to do; no such file, directory or page is an error.
    """
    store = open_store(url, options)
    entries = store.list()
    first = next(entries, None)
    if first is not None:
        return store, in_order(itertools.chain([first], entries))
    parent, _, name = store.url.rstrip("/").rpartition("/")
    if name and not parent.endswith(("/", ":")):
        above = open_store(parent or "/", options)
        try:
            return above, iter([above.head(unquote(name) if not store.lists else name)])
        except ObjectMissing:
            pass
    if not store.lists or (isinstance(store, LocalStore) and not os.path.isdir(store.root)):
        raise ClusterError(f"there is nothing at {url}")
    return store, iter(())


def asked(store: Store, keys: Iterable[str]) -> Iterator[Entry | None]:
    """What a store has at each key of a list: None where there is nothing."""

    def ask(key: str) -> Entry | None:
        try:
            return store.head(key)
        except ObjectMissing:
            return None
        except OSError:
            return _unknown(key)

    left = iter(keys)
    with ThreadPoolExecutor(ASKED) as pool:
        while some := list(itertools.islice(left, 64 * ASKED)):
            yield from pool.map(ask, some)


def _unknown(key: str) -> Entry:
    """An object of which nothing is known: whoever reads it is told what is the matter."""
    return Entry(key, 0)


def in_order(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, which have to come in the order of their keys, each once.

    A run resumes and merges by going along sorted lists, which is what bounds its memory.
    """
    last = None
    for entry in entries:
        key = order(entry.key)
        if last is not None and key <= last:
            raise ClusterError(
                f"the store does not list in the order of the keys: {entry.key!r} came late. "
                "Give it a sorted list with --keys FILE"
            )
        last = key
        yield entry


def from_file(path: str, store: Store) -> Iterator[Entry]:
    """The entries of a file, sorted by key: Parquet or CSV with the columns ``key`` and
    ``size`` and, if it has them, ``etag`` and ``version``, as S3 Inventory writes them; or
    text with a key on each line, of which the store is then asked."""
    if path.endswith(".parquet"):
        yield from in_order(_parquet(path))
    elif path.endswith(".csv"):
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            _needs(path, reader.fieldnames or ())
            yield from in_order(_entries(path, reader))
    else:
        with open(path, encoding="utf-8", newline="\n", errors="surrogateescape") as file:
            keys, named = itertools.tee(line.removesuffix("\n") for line in file)
            yield from in_order(entry or _unknown(key) for key, entry in zip(named, asked(store, keys)))


def _parquet(path: str) -> Iterator[Entry]:
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(path) as file:
        _needs(path, file.schema_arrow.names)
        columns = [name for name in ("key", "size", "etag", "e_tag", "version") if name in file.schema_arrow.names]
        batches = file.iter_batches(10_000, columns=columns)
        yield from _entries(path, itertools.chain.from_iterable(batch.to_pylist() for batch in batches))


def _needs(path: str, names: Iterable[str]) -> None:
    missing = [name for name in ("key", "size") if name not in names]
    if missing:
        raise ClusterError(f"{path} has no column {' and none '.join(missing)}")


def _entries(path: str, rows: Iterable[dict[str, Any]]) -> Iterator[Entry]:
    for number, row in enumerate(rows, 1):
        try:
            entry = _entry(row)
        except (TypeError, ValueError):
            entry = None
        if entry is None or not isinstance(entry.key, str) or entry.size < 0:
            raise ClusterError(f"{path}: row {number} does not have a key and a size")
        yield entry


def _entry(row: dict[str, Any]) -> Entry:
    etag = row.get("etag") or row.get("e_tag") or None
    if etag is not None and not etag.endswith('"'):
        # S3 Inventory leaves out the quotes, which a request has to have.
        etag = f'"{etag}"'
    return Entry(row["key"], int(row["size"]), etag, row.get("version") or None)
