"""The manifest as ``lanesum check`` and ``sha256sum --check`` read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .shards import Row

__all__ = ["TAGS", "lines"]

#: The names that tagged lines have for algorithms.
TAGS = {
    "md5": "MD5", "sha1": "SHA1", "sha224": "SHA224", "sha256": "SHA256", "sha384": "SHA384", "sha512": "SHA512",
    "sha512_224": "SHA512-224", "sha512_256": "SHA512-256", "sha3_224": "SHA3-224", "sha3_256": "SHA3-256",
    "sha3_384": "SHA3-384", "sha3_512": "SHA3-512", "blake2b": "BLAKE2b", "blake2s": "BLAKE2s", "blake3": "BLAKE3",
    "crc32": "CRC32", "crc32c": "CRC32C", "crc64nvme": "CRC64NVME", "xxh64": "XXH64", "xxh3_64": "XXH3",
    "xxh3_128": "XXH128",
}  # fmt: skip


def lines(rows: Iterable[Row]) -> Iterator[bytes]:
    """A line for each digest: ``SHA256 (name) = digest``."""
    for row in rows:
        name = row.entry.key.encode(errors="surrogateescape")
        escaped = name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
        mark = b"" if escaped == name else b"\\"
        for algorithm, digest in sorted(row.digests.items()):
            yield b"%s%s (%s) = %s\n" % (mark, TAGS[algorithm].encode(), escaped, digest.hex().encode())
