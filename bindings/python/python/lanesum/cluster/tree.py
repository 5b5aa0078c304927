"""``tree``: one large object on many workers. BLAKE3, exactly, of subtrees; its Bao outboard
encoding, in shards that are joined; and checksums, of parts that are combined."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import lanesum
from lanesum import _lanesum

from .counted import count
from .entry import ClusterError, Entry, ObjectMissing
from .listing import found
from .memory import memory
from .outboard import GROUP, Node, above, join
from .progress import Progress
from .reading import Reading, chunks, persistent, worker_name
from .seam import Cluster, run, watched
from .shards import Row
from .stores import Options, Store, kept_store, open_store, public
from .tally import Tally
from .work import Done

__all__ = ["CHECKSUMS", "Part", "Tree", "tree_of"]

#: What parts can be combined of.
CHECKSUMS = ("crc32", "crc32c", "crc64nvme", "adler32")

#: Bytes that a worker hashes at once.
PIECE = 8 << 20


@dataclass(frozen=True)
class Part:
    """A part of the object, to be hashed: a subtree of the message."""

    start: int
    end: int
    name: str


@dataclass(frozen=True)
class Job:
    """What is the same for all parts."""

    url: str
    entry: Entry
    out: str
    checksums: tuple[str, ...]
    options: Options
    reading: Reading


@dataclass(frozen=True)
class Hashed:
    """A part that is hashed. Its piece of the outboard encoding is in the store."""

    node: Node
    checksums: dict[str, bytes]
    begun: float
    ended: float
    worker: str
    memory: int = 0


@dataclass(frozen=True)
class Tree:
    """What the object's parts make."""

    entry: Entry
    hash: bytes
    checksums: dict[str, bytes]
    tally: Tally


def tree_of(
    url: str,
    out_url: str,
    cluster: Cluster,
    *,
    checksums: tuple[str, ...] = (),
    part: int = 256 << 20,
    options: Options = Options(),
    reading: Reading = Reading(),
    progress: Progress | None = None,
) -> Tree:
    """Hashes an object on all workers. ``out_url`` gets ``outboard``, the Bao outboard
    encoding in groups of 16 KiB, ``tree.json``, and ``parts/``, from which a run that ended
    goes on while the object is the same."""
    if part < PIECE or part & (part - 1):
        raise ClusterError(f"a part has 2^n bytes, {PIECE} or more, not {part}")
    for name in checksums:
        if name not in CHECKSUMS:
            raise ClusterError(f"{name} of parts makes nothing of the whole; there are blake3, {', '.join(CHECKSUMS)}")
    store, entries = found(url, options)
    listed = list(entries) if store.url.rstrip("/") != url.rstrip("/") else []
    if len(listed) != 1:
        raise ClusterError(f"{url} is not one object")
    [entry] = listed
    out = open_store(out_url, options)
    progress = watched(cluster, progress or Progress(False), public(url))
    progress.listed(1, entry.size)
    progress.complete = True
    tally = Tally()
    job = Job(store.url, entry, out_url, checksums, options, reading)
    parts = [
        Part(start, min(start + part, entry.size), f"{_state(entry)}-{part:x}-{start:016x}")
        for start in range(0, entry.size, part)
    ]
    made: dict[int, Hashed] = {}
    left: list[Part] = []
    with ThreadPoolExecutor(16) as pool:
        earlier = list(pool.map(lambda one: _done(out, one, checksums), parts))
    for one, before in zip(parts, earlier):
        if before is None:
            left.append(one)
        else:
            made[one.start] = before
            tally.skipped_bytes += one.end - one.start
            progress.done(0, one.end - one.start)
    for one, hashed in run(cluster, partial(hash_part, job), left):
        if isinstance(hashed, Exception):
            raise ClusterError(f"bytes {one.start} to {one.end} of {url}: {hashed}") from hashed
        made[one.start] = hashed
        size = one.end - one.start
        tally.add(Done(one.name, hashed.worker, hashed.begun, hashed.ended, {"ok": 1}, size, memory=hashed.memory))
        progress.done(0, size)
    progress.done(1, 0)
    progress.close()
    nodes = [made[one.start].node for one in parts]

    def shard(node: Node) -> bytes:
        return out.get(f"parts/{parts[node.start // part].name}.outboard")

    with out.writer("outboard") as file:
        if len(nodes) > 1:
            hash = join(entry.size, nodes, shard, file.write)
        else:
            # Of one part the top is the root, which is another node than a subtree's.
            hash = _alone(job, file.write)
    sums = {name: _combined(name, [made[one.start] for one in parts]) for name in checksums}
    found_now = Tree(entry, hash, sums, tally)
    out.put("tree.json", json.dumps(_said(url, found_now), indent=1).encode())
    return found_now


