"""``python -m lanesum.cluster``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

import lanesum

from .batching import Limits
from .entry import ClusterError, ObjectMissing
from .opening import open_cluster
from .progress import Progress, duration, quantity
from .reading import Reading
from .seam import Cluster
from .stores import Options, public

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
    commands = main.add_subparsers(dest="command", required=True, metavar="hash|check|tree|slice|decode")
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

    check = commands.add_parser(
        "check", parents=[common], help="a manifest against the objects below a URL",
        description="Compares objects with a manifest: ok, changed, missing, new, unreadable, and contradicted where the "
        "store's own checksum is not of the bytes. What S3 says of an object (ten kinds of checksums, ETags) is enough "
        "where it implies the digest; the rest is read.",
    )  # fmt: skip
    check.add_argument("manifest", metavar="MANIFEST", help="manifest.parquet or manifest.sums of a run, or any lines")
    check.add_argument("url", metavar="URL")
    check.add_argument("-a", "--algorithm", metavar="NAME", help="of lines that do not name one")
    check.add_argument("--sample", metavar="SHARE", default="100%", help="of the objects that are compared, such as 1%%")
    check.add_argument("--seed", metavar="TEXT", help="of the sample (default: another one each time)")
    check.add_argument("--read", action="store_true", help="read all of them, believe nothing")
    check.add_argument("--out", metavar="URL", help="gets check.html, and check/ with how each object was checked")
    check.set_defaults(run=_check)

    tree = commands.add_parser(
        "tree", parents=[common], help="one large object on many workers: BLAKE3, its outboard encoding, checksums",
        description="Hashes one object in parts on all workers. OUT gets outboard (Bao, groups of 16 KiB), tree.json "
        "and parts/, from which a run that ended goes on.",
    )  # fmt: skip
    tree.add_argument("url", metavar="URL")
    tree.add_argument("--out", required=True, metavar="URL", help="a directory or a prefix that all workers reach")
    tree.add_argument("--checksums", metavar="NAMES", default="", help="also crc32, crc32c, crc64nvme, adler32")
    tree.add_argument("--part", type=int, default=256, metavar="MIB", help="2^n MiB of a task (default: 256)")
    tree.set_defaults(run=_tree)

    for name, text in (
        ("slice", "what verifies a range of an object, for lanesum bao decode-slice --chunk-group 4"),
        ("decode", "a range of an object, verified"),
    ):
        command = commands.add_parser(name, parents=[common], help=text, description=f"Writes {text}, by ranged requests.")
        command.add_argument("url", metavar="URL")
        command.add_argument("outboard", metavar="OUTBOARD", help="URL of the outboard encoding")
        if name == "decode":
            command.add_argument("hash", metavar="HASH", help="64 hexadecimal digits")
        command.add_argument("start", type=int, metavar="START")
        command.add_argument("length", type=int, metavar="LENGTH")
        command.set_defaults(run=_slice)
    return main


def options_of(args: argparse.Namespace) -> Options:
    pairs = []
    for option in args.storage_option:
        name, separator, value = option.partition("=")
        if not separator:
            raise ClusterError(f"--storage-option {option}: expected NAME=VALUE")
        pairs.append((name, value))
    return Options(args.endpoint_url, args.region, tuple(pairs), args.retries)


def _opened(args: argparse.Namespace) -> Cluster:
    cluster = open_cluster(args.cluster, args.workers)
    dashboard = getattr(cluster, "dashboard", None)
    if dashboard is not None and Progress(args.progress).shown:
        print(f"lanesum: the dashboard is {dashboard}", file=sys.stderr)
    return cluster


def _hash(args: argparse.Namespace) -> int:
    from .hashing import hash_store

    limits = Limits(bytes=args.batch_bytes)
    if args.batch_objects:
        limits = Limits(args.batch_objects, args.batch_objects, args.batch_bytes)
    options = options_of(args)
    cluster = _opened(args)
    try:
        hashed = hash_store(
            args.url, args.algorithm.split(","), args.out, cluster, options=options,
            reading=Reading(requests=args.requests), limits=limits, keys=args.keys, progress=Progress(args.progress),
        )  # fmt: skip
    finally:
        cluster.close()
    tally = hashed.tally
    for status, key, error in tally.errors:
        print(f"lanesum: {shown(key)}: {status}: {error}", file=sys.stderr)
    passed = time.time() - tally.begun
    print(
        f"{hashed.objects:,} objects in {args.out.rstrip('/')}/manifest.sums: {tally.counts.get('ok', 0):,} read, "
        f"{quantity(tally.bytes)} in {duration(passed)} ({quantity(tally.bytes / max(passed, 1e-9))}/s)"
        + (f", {tally.skipped:,} done before" if tally.skipped else "")
        + (f", {tally.failed:,} failed" if tally.failed else "")
    )
    return 1 if tally.failed else 0


def _check(args: argparse.Namespace) -> int:
    from .checking import check_store
    from .verify import Verdict

    share = _share(args.sample)
    seed = args.seed or os.urandom(8).hex()

    def told(verdict: Verdict) -> None:
        print(f"{shown(verdict.key)}: {verdict.status}" + (f": {verdict.error}" if verdict.error else ""))

    cluster = _opened(args)
    try:
        outcome = check_store(
            args.manifest, args.url, cluster, out=args.out, believe=not args.read, sample=share, seed=seed,
            algorithm=args.algorithm, options=options_of(args), reading=Reading(requests=args.requests),
            progress=Progress(args.progress), told=told,
        )  # fmt: skip
    finally:
        cluster.close()
    counts = ", ".join(f"{count:,} {status}" for status, count in sorted(outcome.counts.items()))
    print(f"{counts or 'nothing'}; {outcome.read:,} read, {outcome.believed:,} believed", file=sys.stderr, end="")
    print(f", {outcome.passed_over:,} not in the sample of seed {seed}" if share < 1 else "", file=sys.stderr)
    return 0 if outcome.ok else 1


def _share(text: str) -> float:
    try:
        share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        share = -1.0
    if not 0 < share <= 1:
        raise ClusterError(f"--sample {text}: expected a share such as 1% or 0.01")
    return share


def _tree(args: argparse.Namespace) -> int:
    from .tree import tree_of

    names = tuple(name for name in args.checksums.split(",") if name)
    cluster = _opened(args)
    try:
        tree = tree_of(
            args.url, args.out, cluster, checksums=names, part=args.part << 20, options=options_of(args),
            reading=Reading(requests=args.requests), progress=Progress(args.progress),
        )  # fmt: skip
    finally:
        cluster.close()
    for algorithm, digest in {"blake3": tree.hash, **tree.checksums}.items():
        sys.stdout.buffer.write(lanesum.manifest_line(public(args.url), algorithm, digest))
    sys.stdout.buffer.flush()
    return 0


def _slice(args: argparse.Namespace) -> int:
    from lanesum.bao import VerifyError

    from .slices import Requests, decode, slice

    cost = Requests()
    try:
        if args.command == "slice":
            data = slice(args.url, args.outboard, args.start, args.length, options_of(args), cost)
        else:
            data = decode(args.url, args.outboard, args.hash, args.start, args.length, options_of(args), cost)
    except VerifyError as error:
        print(f"lanesum: {args.url}: {error}", file=sys.stderr)
        return 1
    except ObjectMissing as error:
        raise ClusterError(f"there is no {error} at that place") from error
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


def shown(key: str) -> str:
    """A key for a terminal: what cannot be printed is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "replace").decode() for c in key)


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
