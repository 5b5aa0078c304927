from collections.abc import Callable, Iterable
from os import PathLike
from types import TracebackType
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, final, overload

from typing_extensions import Buffer, Self, TypeAlias

__version__: str
IMMUTABLE: bool
algorithms_available: frozenset[str]

_P = TypeVar("_P")
_V = TypeVar("_V")

class FileChangedError(OSError): ...
class VerifyError(ValueError): ...

class _Hash(Protocol):
    @property
    def name(self) -> str: ...
    def update(self, data: Buffer, /) -> Any: ...

_Algorithm: TypeAlias = str | _Hash | Callable[[], _Hash]
_Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]

@final
class Hash:
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    def update(self, obj: Buffer, /) -> None: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def copy(self) -> Hash: ...

@final
class HashXof:
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    def update(self, obj: Buffer, /) -> None: ...
    def digest(self, length: int) -> bytes: ...
    def hexdigest(self, length: int) -> str: ...
    def copy(self) -> HashXof: ...

@final
class blake2b:
    MAX_DIGEST_SIZE: ClassVar[int] = 64
    MAX_KEY_SIZE: ClassVar[int] = 64
    PERSON_SIZE: ClassVar[int] = 16
    SALT_SIZE: ClassVar[int] = 16
    def __new__(
        cls,
        data: Buffer | None = None,
        /,
        *,
        digest_size: int = ...,
        key: Buffer | None = None,
        salt: Buffer | None = None,
        person: Buffer | None = None,
        fanout: int = 1,
        depth: int = 1,
        leaf_size: int | None = None,
        node_offset: int | None = None,
        node_depth: int = 0,
        inner_size: int = 0,
        last_node: bool = False,
        usedforsecurity: bool | None = None,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    def update(self, data: Buffer, /) -> None: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def copy(self) -> blake2b: ...

@final
class blake2s:
    MAX_DIGEST_SIZE: ClassVar[int] = 32
    MAX_KEY_SIZE: ClassVar[int] = 32
    PERSON_SIZE: ClassVar[int] = 8
    SALT_SIZE: ClassVar[int] = 8
    def __new__(
        cls,
        data: Buffer | None = None,
        /,
        *,
        digest_size: int = ...,
        key: Buffer | None = None,
        salt: Buffer | None = None,
        person: Buffer | None = None,
        fanout: int = 1,
        depth: int = 1,
        leaf_size: int | None = None,
        node_offset: int | None = None,
        node_depth: int = 0,
        inner_size: int = 0,
        last_node: bool = False,
        usedforsecurity: bool | None = None,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def digest_size(self) -> int: ...
    @property
    def block_size(self) -> int: ...
    def update(self, data: Buffer, /) -> None: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def copy(self) -> blake2s: ...

@final
class blake3:
    AUTO: ClassVar[int] = -1
    name: ClassVar[str]
    digest_size: ClassVar[int]
    block_size: ClassVar[int]
    key_size: ClassVar[int]
    def __new__(
        cls,
        data: Buffer | None = None,
        /,
        *,
        key: Buffer | None = None,
        derive_key_context: str | None = None,
        max_threads: int = 1,
        usedforsecurity: bool | None = None,
    ) -> Self: ...
    def update(self, data: Buffer, /) -> Self: ...
    def update_mmap(self, path: str | PathLike[str]) -> Self: ...
    def digest(self, length: int = 32, *, seek: int = 0) -> bytes: ...
    def hexdigest(self, length: int = 32, *, seek: int = 0) -> str: ...
    def copy(self) -> blake3: ...
    @staticmethod
    def subtree(data: Buffer, offset: int, /) -> bytes: ...
    @staticmethod
    def subtree_outboard(data: Buffer, offset: int, /, *, chunk_group: int = 0) -> tuple[bytes, bytes]: ...
    @staticmethod
    def merge(left: tuple[int, int, bytes], right: tuple[int, int, bytes], /) -> bytes: ...
    @staticmethod
    def root(left: tuple[int, int, bytes], right: tuple[int, int, bytes], /) -> bytes: ...
    def reset(self) -> Self: ...

def new(
    name: str,
    data: Buffer | None = None,
    *,
    string: Buffer | None = None,
    usedforsecurity: bool | None = None,
    **keywords: Any,
) -> Any: ...
def md5(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha1(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha224(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha256(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha384(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha512(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha512_224(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha512_256(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha3_224(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha3_256(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha3_384(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sha3_512(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def shake_128(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> HashXof: ...
def shake_256(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> HashXof: ...
def keccak_256(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def sm3(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def blake2bp(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def blake2sp(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def crc32(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def crc32c(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def crc64nvme(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def adler32(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def xxh64(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def xxh3_64(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def xxh3_128(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def rapidhash(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def lemac(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...
def nabhash(
    data: Buffer | None = None, *, usedforsecurity: bool | None = None, string: Buffer | None = None
) -> Hash: ...

@overload
def digest_many(
    algorithm: _Algorithm,
    buffers: Iterable[Buffer],
    /,
    *,
    key: Buffer | None = None,
    threads: int = 1,
    out: None = None,
) -> list[bytes]: ...
@overload
def digest_many(
    algorithm: _Algorithm, buffers: Iterable[Buffer], /, *, key: Buffer | None = None, threads: int = 1, out: Buffer
) -> None: ...
@overload
def digest_slices(
    algorithm: _Algorithm,
    buffer: Buffer,
    offsets: Buffer,
    /,
    *,
    key: Buffer | None = None,
    threads: int = 1,
    out: None = None,
) -> bytes: ...
@overload
def digest_slices(
    algorithm: _Algorithm,
    buffer: Buffer,
    offsets: Buffer,
    /,
    *,
    key: Buffer | None = None,
    threads: int = 1,
    out: Buffer,
) -> None: ...
def begin(algorithm: _Algorithm, /, *, key: Buffer | None = None) -> Hash: ...
def update_many(updates: list[tuple[Hash, memoryview, int, int]], /) -> None: ...

@final
class DigestArray:
    @property
    def null_count(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> bytes | None: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

def digest_array(
    algorithm: _Algorithm, array: _ArrowArray | _ArrowStream, /, *, key: Buffer | None = None, threads: int = 1
) -> DigestArray: ...

@final
class FileDigests(Generic[_P, _V]):
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[_P, _V]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_args: type[BaseException] | BaseException | TracebackType | None) -> None: ...
    def close(self) -> None: ...

_Progress: TypeAlias = Callable[[int, int], object] | bool | None
_PathT = TypeVar("_PathT", bound=_Path)

@overload
def digest_files(
    algorithms: _Algorithm,
    paths: Iterable[_PathT],
    /,
    *,
    threads: int = 0,
    on_error: Literal["raise"] = "raise",
    progress: _Progress = None,
) -> FileDigests[_PathT, bytes]: ...
@overload
def digest_files(
    algorithms: _Algorithm,
    paths: Iterable[_PathT],
    /,
    *,
    threads: int = 0,
    on_error: Literal["return"],
    progress: _Progress = None,
) -> FileDigests[_PathT, bytes | OSError]: ...
@overload
def digest_files(
    algorithms: list[_Algorithm] | tuple[_Algorithm, ...],
    paths: Iterable[_PathT],
    /,
    *,
    threads: int = 0,
    on_error: Literal["raise"] = "raise",
    progress: _Progress = None,
) -> FileDigests[_PathT, tuple[bytes, ...]]: ...
@overload
def digest_files(
    algorithms: list[_Algorithm] | tuple[_Algorithm, ...],
    paths: Iterable[_PathT],
    /,
    *,
    threads: int = 0,
    on_error: Literal["return"],
    progress: _Progress = None,
) -> FileDigests[_PathT, tuple[bytes, ...] | OSError]: ...

@final
class Checked:
    @property
    def status(self) -> Literal["ok", "failed", "unreadable", "refused", "malformed", "unsupported", "contradiction"]: ...
    @property
    def ok(self) -> bool: ...
    @property
    def path(self) -> str | None: ...
    @property
    def line(self) -> int: ...
    @property
    def algorithm(self) -> str | None: ...
    @property
    def expected(self) -> bytes | None: ...
    @property
    def digest(self) -> bytes | None: ...
    @property
    def error(self) -> OSError | None: ...
    @property
    def contradicts(self) -> int | None: ...
    def __bool__(self) -> bool: ...

@final
class Checks:
    @property
    def repeated(self) -> int: ...
    @property
    def contradictions(self) -> int: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Checked: ...

def check(
    manifest: str | PathLike[str],
    /,
    *,
    algorithm: _Algorithm | None = None,
    base: str | PathLike[str] | None = None,
    confine: bool = True,
    special: bool = False,
    threads: int = 0,
) -> Checks: ...

@final
class ManifestEntry:
    @property
    def path(self) -> str | None: ...
    @property
    def algorithm(self) -> str | None: ...
    @property
    def algorithms(self) -> tuple[str, ...]: ...
    @property
    def digest(self) -> bytes | None: ...
    @property
    def size(self) -> int | None: ...
    @property
    def line(self) -> int: ...
    @property
    def problem(self) -> Literal["malformed", "unsupported"] | None: ...

@final
class ManifestEntries:
    def __iter__(self) -> Self: ...
    def __next__(self) -> ManifestEntry: ...

class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...

def manifest_entries(
    manifest: str | PathLike[str] | _Readable, /, *, algorithm: _Algorithm | None = None, zero: bool = False
) -> ManifestEntries: ...
def manifest_line(
    path: _Path, algorithm: _Algorithm, digest: Buffer, /, *, tag: bool = True, zero: bool = False
) -> bytes: ...
def bao_encode(data: Buffer, outboard: bool, chunk_group: int, key: Buffer | None) -> tuple[bytes, bytes]: ...
def bao_encode_file(
    input: object, out: object, len: int | None, outboard: bool, chunk_group: int, key: Buffer | None
) -> bytes: ...
def bao_verify(data: Buffer, outboard: Buffer, hash: Buffer | str, chunk_group: int, key: Buffer | None) -> None: ...
def bao_slice(
    encoding: object, data: object | None, start: int, length: int, chunk_group: int, key: Buffer | None
) -> bytes: ...
def bao_decode_slice(
    slice: Buffer, hash: Buffer | str, start: int, length: int, chunk_group: int, key: Buffer | None
) -> bytes: ...

def checksum_combine(algorithm: _Algorithm, first: bytes, second: bytes, second_len: int) -> bytes: ...

@final
class BaoReader:
    def __new__(
        cls, encoding: object, hash: Buffer | str, data: object | None, chunk_group: int, key: Buffer | None
    ) -> Self: ...
    def readinto(self, buffer: Buffer) -> int: ...
    def seek(self, offset: int, whence: int) -> int: ...
    def copy_to(self, out: object) -> int: ...
