import io
from os import PathLike
from typing import IO, overload

from typing_extensions import Buffer, TypeAlias

from ._lanesum import VerifyError as VerifyError

__all__ = ["Reader", "VerifyError", "decode", "decode_slice", "encode", "outboard", "slice", "verify"]

_Source: TypeAlias = Buffer | str | PathLike[str] | IO[bytes]
_Target: TypeAlias = str | PathLike[str] | IO[bytes]

@overload
def encode(
    data: _Source, out: None = None, *, outboard: bool = False, chunk_group: int = 0, key: Buffer | None = None
) -> tuple[bytes, bytes]: ...
@overload
def encode(
    data: _Source, out: _Target, *, outboard: bool = False, chunk_group: int = 0, key: Buffer | None = None
) -> bytes: ...
@overload
def outboard(
    data: _Source, out: None = None, *, chunk_group: int = 0, key: Buffer | None = None
) -> tuple[bytes, bytes]: ...
@overload
def outboard(data: _Source, out: _Target, *, chunk_group: int = 0, key: Buffer | None = None) -> bytes: ...
@overload
def decode(
    encoding: _Source,
    hash: Buffer | str,
    out: None = None,
    *,
    data: _Source | None = None,
    chunk_group: int = 0,
    key: Buffer | None = None,
) -> bytes: ...
@overload
def decode(
    encoding: _Source,
    hash: Buffer | str,
    out: _Target,
    *,
    data: _Source | None = None,
    chunk_group: int = 0,
    key: Buffer | None = None,
) -> None: ...
def verify(
    data: _Source, outboard: _Source, hash: Buffer | str, *, chunk_group: int = 0, key: Buffer | None = None
) -> None: ...
def slice(
    encoding: _Source,
    start: int,
    length: int,
    *,
    data: _Source | None = None,
    chunk_group: int = 0,
    key: Buffer | None = None,
) -> bytes: ...
def decode_slice(
    slice: Buffer,
    hash: Buffer | str,
    start: int,
    length: int,
    *,
    chunk_group: int = 0,
    key: Buffer | None = None,
) -> bytes: ...

class Reader(io.RawIOBase):
    def __init__(
        self,
        encoding: _Source,
        hash: Buffer | str,
        *,
        data: _Source | None = None,
        chunk_group: int = 0,
        key: Buffer | None = None,
    ) -> None: ...
    def readinto(self, buffer: Buffer, /) -> int: ...
    def seek(self, offset: int, whence: int = 0, /) -> int: ...
