"""Files of a directory."""

from __future__ import annotations

import asyncio
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from ..entry import Entry, ObjectChanged, ObjectMissing

__all__ = ["LocalStore"]


class LocalStore:
    """The regular files below a directory. Symbolic links are not followed."""

    lists = True

    def __init__(self, root: str) -> None:
        self.root = root

    @property
    def url(self) -> str:
        return self.root

    def path(self, key: str) -> str:
        return os.path.join(self.root, key) if key else self.root

    def list(self) -> Iterator[Entry]:
        if os.path.isdir(self.root):
            yield from self._below(self.root, "")

    def _below(self, path: str, prefix: str) -> Iterator[Entry]:
        """What is below a directory. What goes meanwhile, as another run's unfinished files do, is not
        there, as in a store that lists pages."""
        # With its slash a directory sorts where the keys below it do.
        try:
            with os.scandir(path) as found:
                names = [(os.fsencode(e.name + "/" if e.is_dir(follow_symlinks=False) else e.name), e) for e in found]
        except FileNotFoundError:
            if not prefix:
                raise
            return
        names.sort(key=lambda named: named[0])
        for _, item in names:
            if item.is_dir(follow_symlinks=False):
                yield from self._below(item.path, f"{prefix}{item.name}/")
            elif item.is_file(follow_symlinks=False):
                try:
                    status = item.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                yield _entry(prefix + item.name, status)

    def head(self, key: str) -> Entry:
        try:
            status = os.stat(self.path(key))
        except FileNotFoundError as error:
            raise ObjectMissing(key) from error
        if not stat.S_ISREG(status.st_mode):
            raise ObjectMissing(key)
        return _entry(key, status)

    async def read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        return await asyncio.to_thread(self._read, entry, start, end)

    def _read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        try:
            with open(self.path(entry.key), "rb", buffering=0) as file:
                room = memoryview(bytearray(end - start))
                done = 0
                while done < len(room):
                    count = os.preadv(file.fileno(), [room[done:]], start + done)
                    if count == 0:
                        raise ObjectChanged(entry.key)
                    done += count
                if entry.etag is not None and _entry(entry.key, os.fstat(file.fileno())).etag != entry.etag:
                    raise ObjectChanged(entry.key)
                return room
        except FileNotFoundError as error:
            raise ObjectMissing(entry.key) from error

    def get(self, key: str) -> bytes:
        try:
            with open(self.path(key), "rb") as file:
                return file.read()
        except FileNotFoundError as error:
            raise ObjectMissing(key) from error

    def put(self, key: str, data: bytes) -> None:
        with self.writer(key) as file:
            file.write(data)

    @contextmanager
    def writer(self, key: str) -> Iterator[BinaryIO]:
        path = self.path(key)
        directory = os.path.dirname(path)
        os.makedirs(directory, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=directory)
        try:
            with open(descriptor, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise


def _umask() -> int:
    # The only way to ask for it without setting it.
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    return 0o022


def _entry(key: str, status: os.stat_result) -> Entry:
    state = status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size
    return Entry(key, status.st_size, "-".join(f"{number:x}" for number in state))
