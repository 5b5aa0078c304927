"""Makes the three plots of docs/python.md: throughput by the size of messages, by the
number of files, and by threads, against hashlib and the packages blake3 and xxhash.

usage: python plots.py DIRECTORY          needs matplotlib, blake3 and xxhash
"""

import os
import pathlib
import random
import sys
import tempfile
import time

import blake3
import hashlib
import lanesum
import matplotlib
import xxhash

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "lanesum"
from matplotlib import pyplot  # noqa: E402

PEERS = {
    "hashlib.md5": hashlib.md5,
    "hashlib.sha256": hashlib.sha256,
    "blake3.blake3": blake3.blake3,
    "xxhash.xxh3_64": xxhash.xxh3_64,
}
OURS = {"md5": "C0", "sha256": "C1", "blake3": "C2", "xxh3_64": "C3"}


def best(contestants, rounds=5):
    """The least time of each, of some rounds in which all take turns."""
    times = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, call in contestants.items():
            start = time.perf_counter()
            call()
            times[name] = min(times[name], time.perf_counter() - start)
    return times


def draw(path, title, axis, points):
    """Lines of MB/s; `points` has for each place what each contestant does there."""
    pyplot.figure(figsize=(8, 4.5))
    for name in next(iter(points.values())):
        ours = name.startswith("lanesum")
        color = OURS[next(algorithm for algorithm in OURS if algorithm in name)]
        rates = [rate[name] / 1e6 for rate in points.values()]
        pyplot.plot(list(points), rates, "o-" if ours else "x--", color=color, label=name)
    pyplot.xscale("log", base=2)
    pyplot.yscale("log")
    pyplot.xlabel(axis)
    pyplot.ylabel("MB/s")
    pyplot.title(title)
    pyplot.grid(alpha=0.3)
    pyplot.legend(fontsize=8)
    pyplot.tight_layout()
    pyplot.savefig(path, metadata={"Date": None})
    pyplot.close()


def sizes(machine):
    points = {}
    for size in (16, 64, 256, 1024, 4096, 16384, 65536, 262144):
        count = max(64, min(20_000, (8 << 20) // size))
        messages = [random.Random(i).randbytes(size) for i in range(count)]
        contestants = {f"lanesum, {name}": lambda n=name: lanesum.digest_many(n, messages) for name in OURS}
        for name, peer in PEERS.items():
            contestants[name] = lambda f=peer: [f(message).digest() for message in messages]
        points[size] = {name: count * size / took for name, took in best(contestants).items()}
    draw_as = "Many messages of one size, one thread\n" + machine
    return draw_as, "bytes in a message", points


def files(machine, place):
    paths = []
    for i in range(4096):
        paths.append(f"{place}/{i}")
        pathlib.Path(paths[-1]).write_bytes(random.Random(i).randbytes(16384))

    def loop(peer, some):
        for path in some:
            with open(path, "rb") as file:
                lanesum.file_digest(file, peer).digest()

    points = {}
    for count in (1, 4, 16, 64, 256, 1024, 4096):
        some = paths[:count]
        contestants = {f"lanesum, {name}": lambda n=name: list(lanesum.digest_files(n, some, threads=1)) for name in OURS}
        for name, peer in PEERS.items():
            contestants[name] = lambda f=peer: loop(f, some)
        points[count] = {name: count * 16384 / took for name, took in best(contestants).items()}
    return "Files of 16 KiB, one thread, a loop with file_digest beside it\n" + machine, "files", points


def threads(machine):
    messages = [random.Random(i).randbytes(16384) for i in range(4096)]
    size = sum(map(len, messages))
    points = {}
    for count in (1, 2, 4, 8):
        if count > len(os.sched_getaffinity(0)):
            break
        contestants = {
            f"lanesum, {name}": lambda n=name: lanesum.digest_many(n, messages, threads=count) for name in OURS
        }
        points[count] = {name: size / took for name, took in best(contestants).items()}
    return "4096 messages of 16 KiB\n" + machine, "threads", points


def main(directory):
    from lanesum.bench import _machine

    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    machine = os.environ.get("LANESUM_MACHINE") or _machine()
    draw(directory / "sizes.svg", *sizes(machine))
    with tempfile.TemporaryDirectory() as place:
        draw(directory / "files.svg", *files(machine, place))
    draw(directory / "threads.svg", *threads(machine))


if __name__ == "__main__":
    main(sys.argv[1])
