"""What a manifest says of objects, sorted by key: Parquet of a run, or lines of any format."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, BinaryIO, cast

import lanesum

from .entry import ClusterError, Entry, order
from .shards import SCHEMA, Row, rows_of
from .slices import stream
from .sorting import sorted_on_disk
from .stores import Options, open_store, public

__all__ = ["expected_of"]

#: Key, algorithm, digest and size of a line.
Line = tuple[bytes, str, bytes, int]


def expected_of(
    manifest: str,
    options: Options = Options(),
    algorithm: str | None = None,
    bad: Callable[[int, str], None] = lambda line, problem: None,
) -> Iterator[Row]:
    """The objects of a manifest at any URL, ``manifest.parquet`` of a run or lines in any
    format that ``lanesum check`` reads, which need no order.

    ``bad`` is called with the number of each line that means nothing, and why. An object with
    two digests of one algorithm is a row that is ``contradicted``.
    """
    with _opened(manifest, options) as file:
        if manifest.endswith(".parquet"):
            import pyarrow.parquet as parquet

            opened = parquet.ParquetFile(file)
            missing = [name for name in SCHEMA.names if name not in opened.schema_arrow.names]
            if missing:
                raise ClusterError(f"{public(manifest)} is no manifest of a run: it has no column {', '.join(missing)}")
            yield from _in_order(rows_of(opened))
        else:
            yield from _rows(sorted_on_disk(_lines(manifest, file, algorithm, bad), itemgetter(0)))


@contextmanager
def _opened(manifest: str, options: Options) -> Iterator[BinaryIO]:
    """A manifest as a file: one of a store is copied, for the end of Parquet says where all
    else is, and sorting reads on while workers are waited for."""
    if "://" not in manifest:
        with open(manifest, "rb") as file:
            yield file
        return
    parent, _, name = manifest.rpartition("/")
    store = open_store(parent, options)
    with tempfile.TemporaryFile(prefix="lanesum-") as copy:
        shutil.copyfileobj(cast(Any, stream(store, store.head(name))), copy)
        copy.seek(0)
        yield cast(BinaryIO, copy)


def _lines(
    manifest: str, file: BinaryIO, algorithm: str | None, bad: Callable[[int, str], None]
) -> Iterator[Line]:
    any_at_all = False
    for entry in lanesum.manifest_entries(file, algorithm=algorithm):
        if entry.path is None or entry.digest is None:
            bad(entry.line, entry.problem or "malformed")
            continue
        any_at_all = True
        size = -1 if entry.size is None else entry.size
        yield order(entry.path), entry.algorithm or entry.algorithms[0], entry.digest, size
    if not any_at_all:
        raise ClusterError(f"{manifest} has no line of a manifest")


def _rows(lines: Iterable[Line]) -> Iterator[Row]:
    for key, of_one in itertools.groupby(lines, key=itemgetter(0)):
        digests: dict[str, bytes] = {}
        sizes: set[int] = set()
        wrong = None
        for _, algorithm, digest, size in of_one:
            if digests.setdefault(algorithm, digest) != digest:
                wrong = f"the manifest has two digests of {algorithm} for it"
            sizes.add(size)
        sizes.discard(-1)
        if len(sizes) > 1:
            wrong = "the manifest has two sizes for it"
        entry = Entry(key.decode(errors="surrogateescape"), min(sizes, default=-1))
        yield Row(entry, "contradicted" if wrong else "ok", digests, wrong)


def _in_order(rows: Iterator[Row]) -> Iterator[Row]:
    last = None
    for row in rows:
        if not isinstance(row.entry.key, str):
            raise ClusterError(f"the manifest has a key that is no text: {row.entry.key!r}")
        key = order(row.entry.key)
        if last is not None and key <= last:
            raise ClusterError(f"the manifest is not sorted: {row.entry.key!r} comes late")
        last = key
        yield row
