from collections.abc import Callable
from typing import Any, Protocol, overload

from typing_extensions import Buffer, TypeAlias

class _BytesIOLike(Protocol):
    def getbuffer(self) -> Buffer: ...

class _FileDigestFileObj(Protocol):
    def readinto(self, buf: bytearray, /) -> int: ...
    def readable(self) -> bool: ...

_File: TypeAlias = _BytesIOLike | _FileDigestFileObj
_Digest: TypeAlias = str | Callable[[], Any]

@overload
def file_digest(fileobj: _File, digest: _Digest, /, *, _bufsize: int = 262144) -> Any: ...
@overload
def file_digest(
    fileobj: _File, digest: list[_Digest] | tuple[_Digest, ...], /, *, _bufsize: int = 262144
) -> list[Any]: ...
