"""lanesum against what a Python program would use instead, in one run, taking turns.

usage: python -m lanesum.bench [--json] [--quick] [case ...]

The peers are hashlib, and the packages blake3 and xxhash where they are installed; of streams, an
object of theirs for each in ``asyncio.to_thread``. Each
figure is the best of several rounds; in every round each contestant has its turn.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import hashlib
import json
import os
import platform
import random
import tempfile
import time
from array import array
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import lanesum
from lanesum.streams import Stream

_Contestants = dict[str, Callable[[], object]]


def _peer(name: str) -> Callable[..., Any] | None:
    """What makes a hash object of this algorithm elsewhere."""
    if hasattr(hashlib, name):
        return getattr(hashlib, name)  # type: ignore[no-any-return]
    try:
        if name == "blake3":
            import blake3

            return blake3.blake3  # type: ignore[no-any-return]
        import xxhash

        return getattr(xxhash, name, None)
    except ImportError:
        return None


def _rivals(quick: bool) -> list[tuple[str, Callable[..., Any], Callable[..., Any]]]:
    """Algorithms, with what makes a hash object of each elsewhere and here."""
    names = ["md5", "sha256", "blake2b"]
    if not quick:
        names += ["sha1", "sha512", "sha3_256", "blake2s", "blake3", "xxh64"]
    return [(name, peer, getattr(lanesum, name)) for name in names if (peer := _peer(name))]


def _one(quick: bool) -> dict[str, _Contestants]:
    """One message, from the call to the digest."""
    cases: dict[str, _Contestants] = {}
    for size in (0, 16, 1024, 65536, 1 << 20):
        data = random.Random(size).randbytes(size)
        calls = max(1, min(2000, (1 << 20) // (size + 512)))
        for name, peer, ours in _rivals(quick):
            cases[f"{name}, {size} bytes, one at a time, {calls} calls"] = {
                "peer": lambda f=peer, d=data, n=calls: [f(d).digest() for _ in range(n)],  # type: ignore[misc]
                "lanesum": lambda f=ours, d=data, n=calls: [f(d).digest() for _ in range(n)],  # type: ignore[misc]
            }
    return cases


def _pieces(quick: bool) -> dict[str, _Contestants]:
    """Short pieces, which are added to one object."""
    cases: dict[str, _Contestants] = {}
    for size in (16, 64, 1000):
        data = random.Random(size).randbytes(size)
        for name, peer, ours in _rivals(quick):
            cases[f"{name}, 2000 pieces of {size} bytes"] = {
                "peer": lambda add=peer().update, d=data: [add(d) for _ in range(2000)],  # type: ignore[misc]
                "lanesum": lambda add=ours().update, d=data: [add(d) for _ in range(2000)],  # type: ignore[misc]
            }
    return cases


def _many(quick: bool) -> dict[str, _Contestants]:
    """Many messages of one size."""
    cases: dict[str, _Contestants] = {}
    sizes = ((100_000, 64), (4096, 1024), (64, 65536)) if not quick else ((10_000, 64),)
    for count, size in sizes:
        messages = [random.Random(i).randbytes(size) for i in range(count)]
        for name in ("md5", "sha1", "sha256", "sha512", "blake2b", "blake3"):
            peer = _peer(name)
            if not peer:
                continue
            room = bytearray(count * lanesum.new(name).digest_size)
            cases[f"{name}, {count} x {size} bytes"] = {
                "peer": lambda f=peer, m=messages: [f(x).digest() for x in m],  # type: ignore[misc]
                "digest_many": lambda n=name, m=messages: lanesum.digest_many(n, m),  # type: ignore[misc]
                "digest_many, out": lambda n=name, m=messages, r=room: lanesum.digest_many(n, m, out=r),  # type: ignore[misc]
                "digest_many, all cores": lambda n=name, m=messages: lanesum.digest_many(n, m, threads=0),  # type: ignore[misc]
            }
    return cases


def _slices(quick: bool) -> dict[str, _Contestants]:
    """A column of strings of 40 bytes on average."""
    count = 50_000 if quick else 1_000_000
    choose = random.Random(40)
    strings = [choose.randbytes(choose.randint(20, 60)) for _ in range(count)]
    offsets = array("q", [0])
    for string in strings:
        offsets.append(offsets[-1] + len(string))
    joined = b"".join(strings)
    cases: dict[str, _Contestants] = {}
    for name in ("md5", "sha256", "blake3"):
        if peer := _peer(name):
            cases[f"{name}, {count} strings"] = {
                "peer": lambda f=peer: [f(s).digest() for s in strings],  # type: ignore[misc]
                "digest_slices": lambda n=name: lanesum.digest_slices(n, joined, offsets),  # type: ignore[misc]
                "digest_slices, all cores": lambda n=name: lanesum.digest_slices(n, joined, offsets, threads=0),  # type: ignore[misc]
            }
    return cases


async def _uploads(count: int, pieces: list[bytes], begin: Callable[[], Callable[[bytes], Awaitable[None]]]) -> None:
    """So many messages at a time, each of these pieces, one awaited after the other."""

    async def upload() -> None:
        update = begin()
        for piece in pieces:
            await update(piece)

    await asyncio.gather(*[upload() for _ in range(count)])


def _streams(quick: bool) -> dict[str, _Contestants]:
    """Messages in pieces of 32 KiB, of the tasks of an event loop."""
    cases: dict[str, _Contestants] = {}
    pieces = [random.Random(i).randbytes(32768) for i in range(4 if quick else 64)]
    for name in ("md5", "sha1", "sha256", "sha512", "blake3"):
        peer = _peer(name)
        if not peer or (quick and name != "md5"):
            continue
        for count in (1, 64):

            def threads(f: Callable[..., Any] = peer, n: int = count) -> None:
                asyncio.run(_uploads(n, pieces, lambda: partial(asyncio.to_thread, f().update)))

            def streams(a: str = name, n: int = count) -> None:
                asyncio.run(_uploads(n, pieces, lambda: Stream(a).update))

            cases[f"{name}, {count} at a time x {len(pieces)} pieces of 32 KiB"] = {
                "peer": threads,
                "lanesum.streams": streams,
            }
    return cases


def _loop(peer: Callable[..., Any], paths: list[str]) -> list[bytes]:
    digests = []
    for path in paths:
        with open(path, "rb") as file:
            digests.append(lanesum.file_digest(file, peer).digest())
    return digests


def _pool(peer: Callable[..., Any], paths: list[str]) -> list[bytes]:
    def digest(path: str) -> bytes:
        with open(path, "rb") as file:
            return lanesum.file_digest(file, peer).digest()  # type: ignore[no-any-return]

    with concurrent.futures.ThreadPoolExecutor() as pool:
        return list(pool.map(digest, paths))


def _files(quick: bool, place: str) -> dict[str, _Contestants]:
    """20,000 files of 16 KiB, in the system's cache."""
    count = 1000 if quick else 20_000
    paths = []
    for i in range(count):
        if i % 1000 == 0:
            os.mkdir(f"{place}/{i}")
        paths.append(f"{place}/{i - i % 1000}/{i}")
        with open(paths[-1], "wb") as file:
            file.write(random.Random(i).randbytes(16384))
    cases: dict[str, _Contestants] = {}
    for name in ("md5", "sha256", "blake3"):
        if peer := _peer(name):
            cases[f"{name}, {count} files of 16 KiB"] = {
                "peer": lambda p=peer: _loop(p, paths),  # type: ignore[misc]
                "peer, a pool of threads": lambda p=peer: _pool(p, paths),  # type: ignore[misc]
                "digest_files, 1 thread": lambda n=name: list(lanesum.digest_files(n, paths, threads=1)),  # type: ignore[misc]
                "digest_files, all cores": lambda n=name: list(lanesum.digest_files(n, paths)),  # type: ignore[misc]
            }
    return cases


