"""What S3 says of an object's bytes: checksums of ten algorithms, of the whole (FULL_OBJECT) or
of its parts' (COMPOSITE), and the ETag. Compared with digests that are known, and with bytes
that are read."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any

import lanesum
from lanesum import _lanesum

from .entry import Entry, ObjectMissing

__all__ = ["ALGORITHMS", "Claim", "believed", "claims_of", "etag_claim", "part_sizes"]

#: S3's names, and ours.
ALGORITHMS = {
    "CRC32": "crc32", "CRC32C": "crc32c", "CRC64NVME": "crc64nvme", "SHA1": "sha1", "SHA256": "sha256",
    "SHA512": "sha512", "MD5": "md5", "XXHASH64": "xxh64", "XXHASH3": "xxh3_64", "XXHASH128": "xxh3_128",
}  # fmt: skip

COMBINED = ("crc32", "crc32c", "crc64nvme")
MIB = 1 << 20


@dataclass(frozen=True)
class Claim:
    """A checksum that a store says an object has."""

    #: What it is called in messages: ``SHA256``, ``ETag``.
    name: str
    algorithm: str
    value: bytes
    #: How many parts its digest is of the digests of; None for a digest of the bytes.
    parts: int | None = None
    #: The bytes of a part, but for the last one, where the store says that.
    part_size: int | None = None
    #: Bytes and checksum of each part, where the store says that.
    listed: tuple[tuple[int, bytes], ...] = ()


def etag_claim(etag: str | None, encrypted: bool = False) -> Claim | None:
    """What an ETag of S3 says: an MD5, or that of the parts' MD5s. Under a key of KMS or of
    the customer it says nothing."""
    found = re.fullmatch(r'"?([0-9a-f]{32})(?:-([0-9]+))?"?', etag or "")
    if not found or encrypted:
        return None
    return Claim("ETag", "md5", bytes.fromhex(found[1]), int(found[2]) if found[2] else None)


def claims_of(store: Any, entry: Entry, parts: bool = False) -> list[Claim]:
    """All that S3 says of this state of an object. With ``parts`` it is also asked for the
    sizes of parts, where there are some."""
    said = store.head_object(entry.key, ChecksumMode="ENABLED", IfMatch=entry.etag or "*")
    encrypted = said.get("ServerSideEncryption", "").startswith("aws:kms") or "SSECustomerAlgorithm" in said
    made = [etag_claim(said.get("ETag"), encrypted)]
    for name, algorithm in ALGORITHMS.items():
        text = said.get(f"Checksum{name}")
        if text:
            made.append(_checksum(name, algorithm, text, said.get("ChecksumType")))
    found = [claim for claim in made if claim is not None]
    if parts and any(claim.parts is not None for claim in found):
        return _with_parts(store, entry, found)
    return found


def _checksum(name: str, algorithm: str, text: str, kind: str | None) -> Claim | None:
    digits, _, parts = text.partition("-")
    try:
        value = base64.b64decode(digits, validate=True)
    except ValueError:
        return None
    if len(value) != len(lanesum.new(algorithm).digest()) or (kind == "COMPOSITE" and not parts.isdigit()):
        return None
    return Claim(name, algorithm, value, int(parts) if parts.isdigit() else None)


def _with_parts(store: Any, entry: Entry, claims: list[Claim]) -> list[Claim]:
    """The claims with the sizes of the parts, of which S3 tells in two ways, and others in none."""
    size = None
    listed: dict[str, list[tuple[int, bytes]]] = {}
    try:
        said = store.attributes(entry.key)
        for part in said.get("ObjectParts", {}).get("Parts", ()):
            for name in ALGORITHMS:
                if f"Checksum{name}" in part:
                    listed.setdefault(name, []).append((part["Size"], base64.b64decode(part[f"Checksum{name}"])))
    except (OSError, ObjectMissing):
        pass
    try:
        first = store.head_object(entry.key, PartNumber=1, IfMatch=entry.etag or "*")
        if first["ContentLength"] < entry.size:
            size = first["ContentLength"]
    except (OSError, ObjectMissing):
        pass
    return [
        Claim(
            claim.name, claim.algorithm, claim.value, claim.parts, size if claim.parts else None,
            tuple(listed.get(claim.name, ())) if claim.parts == len(listed.get(claim.name, ())) else (),
        )
        for claim in claims
    ]  # fmt: skip


def believed(digests: dict[str, bytes], size: int, claims: list[Claim]) -> str | None:
    """The claim that says that an object has these digests, if one is enough for that. None
    means that the bytes have to be read; no claim is enough to say that they are others."""
    for claim in claims:
        digest = digests.get(claim.algorithm)
        if digest is None:
            continue
        if claim.parts is None and claim.value == digest:
            return claim.name
        if claim.parts == 1 and claim.value == of_parts(claim.algorithm, [digest]):
            return claim.name
        if claim.algorithm in COMBINED and claim.listed and _combined(claim, size) == digest:
            return claim.name
    return None


def of_parts(algorithm: str, digests: list[bytes]) -> bytes:
    """The composite of parts: the digest of their digests."""
    digest: bytes = lanesum.new(algorithm, b"".join(digests)).digest()
    return digest


def _combined(claim: Claim, size: int) -> bytes | None:
    """The checksum of the whole, of those of its parts."""
    if of_parts(claim.algorithm, [value for _, value in claim.listed]) != claim.value:
        return None
    if sum(length for length, _ in claim.listed) != size:
        return None
    whole: bytes = lanesum.new(claim.algorithm).digest()
    for length, value in claim.listed:
        whole = _lanesum.checksum_combine(claim.algorithm, whole, value, length)
    return whole


def part_sizes(size: int, parts: int, most: int = 8) -> list[int]:
    """The sizes of parts that uploads of so many bytes in so many parts have, the likely ones
    first: those that tools take, powers of two, whole MiB, equal parts."""
    if parts == 1:
        return [max(size, 1)]
    low, high = -(-size // parts), -(-size // (parts - 1)) - 1
    usual = [count * MIB for count in (8, 5, 16, 10, 15, 25, 32, 50, 64, 100, 128, 256, 512, 1024)]
    usual += [count * 1_000_000 for count in (5, 8, 10, 16, 50, 64, 100)]
    usual += [1 << power for power in range(20, 33)]
    first, last = -(-low // MIB), high // MIB
    usual += [count * MIB for count in range(first, min(last, first + most) + 1)] + [low]
    return list(dict.fromkeys(s for s in usual if low <= s <= high))[:most]
