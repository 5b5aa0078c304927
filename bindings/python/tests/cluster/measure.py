"""The figures of docs/scale.md, on this machine.

usage: measure.py VERSITYGW [objects|tree|listing] ...

Each worker is a process of one thread; taskset on the whole of it says on which cores.
"""

import asyncio
import concurrent.futures
import contextlib
import multiprocessing
import os
import pathlib
import random
import resource
import sys
import tempfile
import time

from servers import KEYS, Dask, gateway

COUNT, SIZE = int(os.environ.get("OBJECTS", "50000")), 16384


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


def objects(url, root):
    import botocore.session

    from lanesum.cluster import hash_store, open_cluster

    client = botocore.session.get_session().create_client("s3", region_name="us-east-1", endpoint_url=url)
    client.create_bucket(Bucket="many")
    asyncio.run(fill(url))
    names = sorted(f"{i % 100:02}/{i:08}" for i in range(COUNT))
    with contextlib.ExitStack() as stack:
        dask = Dask(stack, root)
        dask.scheduler()
        dask.worker()
        dask.worker()
        pool = stack.enter_context(
            concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))
        )
        list(pool.map(plain, [url] * 2, [names[:100]] * 2))
        cluster = open_cluster(dask.address)
        for turn in range(3):
            begun = time.perf_counter()
            # Parts of 1,000, whichever process is free: so both end together.
            list(pool.map(plain, [url] * 50, [names[i::50] for i in range(50)]))
            before = time.perf_counter() - begun
            begun = time.perf_counter()
            hashed = hash_store("s3://many", ["sha256"], f"{root}/o{turn}", cluster, options=options())
            ours = time.perf_counter() - begun
            assert hashed.tally.counts == {"ok": COUNT}
            print(f"plain {COUNT / before:,.0f}/s, cluster {COUNT / ours:,.0f}/s, ratio {before / ours:.2f}", flush=True)
        cluster.close()


def tree(url, root, data):
    import botocore.session

    from lanesum.cluster import open_cluster
    from lanesum.cluster.tree import tree_of

    client = botocore.session.get_session().create_client("s3", region_name="us-east-1", endpoint_url=url)
    client.create_bucket(Bucket="large")
    piece = random.Random(1).randbytes(64 << 20)
    with open(data / "large" / "object", "wb") as file:
        for _ in range(64):
            file.write(piece)
    times = {}
    for turn in range(3):
        for workers in (1, 2):
            with contextlib.ExitStack() as stack:
                dask = Dask(stack, root)
                dask.scheduler()
                for _ in range(workers):
                    dask.worker()
                cluster = open_cluster(dask.address)
                cluster.client.wait_for_workers(workers)
                begun = time.perf_counter()
                found = tree_of("s3://large/object", f"{root}/t{turn}{workers}", cluster, options=options())
                times[workers] = time.perf_counter() - begun
                cluster.close()
            print(f"{workers} workers: {times[workers]:.2f} s, {4 / times[workers]:.2f} GiB/s, {found.hash.hex()}", flush=True)
        print(f"ratio {times[1] / times[2]:.2f}", flush=True)


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
    ahead = Ahead(batches(undone(in_order(keys), iter(()), ["sha256"])))
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
    if "listing" in what:
        listing()
    with tempfile.TemporaryDirectory(dir=os.environ.get("STORE_DIR")) as name:
        root = pathlib.Path(name)
        with gateway(binary, root) as (url, data):
            os.environ["AWS_ENDPOINT_URL"] = url
            if "objects" in what:
                objects(url, root)
            if "tree" in what:
                tree(url, root, data)


if __name__ == "__main__":
    main()
