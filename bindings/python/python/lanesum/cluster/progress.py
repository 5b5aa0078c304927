"""Progress in the terminal."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

__all__ = ["Progress", "duration", "quantity"]


def quantity(count: float) -> str:
    """Bytes, for people."""
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.3g} PiB"


def duration(seconds: float) -> str:
    """A while, for people."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Progress:
    """A line that says how far a run is. Only on a terminal, unless it is asked for."""

    #: Called with the state of the run, each second at most: a dashboard.
    watcher: Callable[[dict[str, Any]], None] | None = None
    #: What the run is of.
    what = ""

    def __init__(self, wanted: bool | None = None, to: TextIO | None = None) -> None:
        self.to = to or sys.stderr
        self.shown = self.to.isatty() if wanted is None else wanted
        self.begun = time.monotonic()
        self.last = self.told = 0.0
        self.total_objects = self.total_bytes = 0
        self.objects = self.bytes = self.failed = 0
        #: Whether the totals are all there is.
        self.complete = False
        self.clock = time.time()

    def listed(self, objects: int, size: int) -> None:
        self.total_objects += objects
        self.total_bytes += size

    def done(self, objects: int, size: int, failed: int = 0) -> None:
        self.objects += objects
        self.bytes += size
        self.failed += failed
        self.show()
        if time.monotonic() - self.told > 1:
            self._tell()

    def _tell(self, ended: bool = False) -> None:
        if self.watcher is None:
            return
        self.told = time.monotonic()
        passed = self.told - self.begun
        names = ("what", "objects", "bytes", "failed", "total_objects", "total_bytes", "complete")
        state = {name: getattr(self, name) for name in names}
        self.watcher({**state, "begun": self.clock, "passed": passed, "left": self.eta(), "ended": ended})

    def eta(self) -> float | None:
        """Seconds that are left, by bytes and by objects, whichever is later."""
        passed = time.monotonic() - self.begun
        if not self.complete or not self.objects:
            return None
        left = [self.total_objects / self.objects - 1]
        if self.bytes:
            left.append(self.total_bytes / self.bytes - 1)
        return passed * max(*left, 0)

    def line(self) -> str:
        passed = max(time.monotonic() - self.begun, 1e-9)
        more = "" if self.complete else "+"
        eta = self.eta()
        text = (
            f"{self.objects:,} of {self.total_objects:,}{more} objects, "
            f"{quantity(self.bytes)} of {quantity(self.total_bytes)}{more}, {quantity(self.bytes / passed)}/s"
        )
        if self.failed:
            text += f", {self.failed:,} failed"
        return text + (f", {duration(eta)} left" if eta is not None else "")

    def show(self, force: bool = False) -> None:
        now = time.monotonic()
        if self.shown and (force or now - self.last > 0.2):
            self.last = now
            width = shutil.get_terminal_size().columns - 1
            self.to.write(f"\r\x1b[K{self.line()[:width]}")
            self.to.flush()

    def close(self) -> None:
        self._tell(ended=True)
        if self.shown and self.last:
            self.show(force=True)
            self.to.write("\n")
