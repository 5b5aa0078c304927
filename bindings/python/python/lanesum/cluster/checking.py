"""``check``: a manifest against a store."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from html import escape

import lanesum

from . import report
from .ahead import Ahead
from .entry import ClusterError, Entry, order
from .listing import asked, found
from .manifest import TAGS
from .progress import Progress
from .reading import Reading
from .seam import Cluster, run
from .shards import Row, rows_of
from .stores import Options, open_store, public
from .tally import Tally
from .verify import CheckBatch, CheckJob, Expected, Verdict, check_batch

__all__ = ["Outcome", "check_store", "expected_of"]

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
    rows = expected_of(manifest, options, algorithm)
    store = open_store(url, options)
    if store.lists:
        store, entries = found(url, options)
    else:
        rows, named = itertools.tee(rows)
        entries = (entry for entry in asked(store, (row.entry.key for row in named)) if entry is not None)
    progress = progress or Progress(False)
    outcome = Outcome()
    beside = _Beside(outcome, told)

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
            outcome.tally.add(checked.done)
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

    def tell(self, verdict: Verdict) -> None:
        counts = self.outcome.counts
        counts[verdict.status] = counts.get(verdict.status, 0) + 1
        if verdict.status != "new" and len(self.outcome.tally.errors) < 50:
            self.outcome.tally.errors.append((verdict.status, verdict.key, verdict.error))
        self.told(verdict)

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
                if row.entry.size not in (-1, entry.size):
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


def expected_of(manifest: str, options: Options = Options(), algorithm: str | None = None) -> Iterator[Row]:
    """What a manifest lists, sorted by key: ``manifest.parquet`` of a run, at any URL, or lines
    as ``lanesum hash`` and ``sha256sum`` write them, which are sorted in memory."""
    parent, _, name = manifest.rpartition("/")
    store = open_store(parent or ("/" if manifest.startswith("/") else "."), options)
    if name.endswith(".parquet"):
        import pyarrow.parquet as parquet

        if "://" not in manifest:
            yield from _sorted(rows_of(parquet.ParquetFile(manifest)))
            return
        import tempfile

        # Its end says where all else is: it is read from a file.
        with tempfile.TemporaryFile() as file:
            import shutil

            from .slices import stream

            shutil.copyfileobj(stream(store, store.head(name)), file)
            yield from _sorted(rows_of(parquet.ParquetFile(file)))
        return
    digests: dict[str, dict[str, bytes]] = {}
    for number, line in enumerate(store.get(name).splitlines(keepends=False), 1):
        if line and not line.startswith(b"#"):
            key, name_of, digest = _line(line, algorithm, f"{manifest}, line {number}")
            digests.setdefault(key, {})[name_of] = digest
    for key in sorted(digests, key=order):
        yield Row(Entry(key, -1), "ok", digests[key])


def _sorted(rows: Iterator[Row]) -> Iterator[Row]:
    last = None
    for row in rows:
        key = order(row.entry.key)
        if last is not None and key <= last:
            raise ClusterError(f"the manifest is not sorted: {row.entry.key!r} comes late")
        last = key
        yield row


_TAGGED = re.compile(rb"(\\?)([A-Za-z0-9_/-]+) ?\((.*)\) ?= ([0-9A-Fa-f]+)", re.DOTALL)
_PLAIN = re.compile(rb"(\\?)([0-9A-Fa-f]{8,128}) [ *](.+)", re.DOTALL)
_NAMES = {tag.lower(): name for name, tag in TAGS.items()}
_ESCAPES = {b"\\\\": b"\\", b"\\n": b"\n", b"\\r": b"\r"}


def _line(line: bytes, algorithm: str | None, place: str) -> tuple[str, str, bytes]:
    tagged, plain = _TAGGED.fullmatch(line), _PLAIN.fullmatch(line)
    if tagged:
        mark, tag, name, digits = tagged.groups()
        found = _NAMES.get(tag.decode().lower())
    elif plain:
        mark, digits, name = plain.groups()
        by_length = {32: "md5", 40: "sha1", 56: "sha224", 64: "sha256", 96: "sha384", 128: "sha512"}
        found = algorithm or by_length.get(len(digits))
    else:
        raise ClusterError(f"{place} is no line of a manifest")
    if found is None or len(digits) % 2:
        raise ClusterError(f"{place}: the algorithm is not known: give it with -a")
    if mark:
        name = re.sub(rb"\\[\\nr]", lambda match: _ESCAPES[match[0]], name)
    return name.decode(errors="surrogateescape"), lanesum.new(found).name, bytes.fromhex(digits.decode())


def _report(out: str, options: Options, url: str, manifest: str, outcome: Outcome) -> None:
    facts = [
        ("store", public(url)), ("manifest", public(manifest)), ("read", f"{outcome.read:,} objects"),
        ("believed", f"{outcome.believed:,} objects, by the store's own checksums"),
        ("not in the sample", f"{outcome.passed_over:,} objects"),
    ]  # fmt: skip
    more = f"<p>{escape(out)}/check/ says of each object how it was checked.</p>"
    made = report.html(f"lanesum check: {public(url)}", outcome.tally, facts, more)
    open_store(out, options).put("check.html", made.encode(errors="replace"))
