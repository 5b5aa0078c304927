"""Stores other than S3, on real servers: Google's, Azure's, HTTP's and fsspec's."""

import base64
import datetime
import hashlib
import hmac
import json
import random
import urllib.parse
import urllib.request

import lanesum
import pytest
from lanesum import bao
from lanesum.cluster import ClusterError, Options, hash_store, open_store
from lanesum.cluster.checking import check_store
from lanesum.cluster.slices import decode
from lanesum.cluster.tree import tree_of

import store_servers
from test_hashing import manifest

LARGE = random.Random(1).randbytes(1 << 20) * 20 + b"end"
KEYS = ["a", "a-b", "a/b", "a/c/d", "a0", "d e", "é", "k%k", "k#k", "k+k", "k?k", "%2F", "..x", "x*y", "z/large"]
BODIES = {key: LARGE if key == "z/large" else key.encode() * 1000 for key in KEYS}


def digests(bodies, algorithms=("sha256", "md5")):
    return {key: {name: hashlib.new(name, body).digest() for name in algorithms} for key, body in bodies.items()}


def request(method, url, data=None, headers={}):
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
        return answer.read()


def tried(url, options, put, out, tree_out, threads):
    """Hashes, goes on, checks, and finds what changed; and the tree of one object."""
    how = {"options": options}

    def hashed():
        return hash_store(url, ["sha256", "md5"], out, threads, **how).tally

    def checked(name="manifest.parquet"):
        told = {}
        outcome = check_store(f"{out}/{name}", url, threads, told=lambda v: told.update({v.key: v.status}), **how)
        return outcome.counts, told

    assert hashed().counts == {"ok": len(BODIES)}
    assert hashed().skipped == len(BODIES)
    for name in ("manifest.parquet", "manifest.sums"):
        assert checked(name) == ({"ok": len(BODIES)}, {})
    put("a/b", b"other" * 601)
    put("new", b"")
    counts, told = checked()
    assert told == {"a/b": "changed", "new": "new"} and counts == {"ok": len(BODIES) - 1, "changed": 1, "new": 1}
    again = hashed()
    assert again.counts == {"ok": 2} and again.skipped == len(BODIES) - 1
    in_order = sorted({**BODIES, "new": b""}, key=str.encode)
    assert [entry.key for entry in open_store(url, options).list()] == in_order
    tree = tree_of(f"{url}/z/large", tree_out, threads, part=8 << 20, checksums=("crc32c",), **how)
    hash, outboard = bao.outboard(LARGE, chunk_group=4)
    assert (tree.hash, tree.checksums["crc32c"]) == (hash, lanesum.crc32c(LARGE).digest())
    assert open_store(tree_out, options).get("outboard") == outboard
    start, length = 9_000_001, 1 << 20
    assert decode(f"{url}/z/large", f"{tree_out}/outboard", hash, start, length, options) == LARGE[start:][:length]


def test_google_cloud_storage(tmp_path, threads):
    with store_servers.gcs(tmp_path) as storage:
        base = json.loads(storage["google_service_account_key"])["gcs_base_url"]
        request("POST", f"{base}/storage/v1/b", b'{"name": "bucket"}', {"Content-Type": "application/json"})

        def put(key, body):
            name = urllib.parse.quote(f"pre/{key}", safe="")
            request("POST", f"{base}/upload/storage/v1/b/bucket/o?uploadType=media&name={name}", body)

        for key, body in BODIES.items():
            put(key, body)
        options = Options(storage=tuple(storage.items()))
        tried("gs://bucket/pre", options, put, "gs://bucket/out", "gs://bucket/tree", threads)
        out = open_store("gs://bucket/out", options)
        with out.writer("of parts") as file:
            for _ in range(3):
                file.write(LARGE)
        assert out.get("of parts") == LARGE * 3
        with pytest.raises(ZeroDivisionError), out.writer("of an end in the middle") as file:
            file.write(LARGE)
            raise ZeroDivisionError
        assert "of an end in the middle" not in {entry.key for entry in out.list()}
        put("tab\tq", b"")
        with pytest.raises(OSError, match="invalid path"):
            list(open_store("gs://bucket/pre", options).list())


def container(storage):
    """Makes a container, as Azure's REST API says."""
    account = store_servers.ACCOUNT
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%a, %d %b %Y %H:%M:%S GMT")
    signed = "PUT" + "\n" * 12 + f"x-ms-date:{now}\nx-ms-version:2021-08-06\n/{account}/{account}/bucket\nrestype:container"
    code = hmac.new(base64.b64decode(store_servers.KEY), signed.encode(), hashlib.sha256).digest()
    headers = {"Authorization": f"SharedKey {account}:{base64.b64encode(code).decode()}"}
    url = f"{storage['azure_storage_endpoint']}/bucket?restype=container"
    request("PUT", url, None, {**headers, "x-ms-date": now, "x-ms-version": "2021-08-06"})


def test_azure(tmp_path, threads):
    import obstore
    from obstore.store import from_url

    with store_servers.azurite(tmp_path) as storage:
        container(storage)
        store = from_url("az://bucket/pre", config=storage, client_options={"allow_http": True})

        def put(key, body):
            obstore.put(store, key, body)

        for key, body in BODIES.items():
            put(key, body)
        options = Options(storage=tuple(storage.items()))
        tried("az://bucket/pre", options, put, "az://bucket/o", "az://bucket/t", threads)
        with pytest.raises(ClusterError, match="az://bucket"):
            next(open_store("az://bucket", Options(storage=(("azure_allow_http", "true"),))).list())


