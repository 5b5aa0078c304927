"""Against versitygw: what is listed, read, believed and found wrong, and what survives."""

import asyncio
import base64
import collections
import contextlib
import hashlib
import os
import random
import re
import signal
import subprocess
import sys
import time

import lanesum
import pytest
from lanesum import bao

from servers import KEYS, Dask, Proxy, gateway, process

BINARY = os.environ.get("LANESUM_TEST_VERSITYGW")
COUNT = int(os.environ.get("LANESUM_TEST_OBJECTS", "50000"))

pytestmark = pytest.mark.skipif(BINARY is None, reason="./test cluster builds versitygw and runs these")


@pytest.fixture(scope="module")
def s3(tmp_path_factory):
    """The URL of a gateway, and the directory behind it."""
    os.environ.update(KEYS)
    with gateway(BINARY, tmp_path_factory.mktemp("s3")) as (url, data, _):
        os.environ["AWS_ENDPOINT_URL"] = url
        yield url, data
        del os.environ["AWS_ENDPOINT_URL"]


@pytest.fixture(scope="module")
def client(s3):
    import botocore.session

    return botocore.session.get_session().create_client("s3", region_name="us-east-1", endpoint_url=s3[0])


@pytest.fixture
def bucket(client, request):
    name = re.sub("[^a-z0-9]+", "-", request.node.name.lower())[:60].strip("-")
    client.create_bucket(Bucket=name)
    return name


@pytest.fixture(scope="module")
def many(s3, client):
    """Many small objects, and what they hash to."""
    import obstore
    from obstore.store import S3Store

    client.create_bucket(Bucket="many")
    store = S3Store(
        "many", endpoint=s3[0], region="us-east-1", virtual_hosted_style_request=False,
        client_options={"allow_http": True, "timeout": "600s"},
    )  # fmt: skip
    names = iter([f"d/{i % 50:02}/{i:07}" for i in range(COUNT)])
    digests = {}

    async def put():
        for name in names:
            data = name.encode() * (len(digests) % 400)
            digests[name[2:]] = hashlib.sha256(data).digest()
            await obstore.put_async(store, name, data)

    async def main():
        await asyncio.gather(*(put() for _ in range(24)))

    asyncio.run(main())
    return digests


@pytest.fixture
def dask(tmp_path):
    with contextlib.ExitStack() as stack:
        made = Dask(stack, tmp_path)
        made.scheduler()
        made.worker()
        made.worker()
        yield made


def options():
    from lanesum.cluster import Options

    return Options(os.environ["AWS_ENDPOINT_URL"], "us-east-1")


def manifest(out):
    import pyarrow.parquet as parquet

    found = collections.defaultdict(dict)
    for row in parquet.read_table(out / "manifest.parquet", columns=["key", "algorithm", "digest"]).to_pylist():
        assert row["algorithm"] not in found[row["key"]], "twice"
        found[row["key"]][row["algorithm"]] = row["digest"]
    return dict(found)


def in_shards(out):
    """How often each key has a digest in a shard."""
    import pyarrow.parquet as parquet

    counts = collections.Counter()
    for shard in (out / "shards").iterdir():
        rows = parquet.read_table(shard, columns=["key", "status"]).to_pylist()
        counts.update(row["key"] for row in rows if row["status"] == "ok")
    return counts


