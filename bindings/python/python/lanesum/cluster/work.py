"""What a worker does with a batch."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from . import shards
from .batching import Batch
from .memory import memory
from .reading import Reading, hash_objects, worker_name
from .shards import Row
from .stores import Options, kept_store

__all__ = ["Done", "Job", "hash_batch"]

#: How many of its slowest objects and of its errors a batch names.
NAMED = 20


@dataclass(frozen=True)
class Job:
    """What is the same for all batches of a run."""

    url: str
    out: str
    algorithms: tuple[str, ...]
    options: Options = Options()
    reading: Reading = Reading()


@dataclass(frozen=True)
class Done:
    """What came of a batch: all that goes back through the scheduler."""

    #: Of ``hash``, that of the shard.
    name: str
    worker: str
    begun: float
    ended: float
    counts: dict[str, int] = field(default_factory=dict)
    bytes: int = 0
    #: Seconds, bytes and key.
    slowest: tuple[tuple[float, int, str], ...] = ()
    #: Status, key and error.
    errors: tuple[tuple[str, str, str], ...] = ()
    #: The most bytes that the worker had resident, so far.
    memory: int = field(default_factory=memory)

    @property
    def objects(self) -> int:
        return sum(self.counts.values())


def hash_batch(job: Job, batch: Batch) -> Done:
    """Reads and hashes a batch, and writes its shard."""
    begun = time.time()
    store, out = kept_store(job.url, job.options), kept_store(job.out, job.options)
    worker = worker_name()
    rows = hash_objects(store, batch.entries, list(job.algorithms), job.reading)
    name = shards.write(out, batch.name, rows, worker)
    return summary(name, worker, begun, rows)


def summary(name: str, worker: str, begun: float, rows: list[Row]) -> Done:
    """What is said of the rows of a batch."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.status] = counts.get(row.status, 0) + 1
    slowest = sorted(((row.seconds, row.entry.size, row.entry.key) for row in rows), reverse=True)[:NAMED]
    errors = [(row.status, row.entry.key, row.error or "") for row in rows if not row.ok][:NAMED]
    size = sum(row.entry.size for row in rows if row.ok)
    return Done(name, worker, begun, time.time(), counts, size, tuple(slowest), tuple(errors))
