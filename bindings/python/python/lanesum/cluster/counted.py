"""What this process has read and hashed so far, for who watches it."""

from __future__ import annotations

import threading

__all__ = ["count", "counts"]

_lock = threading.Lock()
_objects = _bytes = 0


def count(objects: int, size: int) -> None:
    """Adds to what was done: bytes as they are hashed, an object at its end."""
    global _objects, _bytes
    with _lock:
        _objects += objects
        _bytes += size


def counts() -> tuple[int, int]:
    """Objects and bytes."""
    with _lock:
        return _objects, _bytes