def http_files(data, folder, bodies):
    for key, body in bodies.items():
        path = data / folder / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


@pytest.mark.parametrize("folder", ["with", "without"])
def test_http(folder, tmp_path, threads):
    """With ETags, and by the time of the last change where there are none."""
    bodies = {key: body for key, body in BODIES.items() if key not in ("a",)}
    with store_servers.nginx(tmp_path) as (base, data):
        http_files(data, folder, bodies)
        url, out = f"{base}/{folder}", tmp_path / "o"
        keys = tmp_path / "keys"
        keys.write_text("".join(f"{key}\n" for key in sorted([*bodies, "gone"], key=str.encode)))
        for again in range(2):
            tally = hash_store(url, ["sha256", "md5"], str(out), threads, keys=str(keys)).tally
            assert tally.skipped == again * len(bodies)
            assert tally.counts == ({"missing": 1} if again else {"ok": len(bodies), "missing": 1})
        assert manifest(out) == digests(bodies)
        told = {}
        http_files(data, folder, {"a/b": b"other" * 601})
        (data / folder / "a0").unlink()
        for name in ("manifest.parquet", "manifest.sums"):
            outcome = check_store(str(out / name), url, threads, told=lambda v: told.update({v.key: v.status}))
            assert told == {"a/b": "changed", "a0": "missing"}
            assert outcome.counts == {"ok": len(bodies) - 2, "changed": 1, "missing": 1}
        # One object, by its URL; and one in parts.
        hash_store(f"{url}/d%20e", ["sha256", "md5"], str(tmp_path / "one"), threads)
        assert manifest(tmp_path / "one") == digests({"d e": bodies["d e"]})
        tree = tree_of(f"{url}/z/large", str(tmp_path / "t"), threads, part=8 << 20)
        hash, outboard = bao.outboard(LARGE, chunk_group=4)
        assert tree.hash == hash and (tmp_path / "t/outboard").read_bytes() == outboard
        found = decode(f"{url}/z/large", str(tmp_path / "t/outboard"), hash, 9_000_001, 1 << 20)
        assert found == LARGE[9_000_001:][: 1 << 20]
        with pytest.raises(ClusterError, match="there is nothing"):
            hash_store(f"{url}/none", ["md5"], str(tmp_path / "none"), threads)
        with pytest.raises(ClusterError, match="query"):
            hash_store(f"{url}/a0?x=y", ["md5"], str(tmp_path / "none"), threads)


def test_a_server_without_ranges_is_an_error_of_the_large_objects(tmp_path, threads, monkeypatch):
    monkeypatch.setattr("lanesum.cluster.reading._pause", no_pause)
    bodies = {key: BODIES[key] for key in ("a/b", "z/large")}
    with store_servers.plain_http(tmp_path) as (base, data):
        http_files(data, ".", bodies)
        (tmp_path / "keys").write_text("a/b\nz/large\n")
        tally = hash_store(base, ["sha256", "md5"], str(tmp_path / "o"), threads, keys=str(tmp_path / "keys")).tally
        assert tally.counts == {"ok": 1, "unreadable": 1} and "Range" in tally.errors[0][2]
        assert manifest(tmp_path / "o") == digests({"a/b": bodies["a/b"]})
    with pytest.raises((ClusterError, OSError)):
        hash_store(f"{base}/a/b", ["md5"], str(tmp_path / "p"), threads, options=Options(retries=0))


async def no_pause(attempt):
    """The errors of this server do not pass."""


def files_put(root):
    def put(key, body):
        path = root / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)

    for key, body in BODIES.items():
        if key != "a":
            put(key, body)
        else:
            put("b", BODIES["a"])
    return put


def fsspec_bodies(monkeypatch):
    """A file system has no file `a` beside a directory of that name."""
    bodies = {("b" if key == "a" else key): body for key, body in BODIES.items()}
    monkeypatch.setitem(globals(), "BODIES", bodies)


def test_sftp(tmp_path, threads, monkeypatch):
    fsspec_bodies(monkeypatch)
    with store_servers.sshd(tmp_path) as storage:
        put = files_put(tmp_path / "d")
        options = Options(storage=tuple((name, str(value)) for name, value in storage.items()))
        where = f"sftp://127.0.0.1{tmp_path}"
        tried(f"{where}/d", options, put, f"{where}/o", f"{where}/t", threads)


def test_ftp(tmp_path, threads, monkeypatch):
    fsspec_bodies(monkeypatch)
    with store_servers.ftp(tmp_path) as where:
        put = files_put(tmp_path / "d")
        tried(f"{where}/d", Options(), put, f"{where}/o", f"{where}/t", threads)
        # Its password is in no file of the results.
        kept = [path for folder in ("o", "t") for path in (tmp_path / folder).rglob("*") if path.is_file()]
        assert kept and not any(b"password" in path.read_bytes() for path in kept)


def test_memory(tmp_path, threads, monkeypatch, needs):
    fs = needs("fsspec").filesystem("memory")
    fsspec_bodies(monkeypatch)

    def put(key, body):
        fs.pipe_file(f"/stores/d/{key}", body)

    for key, body in BODIES.items():
        put(key, body)
    tried("memory://stores/d", Options(), put, "memory://stores/o", "memory://stores/t", threads)
