"""``python -m lanesum.cluster``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .batching import Limits
from .entry import ClusterError
from .progress import Progress, duration, quantity
from .reading import Reading
from .seam import open_cluster
from .stores import Options

__all__ = ["main"]

EPILOG = """
URLs: a path, s3://bucket/prefix, gs://, az://, http(s)://, and what fsspec names.

  python -m lanesum.cluster hash s3://bucket/prefix -a sha256,md5 --out manifest/
  lanesum check manifest/manifest.sums            # in a copy of the objects

A run that was ended goes on when it is started again with the same --out.
Exit status: 0 if all went well, 1 if not for some object, 2 if it could not begin.
"""


def parser() -> argparse.ArgumentParser:
    main = argparse.ArgumentParser(
        prog="python -m lanesum.cluster",
        description="Digests of what object stores have, on many machines.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = main.add_subparsers(dest="command", required=True, metavar="hash|check|tree")
    common = argparse.ArgumentParser(add_help=False)
    group = common.add_argument_group("where it runs")
    group.add_argument(
        "--cluster", default="local", metavar="WHERE",
        help="local (default; a process of Dask on each core), threads (of this process, without Dask), or the "
        "address of a scheduler, tcp://host:8786",
    )  # fmt: skip
    group.add_argument("--workers", type=int, metavar="N", help="of local and threads (default: all cores)")
    group.add_argument("--progress", action=argparse.BooleanOptionalAction, help="(default: on a terminal)")
    group = common.add_argument_group("how stores are reached")
    group.add_argument("--endpoint-url", default=os.environ.get("AWS_ENDPOINT_URL"), metavar="URL", help="of S3")
    group.add_argument("--region", metavar="NAME", help="of S3")
    group.add_argument(
        "--storage-option", action="append", default=[], metavar="NAME=VALUE", help="an option of obstore or fsspec"
    )
    group.add_argument("--requests", type=int, default=Reading.requests, metavar="N", help="in flight, of each worker")
    group.add_argument("--retries", type=int, default=Options.retries, metavar="N", help="of a request")

    hash = commands.add_parser(
        "hash", parents=[common], help="digests of all objects below a URL, and a manifest",
        description="Hashes all objects below a URL. OUT gets shards/, manifest.parquet, manifest.sums (which lanesum "
        "check and sha256sum --check read) and report.html.",
    )  # fmt: skip
    hash.add_argument("url", metavar="URL")
    hash.add_argument("-a", "--algorithm", default="blake3", metavar="NAMES", help="such as sha256,md5 (default: blake3)")
    hash.add_argument("--out", required=True, metavar="URL", help="a directory or a prefix that all workers reach")
    hash.add_argument("--keys", metavar="FILE", help="the objects, sorted by key, as Parquet, CSV or lines: not listed then")
    hash.add_argument("--batch-objects", type=int, metavar="N", help="in a task (default: 1,000 to 10,000)")
    hash.add_argument("--batch-bytes", type=int, default=Limits.bytes, metavar="N", help="in a task (default: 1 GiB)")
    hash.set_defaults(run=_hash)
    return main


def options_of(args: argparse.Namespace) -> Options:
    pairs = []
    for option in args.storage_option:
        name, separator, value = option.partition("=")
        if not separator:
            raise ClusterError(f"--storage-option {option}: expected NAME=VALUE")
        pairs.append((name, value))
    return Options(args.endpoint_url, args.region, tuple(pairs), args.retries)


def _hash(args: argparse.Namespace) -> int:
    from .hashing import hash_store

    limits = Limits(bytes=args.batch_bytes)
    if args.batch_objects:
        limits = Limits(args.batch_objects, args.batch_objects, args.batch_bytes)
    options = options_of(args)
    cluster = open_cluster(args.cluster, args.workers)
    try:
        hashed = hash_store(
            args.url, args.algorithm.split(","), args.out, cluster, options=options,
            reading=Reading(requests=args.requests), limits=limits, keys=args.keys, progress=Progress(args.progress),
        )  # fmt: skip
    finally:
        cluster.close()
    tally = hashed.tally
    for status, key, error in tally.errors:
        print(f"lanesum: {key!r}: {status}: {error}", file=sys.stderr)
    import time

    passed = time.time() - tally.begun
    print(
        f"{hashed.objects:,} objects in {args.out.rstrip('/')}/manifest.sums: {tally.counts.get('ok', 0):,} read, "
        f"{quantity(tally.bytes)} in {duration(passed)} ({quantity(tally.bytes / max(passed, 1e-9))}/s)"
        + (f", {tally.skipped:,} done before" if tally.skipped else "")
        + (f", {tally.failed:,} failed" if tally.failed else "")
    )
    return 1 if tally.failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    args = parser().parse_args(arguments)
    try:
        status: int = args.run(args)
    except (ClusterError, ValueError) as error:
        print(f"lanesum: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"lanesum: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("lanesum: interrupted; the same command goes on where it was", file=sys.stderr)
        return 130
    return status
