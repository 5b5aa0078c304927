"""The figures of docs/scale.md, on this machine.

usage: measure.py VERSITYGW [objects|check|tools|sparse|tree|listing|lines] ...

LANESUM_CORES is on which cores what runs: "0,1;2;3" has the store on cores 0 and 1, and two
workers, processes of one thread, on one each. The scheduler and the command, which a cluster has
on other machines, run where there is room. A step is printed with its wall time and, of each
process, CPU time, which other work on the machine takes little from, and the most memory that
was resident. TURNS, OBJECTS and GIB are how often and of what.
"""

import asyncio
import collections
import concurrent.futures
import contextlib
import itertools
import multiprocessing
import os
import pathlib
import random
import resource
import statistics
import sys
import tempfile
import time

import others
from machines import EVERY, OTHERS, STORE, Machines, Processes, on
from servers import KEYS, gateway
from store_servers import nginx

COUNT, SIZE = int(os.environ.get("OBJECTS", "50000")), 16384
TURNS = int(os.environ.get("TURNS", "3"))
GIB = int(os.environ.get("GIB", "4"))
NAMES = sorted(f"{i % 100:02}/{i:08}" for i in range(COUNT))
CLIENTS = (others.obstore, others.libcurl)


def options():
    from lanesum.cluster import Options

    return Options(os.environ["AWS_ENDPOINT_URL"], "us-east-1")


async def fill(url):
    import obstore

    chosen = random.Random(1)
    names = iter(NAMES)
    to = others.store(url, "many")

    async def put():
        for name in names:
            await obstore.put_async(to, name, chosen.randbytes(SIZE))

    await asyncio.gather(*(put() for _ in range(24)))


def bucket(url, name):
    import botocore.session

    client = botocore.session.get_session().create_client("s3", region_name="us-east-1", endpoint_url=url)
    client.create_bucket(Bucket=name)


#: The ratios of each kind so far.
RATIOS = collections.defaultdict(list)


def ratio(of, value):
    RATIOS[of].append(value)
    print(f"ratio of {of}: {value:,.2f}", flush=True)


def place(cores):
    os.sched_setaffinity(0, cores.get())


def lines(count=10_000_000):
    """Sorting the lines of a manifest that is in no order."""
    from lanesum.cluster.expected import expected_of

    with tempfile.TemporaryDirectory(dir=os.environ.get("STORE_DIR")) as name:
        path = pathlib.Path(name, "sums")
        with open(path, "wb") as file:
            for i in range(count):
                place = i * 7_654_321 % count
                file.write(b"%064x  data/year=2026/part-%012d.parquet\n" % (i, place))
        with Processes().step("lines sorted", count):
            assert sum(1 for row in expected_of(str(path)) if row.ok) == count


@contextlib.contextmanager
def plain_workers():
    """Two processes for the plain library, on the workers' cores."""
    context = multiprocessing.get_context("spawn")
    cores = context.SimpleQueue()
    for i in range(2):
        cores.put(OTHERS[i % len(OTHERS)])
    with concurrent.futures.ProcessPoolExecutor(2, context, place, (cores,)) as pool:
        yield pool


