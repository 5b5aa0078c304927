"""Shards: the digests of a batch as a Parquet file, written by the worker at once."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet

import lanesum

from .entry import ClusterError, Entry, ObjectMissing
from .stores import Store, public

__all__ = [
    "SCHEMA", "Row", "keys_of", "names", "number_of", "read", "read_table", "rows_of", "table", "to_bytes", "write",
]  # fmt: skip

SCHEMA = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        # The bytes of a key that is not UTF-8, which only file systems have.
        pa.field("raw_key", pa.binary()),
        pa.field("size", pa.int64(), nullable=False),
        pa.field("etag", pa.string()),
        pa.field("version", pa.string()),
        pa.field("algorithm", pa.string()),
        pa.field("digest", pa.binary()),
        # ok, missing, changed (while it was read), unreadable
        pa.field("status", pa.string(), nullable=False),
        pa.field("error", pa.string()),
        pa.field("worker", pa.string()),
        pa.field("seconds", pa.float32()),
    ]
)


#: What a row has that failed.
NONE: tuple[tuple[None, None], ...] = ((None, None),)


@dataclass(frozen=True)
class Row:
    """What came of an object."""

    entry: Entry
    status: str
    digests: dict[str, bytes] = field(default_factory=dict)
    error: str | None = None
    seconds: float = 0.0
    worker: str | None = None

    @property
    def ok(self) -> bool:
        return self.status == "ok"


def table(rows: Iterable[Row], worker: str | None = None) -> Any:
    """The rows as an Arrow table: one row for each algorithm, and one for each failure."""
    flat = [(row, *digest) for row in rows for digest in (row.digests.items() or NONE)]
    keys = [_text(row.entry.key) for row, _, _ in flat]
    columns: dict[str, list[Any]] = {
        "key": [key for key, _ in keys],
        "raw_key": [raw for _, raw in keys],
        "size": [row.entry.size for row, _, _ in flat],
        "etag": [row.entry.etag for row, _, _ in flat],
        "version": [row.entry.version for row, _, _ in flat],
        "algorithm": [algorithm for _, algorithm, _ in flat],
        "digest": [digest for _, _, digest in flat],
        "status": [row.status for row, _, _ in flat],
        "error": [row.error for row, _, _ in flat],
        "worker": [row.worker or worker for row, _, _ in flat],
        "seconds": [row.seconds for row, _, _ in flat],
    }
    return pa.table(columns, schema=SCHEMA)


def _text(key: str) -> tuple[str, bytes | None]:
    """A key as text, and its bytes where they are not UTF-8."""
    try:
        key.encode()
    except UnicodeEncodeError:
        raw = key.encode(errors="surrogateescape")
        return raw.decode(errors="replace"), raw
    return key, None


def to_bytes(made: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(made, out, compression="zstd")
    return out.getvalue()


def write(out: Store, name: str, rows: Iterable[Row], worker: str) -> str:
    """Writes a shard. Its name, which is returned, is the one that is given and a hash of its bytes:
    who reads it sees what is damaged, and no two runs write one over the other's."""
    data = to_bytes(table(rows, worker))
    name = f"{name}-{_hash(data)}"
    out.put(f"shards/{name}.parquet", data)
    return name


def _hash(data: bytes) -> str:
    """128 bits of BLAKE3."""
    digest: str = lanesum.blake3(data).hexdigest(16)
    return digest


def number_of(name: str) -> int:
    """The number of a shard."""
    return int(name.partition("-")[0])


def _opened(out: Store, name: str) -> Any:
    """A shard as a file of Parquet. Shards without a hash in their name are of earlier versions."""
    try:
        data = out.get(f"shards/{name}.parquet")
    except ObjectMissing as error:
        raise ClusterError(
            f"{public(out.url)}/shards/{name}.parquet is not there any more: the same command reads its objects again"
        ) from error
    _, separator, hash = name.partition("-")
    try:
        if separator and _hash(data) != hash:
            raise pa.ArrowInvalid("its bytes are not those that were written")
        return parquet.ParquetFile(io.BytesIO(data))
    except (pa.ArrowException, OSError) as error:
        raise ClusterError(
            f"{public(out.url)}/shards/{name}.parquet is damaged: remove it, and its objects are read again ({error})"
        ) from error


