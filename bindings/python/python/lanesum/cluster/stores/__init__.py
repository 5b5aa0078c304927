"""Where objects are: one module for each kind of store, all with one interface."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO, NamedTuple, Protocol, runtime_checkable

from ..entry import ClusterError, Entry

__all__ = ["Found", "Options", "ReadsMany", "Store", "kept_store", "open_store", "public", "refuse_query"]


@dataclass(frozen=True)
class Options:
    """How stores are reached. All of it also goes to the workers."""

    endpoint: str | None = None
    region: str | None = None
    #: The storage options of fsspec and of obstore, by name.
    storage: tuple[tuple[str, str], ...] = ()
    #: How often a request is made again that a store answered with an error of its own.
    retries: int = 8


class Store(Protocol):
    """Objects below a URL. Keys are relative to it."""

    @property
    def url(self) -> str: ...

    @property
    def lists(self) -> bool:
        """Whether it has a listing. A server of HTTP has none: its objects are asked for by name."""

    def list(self) -> Iterator[Entry]:
        """All objects, in the order of their keys' bytes, in bounded memory."""

    def head(self, key: str) -> Entry:
        """One object. Raises ``ObjectMissing``."""

    async def read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        """Bytes ``start`` to ``end`` of just this state of the object.

        Raises ``ObjectChanged`` where it is in another one, ``ObjectMissing``, or OSError.
        """

    def get(self, key: str) -> bytes:
        """All of a small object."""

    def put(self, key: str, data: bytes) -> None:
        """Writes an object at once: whoever reads sees the old one or all of the new one."""

    def writer(self, key: str) -> AbstractContextManager[BinaryIO]:
        """Writes an object of any size, which appears when the block ends without an error."""


class Found(NamedTuple):
    """What came of a request for all of an object, the number of which is who asked's."""

    number: int
    entry: Entry
    #: None where the answer is not 200, or not as long as the object.
    data: bytes | None
    etag: str | None
    seconds: float


@runtime_checkable
class ReadsMany(Protocol):
    """A store that reads many small objects for little of a CPU each."""

    def read_many(self, entries: Iterable[tuple[int, Entry]], most: int) -> Iterator[Found]:
        """Asks for each of the objects once, ``most`` at a time, and gives them as they come.

        An object may be missing from what comes: it is asked for in another way then.
        """


@lru_cache(16)
def kept_store(url: str, options: Options) -> Store:
    """The store of a URL as this process already has it, with its connections: for workers,
    which do one batch after the other on it."""
    return open_store(url, options)


def public(url: str) -> str:
    """A URL without the password that it may have, nor the query of one of HTTP, which may be a
    signature: for files that are kept, and messages."""
    scheme, separator, rest = url.partition("://")
    if scheme in ("http", "https"):
        rest = re.split("[?#]", rest, maxsplit=1)[0]
    host, slash, path = rest.partition("/")
    if separator and ":" in host.rpartition("@")[0]:
        user, _, host = host.rpartition("@")
        host = f"{user.partition(':')[0]}@{host}"
    return f"{scheme}{separator}{host}{slash}{path}"


def refuse_query(url: str) -> None:
    """Raises where a URL of HTTP has a query, which would be part of an object's name."""
    if url.startswith(("http://", "https://")) and ("?" in url or "#" in url):
        # Not the URL itself: a presigned one is a secret.
        raise ClusterError(
            f"{public(url)} has a query, as presigned URLs do: such a URL lets one object be read, for a while, "
            "and neither be listed nor be asked for its state, so no run could go on or be checked. Give the bucket "
            "itself (s3://, gs://, az://) with credentials that may read it, or download the object"
        )


def open_store(url: str, options: Options = Options()) -> Store:
    """The store that a URL or a path names."""
    scheme, separator, _ = url.partition("://")
    if not separator:
        from .local import LocalStore

        return LocalStore(os.path.abspath(url))
    if scheme == "file":
        from .local import LocalStore

        return LocalStore(url[len("file://") :])
    if scheme in ("s3", "s3a"):
        from .s3 import S3

        return S3(url, options)
    if scheme in ("gs", "gcs", "az", "azure", "abfs", "abfss", "http", "https"):
        from .objects import ObjectStore

        return ObjectStore(url, options)
    try:
        from .filesystem import FileSystem
    except ImportError as error:
        raise ClusterError(f"{scheme}:// needs fsspec: pip install fsspec ({error})") from error
    return FileSystem(url, options)
