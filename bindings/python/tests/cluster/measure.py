"""The figures of docs/scale.md, on this machine.

usage: measure.py VERSITYGW [objects|check|rclone|sparse|tree|listing|lines] ...

LANESUM_CORES is on which cores what runs: "0,1;2;3" has the store, the scheduler and the command
on cores 0 and 1, and two workers, processes of one thread, on one each. A step is printed with
its wall time and, of each process, CPU time, which other work on the machine takes little from,
and the most memory that was resident.
"""

import asyncio
import concurrent.futures
import contextlib
import itertools
import multiprocessing
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

from machines import FIRST, OTHERS, Machines, Processes, on
from servers import KEYS, gateway

COUNT, SIZE = int(os.environ.get("OBJECTS", "50000")), 16384
TURNS = int(os.environ.get("TURNS", "3"))


def store(url, bucket):
    from obstore.store import S3Store

    options = {"allow_http": True, "timeout": "600s"}
    return S3Store(bucket, endpoint=url, region="us-east-1", virtual_hosted_style_request=False, client_options=options)


def options():
    from lanesum.cluster import Options

    return Options(os.environ["AWS_ENDPOINT_URL"], "us-east-1")


async def fill(url):
    import obstore

    chosen = random.Random(1)
    names = iter([f"{i % 100:02}/{i:08}" for i in range(COUNT)])
    to = store(url, "many")

    async def put():
        for name in names:
            await obstore.put_async(to, name, chosen.randbytes(SIZE))

    await asyncio.gather(*(put() for _ in range(24)))


def plain(url, names):
    """What one writes with obstore and lanesum, without batches, shards, ETags, retries."""
    import lanesum
    import obstore

    source = store(url, "many")

    async def main():
        left, held, digests = iter(names), [], []

        async def get():
            for name in left:
                found = await obstore.get_async(source, name)
                held.append(await found.bytes_async())
                if len(held) == 256:
                    part, held[:] = held[:], []
                    digests.extend(await asyncio.to_thread(lanesum.digest_many, "sha256", part))

        await asyncio.gather(*(get() for _ in range(32)))
        digests.extend(lanesum.digest_many("sha256", held))
        return len(digests)

    return asyncio.run(main())


def bucket(url, name):
    import botocore.session

    client = botocore.session.get_session().create_client("s3", region_name="us-east-1", endpoint_url=url)
    client.create_bucket(Bucket=name)


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
    """Many small objects: the plain library and the cluster in turns."""
    from lanesum.cluster import hash_store

    names = sorted(f"{i % 100:02}/{i:08}" for i in range(COUNT))
    with Machines(root, store, 2) as machines, plain_workers() as pool:
        list(pool.map(plain, [url] * 8, [names[:100]] * 8))
        alone = Processes(store=store, **{f"plain {i}": pid for i, pid in enumerate(pool._processes)})
        cluster = machines.cluster()
        hash_store("s3://many/00", ["sha256"], f"{root}/warm", cluster, options=options())
        for turn in range(TURNS):
            with alone.step("plain", COUNT):
                # Parts of 1,000, whichever process is free: so both end together.
                parts = max(1, COUNT // 1000)
                list(pool.map(plain, [url] * parts, [names[i::parts] for i in range(parts)]))
            with machines.processes.step("cluster", COUNT):
                hashed = hash_store("s3://many", ["sha256"], f"{root}/o{turn}", cluster, options=options())
            assert hashed.tally.counts == {"ok": COUNT}
            print(f"ratio {alone.seconds / machines.processes.seconds:.2f}", flush=True)


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


def rclone(url, root, store):
    """rclone on the workers' cores and the cluster, in turns."""
    from lanesum.cluster import hash_store

    config = root / "rclone.conf"
    config.write_text(
        f"[s3]\ntype = s3\nprovider = Other\nendpoint = {url}\nregion = us-east-1\n"
        "access_key_id = user\nsecret_access_key = password\n"
    )
    command = ["rclone", "--config", config, "hashsum", "SHA256", "--download", "s3:many"]
    command += ["--checkers", os.environ.get("CHECKERS", "2")]
    with Machines(root, store, 2) as machines:
        cluster = machines.cluster()
        hash_store("s3://many/00", ["sha256"], f"{root}/warm2", cluster, options=options())
        for turn in range(TURNS):
            begun = time.perf_counter()
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            with on(set().union(*OTHERS)):
                made = subprocess.run(command, check=True, stdout=subprocess.PIPE)
            theirs = time.perf_counter() - begun
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            assert made.stdout.count(b"\n") == COUNT
            print(f"rclone: {theirs:.2f} s, {COUNT / theirs:,.0f}/s, {cpu / COUNT * 1e6:.0f} us of CPU each")
            with machines.processes.step("cluster", COUNT):
                hash_store("s3://many", ["sha256"], f"{root}/r{turn}", cluster, options=options())
            print(f"ratio {theirs / machines.processes.seconds:.2f}", flush=True)


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
    """One object of 4 GiB on one worker and on two, in turns."""
    from lanesum.cluster.tree import tree_of

    bucket(url, "large")
    gib = int(os.environ.get("GIB", "4"))
    piece = random.Random(1).randbytes(64 << 20)
    with open(data / "large" / "object", "wb") as file:
        for _ in range(16 * gib):
            file.write(piece)
    times = {}
    for turn in range(TURNS):
        for workers in (1, 2):
            with Machines(root, store, workers) as machines:
                cluster = machines.cluster()
                with machines.processes.step(f"{workers} workers"):
                    found = tree_of("s3://large/object", f"{root}/t{turn}{workers}", cluster, options=options())
                times[workers] = machines.processes.seconds
            print(f"{gib / times[workers]:.2f} GiB/s, {found.hash.hex()}", flush=True)
        print(f"ratio {times[1] / times[2]:.2f}", flush=True)
    (data / "large" / "object").unlink()


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
    os.sched_setaffinity(0, FIRST)
    for one in (listing, lines):
        if one.__name__ in what:
            one()
    if not {"objects", "check", "rclone", "sparse", "tree"} & {*what}:
        return
    with tempfile.TemporaryDirectory(dir=os.environ.get("STORE_DIR")) as name:
        root = pathlib.Path(name)
        with gateway(binary, root) as (url, data, process):
            os.environ["AWS_ENDPOINT_URL"] = url
            steps = {"objects": objects, "check": check, "rclone": rclone}
            if steps.keys() & {*what}:
                bucket(url, "many")
                asyncio.run(fill(url))
            for one in what:
                if one in steps:
                    steps[one](url, root, process.pid)
            for one in (sparse, tree):
                if one.__name__ in what:
                    one(url, root, process.pid, data)


if __name__ == "__main__":
    main()