def hash_part(job: Job, part: Part) -> Hashed:
    """Reads and hashes a part, and writes its piece of the outboard encoding. Runs on a worker."""
    begun = time.time()
    store, out = kept_store(job.url, job.options), kept_store(job.out, job.options)

    async def hashed(entry: Entry) -> tuple[list[tuple[Node, bytes]], dict[str, bytes]]:
        if entry != job.entry:
            raise OSError("the object changed: run the command again for what it is now")
        pieces: list[tuple[Node, bytes]] = []
        sums = {name: lanesum.new(name) for name in job.checksums}
        place = part.start
        async for data in chunks(store, entry, part.start, part.end, job.reading, PIECE):

            def work(data: bytes | memoryview = data, place: int = place) -> None:
                value, tree = lanesum.blake3.subtree_outboard(data, place, chunk_group=GROUP)
                pieces.append((Node(place, len(data), value), tree))
                for state in sums.values():
                    state.update(data)
                count(0, len(data))

            await asyncio.to_thread(work)
            place += len(data)
        return pieces, {name: state.digest() for name, state in sums.items()}

    result = asyncio.run(persistent(store, job.entry, hashed, job.reading.attempts))
    if isinstance(result, Row):
        raise OSError(result.error)
    pieces, sums = result
    trees = {node.start: tree for node, tree in pieces}
    outboard: list[bytes] = []
    node = above([node for node, _ in pieces], lambda node: trees[node.start], outboard.append)
    out.put(f"parts/{part.name}.outboard", b"".join(outboard))
    made = Hashed(node, sums, begun, time.time(), worker_name(), memory())
    # The last thing: what has it has all of the part.
    said = {"value": node.value.hex(), "checksums": {name: digest.hex() for name, digest in sums.items()}}
    out.put(f"parts/{part.name}.json", json.dumps(said).encode())
    return made


def _done(out: Store, part: Part, checksums: tuple[str, ...]) -> Hashed | None:
    """A part that an earlier run hashed."""
    try:
        said = json.loads(out.get(f"parts/{part.name}.json"))
        out.head(f"parts/{part.name}.outboard")
    except ObjectMissing:
        return None
    if not set(checksums) <= said["checksums"].keys():
        return None
    node = Node(part.start, part.end - part.start, bytes.fromhex(said["value"]))
    sums = {name: bytes.fromhex(said["checksums"][name]) for name in checksums}
    return Hashed(node, sums, 0.0, 0.0, "before")


def _alone(job: Job, write: Callable[[bytes], object]) -> bytes:
    """The hash and the outboard encoding of an object that is one part or empty."""
    store = kept_store(job.url, job.options)

    async def whole() -> bytes:
        data = bytearray()
        async for piece in chunks(store, job.entry, 0, job.entry.size, job.reading):
            data += piece
        return bytes(data)

    hash, outboard = lanesum.bao.outboard(asyncio.run(whole()), chunk_group=GROUP)
    write(outboard)
    return hash


def _combined(algorithm: str, parts: list[Hashed]) -> bytes:
    value: bytes = lanesum.new(algorithm).digest()
    for part in parts:
        value = _lanesum.checksum_combine(algorithm, value, part.checksums[algorithm], part.node.size)
    return value


def _state(entry: Entry) -> str:
    """A name of the object's state."""
    said = f"{entry.key}\0{entry.size}\0{entry.etag}\0{entry.version}"
    return lanesum.blake3(said.encode(errors="surrogateescape")).hexdigest(8)


def _said(url: str, tree: Tree) -> dict[str, object]:
    return {
        "url": public(url),
        "size": tree.entry.size,
        "etag": tree.entry.etag,
        "version": tree.entry.version,
        "blake3": tree.hash.hex(),
        "chunk_group": GROUP,
        **{name: digest.hex() for name, digest in tree.checksums.items()},
    }
