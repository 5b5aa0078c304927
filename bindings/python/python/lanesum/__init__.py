"""Hashes: hashlib's interface, and many messages, files and columns at once.

``import lanesum as hashlib`` is a drop-in: ``new``, a constructor for each algorithm,
``file_digest``, ``algorithms_guaranteed``, and objects that ``hmac`` takes. ``blake3`` has
the interface of the package of that name.

``digest_many``, ``digest_slices``, ``digest_array`` and ``digest_files`` hash many messages
at once, one in each SIMD lane of the CPU, and on as many cores as they are told.
"""

from ._file_digest import file_digest
from ._lanesum import (
    FileChangedError,
    __version__,
    adler32,
    algorithms_available,
    blake2b,
    blake2bp,
    blake2s,
    blake2sp,
    blake3,
    check,
    crc32,
    crc32c,
    crc64nvme,
    digest_array,
    digest_files,
    digest_many,
    digest_slices,
    keccak_256,
    lemac,
    manifest_entries,
    manifest_line,
    md5,
    nabhash,
    new,
    rapidhash,
    sha1,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    sha224,
    sha256,
    sha384,
    sha512,
    sha512_224,
    sha512_256,
    shake_128,
    shake_256,
    sm3,
    xxh3_64,
    xxh3_128,
    xxh64,
)

#: The algorithms that hashlib has on every platform. ``algorithms_available`` is all.
algorithms_guaranteed = {
    "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s",
    "sha3_224", "sha3_256", "sha3_384", "sha3_512", "shake_128", "shake_256",
}  # fmt: skip

# What few programs ask for takes four fifths of an import: it waits until one does. Key derivation
# from passwords is hashlib's own. OpenSSL may lack scrypt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import pbkdf2_hmac, scrypt

    from . import bao
else:

    def __getattr__(name):
        if name == "bao":
            # `from . import` asks here again.
            from importlib import import_module

            return import_module(".bao", __name__)
        if name in ("pbkdf2_hmac", "scrypt"):
            # From where hashlib has them, for this module may stand in its place.
            try:
                import _hashlib

                return globals().setdefault(name, getattr(_hashlib, name))
            except (ImportError, AttributeError):
                pass
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "FileChangedError",
    "adler32",
    "algorithms_available",
    "algorithms_guaranteed",
    "bao",
    "blake2b",
    "blake2bp",
    "blake2s",
    "blake2sp",
    "blake3",
    "check",
    "crc32",
    "crc32c",
    "crc64nvme",
    "digest_array",
    "digest_files",
    "digest_many",
    "digest_slices",
    "file_digest",
    "keccak_256",
    "lemac",
    "manifest_entries",
    "manifest_line",
    "md5",
    "nabhash",
    "new",
    "pbkdf2_hmac",
    "rapidhash",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "sha512_224",
    "sha512_256",
    "shake_128",
    "shake_256",
    "sm3",
    "xxh3_128",
    "xxh3_64",
    "xxh64",
]
