"""Bao, verified streaming: a file's tree of hashes, and readers that give out verified
bytes only.

What is read is bytes, a path, or a file object that can seek. ``chunk_group`` is the
size of the tree's leaves, 2**n chunks of 1 KiB: 0 as the ``bao`` command has it, 4 as
iroh does. With ``key``, 32 bytes, the tree is of keyed BLAKE3.
"""

import io
import os
from contextlib import ExitStack

from ._lanesum import (
    BaoReader,
    VerifyError,
    bao_decode_slice,
    bao_encode,
    bao_encode_file,
    bao_slice,
    bao_verify,
)

__all__ = ["Reader", "VerifyError", "decode", "decode_slice", "encode", "outboard", "slice", "verify"]


def _is_path(source):
    return isinstance(source, (str, os.PathLike))


def _opened(stack, source, mode="rb"):
    """A file object of what a caller gave."""
    if _is_path(source):
        return stack.enter_context(open(source, mode))
    if hasattr(source, "read") or hasattr(source, "write"):
        return source
    return stack.enter_context(io.BytesIO(memoryview(source)))


def _bytes(source):
    """What a caller gave, as bytes, if it is that; else None."""
    return None if _is_path(source) or hasattr(source, "read") else source


def encode(data, out=None, *, outboard=False, chunk_group=0, key=None):
    """Encode ``data``. Returns ``(hash, encoding)``; with ``out``, a path or a file
    object that can seek, and be read too where ``data`` cannot seek, only the hash."""
    buffer = _bytes(data)
    if buffer is not None and out is None:
        return bao_encode(buffer, outboard, chunk_group, key)
    with ExitStack() as stack:
        file = _opened(stack, data)
        target = io.BytesIO() if out is None else _opened(stack, out, "w+b")
        hash = bao_encode_file(file, target, _rest(file), outboard, chunk_group, key)
        return (hash, target.getvalue()) if out is None else hash


def _rest(file):
    """How many bytes are left in a file, if it can tell."""
    if not (hasattr(file, "seekable") and file.seekable()):
        return None
    here = file.tell()
    end = file.seek(0, 2)
    file.seek(here)
    return max(end - here, 0)


def outboard(data, out=None, *, chunk_group=0, key=None):
    """The tree of ``data`` without its bytes: ``encode`` with ``outboard=True``."""
    return encode(data, out, outboard=True, chunk_group=chunk_group, key=key)


def decode(encoding, hash, out=None, *, data=None, chunk_group=0, key=None):
    """The bytes that an encoding has, verified; with ``out``, they are written to it.

    With ``data``, ``encoding`` is its outboard encoding. Raises ``VerifyError`` for what
    is not what the hash says: ``out`` has only verified bytes then.
    """
    with ExitStack() as stack:
        reader = stack.enter_context(Reader(encoding, hash, data=data, chunk_group=chunk_group, key=key))
        target = io.BytesIO() if out is None else _opened(stack, out, "wb")
        reader._reader.copy_to(target)
        return target.getvalue() if out is None else None


def verify(data, outboard, hash, *, chunk_group=0, key=None):
    """Verify ``data`` beside its outboard encoding. Raises ``VerifyError``."""
    buffer, tree = _bytes(data), _bytes(outboard)
    if buffer is not None and tree is not None:
        bao_verify(buffer, tree, hash, chunk_group, key)
        return
    with Reader(outboard, hash, data=data, chunk_group=chunk_group, key=key) as reader:
        room = bytearray(1 << 18)
        while reader.readinto(room):
            pass


def slice(encoding, start, length, *, data=None, chunk_group=0, key=None):
    """What verifies the bytes from ``start`` on, cut out of an encoding; with ``data``,
    out of it and its outboard encoding."""
    with ExitStack() as stack:
        file = _opened(stack, encoding)
        beside = None if data is None else _opened(stack, data)
        return bao_slice(file, beside, start, length, chunk_group, key)


def decode_slice(slice, hash, start, length, *, chunk_group=0, key=None):
    """The bytes that a slice was made for, verified."""
    return bao_decode_slice(slice, hash, start, length, chunk_group, key)


class Reader(io.RawIOBase):
    """Reads the bytes that an encoding has, at any place, and gives out verified ones
    only. With ``data``, ``encoding`` is its outboard encoding.

    ``VerifyError`` is raised for what is not what the hash says, and no byte of it given
    out. Wrap it in ``io.BufferedReader`` for small reads.
    """

    def __init__(self, encoding, hash, *, data=None, chunk_group=0, key=None):
        self._stack = ExitStack()
        try:
            file = _opened(self._stack, encoding)
            beside = None if data is None else _opened(self._stack, data)
            self._reader = BaoReader(file, hash, beside, chunk_group, key)
        except BaseException:
            self._stack.close()
            raise

    def readable(self):
        return True

    def seekable(self):
        return True

    def readinto(self, buffer, /):
        self._open()
        return self._reader.readinto(buffer)

    def seek(self, offset, whence=0, /):
        self._open()
        return self._reader.seek(offset, whence)

    def tell(self):
        return self.seek(0, 1)

    def close(self):
        if not self.closed:
            self._stack.close()
        super().close()

    def _open(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
