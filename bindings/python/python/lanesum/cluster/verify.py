"""What a worker does with a batch of a check: believes what the store says where that is
enough, and reads the rest, with all digests and all claims in one pass."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import lanesum

from .claims import ALGORITHMS, Claim, believed, claims_of, etag_claim, of_parts, part_sizes
from .counted import count
from .entry import Entry, ObjectChanged, ObjectMissing
from .reading import SMALL, Reading, chunks, hash_objects, persistent, worker_name
from .shards import Row
from .stores import Options, Store, kept_store
from .work import NAMED, Done

__all__ = ["CheckBatch", "CheckJob", "Expected", "Verdict", "check_batch"]


@dataclass(frozen=True)
class Expected:
    """An object as it is listed, and the digests that it has to have."""

    entry: Entry
    digests: dict[str, bytes]


@dataclass(frozen=True)
class Verdict:
    """What came of an object. ``how`` is ``read``, or the claim that was believed."""

    key: str
    size: int
    status: str
    how: str = ""
    error: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class CheckBatch:
    name: str
    objects: tuple[Expected, ...]


@dataclass(frozen=True)
class CheckJob:
    """What is the same for all batches."""

    url: str
    out: str | None
    believe: bool = True
    options: Options = Options()
    reading: Reading = Reading()


@dataclass(frozen=True)
class Checked:
    """What came of a batch."""

    done: Done
    believed: int
    read: int
    #: Those that are not ok, as many as are named.
    failures: tuple[Verdict, ...]


def check_batch(job: CheckJob, batch: CheckBatch) -> Checked:
    """Checks a batch, and writes its verdicts to ``check/`` where there is an ``out``."""
    begun = time.time()
    store = kept_store(job.url, job.options)
    worker = worker_name()
    verdicts: dict[str, Verdict] = {}
    left = list(batch.objects)
    said: dict[str, list[Claim]] = {}
    if hasattr(store, "head_object"):
        with ThreadPoolExecutor(16) as pool:
            for expected, found in zip(left, pool.map(lambda expected: _asked(store, expected, job.believe), left)):
                if isinstance(found, Verdict):
                    verdicts[expected.entry.key] = found
                else:
                    said[expected.entry.key] = found
        left = [expected for expected in left if expected.entry.key not in verdicts]
    verdicts.update(_read(store, left, said, job.reading))
    ordered = [verdicts[expected.entry.key] for expected in batch.objects]
    if job.out is not None:
        _write(kept_store(job.out, job.options), batch.name, ordered, worker)
    counts: dict[str, int] = {}
    for verdict in ordered:
        counts[verdict.status] = counts.get(verdict.status, 0) + 1
    failures = tuple(verdict for verdict in ordered if verdict.status != "ok")
    read = [verdict for verdict in ordered if verdict.how == "read"]
    slowest = sorted(((v.seconds, v.size, v.key) for v in read), reverse=True)[:NAMED]
    errors = tuple((v.status, v.key, v.error) for v in failures[:NAMED])
    size = sum(verdict.size for verdict in read)
    done = Done(batch.name, worker, begun, time.time(), counts, size, tuple(slowest), errors)
    trusted = sum(verdict.how not in ("read", "") for verdict in ordered)
    return Checked(done, trusted, len(read), failures)


def _asked(store: Store, expected: Expected, believe: bool) -> Verdict | list[Claim]:
    """What the store's claims say. Asks no more than can be enough."""
    entry, digests = expected.entry, expected.digests
    etag = etag_claim(entry.etag)
    claims = [etag] if etag is not None else []
    name = believed(digests, entry.size, claims) if believe else None
    useful = any(ALGORITHMS.get(algorithm) in digests for algorithm in entry.checksums)
    if name is None and (useful or not believe):
        try:
            claims = claims_of(store, entry, parts=True)
        except (ObjectMissing, ObjectChanged, OSError):
            # The reading says what is the matter.
            return claims
        name = believed(digests, entry.size, claims) if believe else None
    return claims if name is None else Verdict(entry.key, entry.size, "ok", name)


def _read(
    store: Store, left: Iterable[Expected], said: dict[str, list[Claim]], how: Reading
) -> Iterable[tuple[str, Verdict]]:
    """Reads objects. Those of one set of algorithms go through the lanes together; those with
    claims about parts, each by itself, for its parts are hashed too."""
    groups: dict[tuple[str, ...], list[Expected]] = {}
    for expected in left:
        claims = said.get(expected.entry.key, [])
        if any(claim.parts is not None for claim in claims):
            yield expected.entry.key, _in_parts(store, expected, claims, how)
        else:
            all = {*expected.digests, *(claim.algorithm for claim in claims)}
            groups.setdefault(tuple(sorted(all)), []).append(expected)
    for names, members in groups.items():
        rows = hash_objects(store, [expected.entry for expected in members], list(names), how)
        for expected, row in zip(members, rows):
            yield expected.entry.key, _verdict(expected, row, _wrong(row, said.get(expected.entry.key, [])))


