"""``hash``: digests of all objects, in shards, and a manifest of them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import lanesum

from . import report, shards
from .ahead import Ahead
from .batching import Batch, Limits, batches, shard_name
from .entry import ClusterError, Entry, ObjectMissing, order
from .listing import found, from_file
from .manifest import write_manifest
from .merge import first_keys, latest, tables
from .progress import Progress
from .reading import Reading
from .resume import undone
from .seam import Cluster, run, watched
from .shards import Row
from .stores import Options, Store, open_store, public
from .tally import Tally
from .work import Done, Job, hash_batch

__all__ = ["Hashed", "hash_store"]

#: The file that says what a directory of results is of.
RUN = "run.json"


@dataclass(frozen=True)
class Hashed:
    """What a run came to."""

    tally: Tally
    #: Objects that the manifest has.
    objects: int


def hash_store(
    url: str,
    algorithms: Iterable[str],
    out_url: str,
    cluster: Cluster,
    *,
    options: Options = Options(),
    reading: Reading = Reading(),
    limits: Limits = Limits(),
    keys: str | None = None,
    progress: Progress | None = None,
) -> Hashed:
    """Hashes what is below a URL, and writes shards, a manifest and a report below another.

    Whatever ended an earlier run with the same ``out_url``: what it finished is not read
    again, unless its ETag changed.
    """
    names = _names(algorithms)
    if keys is None:
        store, entries = found(url, options)
    else:
        store = open_store(url, options)
        entries = from_file(keys, store)
    out = open_store(out_url, options)
    _begin(out, url, names)
    progress = watched(cluster, progress or Progress(False), public(url))
    tally = Tally()
    earlier = [name for name, _ in shards.names(out, out_url)]
    index = _first_keys(out, earlier)
    numbers = itertools.count(max(map(shards.number_of, earlier), default=-1) + 1)

    def skipped(entry: Entry) -> None:
        tally.skipped += 1
        tally.skipped_bytes += entry.size

    gone = _Gone(out, numbers)
    left = undone(entries, latest(out, index), names, skipped, gone.add)
    job = Job(store.url, out_url, names, options, reading)
    ahead = Ahead(batches(left, numbers, limits), lambda batch: progress.listed(batch.objects, batch.bytes))
    try:
        for batch, done in run(cluster, partial(hash_batch, job), ahead):
            progress.complete = ahead.ended
            if isinstance(done, Exception):
                done = _failed(out, batch, done)
            elif not tally.counts:
                _seen(out, out_url, done.name)
            tally.add(done)
            index.append((order(batch.first), done.name))
            progress.done(done.objects, done.bytes, done.objects - done.counts.get("ok", 0))
    finally:
        ahead.close()
    gone.write()
    index += gone.index
    objects = write_manifest(out, tables(out, index))
    facts = [("store", public(url)), ("algorithms", ", ".join(names)), ("manifest", f"{objects:,} objects")]
    out.put("report.html", report.html(f"lanesum: {public(url)}", tally, facts).encode(errors="replace"))
    progress.close()
    expected = tally.counts.get("ok", 0) + tally.skipped
    if objects != expected:
        raise ClusterError(
            f"the manifest in {public(out_url)} has {objects:,} objects, and {expected:,} have been read: does another "
            "run change the shards there? The same command reads again what is not there"
        )
    return Hashed(tally, objects)


def _names(algorithms: Iterable[str]) -> tuple[str, ...]:
    # Sorted, as the lines of an object are in a manifest.
    names = tuple(sorted({lanesum.new(name).name for name in algorithms}))
    for name in names:
        try:
            lanesum.manifest_line("name", name, lanesum.new(name).digest())
        except ValueError as error:
            raise ClusterError(f"{name} cannot be in a manifest: {error}") from error
    return names


def _begin(out: Store, url: str, algorithms: tuple[str, ...]) -> None:
    """Says what the results are of, or that they are of something else."""
    said = {"format": 1, "url": public(url), "algorithms": sorted(algorithms)}
    try:
        before = json.loads(out.get(RUN))
    except ObjectMissing:
        out.put(RUN, json.dumps(said).encode())
        return
    if before != said:
        raise ClusterError(
            f"{out.url} has the results of another run, of {before.get('url')} with "
            f"{','.join(before.get('algorithms', ()))}: give another --out, or remove it"
        )


def _first_keys(out: Store, names: list[str]) -> list[tuple[bytes, str]]:
    with ThreadPoolExecutor(16) as pool:
        return list(itertools.chain.from_iterable(pool.map(lambda name: first_keys(out, [name]), names)))


def _failed(out: Store, batch: Batch, error: Exception) -> Done:
    """A batch that no worker came to the end of: its objects are unreadable, for this run."""
    import time

    from .work import summary

    rows = [Row(entry, "unreadable", error=f"{type(error).__name__}: {error}") for entry in batch.entries]
    name = shards.write(out, batch.name, rows, "none")
    return summary(name, "none", time.time(), rows)


def _seen(out: Store, url: str, name: str) -> None:
    try:
        out.head(f"shards/{name}.parquet")
    except ObjectMissing as error:
        raise ClusterError(
            f"a worker wrote its results to {url}, and they are not there: the workers need a directory "
            "that all machines share, or a bucket"
        ) from error


class _Gone:
    """Objects of earlier shards that are not listed any more: marked, so that no manifest has them."""

    #: Rows of a shard, and so in memory.
    MOST = 10_000

    def __init__(self, out: Store, numbers: Iterator[int]) -> None:
        self.out, self.numbers = out, numbers
        self.rows: list[Row] = []
        self.index: list[tuple[bytes, str]] = []

    def add(self, row: Row) -> None:
        if row.status != "gone":
            self.rows.append(Row(row.entry, "gone"))
            if len(self.rows) == self.MOST:
                self.write()

    def write(self) -> None:
        if self.rows:
            name = shards.write(self.out, shard_name(next(self.numbers)), self.rows, "none")
            self.index.append((order(self.rows[0].entry.key), name))
            self.rows = []
