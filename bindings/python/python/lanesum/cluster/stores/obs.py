"""What stores have in common that obstore reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from ..entry import Entry, ObjectChanged, ObjectMissing

if TYPE_CHECKING:
    from obstore import GetOptions

__all__ = ["PART", "entry_of", "read", "reason", "writer"]

#: Bytes of a part of an upload: with S3's limit of 10,000 parts, objects of 312 GiB.
PART = 32 << 20


#: Begins what stands for the ETag that a server of HTTP may not have.
MODIFIED = "last-modified "


def entry_of(key: str, item: Any) -> Entry:
    """An object as obstore lists it."""
    return Entry(key, item["size"], _etag(item), item["version"])


def _etag(item: Any) -> str:
    etag: str | None = item["e_tag"]
    if etag is None:
        return f"{MODIFIED}{item['last_modified'].isoformat()}"
    # Azure's listing leaves out the quotes, which a request has to have.
    return etag if etag.endswith('"') else f'"{etag}"'


def reason(error: BaseException) -> str:
    """The first of what obstore says of an error, which goes on for a screen."""
    return str(error).split("\n\nDebug source")[0]


async def read(store: Any, path: str, entry: Entry, start: int, end: int) -> memoryview:
    """Bytes of just this state of an object."""
    import obstore
    from obstore.exceptions import BaseError, NotFoundError, PreconditionError

    options: GetOptions = {}
    if entry.etag is not None and entry.etag.startswith(MODIFIED):
        options["if_unmodified_since"] = datetime.fromisoformat(entry.etag[len(MODIFIED) :])
    elif entry.etag is not None:
        options["if_match"] = entry.etag
    if entry.version is not None:
        options["version"] = entry.version
    if (start, end) != (0, entry.size):
        options["range"] = (start, end)
    try:
        found = await obstore.get_async(store, path, options=options)
        data = memoryview(await found.bytes_async())
    except (NotFoundError, FileNotFoundError) as error:
        raise ObjectMissing(entry.key) from error
    except PreconditionError as error:
        raise ObjectChanged(entry.key) from error
    except BaseError as error:
        raise OSError(reason(error)) from error
    # Not every server of HTTP knows conditions: what it sent has to be of that state too.
    if len(data) != end - start or found.meta["size"] != entry.size or entry.etag not in (None, _etag(found.meta)):
        raise ObjectChanged(entry.key)
    return data


@contextmanager
def writer(store: Any, path: str) -> Iterator[BinaryIO]:
    """Writes an object in parts. It appears when the block ends without an error."""
    import obstore

    with _Parts(obstore.open_writer(store, path, buffer_size=PART)) as file:
        yield file  # type: ignore[misc]


class _Parts:
    """obstore's writer, which is only closed, and so only makes an object, at a good end."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def write(self, data: Any) -> int:
        self.file.write(data)
        return len(data)

    def __enter__(self) -> _Parts:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.file.close()