@contextlib.contextmanager
def running(out, url, *more):
    """The command, in a process of its own."""
    command = [sys.executable, "-m", "lanesum.cluster", "hash", url, "-a", "sha256", "--out", out]
    command += ["--batch-objects", "500", "--endpoint-url", os.environ["AWS_ENDPOINT_URL"], *more]
    with process(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        yield one


def shards_there(out, count, one):
    """Until some batches are done; or all, where a machine is that fast."""
    while not (out / "shards").is_dir() or len(list((out / "shards").glob("0*"))) < count:
        if one.poll() is not None:
            return
        time.sleep(0.02)


def ended(one):
    said, errors = one.communicate()
    assert one.returncode == 0, errors
    return said


def test_a_worker_is_killed_and_nothing_is_lost(s3, many, dask, tmp_path):
    out = tmp_path / "o"
    with running(out, "s3://many/d", "--cluster", dask.address) as one:
        shards_there(out, 3, one)
        dask.workers[0].send_signal(signal.SIGKILL)
        assert f"{COUNT:,} objects" in ended(one)
    assert {key: found["sha256"] for key, found in manifest(out).items()} == many
    assert in_shards(out) == dict.fromkeys(many, 1)


def test_the_scheduler_is_restarted_and_nothing_is_lost(s3, many, dask, tmp_path):
    out = tmp_path / "o"
    with running(out, "s3://many/d", "--cluster", dask.address) as one:
        shards_there(out, 3, one)
        os.killpg(dask.main.pid, signal.SIGKILL)
        dask.main.wait()
        dask.scheduler()
        dask.worker()
        dask.worker()
        assert f"{COUNT:,} objects" in ended(one)
    assert {key: found["sha256"] for key, found in manifest(out).items()} == many


def test_the_command_is_killed_and_goes_on(s3, many, tmp_path):
    out = tmp_path / "o"
    where = ["--cluster", "threads", "--workers", "2"]
    for count in (2, 4):
        with running(out, "s3://many/d", *where) as one:
            shards_there(out, count, one)
            one.send_signal(signal.SIGKILL)
    with running(out, "s3://many/d", *where) as one:
        assert "done before" in ended(one)
    assert {key: found["sha256"] for key, found in manifest(out).items()} == many
    assert in_shards(out) == dict.fromkeys(many, 1)


def test_a_store_that_answers_503_and_cuts_connections(s3, many, threads, tmp_path):
    from lanesum.cluster import Options, Reading, hash_store

    proxy = Proxy(s3[0], 1)
    some = {key[3:]: digest for key, digest in many.items() if key.startswith("07/")}
    how = {"options": Options(proxy.url, "us-east-1"), "reading": Reading(attempts=30)}
    hashed = hash_store("s3://many/d/07", ["sha256"], str(tmp_path / "o"), threads, **how)
    proxy.close()
    assert hashed.tally.counts == {"ok": len(some)}
    assert {key: found["sha256"] for key, found in manifest(tmp_path / "o").items()} == some
    assert proxy.faults["503"] > 0 and proxy.faults["cut"] > 0


def test_a_store_that_never_answers_is_unreadable_and_never_ok(s3, many, threads, tmp_path, monkeypatch):
    from lanesum.cluster import Options, Reading, hash_store

    monkeypatch.setattr("lanesum.cluster.reading._pause", lambda attempt: asyncio.sleep(0))
    proxy = Proxy(s3[0], 1, refused=1.0)
    (tmp_path / "keys.csv").write_text("key,size,etag\nd/00/0000000,0,x\nd/01/0000001,12,y\n")
    options = Options(proxy.url, "us-east-1", retries=1)
    hashed = hash_store(
        "s3://many", ["md5"], str(tmp_path / "o"), threads, options=options, reading=Reading(attempts=2),
        keys=str(tmp_path / "keys.csv"),
    )  # fmt: skip
    proxy.close()
    assert hashed.tally.counts == {"unreadable": 2} and manifest(tmp_path / "o") == {}


def test_objects_that_change_after_the_listing(bucket, client):
    from lanesum.cluster import open_store
    from lanesum.cluster.reading import SMALL, hash_objects

    bodies = {"same": b"same", "changed": b"before", "gone": b"gone", "grown": b"small", "large": bytes(SMALL + 1)}
    for name, body in bodies.items():
        client.put_object(Bucket=bucket, Key=name, Body=body)
    store = open_store(f"s3://{bucket}", options())
    entries = list(store.list())
    after = {**bodies, "changed": b"after", "grown": bytes(SMALL + 5), "large": b"x" * (SMALL + 9)}
    for name in ("changed", "grown", "large"):
        client.put_object(Bucket=bucket, Key=name, Body=after[name])
    client.delete_object(Bucket=bucket, Key="gone")
    rows = {row.entry.key: row for row in hash_objects(store, entries, ["md5", "sha256"])}
    assert rows.pop("gone").status == "missing"
    for name, row in rows.items():
        assert row.ok and row.entry.size == len(after[name]) and row.entry.etag == store.head(name).etag
        assert row.digests["sha256"] == hashlib.sha256(after[name]).digest()
        assert row.entry.etag == f'"{row.digests["md5"].hex()}"'


def legal_keys():
    """One with each character that XML and a file system can have, and those that trip."""
    for code in [*range(0x20, 0x7F), 0x85, 0xA0, 0xFF, 0x20AC, 0x2028, 0xFFFD, 0x1F600]:
        if chr(code) not in "/.":
            yield f"k{chr(code)}k"
            yield chr(code)
    yield from ["..a", "a..", "...", "aa/...", "%2F", "%25", "a%00", "+ +", "~", "é", "e\u0301", "x" * 250, "dd/" * 20 + "f"]


def test_keys_with_every_legal_character(bucket, client, threads, tmp_path):
    from lanesum.cluster import hash_store, open_store
    from lanesum.cluster.lanes import Lanes
    from lanesum.cluster.quick import read_quickly

    bodies = {key: f"{i}".encode() for i, key in enumerate(dict.fromkeys(legal_keys()))}
    for key, body in bodies.items():
        client.put_object(Bucket=bucket, Key=f"p/{key}", Body=body)
    store = open_store(f"s3://{bucket}/p", options())
    lanes = Lanes(["sha256"], len(bodies))
    read_quickly(store, list(store.list()), lanes, 8, 8 << 20)
    assert all(lanes.rows), "a request that S3 does not take for signed"
    out = tmp_path / "o"
    hashed = hash_store(f"s3://{bucket}/p", ["sha256"], str(out), threads, options=options())
    assert hashed.tally.counts == {"ok": len(bodies)}
    assert manifest(out) == {key: {"sha256": hashlib.sha256(body).digest()} for key, body in bodies.items()}
    # A copy of them in files is what the manifest says, by the reader that the command has.
    for key, body in bodies.items():
        path = tmp_path / "copy" / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    checked = list(lanesum.check(out / "manifest.sums", base=tmp_path / "copy"))
    assert len(checked) == len(bodies) and all(checked)


@pytest.mark.parametrize("page", [1, 2, 7, 1000])
def test_a_listing_in_ranges_has_each_key_once(page, bucket, client, monkeypatch):
    from lanesum.cluster import open_store
    from lanesum.cluster.stores import s3_listing

    below = [f"{i:02}/{j}" for i in range(12) for j in range(i % 4)] + ["05/x/y/z", "a", "b/", "b/c", "é/f", "\U0001f600/g", "z z"]
    keys = sorted({f"one/only/{key}" for key in below}, key=str.encode)
    for key in keys:
        client.put_object(Bucket=bucket, Key=key, Body=b"")
    monkeypatch.setattr(s3_listing, "PAGE", page)
    for prefix in ("", "/one", "/one/only", "/one/only/"):
        found = [entry.key for entry in open_store(f"s3://{bucket}{prefix}", options()).list()]
        begin = f"{prefix.strip('/')}/" if prefix else ""
        assert found == [key[len(begin) :] for key in keys], prefix


def test_keys_that_are_not_paths():
    """versitygw cannot have them; what S3 can, goes by botocore."""
    from lanesum.cluster.stores.s3 import is_path

    assert all(map(is_path, ["a", "a/b", "..a", " ", "%2e"]))
    assert not any(map(is_path, ["", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "a\nb", "\x7f"]))


def test_empty_objects(bucket, client, threads, tmp_path):
    from lanesum.cluster import hash_store

    for i in range(20):
        client.put_object(Bucket=bucket, Key=f"empty{i:02}", Body=b"")
    hash_store(f"s3://{bucket}", ["sha256", "blake3", "crc32"], str(tmp_path / "o"), threads, options=options())
    empty = {name: lanesum.new(name).digest() for name in ("sha256", "blake3", "crc32")}
    assert manifest(tmp_path / "o") == {f"empty{i:02}": empty for i in range(20)}


def test_results_in_the_store_itself(s3, many, bucket, threads, tmp_path):
    from lanesum.cluster import hash_store, open_store

    some = {key[3:]: digest for key, digest in many.items() if key.startswith("03/")}
    for _ in range(2):
        hash_store("s3://many/d/03", ["sha256"], f"s3://{bucket}/r", threads, options=options())
    out = open_store(f"s3://{bucket}/r", options())
    for name in ("manifest.sums", "manifest.parquet", "report.html"):
        (tmp_path / name).write_bytes(out.get(name))
    assert {key: found["sha256"] for key, found in manifest(tmp_path).items()} == some
    assert len([entry for entry in out.list() if entry.key.startswith("shards/")]) == 1


def test_a_sparse_object_of_5_gib(s3, bucket, threads, tmp_path):
    from lanesum.cluster import hash_store
    from lanesum.cluster.tree import tree_of

    size = (5 << 30) + 12345
    path = s3[1] / bucket / "sparse"
    with open(path, "wb") as file:
        file.truncate(size)
        file.seek(3 << 30)
        file.write(b"not all zeros")
    hashed = hash_store(f"s3://{bucket}", ["blake3", "crc32c"], str(tmp_path / "o"), threads, options=options())
    assert hashed.tally.counts == {"ok": 1}
    whole = lanesum.blake3(max_threads=lanesum.blake3.AUTO).update_mmap(str(path)).digest()
    found = manifest(tmp_path / "o")["sparse"]
    assert found["blake3"] == whole
    tree = tree_of(f"s3://{bucket}/sparse", str(tmp_path / "t"), threads, checksums=("crc32c",), options=options())
    assert tree.hash == whole and tree.checksums["crc32c"] == found["crc32c"]


NAMES = {
    "CRC32": "crc32", "CRC32C": "crc32c", "CRC64NVME": "crc64nvme", "SHA1": "sha1", "SHA256": "sha256",
    "SHA512": "sha512", "MD5": "md5", "XXHASH64": "xxh64", "XXHASH3": "xxh3_64", "XXHASH128": "xxh3_128",
}  # fmt: skip


def in_parts(client, bucket, key, parts, name="CRC32", kind="COMPOSITE"):
    made = {"Bucket": bucket, "Key": key}
    upload = client.create_multipart_upload(**made, ChecksumAlgorithm=name, ChecksumType=kind)["UploadId"]
    done = []
    for number, body in enumerate(parts, 1):
        sums = {f"Checksum{name}": base64.b64encode(lanesum.new(NAMES[name], body).digest()).decode()}
        said = client.upload_part(**made, UploadId=upload, PartNumber=number, Body=body, **sums)
        done.append({"PartNumber": number, "ETag": said["ETag"], **sums})
    client.complete_multipart_upload(**made, UploadId=upload, MultipartUpload={"Parts": done}, ChecksumType=kind)


def check(bucket, threads, manifest, **more):
    from lanesum.cluster.checking import check_store

    told = {}
    outcome = check_store(
        str(manifest), f"s3://{bucket}", threads, options=options(), told=lambda v: told.update({v.key: v.status}), **more
    )
    return outcome, told


def test_all_ten_checksums_of_whole_objects_are_believed(s3, bucket, client, threads, tmp_path):
    body = b"body" * 1000
    lines = []
    for name, algorithm in NAMES.items():
        digest = lanesum.new(algorithm, body).digest()
        client.put_object(Bucket=bucket, Key=name, Body=body, **{f"Checksum{name}": base64.b64encode(digest).decode()})
        lines.append((name, algorithm, digest))
    path = tmp_path / "sums"
    path.write_bytes(b"".join(lanesum.manifest_line(n, a, d) for n, a, d in lines))
    outcome, told = check(bucket, threads, path, out=str(tmp_path / "o"))
    assert (outcome.counts, outcome.believed, outcome.read, told) == ({"ok": 10}, 10, 0, {})
    import pyarrow.parquet as parquet

    how = {row["key"]: row["how"] for row in parquet.read_table(tmp_path / "o" / "check").to_pylist()}
    assert how == {name: "ETag" if name == "MD5" else name for name in NAMES}
    outcome, _ = check(bucket, threads, path, believe=False)
    assert (outcome.counts, outcome.believed, outcome.read) == ({"ok": 10}, 0, 10)
    # What the store keeps is what was uploaded; what lies there now are other bytes.
    for name in NAMES:
        with open(s3[1] / bucket / name, "r+b") as file:
            file.write(b"B")
    outcome, told = check(bucket, threads, path, believe=False)
    assert outcome.counts == {"changed": 10} and set(told.values()) == {"changed"}
    # And a manifest of those bytes agrees with them, but the store's own checksum does not.
    path.write_text("".join(f"{hashlib.sha256(b'B' + body[1:]).hexdigest()}  {n}\n" for n in sorted(NAMES)))
    outcome, told = check(bucket, threads, path, believe=False)
    assert outcome.counts == {"contradicted": 10} and not outcome.ok


@pytest.mark.parametrize("name", NAMES)
def test_checksums_of_parts(name, s3, bucket, client, threads, tmp_path):
    kind = "FULL_OBJECT" if name == "CRC64NVME" else "COMPOSITE"
    parts = [bytes([i]) * (5 << 20 if i < 2 else 777) for i in range(3)]
    in_parts(client, bucket, "three", parts, name, kind)
    in_parts(client, bucket, "one", parts[2:], name, kind)
    path = tmp_path / "sums"
    algorithm = NAMES[name]
    line = lanesum.manifest_line("three", algorithm, lanesum.new(algorithm, b"".join(parts)).digest())
    path.write_bytes(line + lanesum.manifest_line("one", algorithm, lanesum.new(algorithm, parts[2]).digest()))
    outcome, told = check(bucket, threads, path)
    # Of one part the composite is enough; of three only the checksum of the whole.
    assert outcome.counts == {"ok": 2} and outcome.believed == (2 if kind == "FULL_OBJECT" else 1)
    outcome, told = check(bucket, threads, path, believe=False)
    assert outcome.counts == {"ok": 2} and outcome.read == 2
    with open(s3[1] / bucket / "three", "r+b") as file:
        file.seek(7 << 20)
        file.write(b"other")
        file.seek(0)
        data = file.read()
    path.write_text(f"{hashlib.sha256(data).hexdigest()}  three\n")
    outcome, told = check(bucket, threads, path, believe=False)
    assert told == {"three": "contradicted", "one": "new"} and not outcome.ok


def test_check_finds_all_that_is_wrong(s3, bucket, client, threads, tmp_path):
    from lanesum.cluster import hash_store

    chosen = random.Random(1)
    bodies = {f"{i:03}": chosen.randbytes(chosen.randrange(5000)) for i in range(200)}
    for key, body in bodies.items():
        client.put_object(Bucket=bucket, Key=key, Body=body)
    out = tmp_path / "o"
    hash_store(f"s3://{bucket}", ["sha256", "md5"], str(out), threads, options=options())
    for path in ("manifest.sums", "manifest.parquet"):
        outcome, told = check(bucket, threads, out / path)
        assert outcome.ok and outcome.counts == {"ok": 200} and outcome.believed == 200
        outcome, told = check(bucket, threads, out / path, believe=False)
        assert outcome.ok and outcome.counts == {"ok": 200} and outcome.read == 200
    client.put_object(Bucket=bucket, Key="010", Body=b"other")
    same = bytes([bodies["020"][0] ^ 1]) + bodies["020"][1:]
    client.put_object(Bucket=bucket, Key="020", Body=same)
    client.delete_object(Bucket=bucket, Key="030")
    client.put_object(Bucket=bucket, Key="new", Body=b"")
    rotten = s3[1] / bucket / "040"
    rotten.write_bytes(bytes([bodies["040"][0] ^ 1]) + bodies["040"][1:])
    expected = {"010": "changed", "020": "changed", "030": "missing", "new": "new"}
    for path in ("manifest.sums", "manifest.parquet"):
        outcome, told = check(bucket, threads, out / path, believe=False)
        assert told == {**expected, "040": "changed"} and not outcome.ok
        assert outcome.counts == {"changed": 3, "missing": 1, "new": 1, "ok": 196}
    # Those that were overwritten are found whatever is believed.
    _, told = check(bucket, threads, out / "manifest.parquet")
    assert told.items() >= expected.items()
    outcome, told = check(bucket, threads, out / "manifest.parquet", sample=0.25, seed="x", believe=False)
    assert 0 < outcome.read < 120 and outcome.read + outcome.passed_over + 1 >= 199
    assert told["030"] == "missing" and told["new"] == "new"


def test_a_tree_on_workers_and_a_verified_range(s3, bucket, client, dask, tmp_path):
    from lanesum.cluster import open_cluster
    from lanesum.cluster.slices import Requests, decode, slice
    from lanesum.cluster.tree import tree_of

    size = (96 << 20) + 54321
    path = s3[1] / bucket / "large"
    data = random.Random(1).randbytes(1 << 20) * 97
    data = data[:size]
    path.write_bytes(data)
    cluster = open_cluster(dask.address)
    url, out = f"s3://{bucket}/large", f"s3://{bucket}/tree"
    sums = ("crc32", "crc32c", "crc64nvme")
    tree = tree_of(url, out, cluster, checksums=sums, part=8 << 20, options=options())
    cluster.close()
    hash, outboard = bao.outboard(data, chunk_group=4)
    assert tree.hash == hash and tree.checksums == {name: lanesum.new(name, data).digest() for name in sums}
    assert (s3[1] / bucket / "tree" / "outboard").read_bytes() == outboard
    cost = Requests()
    start, length = 50_000_001, 1 << 20
    assert decode(url, f"{out}/outboard", hash, start, length, options(), cost) == data[start : start + length]
    assert cost.count <= 12 and cost.bytes < length + (1 << 19)
    assert slice(url, f"{out}/outboard", start, length, options()) == bao.slice(
        outboard, start, length, data=data, chunk_group=4
    )
    with open(path, "r+b") as file:
        file.seek(start + 5)
        file.write(b"wrong")
    with pytest.raises(bao.VerifyError):
        decode(url, f"{out}/outboard", hash, start, length, options())