def names(out: Store, url: str) -> Iterator[tuple[str, int]]:
    """The names of a run's shards, in their order, and their sizes."""
    for entry in out.list():
        if entry.key.startswith("shards/") and entry.key.endswith(".parquet"):
            yield entry.key[len("shards/") : -len(".parquet")], entry.size


def read_table(out: Store, name: str) -> Any:
    """A shard as an Arrow table."""
    return _opened(out, name).read().cast(SCHEMA)


def keys_of(made: Any) -> list[str]:
    """The keys of a table's rows."""
    keys: list[str] = made["key"].to_pylist()
    raws = made["raw_key"]
    if raws.null_count == len(keys):
        return keys
    return [key if raw is None else raw.decode(errors="surrogateescape") for key, raw in zip(keys, raws.to_pylist())]


def read(out: Store, name: str) -> Iterator[Row]:
    """The rows of a shard, in their order."""
    yield from rows_of(_opened(out, name))


def rows_of(file: Any) -> Iterator[Row]:
    """The rows of a Parquet file of digests: those of one object made one, which is
    ``contradicted`` where they say two things of it."""
    held: Row | None = None
    for batch in file.iter_batches(4096):
        for item in batch.to_pylist():
            raw = item["raw_key"]
            key = item["key"] if raw is None else raw.decode(errors="surrogateescape")
            if held is not None and held.entry.key == key:
                held = _joined(held, item)
                continue
            if held is not None:
                yield held
            digests = {} if item["digest"] is None else {item["algorithm"]: item["digest"]}
            entry = Entry(key, -1 if item["size"] is None else item["size"], item["etag"], item["version"])
            held = Row(entry, *_said(item, digests), item["seconds"] or 0.0, item["worker"])
    if held is not None:
        yield held


def _said(item: dict[str, Any], digests: dict[str, bytes]) -> tuple[str, dict[str, bytes], str | None]:
    """The status of a row, its digests and its error. It is not ``ok`` without a digest: then
    nothing would be compared."""
    status, algorithm, digest = item["status"], item["algorithm"], item["digest"]
    if status not in ("ok", None):
        return status, digests, item["error"]
    if status is None or algorithm is None or digest is None:
        what = "status" if status is None else "algorithm" if algorithm is None else "digest"
        return "malformed", {}, f"a row of the manifest has no {what} for it"
    size = _digest_size(algorithm)
    if size is None:
        return "unsupported", {}, f"no such algorithm: {algorithm}"
    if len(digest) != size:
        return "malformed", {}, f"a digest of {algorithm} has {size} bytes, not {len(digest)}"
    return status, digests, item["error"]


#: Bytes in a digest, of the algorithms that rows have named: to find it out takes as long as a row.
_SIZES: dict[str, int] = {}


def _digest_size(algorithm: str) -> int | None:
    """Bytes in a digest. None of an algorithm that there is not."""
    if algorithm not in _SIZES:
        try:
            _SIZES[algorithm] = len(lanesum.digest_many(algorithm, [b""])[0])
        except (TypeError, ValueError):
            return None
    return _SIZES[algorithm]


def _joined(row: Row, item: dict[str, Any]) -> Row:
    """A row with what another one of the same object says."""
    algorithm, digest, wrong = item["algorithm"], item["digest"], None
    if digest is not None and row.digests.setdefault(algorithm, digest) != digest:
        wrong = f"the manifest has two digests of {algorithm} for it"
    elif item["size"] not in (None, row.entry.size):
        wrong = "the manifest has two sizes for it"
    if wrong:
        return replace(row, status="contradicted", error=wrong)
    status, _, error = _said(item, {})
    return replace(row, status=status, error=error) if row.ok else row
