"""The manifest of a run: the digests of all objects, sorted, as Parquet and as lines."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import lanesum

from .shards import SCHEMA, keys_of
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
                    keys = keys_of(ok)
                    # As ``lanesum check`` and ``sha256sum --check`` read them.
                    lines = map(lanesum.manifest_line, keys, ok["algorithm"].to_pylist(), ok["digest"].to_pylist())
                    texts.write(b"".join(lines))
                    objects += len(set(keys))
    return objects


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
