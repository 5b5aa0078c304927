"""``check``: a manifest against a store."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from html import escape

import lanesum

from . import report
from .ahead import Ahead
from .entry import Entry, order
from .expected import expected_of
from .listing import asked, found
from .progress import Progress
from .reading import Reading
from .seam import Cluster, run, watched
from .shards import Row
from .stores import Options, open_store, public
from .tally import NAMED, Tally
from .verify import CheckBatch, CheckJob, Expected, Verdict, check_batch
from .work import Done

__all__ = ["Outcome", "check_store"]

#: Objects and bytes of a batch.
OBJECTS, BYTES = 1000, 1 << 30


@dataclass
class Outcome:
    """What a check came to."""

    tally: Tally = field(default_factory=Tally)
    read: int = 0
    believed: int = 0
    #: Objects that were in both, and not in the sample.
    passed_over: int = 0

    @property
    def counts(self) -> dict[str, int]:
        return self.tally.counts

    @property
    def ok(self) -> bool:
        return not set(self.counts) - {"ok", "new"}


def check_store(
    manifest: str,
    url: str,
    cluster: Cluster,
    *,
    out: str | None = None,
    believe: bool = True,
    sample: float = 1.0,
    seed: str = "",
    algorithm: str | None = None,
    options: Options = Options(),
    reading: Reading = Reading(),
    progress: Progress | None = None,
    told: Callable[[Verdict], None] = lambda verdict: None,
) -> Outcome:
    """Compares objects with a manifest. ``told`` is called for each that is not ok.

    ``sample`` is the share of the objects that are compared; missing and new ones are all
    found. With ``believe`` what S3 says of an object is enough where it implies a digest.
    """
    outcome = Outcome()
    beside = _Beside(outcome, told)

    def bad(line: int, problem: str) -> None:
        beside.tell(Verdict(f"{manifest}, line {line}", 0, problem))

    rows = expected_of(manifest, options, algorithm, bad)
    store = open_store(url, options)
    if store.lists:
        store, entries = found(url, options)
    else:
        rows, named = itertools.tee(rows)
        entries = (entry for entry in asked(store, (row.entry.key for row in named)) if entry is not None)
    progress = watched(cluster, progress or Progress(False), f"check of {public(url)}")

    def wanted() -> Iterator[Expected]:
        for expected in beside.both(rows, entries):
            if sample < 1 and not _sampled(expected.entry.key, sample, seed):
                outcome.passed_over += 1
            else:
                yield expected

    job = CheckJob(store.url, out, believe, options, reading)
    ahead = Ahead(
        _batches(wanted()),
        lambda batch: progress.listed(len(batch.objects), sum(one.entry.size for one in batch.objects)),
    )
    try:
        for batch, checked in run(cluster, partial(check_batch, job), ahead):
            progress.complete = ahead.ended
            if isinstance(checked, Exception):
                for expected in batch.objects:
                    verdict = Verdict(expected.entry.key, expected.entry.size, "unreadable", "", str(checked))
                    beside.tell(verdict)
                continue
            beside.add(checked.done)
            outcome.read += checked.read
            outcome.believed += checked.believed
            for verdict in checked.failures:
                told(verdict)
            failed = checked.done.objects - checked.done.counts.get("ok", 0)
            progress.done(checked.done.objects, sum(one.entry.size for one in batch.objects), failed)
    finally:
        ahead.close()
    progress.close()
    if out is not None:
        _report(out, options, url, manifest, outcome)
    return outcome


class _Beside:
    """Goes along a manifest and a listing, both sorted."""

    def __init__(self, outcome: Outcome, told: Callable[[Verdict], None]) -> None:
        self.outcome, self.told = outcome, told
        # It goes along them on a thread, while another takes what workers found.
        self._lock = threading.Lock()

    def tell(self, verdict: Verdict) -> None:
        with self._lock:
            counts = self.outcome.counts
            counts[verdict.status] = counts.get(verdict.status, 0) + 1
            if verdict.status != "new" and len(self.outcome.tally.errors) < NAMED:
                self.outcome.tally.errors.append((verdict.status, verdict.key, verdict.error))
            self.told(verdict)

    def add(self, done: Done) -> None:
        with self._lock:
            self.outcome.tally.add(done)

    def both(self, rows: Iterator[Row], entries: Iterator[Entry]) -> Iterator[Expected]:
        row, entry = next(rows, None), next(entries, None)
        while row is not None or entry is not None:
            if entry is None or (row is not None and order(row.entry.key) < order(entry.key)):
                assert row is not None
                self.tell(Verdict(row.entry.key, max(row.entry.size, 0), "missing"))
                row = next(rows, None)
            elif row is None or order(entry.key) < order(row.entry.key):
                self.tell(Verdict(entry.key, entry.size, "new"))
                entry = next(entries, None)
            else:
                if not row.ok:
                    self.tell(Verdict(entry.key, entry.size, row.status, "", row.error or ""))
                elif row.entry.size not in (-1, entry.size):
                    error = f"it has {entry.size} bytes, not {row.entry.size}"
                    self.tell(Verdict(entry.key, entry.size, "changed", "", error))
                else:
                    yield Expected(entry, row.digests)
                row, entry = next(rows, None), next(entries, None)


def _sampled(key: str, share: float, seed: str) -> bool:
    digest = lanesum.xxh3_64(f"{seed}\0{key}".encode(errors="surrogateescape")).digest()
    return int.from_bytes(digest, "big") < share * 2**64


def _batches(objects: Iterable[Expected]) -> Iterator[CheckBatch]:
    held: list[Expected] = []
    size = number = 0
    for one in objects:
        if held and (len(held) >= OBJECTS or size + one.entry.size > BYTES):
            yield CheckBatch(f"{number:09}", tuple(held))
            held, size, number = [], 0, number + 1
        held.append(one)
        size += one.entry.size
    if held:
        yield CheckBatch(f"{number:09}", tuple(held))


def _report(out: str, options: Options, url: str, manifest: str, outcome: Outcome) -> None:
    facts = [
        ("store", public(url)), ("manifest", public(manifest)), ("read", f"{outcome.read:,} objects"),
        ("believed", f"{outcome.believed:,} objects, by the store's own checksums"),
        ("not in the sample", f"{outcome.passed_over:,} objects"),
    ]  # fmt: skip
    more = f"<p>{escape(out)}/check/ says of each object how it was checked.</p>"
    made = report.html(f"lanesum check: {public(url)}", outcome.tally, facts, more)
    open_store(out, options).put("check.html", made.encode(errors="replace"))