def _wrong(row: Row, claims: list[Claim]) -> list[str]:
    return [claim.name for claim in claims if claim.parts is None and row.digests.get(claim.algorithm) != claim.value]


def _verdict(expected: Expected, row: Row, wrong: list[str]) -> Verdict:
    entry = expected.entry
    if not row.ok:
        return Verdict(entry.key, entry.size, row.status, "read", row.error or "", row.seconds)
    differ = [name for name, digest in expected.digests.items() if row.digests[name] != digest]
    # Of another state the claims that were asked for say nothing.
    wrong = wrong if row.entry.etag == entry.etag else []
    if differ:
        error = f"{', '.join(sorted(differ))} is not what the manifest says"
        if wrong:
            error += f", and {', '.join(wrong)} not what the store says: it lost bytes"
        return Verdict(entry.key, entry.size, "changed", "read", error, row.seconds)
    if wrong:
        error = f"the store's own {', '.join(wrong)} is not of these bytes"
        return Verdict(entry.key, entry.size, "contradicted", "read", error, row.seconds)
    return Verdict(entry.key, entry.size, "ok", "read", "", row.seconds)


class _Parts:
    """The digests of the parts of a message that goes by."""

    def __init__(self, algorithm: str, size: int) -> None:
        self.algorithm, self.size = algorithm, size
        self.state, self.left = lanesum.new(algorithm), size
        self.digests: list[bytes] = []

    def update(self, data: memoryview) -> None:
        while data:
            now = data[: self.left]
            self.state.update(now)
            self.left -= len(now)
            data = data[len(now) :]
            if self.left == 0:
                self._end()

    def _end(self) -> None:
        self.digests.append(self.state.digest())
        self.state, self.left = lanesum.new(self.algorithm), self.size

    def value(self, total: int) -> bytes:
        if self.left < self.size or total == 0:
            self._end()
        return of_parts(self.algorithm, self.digests)


def _in_parts(store: Store, expected: Expected, claims: list[Claim], how: Reading) -> Verdict:
    """Reads an object once, for its digests and those of its parts, of whatever size they may be."""
    begun = time.perf_counter()
    names = sorted({*expected.digests, *(claim.algorithm for claim in claims if claim.parts is None)})

    async def hashed(entry: Entry) -> tuple[Row, list[str]]:
        states = {name: lanesum.new(name) for name in names}
        tried: list[tuple[Claim, list[_Parts]]] = []
        for claim in claims:
            if claim.parts is not None and entry.etag == expected.entry.etag:
                sizes = [claim.part_size] if claim.part_size else part_sizes(entry.size, claim.parts)
                tried.append((claim, [_Parts(claim.algorithm, size) for size in sizes]))
        async for data in chunks(store, entry, 0, entry.size, how, min(SMALL, max(entry.size, 1))):

            def work(data: memoryview = memoryview(data)) -> None:
                for state in states.values():
                    state.update(data)
                for _, all in tried:
                    for parts in all:
                        parts.update(data)
                count(0, len(data))

            await asyncio.to_thread(work)
        row = Row(entry, "ok", {name: state.digest() for name, state in states.items()})
        wrong = _wrong(row, claims)
        for claim, all in tried:
            # A size that was guessed and does not fit says nothing.
            if claim.part_size is not None and all[0].value(entry.size) != claim.value:
                wrong.append(claim.name)
        return row, wrong

    found = asyncio.run(persistent(store, expected.entry, hashed, how.attempts))
    row, wrong = (found, []) if isinstance(found, Row) else found
    row = Row(row.entry, row.status, row.digests, row.error, time.perf_counter() - begun)
    return _verdict(expected, row, wrong)


def _write(out: Store, name: str, verdicts: list[Verdict], worker: str) -> None:
    import pyarrow as pa

    from .shards import to_bytes

    columns = {
        "key": [v.key.encode(errors="surrogateescape").decode(errors="replace") for v in verdicts],
        "size": [v.size for v in verdicts],
        "status": [v.status for v in verdicts],
        "how": [v.how for v in verdicts],
        "error": [v.error or None for v in verdicts],
        "worker": [worker for _ in verdicts],
        "seconds": pa.array([v.seconds for v in verdicts], pa.float32()),
    }
    out.put(f"check/{name}.parquet", to_bytes(pa.table(columns)))