def objects(url, root, store):
    """Many small objects: the plain library, with two clients, and the cluster in turns."""
    from lanesum.cluster import hash_store

    with Machines(root, store, 2) as machines, plain_workers() as pool:
        for client in CLIENTS:
            list(pool.map(client, [url] * 8, [NAMES[:100]] * 8))
        alone = Processes(store=store, plain=[*pool._processes])
        cluster = machines.cluster()
        hash_store("s3://many/00", ["sha256"], f"{root}/warm", cluster, options=options())
        for turn in range(TURNS):
            seconds = {}
            for client in CLIENTS:
                with alone.step(f"plain, {client.__name__}", COUNT):
                    # Parts of 1,000, whichever process is free: so both end together.
                    parts = max(1, COUNT // 1000)
                    list(pool.map(client, [url] * parts, [NAMES[i::parts] for i in range(parts)]))
                seconds[client.__name__] = alone.seconds
            with machines.processes.step("cluster", COUNT):
                hashed = hash_store("s3://many", ["sha256"], f"{root}/o{turn}", cluster, options=options())
            assert hashed.tally.counts == {"ok": COUNT}
            for name, plain in seconds.items():
                ratio(f"cluster to plain, {name}", plain / machines.processes.seconds)


def check(url, root, store):
    """The manifest of `objects`, against the objects: all of them are read."""
    from lanesum.cluster import hash_store
    from lanesum.cluster.checking import check_store

    with Machines(root, store, 2) as machines:
        cluster = machines.cluster()
        hash_store("s3://many", ["sha256"], f"{root}/o0", cluster, options=options())
        for name in ("manifest.parquet", "manifest.sums"):
            with machines.processes.step(f"check of {name}", COUNT):
                outcome = check_store(f"{root}/o0/{name}", "s3://many", cluster, believe=False, options=options())
            assert outcome.counts == {"ok": COUNT}


def tools(url, root, store):
    """rclone and the AWS CLI on the workers' cores, and the cluster, in turns."""
    from lanesum.cluster import hash_store

    found = others.commands(url, root, NAMES)
    with Machines(root, store, 2) as machines:
        cluster = machines.cluster()
        hash_store("s3://many/00", ["sha256"], f"{root}/warm2", cluster, options=options())
        for turn in range(TURNS):
            with machines.processes.step("cluster", COUNT):
                hash_store("s3://many", ["sha256"], f"{root}/r{turn}", cluster, options=options())
            for name, (count, command) in found.items():
                with on(set().union(*OTHERS)):
                    theirs = others.timed(name, count, command)
                ratio(f"cluster to {name}", COUNT / machines.processes.seconds / theirs)


def sparse(url, root, store, data):
    """An object of 5 GiB, as one of many and in parts: what memory it takes."""
    from lanesum.cluster import hash_store
    from lanesum.cluster.tree import tree_of

    bucket(url, "sparse")
    with open(data / "sparse" / "object", "wb") as file:
        file.truncate(5 << 30)
    with Machines(root, store, 2) as machines:
        cluster = machines.cluster()
        with machines.processes.step("5 GiB hashed"):
            hash_store("s3://sparse", ["blake3"], f"{root}/sparse", cluster, options=options())
        with machines.processes.step("5 GiB as a tree"):
            tree_of("s3://sparse/object", f"{root}/sparse-tree", cluster, options=options())


def tree(url, root, store, data):
    """One object of 4 GiB on one worker and on two, in turns: from S3, from nginx, from a file."""
    bucket(url, "large")
    piece = random.Random(1).randbytes(64 << 20)
    path = data / "large" / "object"
    with open(path, "wb") as file:
        for _ in range(16 * GIB):
            file.write(piece)
    in_turns("versitygw", "s3://large/object", root, store)
    with contextlib.ExitStack() as stack:
        with on(STORE):
            address, www = stack.enter_context(nginx(root, workers=2))
        path.rename(www / "object")
        main = (root / "pid").read_text().strip()
        served = [int(pid) for pid in pathlib.Path(f"/proc/{main}/task/{main}/children").read_text().split()]
        in_turns("nginx", f"{address}/object", root, served)
        in_turns("file", str(www / "object"), root, [])
        (www / "object").unlink()


def in_turns(name, url, root, store):
    from lanesum.cluster.tree import tree_of

    for turn in range(TURNS):
        times = {}
        for workers in (1, 2):
            with Machines(root, store, workers) as machines:
                cluster = machines.cluster()
                # What a worker does once, 0.15 s of it, is no part of the ratio.
                tree_of(url, f"{root}/{name}{turn}{workers}-first", cluster, part=512 << 20, options=options())
                with machines.processes.step(f"{name}, {workers} workers"):
                    found = tree_of(url, f"{root}/{name}{turn}{workers}", cluster, options=options())
                times[workers] = machines.processes.seconds
            print(f"{GIB / times[workers]:.2f} GiB/s, {found.hash.hex()}", flush=True)
        ratio(f"two workers to one, {name}", times[1] / times[2])


def listing(count=10_000_000):
    """Listing, cutting, spooling and undoing ten million keys, without a store."""
    from lanesum.cluster import Entry
    from lanesum.cluster.ahead import Ahead
    from lanesum.cluster.batching import batches
    from lanesum.cluster.listing import in_order
    from lanesum.cluster.resume import undone

    etag = '"0123456789abcdef0123456789abcdef"'
    keys = (Entry(f"data/year=2026/part-{i:012}.parquet", 16384, etag) for i in range(count))
    begun = time.perf_counter()
    ahead = Ahead(batches(undone(in_order(keys), iter(()), ["sha256"]), itertools.count()))
    # The workers are slower than the listing: nothing is taken before its end.
    while not ahead.ended:
        time.sleep(0.1)
    listed = time.perf_counter() - begun
    made = [len(batch.entries) for batch in ahead]
    assert sum(made) == count
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count:,} keys listed in {listed:.0f} s, {len(made):,} batches, at most {most:.0f} MiB")


def main():
    binary, *what = sys.argv[1:]
    os.environ.update(KEYS)
    # rclone takes no other certificates.
    os.environ.pop("AWS_CA_BUNDLE", None)
    os.sched_setaffinity(0, EVERY)
    for one in (listing, lines):
        if one.__name__ in what:
            one()
    if not {"objects", "check", "tools", "sparse", "tree"} & {*what}:
        return
    with contextlib.ExitStack() as stack:
        root = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=os.environ.get("STORE_DIR"))))
        with on(STORE):
            # It collects its garbage an eighth as often: a sixth of its CPU for a request less.
            url, data, process = stack.enter_context(gateway(binary, root, GOGC="800"))
        os.environ["AWS_ENDPOINT_URL"] = url
        steps = {"objects": objects, "check": check, "tools": tools}
        if steps.keys() & {*what}:
            bucket(url, "many")
            asyncio.run(fill(url))
        for one in what:
            if one in steps:
                steps[one](url, root, [process.pid])
        for one in (sparse, tree):
            if one.__name__ in what:
                one(url, root, [process.pid], data)
    for of, values in RATIOS.items():
        print(f"{of}: {statistics.median(values):,.2f} of {len(values)} ({min(values):,.2f} to {max(values):,.2f})")


if __name__ == "__main__":
    main()
