"""Whatever fsspec names: ``hf://``, ``sftp://``, ``hdfs://``, ``memory://``."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, BinaryIO, cast

import fsspec

from ..entry import Entry, ObjectChanged, ObjectMissing, order
from . import Options

__all__ = ["FileSystem"]


#: What tells one state of a file from another, by the names that file systems have for it.
STATES = ("ETag", "etag", "blob_id", "mtime", "modify", "modified", "last_modified", "LastModified", "created")


class FileSystem:
    """The files below a URL of fsspec."""

    lists = True

    def __init__(self, url: str, options: Options) -> None:
        self._url = url
        self.options = options
        #: Those that nobody uses now.
        self._idle: deque[Any] = deque()
        fs, root = self._opened()
        self._idle.append(fs)
        self.root = root.rstrip("/")

    def _opened(self) -> tuple[Any, str]:
        storage = {**dict(self.options.storage), "skip_instance_cache": True}
        return cast("tuple[Any, str]", fsspec.core.url_to_fs(self._url, **storage))

    @contextmanager
    def _system(self) -> Iterator[Any]:
        """fsspec's file system, one for each thread that uses it now: those over one
        connection, such as FTP's, do one thing at a time."""
        try:
            fs = self._idle.pop()
        except IndexError:
            fs, _ = self._opened()
        yield fs
        # After an error nothing is known of its connection.
        self._idle.append(fs)

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
        with self._system() as fs:
            # What a listing of a file is depends on the file system.
            directory = fs.isdir(self.root or "/")
        if directory:
            yield from self._below(self.root, "")

    def _below(self, path: str, prefix: str) -> Iterator[Entry]:
        # One directory at a time, since `find` has all of a tree in memory. With its slash
        # a directory sorts where the keys below it do.
        found = []
        with self._system() as fs:
            for info in fs.ls(path or "/", detail=True):
                # Some list a directory in itself.
                if info["name"].strip("/") != path.strip("/"):
                    name = info["name"].rstrip("/").rpartition("/")[2]
                    found.append((order(name + "/" if info["type"] == "directory" else name), name, info))
            fs.invalidate_cache()
        for _, name, info in sorted(found, key=lambda one: one[0]):
            if info["type"] == "directory":
                yield from self._below(f"{path}/{name}", f"{prefix}{name}/")
            elif info["type"] == "file":
                yield self._entry(prefix + name, info)

    def head(self, key: str) -> Entry:
        with _missing(key), self._system() as fs:
            return self._entry(key, fs.info(self._path(key)))

    @staticmethod
    def _entry(key: str, info: dict[str, Any]) -> Entry:
        state = next((info[name] for name in STATES if info.get(name)), None)
        # The same time is a number in a listing of some, and a date elsewhere.
        state = state.timestamp() if isinstance(state, datetime) else state
        return Entry(key, info["size"] or 0, None if state is None else f"{state}")

    async def read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        return await asyncio.to_thread(self._read, entry, start, end)

    def _read(self, entry: Entry, start: int, end: int) -> bytes:
        path = self._path(entry.key)
        with _missing(entry.key), self._system() as fs:
            data = cast(bytes, fs.cat_file(path, start=start, end=end))
            # It has no requests on a condition: what is there after them has to be the same.
            fs.invalidate_cache()
            after = self._entry(entry.key, fs.info(path))
        if len(data) != end - start or (after.size, after.etag) != (entry.size, entry.etag):
            raise ObjectChanged(entry.key)
        return data

    def get(self, key: str) -> bytes:
        with _missing(key), self._system() as fs:
            return cast(bytes, fs.cat_file(self._path(key)))

    def put(self, key: str, data: bytes) -> None:
        with self.writer(key) as file:
            file.write(data)

    @contextmanager
    def writer(self, key: str) -> Iterator[BinaryIO]:
        # fsspec's own transactions are one at a time, of a file system.
        path = self._path(key)
        part = f"{path}.{os.urandom(8).hex()}.part"
        with self._system() as fs:
            fs.makedirs(path.rpartition("/")[0], exist_ok=True)
            try:
                with fs.open(part, "wb") as file:
                    yield file
                fs.mv(part, path)
            except BaseException:
                with suppress(Exception):
                    fs.rm_file(part)
                raise


@contextmanager
def _missing(key: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise ObjectMissing(key) from error
