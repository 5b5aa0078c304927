"""Runs ahead of whoever takes items, on a thread, with what is not taken yet on disk."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from .packed import packed, unpacked

__all__ = ["Ahead"]

T = TypeVar("T")


class Ahead(Generic[T]):
    """The items of an iterable, which a thread goes through as fast as it can: so the end
    of a long listing, and with it the time that is left, is known long before its last
    batch is hashed. Memory is bounded."""

    def __init__(self, items: Iterable[T], seen: Callable[[T], None] = lambda item: None) -> None:
        self._file: Any = tempfile.TemporaryFile(prefix="lanesum-")
        self._changed = threading.Condition()
        self._written = self._read = 0
        self._error: BaseException | None = None
        self._stopped = False
        #: Whether all items are known.
        self.ended = False
        self._thread = threading.Thread(target=self._fill, args=(iter(items), seen), daemon=True)
        self._thread.start()

    def _fill(self, items: Iterator[T], seen: Callable[[T], None]) -> None:
        try:
            for item in items:
                data = packed(item)
                with self._changed:
                    if self._stopped:
                        return
                    self._file.seek(self._written)
                    self._file.write(len(data).to_bytes(8, "little") + data)
                    self._written += 8 + len(data)
                    self._changed.notify_all()
                seen(item)
        except BaseException as error:
            self._error = error
        finally:
            with self._changed:
                self.ended = True
                self._changed.notify_all()

    def __iter__(self) -> Iterator[T]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._written > self._read or self.ended)
                if self._written == self._read:
                    break
                self._file.seek(self._read)
                size = int.from_bytes(self._file.read(8), "little")
                data = self._file.read(size)
                self._read += 8 + size
            yield unpacked(data)
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Stops at the next item."""
        with self._changed:
            self._stopped = True
        self._thread.join()
        self._file.close()
