"""The manifest of a run: the digests of all objects, sorted, as Parquet and as lines."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import lanesum

from .shards import SCHEMA
from .stores import Store

__all__ = ["write_manifest"]


def write_manifest(out: Store, tables: Iterable[Any]) -> int:
    """Writes the rows that have a digest, of tables in the order of their keys. Says of how
    many objects they are."""
    import pyarrow.compute as compute
    import pyarrow.parquet as parquet

    objects = 0
    with out.writer("manifest.parquet") as file, out.writer("manifest.sums") as texts:
        with parquet.ParquetWriter(_Sink(file), SCHEMA, compression="zstd") as writer:
            for table in tables:
                ok = table.filter(compute.equal(table["status"], "ok"))
                if len(ok):
                    writer.write_table(ok)
                    lines = list(_lines(ok))
                    texts.write(b"".join(itertools.chain.from_iterable(lines)))
                    objects += len(lines)
    return objects


def _lines(table: Any) -> Iterator[list[bytes]]:
    """For each object its lines, as ``lanesum check`` and ``sha256sum --check`` read them."""
    columns = (table[name].to_pylist() for name in ("key", "raw_key", "algorithm", "digest"))
    for (key, raw), rows in itertools.groupby(zip(*columns), lambda row: row[:2]):
        name = key if raw is None else raw.decode(errors="surrogateescape")
        yield [lanesum.manifest_line(name, algorithm, digest) for _, _, algorithm, digest in sorted(rows, key=_algorithm)]


def _algorithm(row: tuple[Any, ...]) -> str:
    return str(row[2])


class _Sink(io.RawIOBase):
    """What pyarrow writes to: it asks where it is, which a store's writer cannot say."""

    def __init__(self, file: Any) -> None:
        self.file, self.place = file, 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        self.file.write(bytes(data))
        self.place += size
        return size

    def tell(self) -> int:
        return self.place
