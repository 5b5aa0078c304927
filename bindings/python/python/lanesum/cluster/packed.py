"""Values as few bytes, for disks and for schedulers."""

from __future__ import annotations

import pickle
from typing import Any

import pyarrow as pa

__all__ = ["Packed", "packed", "unpacked"]

#: What ``packed`` makes.
Packed = bytes

#: Bytes that say how many the value has before it is compressed.
LENGTH = 8


def packed(value: Any) -> Packed:
    """A value as bytes. zstd takes a third of zlib's time for three quarters of the bytes of a listing."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    compressed: bytes = pa.compress(data, codec="zstd", asbytes=True)
    return len(data).to_bytes(LENGTH, "little") + compressed


def unpacked(data: Packed) -> Any:
    """The value that ``packed`` made bytes of."""
    size = int.from_bytes(data[:LENGTH], "little")
    return pickle.loads(pa.decompress(memoryview(data)[LENGTH:], size, codec="zstd"))
