"""What one hashes a bucket with who has no cluster: lanesum and a client of S3, rclone, the AWS CLI."""

import asyncio
import os
import resource
import shutil
import subprocess
import time


def store(url, bucket):
    from obstore.store import S3Store

    options = {"allow_http": True, "timeout": "600s"}
    return S3Store(bucket, endpoint=url, region="us-east-1", virtual_hosted_style_request=False, client_options=options)


def obstore(url, names):
    """What one writes with obstore and lanesum, without batches, shards, ETags, retries."""
    import lanesum
    from obstore import get_async

    source = store(url, "many")

    async def main():
        left, held, digests = iter(names), [], []

        async def get():
            for name in left:
                found = await get_async(source, name)
                held.append(await found.bytes_async())
                if len(held) == 256:
                    part, held[:] = held[:], []
                    digests.extend(await asyncio.to_thread(lanesum.digest_many, "sha256", part))

        await asyncio.gather(*(get() for _ in range(32)))
        digests.extend(lanesum.digest_many("sha256", held))
        return len(digests)

    return asyncio.run(main())


#: A client for each process, with its connections.
_clients = {}


def libcurl(url, names):
    """The same with the client of S3 that the cluster has for small objects, and nothing else of it."""
    import lanesum
    from lanesum.cluster import Entry, Options, open_store

    if url not in _clients:
        _clients[url] = open_store("s3://many", Options(url, "us-east-1"))
    held, digests = [], []
    for found in _clients[url].read_many(enumerate(Entry(name, 0x4000) for name in names), 32):
        held.append(found.data)
        if len(held) == 256:
            digests += lanesum.digest_many("sha256", held)
            held = []
    digests += lanesum.digest_many("sha256", held)
    return len(digests)


def commands(url, root, names):
    """Commands by name: each with how many objects it hashes, one line of its output for each."""
    config, sample = root / "rclone.conf", root / "sample"
    config.write_text(
        f"[s3]\ntype = s3\nprovider = Other\nendpoint = {url}\nregion = us-east-1\n"
        "access_key_id = user\nsecret_access_key = password\n"
    )
    few = names[:: max(1, len(names) // 40)][:40]
    sample.write_text("\n".join(few))
    rclone = ["rclone", "--config", str(config), "hashsum", "SHA256", "--download", "s3:many", "--checkers"]
    aws = f"aws --endpoint-url {url} s3 cp s3://many/$0 - | sha256sum"
    made = {
        "rclone hashsum --download": (len(names), [*rclone, "8"]),
        "rclone hashsum --download --checkers 2": (len(names), [*rclone, "2"]),
        "aws s3 cp - | sha256sum in xargs -P2": (len(few), ["xargs", "-a", str(sample), "-P2", "-n1", "sh", "-c", aws]),
    }
    for name, (_, command) in [*made.items()]:
        if not shutil.which(name.split()[0]):
            print(f"{name}: it is not here (apt-get install rclone, pip install awscli)")
            del made[name]
    return made


def timed(name, count, command):
    """Runs a command. Gives objects in a second."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    made = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, "AWS_PAGER": ""})
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert made.stdout.count(b"\n") == count, f"{name} hashed {made.stdout.count(bytes([10]))} of {count}"
    print(
        f"{name}: {count:,} objects, {seconds:.2f} s, {count / seconds:,.1f}/s, {cpu / count * 1e6:,.0f} us of CPU each"
    )
    return count / seconds