_CASES: dict[str, Callable[[bool, str], dict[str, _Contestants]]] = {
    "one": lambda quick, _: _one(quick),
    "pieces": lambda quick, _: _pieces(quick),
    "many": lambda quick, _: _many(quick),
    "slices": lambda quick, _: _slices(quick),
    "streams": lambda quick, _: _streams(quick),
    "files": _files,
}


def _time(contestants: _Contestants, rounds: int) -> dict[str, float]:
    """The best time of each, in seconds."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, call in contestants.items():
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def run(cases: list[str], quick: bool = False) -> dict[str, Any]:
    """All figures: seconds, by case and contestant."""
    found: dict[str, Any] = {
        "machine": _machine(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "python": platform.python_version(),
        "lanesum": lanesum.__version__,
        "cases": {},
    }
    with tempfile.TemporaryDirectory() as place:
        for name in cases or _CASES:
            for case, contestants in _CASES[name](quick, place).items():
                found["cases"][case] = _time(contestants, 3 if quick else 7)
    return found


def _machine() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
        return names[0]
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def table(found: dict[str, Any]) -> str:
    """The figures as lines: milliseconds, and how many times as fast as the peer."""
    lines = [f"{found['machine']}, {found['cores']} cores, Python {found['python']}, lanesum {found['lanesum']}"]
    for case, times in found["cases"].items():
        lines.append(f"\n{case}")
        lines.extend(
            f"  {name:26} {seconds * 1e3:10.3f} ms {times['peer'] / seconds:7.2f} times as fast"
            for name, seconds in times.items()
        )
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m lanesum.bench", description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="case", help=f"{', '.join(_CASES)}; all of them by default")
    parser.add_argument("--json", action="store_true", help="write all figures in JSON")
    parser.add_argument("--quick", action="store_true", help="less of everything: whether it works")
    arguments = parser.parse_args()
    if unknown := set(arguments.cases) - set(_CASES):
        parser.error(f"no case is called {', '.join(sorted(unknown))}")
    found = run(arguments.cases, arguments.quick)
    print(json.dumps(found, indent=2) if arguments.json else table(found))


if __name__ == "__main__":
    main()
