"""What of a listing an earlier run has done already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .entry import Entry, order
from .shards import Row

__all__ = ["undone"]


def undone(
    entries: Iterable[Entry],
    done: Iterator[Row],
    algorithms: Iterable[str],
    skipped: Callable[[Entry], None] = lambda entry: None,
    gone: Callable[[Row], None] = lambda row: None,
) -> Iterator[Entry]:
    """The entries that have no digest yet, or one of another state of the object.

    Both sides are sorted by key, so this goes along them and holds one of each. Rows of
    objects that are not listed any more are ``gone``.
    """
    wanted = set(algorithms)
    row = next(done, None)
    for entry in entries:
        key = order(entry.key)
        while row is not None and order(row.entry.key) < key:
            gone(row)
            row = next(done, None)
        if row is None or row.entry.key != entry.key:
            yield entry
            continue
        # Without an ETag nothing tells whether it is the same.
        same = entry.etag is not None and (row.entry.etag, row.entry.size) == (entry.etag, entry.size)
        if same and row.ok and wanted <= row.digests.keys():
            skipped(entry)
        else:
            yield entry
        row = next(done, None)
    while row is not None:
        gone(row)
        row = next(done, None)
