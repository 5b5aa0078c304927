"""An object of a store, as a listing or a request shows it, and what can go wrong with it."""

from __future__ import annotations

import os
from typing import NamedTuple

__all__ = ["ClusterError", "Entry", "ObjectChanged", "ObjectMissing", "order"]


class Entry(NamedTuple):
    """An object: its key below the store's prefix, and what tells one state of it from another."""

    key: str
    size: int
    #: As the store gives it, with its quotes. A file's is made of its times and inode.
    etag: str | None = None
    version: str | None = None
    #: What S3 says it has checksums of, where the listing says so.
    checksums: tuple[str, ...] = ()


class ClusterError(Exception):
    """The run cannot start or go on; the message says why and what to do."""


class ObjectChanged(Exception):
    """An object is not in the state that was asked for."""


class ObjectMissing(Exception):
    """There is no such object."""


def order(key: str) -> bytes:
    """What keys are sorted by: their bytes, as S3 lists them."""
    return os.fsencode(key)
