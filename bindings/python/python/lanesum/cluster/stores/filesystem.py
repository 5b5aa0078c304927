"""Whatever fsspec names: ``hf://``, ``sftp://``, ``hdfs://``, ``memory://``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

import fsspec

from ..entry import Entry, ObjectChanged, ObjectMissing, order
from . import Options

__all__ = ["FileSystem"]


class FileSystem:
    """The files below a URL of fsspec."""

    def __init__(self, url: str, options: Options) -> None:
        self._url = url
        self.options = options
        self.fs, self.root = cast("tuple[Any, str]", fsspec.core.url_to_fs(url, **dict(options.storage)))
        self.root = self.root.rstrip("/")

    @property
    def url(self) -> str:
        return self._url

    def __getstate__(self) -> tuple[str, Options]:
        return self._url, self.options

    def __setstate__(self, state: tuple[str, Options]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def _path(self, key: str) -> str:
        return f"{self.root}/{key}"

    def list(self) -> Iterator[Entry]:
        # fsspec lists a whole tree at once, and in no order.
        found = self.fs.find(self.root, detail=True)
        found.pop(self.root, None)
        keys = sorted((path[len(self.root) + 1 :] for path in found), key=order)
        for key in keys:
            yield self._entry(key, found[self._path(key)])

    def head(self, key: str) -> Entry:
        try:
            return self._entry(key, self.fs.info(self._path(key)))
        except FileNotFoundError as error:
            raise ObjectMissing(key) from error

    @staticmethod
    def _entry(key: str, info: dict[str, Any]) -> Entry:
        state = next((info[name] for name in ("ETag", "etag", "mtime", "created", "LastModified") if info.get(name)), None)
        return Entry(key, info["size"] or 0, None if state is None else f"{state}")

    async def read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        return await asyncio.to_thread(self._read, entry, start, end)

    def _read(self, entry: Entry, start: int, end: int) -> bytes:
        try:
            data = cast(bytes, self.fs.cat_file(self._path(entry.key), start=start, end=end))
            # It has no requests on a condition: what is there after them has to be the same.
            self.fs.invalidate_cache()
            after = self.head(entry.key)
        except FileNotFoundError as error:
            raise ObjectMissing(entry.key) from error
        if len(data) != end - start or (after.size, after.etag) != (entry.size, entry.etag):
            raise ObjectChanged(entry.key)
        return data

    def get(self, key: str) -> bytes:
        try:
            return cast(bytes, self.fs.cat_file(self._path(key)))
        except FileNotFoundError as error:
            raise ObjectMissing(key) from error

    def put(self, key: str, data: bytes) -> None:
        self.fs.pipe_file(self._path(key), data)

    @contextmanager
    def writer(self, key: str) -> Iterator[BinaryIO]:
        with self.fs.transaction, self.fs.open(self._path(key), "wb") as file:
            yield file
