"""Small objects of a store that reads many at a time: one pass over all, in which whatever goes
wrong with an object is left to ``reading``, which asks again and says what was the matter."""

from __future__ import annotations

from .entry import Entry
from .lanes import Lanes
from .stores import ReadsMany

__all__ = ["QUICK", "read_quickly"]

#: Up to here the request costs more than the bytes.
QUICK = 1 << 20


def read_quickly(store: ReadsMany, entries: list[Entry], lanes: Lanes, requests: int, held: int) -> None:
    """Reads and hashes small objects; rows that stay None are for whoever is patient.

    A store that refuses as many requests in a row as are in flight is not asked on here.
    """
    most = max(1, min(requests, held // QUICK))
    refused = 0
    small = ((i, entry) for i, entry in enumerate(entries) if entry.size <= QUICK)
    for found in store.read_many(small, most):
        if found.data is None or found.entry.etag not in (None, found.etag):
            refused += 1
            if refused > most:
                break
            continue
        refused = 0
        if lanes.add(found.number, found.entry, found.data, found.seconds):
            lanes.hash(lanes.take())
    lanes.hash(lanes.take())
