"""`hash` of a directory, without a server: everything but the store."""

import hashlib
import json
import os
import random

import lanesum
import pytest
from lanesum.cluster import ClusterError, Limits, hash_store
from lanesum.cluster.cli import main

NAMES = ["a", "a-b", "a/b", "a/c/d", "a0", "b\\c", "new\nline", "é", "z z", os.fsdecode(b"\xff\xfe")]
SMALL = Limits(2, 3, 1000)


def fill(root, names=NAMES):
    for i, name in enumerate(name for name in names if name != "a"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(range(256)) * i)


def manifest(out):
    import pyarrow.parquet as parquet

    rows = {}
    for row in parquet.read_table(out / "manifest.parquet").to_pylist():
        key = row["key"] if row["raw_key"] is None else os.fsdecode(row["raw_key"])
        rows.setdefault(key, {})[row["algorithm"]] = row["digest"]
    return rows


def truth(root, algorithms=("md5", "sha256")):
    found = {}
    for path in root.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            found[str(path.relative_to(root))] = {name: hashlib.new(name, data).digest() for name in algorithms}
    return found


def test_manifest_is_sorted_and_read_by_check(tmp_path, threads):
    fill(tmp_path / "d")
    hashed = hash_store(str(tmp_path / "d"), ["SHA-256", "md5"], str(tmp_path / "o"), threads, limits=SMALL)
    assert hashed.tally.counts == {"ok": len(NAMES) - 1} and hashed.objects == len(NAMES) - 1
    rows = manifest(tmp_path / "o")
    assert rows == truth(tmp_path / "d")
    assert [os.fsencode(key) for key in rows] == sorted(map(os.fsencode, rows))
    checked = list(lanesum.check(tmp_path / "o" / "manifest.sums", base=tmp_path / "d"))
    assert len(checked) == 2 * len(rows) and all(checked)
    report = (tmp_path / "o" / "report.html").read_text()
    assert "<svg" in report and "http" not in report.replace("http://www.w3.org", "")


def test_every_algorithm_has_its_name(tmp_path, threads):
    names = {
        "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256", "sha3_224", "sha3_256",
        "sha3_384", "sha3_512", "blake2b", "blake2s", "blake3", "crc32", "crc32c", "crc64nvme", "xxh64", "xxh3_64",
        "xxh3_128",
    }  # fmt: skip
    fill(tmp_path / "d")
    hash_store(str(tmp_path / "d"), names, str(tmp_path / "o"), threads)
    checked = list(lanesum.check(tmp_path / "o" / "manifest.sums", base=tmp_path / "d"))
    assert all(checked) and {one.algorithm for one in checked} == names
    assert len(checked) == len(names) * (len(NAMES) - 1)


def test_a_second_run_reads_what_changed(tmp_path, threads, monkeypatch):
    root, out = tmp_path / "d", tmp_path / "o"
    fill(root)

    def run():
        return hash_store(str(root), ["md5", "sha256"], str(out), threads, limits=SMALL)

    run()
    again = run()
    assert again.tally.counts == {} and again.tally.skipped == len(NAMES) - 1
    (root / "z z").write_bytes(b"other")
    (root / "a0").unlink()
    (root / "a/new").write_bytes(b"new")
    again = run()
    assert again.tally.counts == {"ok": 2}
    assert manifest(out) == truth(root)
    # What is gone stays gone, and what comes back is read again.
    assert run().tally.counts == {}
    (root / "a0").write_bytes(b"back")
    assert run().tally.counts == {"ok": 1}
    assert manifest(out) == truth(root)


def test_whatever_shard_is_missing_is_made_again(tmp_path, threads):
    root, out = tmp_path / "d", tmp_path / "o"
    fill(root)
    hash_store(str(root), ["md5", "sha256"], str(out), threads, limits=SMALL)
    for shard in sorted((out / "shards").iterdir()):
        shard.unlink()
        hash_store(str(root), ["md5", "sha256"], str(out), threads, limits=SMALL)
        assert manifest(out) == truth(root)


def _damaged(out, threads, root, shard, data):
    """What a run says that finds other bytes in a shard, or the manifest if it says nothing."""
    shard.write_bytes(data)
    try:
        hash_store(str(root), ["md5", "sha256"], str(out), threads)
    except ClusterError as error:
        assert shard.name in str(error) and "damaged" in str(error)
        return None
    return manifest(out)


def test_a_damaged_shard_is_in_no_manifest(tmp_path, threads):
    root, out = tmp_path / "d", tmp_path / "o"
    fill(root)
    hash_store(str(root), ["md5", "sha256"], str(out), threads)
    (shard,) = (out / "shards").iterdir()
    before, data = (out / "manifest.sums").read_bytes(), shard.read_bytes()
    chosen = random.Random(1)
    # Also in the magic, in the length of the footer and in the footer, which are the last bytes.
    bits = {*range(32), *range(8 * len(data) - 64, 8 * len(data)), *chosen.sample(range(8 * len(data)), 400)}
    for bit in bits:
        wrong = bytearray(data)
        wrong[bit // 8] ^= 1 << bit % 8
        assert _damaged(out, threads, root, shard, wrong) is None
    for wrong in (b"", data[:-1], data[: len(data) // 2], data + b"\0"):
        assert _damaged(out, threads, root, shard, wrong) is None
    assert (out / "manifest.sums").read_bytes() == before
    # As the message says.
    shard.unlink()
    assert hash_store(str(root), ["md5", "sha256"], str(out), threads).tally.counts == {"ok": len(NAMES) - 1}
    assert manifest(out) == truth(root)


def test_a_shard_that_is_damaged_in_the_run_ends_it(tmp_path, threads, monkeypatch, capsys):
    from lanesum.cluster.stores.local import LocalStore

    fill(tmp_path / "d")
    put = LocalStore.put

    def flipped(self, key, data):
        put(self, key, data[:100] + bytes([data[100] ^ 1]) + data[101:] if key.startswith("shards/") else data)

    monkeypatch.setattr(LocalStore, "put", flipped)
    assert main(["hash", str(tmp_path / "d"), "--out", str(tmp_path / "o"), "--cluster", "threads"]) == 2
    assert "damaged" in capsys.readouterr().err and not (tmp_path / "o" / "manifest.sums").exists()


def test_shards_of_earlier_versions_are_read(tmp_path, threads):
    root, out = tmp_path / "d", tmp_path / "o"
    fill(root)
    hash_store(str(root), ["md5", "sha256"], str(out), threads, limits=SMALL)
    for shard in (out / "shards").iterdir():
        number, _, hash = shard.name.partition("-")
        assert len(number) == 9 and len(hash) == 32 + len(".parquet")
        shard.rename(shard.with_name(f"{number}.parquet"))
    (root / "a0").write_bytes(b"other")
    again = hash_store(str(root), ["md5", "sha256"], str(out), threads, limits=SMALL)
    assert again.tally.counts == {"ok": 1} and again.tally.skipped == len(NAMES) - 2
    assert manifest(out) == truth(root)
    old = out / "shards" / "000000000.parquet"
    assert _damaged(out, threads, root, old, old.read_bytes()[:-1]) is None


def test_runs_into_one_directory_at_one_time(tmp_path, monkeypatch):
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    from lanesum.cluster import hashing, open_cluster

    root, out = tmp_path / "d", tmp_path / "o"
    fill(root, [f"{i:03}" for i in range(200)])
    listed, both = hashing._first_keys, Barrier(2)

    def together(store, names):
        # Neither sees a shard of the other.
        found = listed(store, names)
        both.wait(60)
        return found

    monkeypatch.setattr(hashing, "_first_keys", together)
    finished = hashing.write_manifest
    written = Barrier(2)

    def last(store, tables):
        # All shards of both are there before one is read.
        written.wait(60)
        return finished(store, tables)

    monkeypatch.setattr(hashing, "write_manifest", last)

    def run(most):
        cluster = open_cluster("threads", 2)
        try:
            return hash_store(str(root), ["md5", "sha256"], str(out), cluster, limits=Limits(most, most))
        finally:
            cluster.close()

    out.mkdir()
    with ThreadPoolExecutor(2) as pool:
        for hashed in pool.map(run, (7, 11)):
            assert hashed.tally.counts == {"ok": 200} and hashed.objects == 200
    assert manifest(out) == truth(root)
    assert len(list((out / "shards").iterdir())) == 29 + 19
    monkeypatch.undo()
    # Which shard of a number has the last word does not matter.
    (root / "050").write_bytes(b"other")
    (root / "060").unlink()
    again = run(5)
    assert again.tally.counts == {"ok": 1} and again.tally.skipped == 198
    assert manifest(out) == truth(root)


def test_what_goes_while_a_directory_is_listed_is_not_there(tmp_path):
    from lanesum.cluster.stores import open_store

    fill(tmp_path, ["0", "b/c", "b/d", "e/f", "g", "h"])
    found = []
    for entry in open_store(str(tmp_path)).list():
        found.append(entry.key)
        if entry.key == "0":
            for name in ("b/c", "e/f", "g"):
                (tmp_path / name).unlink()
            (tmp_path / "e").rmdir()
        if entry.key == "b/d":
            (tmp_path / "h").unlink()
    assert found == ["0", "b/d"]


def test_a_manifest_that_lacks_what_was_read_is_an_error(tmp_path, threads, monkeypatch, capsys):
    from lanesum.cluster import hashing

    root, out = tmp_path / "d", tmp_path / "o"
    fill(root)
    tables = hashing.tables
    monkeypatch.setattr(hashing, "tables", lambda store, index: tables(store, index[1:]))
    arguments = ["hash", str(root), "-a", "md5,sha256", "--out", str(out), "--cluster", "threads", "--batch-objects", "2"]
    assert main(arguments) == 2
    assert f"{len(NAMES) - 1} have been read" in capsys.readouterr().err

    def removed(store, index):
        for shard in (out / "shards").iterdir():
            shard.unlink()
        return tables(store, index)

    monkeypatch.setattr(hashing, "tables", removed)
    assert main(arguments) == 2
    assert "not there any more" in capsys.readouterr().err
    monkeypatch.undo()
    assert main(arguments) == 0 and manifest(out) == truth(root)


def test_many_that_are_gone_are_marked_in_bounded_memory(tmp_path, threads, monkeypatch):
    from lanesum.cluster.hashing import _Gone

    monkeypatch.setattr(_Gone, "MOST", 10)
    root, out = tmp_path / "d", tmp_path / "o"
    fill(root, [f"{i:03}" for i in range(100)])
    hash_store(str(root), ["md5", "sha256"], str(out), threads)
    for i in range(0, 100, 3):
        (root / f"{i:03}").unlink()
    (root / "new").write_bytes(b"new")
    # As when the run that saw it was ended: its marks are there, and its manifest is not.
    for _ in range(2):
        hash_store(str(root), ["md5", "sha256"], str(out), threads)
        assert manifest(out) == truth(root)
    import pyarrow.parquet as parquet

    counts = [parquet.read_table(shard)["status"].to_pylist().count("gone") for shard in (out / "shards").iterdir()]
    assert sorted(counts) == [0, 0, 4, 10, 10, 10]


def test_results_of_another_run_are_not_touched(tmp_path, threads):
    fill(tmp_path / "d")
    hash_store(str(tmp_path / "d"), ["md5"], str(tmp_path / "o"), threads)
    with pytest.raises(ClusterError, match="another run"):
        hash_store(str(tmp_path / "d"), ["sha1"], str(tmp_path / "o"), threads)
    with pytest.raises(ClusterError, match="another run"):
        hash_store(str(tmp_path), ["md5"], str(tmp_path / "o"), threads)


def test_one_unreadable_object_is_told_and_the_rest_is_done(tmp_path, threads, monkeypatch):
    from lanesum.cluster import files

    root, out = tmp_path / "d", tmp_path / "o"
    fill(root)
    digests = files._digests

    def refused(algorithms, paths):
        for path, found in digests(algorithms, paths):
            yield path, PermissionError(13, "Permission denied") if path.endswith("a0") else found

    monkeypatch.setattr(files, "_digests", refused)
    hashed = hash_store(str(root), ["md5", "sha256"], str(out), threads, limits=SMALL)
    assert hashed.tally.counts == {"ok": len(NAMES) - 2, "unreadable": 1}
    assert "a0" not in manifest(out)
    assert "Permission denied" in (out / "report.html").read_text()
    monkeypatch.undo()
    assert hash_store(str(root), ["md5", "sha256"], str(out), threads).tally.counts == {"ok": 1}
    assert manifest(out) == truth(root)


def test_a_file_that_changed_since_the_listing_is_hashed_as_it_is(tmp_path):
    from lanesum.cluster import open_store
    from lanesum.cluster.reading import hash_objects

    (tmp_path / "f").write_bytes(b"before")
    (tmp_path / "g").write_bytes(b"gone")
    store = open_store(str(tmp_path))
    entries = list(store.list())
    (tmp_path / "f").write_bytes(b"after it")
    (tmp_path / "g").unlink()
    changed, gone = hash_objects(store, entries, ["md5"])
    assert changed.status == "ok" and changed.entry == store.head("f") and changed.entry.size == 8
    assert changed.digests["md5"] == hashlib.md5(b"after it").digest()
    assert gone.status == "missing"


def test_a_single_file(tmp_path, threads):
    fill(tmp_path / "d")
    hash_store(str(tmp_path / "d" / "a0"), ["md5"], str(tmp_path / "o"), threads)
    assert list(manifest(tmp_path / "o")) == ["a0"]


def test_lists_of_keys(tmp_path, threads):
    root = tmp_path / "d"
    fill(root)
    (tmp_path / "keys").write_text("a0\nz z\n")
    hash_store(str(root), ["md5"], str(tmp_path / "o"), threads, keys=str(tmp_path / "keys"))
    assert list(manifest(tmp_path / "o")) == ["a0", "z z"]
    (tmp_path / "keys").write_text("z z\na0\n")
    with pytest.raises(ClusterError, match="order"):
        hash_store(str(root), ["md5"], str(tmp_path / "o2"), threads, keys=str(tmp_path / "keys"))


def test_lists_of_keys_that_lack_something(tmp_path, capsys):
    import pyarrow as pa
    import pyarrow.parquet as parquet

    fill(tmp_path / "d")

    def hashed(name):
        arguments = ["hash", str(tmp_path / "d"), "--out", str(tmp_path / "o"), "--keys", str(tmp_path / name)]
        return main([*arguments, "--cluster", "threads"]), capsys.readouterr().err

    for text, said in {
        "name,size\na0,1\n": "no column key",
        "key,etag\na0,x\n": "no column size",
        "": "no column key and none size",
        "key,size\na0,1\nz z\n": "row 2",
        "key,size\na0,x\n": "row 1",
        "key,size\na0,-1\n": "row 1",
    }.items():
        (tmp_path / "k.csv").write_text(text)
        status, error = hashed("k.csv")
        assert status == 2 and f"{tmp_path}/k.csv" in error and said in error
    for columns, said in [
        ({"x": [1]}, "no column key and none size"),
        ({"key": ["a0"]}, "no column size"),
        ({"key": pa.array([None], pa.string()), "size": [1]}, "row 1"),
        ({"key": [1], "size": [1]}, "row 1"),
        ({"key": ["a0"], "size": pa.array([None], pa.int64())}, "row 1"),
    ]:
        parquet.write_table(pa.table(columns), tmp_path / "k.parquet")
        status, error = hashed("k.parquet")
        assert status == 2 and f"{tmp_path}/k.parquet" in error and said in error
    (tmp_path / "k.csv").write_text("key,size\na0,1024\n")
    assert hashed("k.csv")[0] == 0
    parquet.write_table(pa.table({"size": [1024], "key": ["a0"]}), tmp_path / "k.parquet")
    assert hashed("k.parquet")[0] == 0


def test_other_stores_by_fsspec(tmp_path, threads, needs):
    fs = needs("fsspec").filesystem("memory")
    for name in ("x/b", "x/a/c"):
        fs.pipe_file(f"/{name}", name.encode())
    hash_store("memory://x", ["md5"], str(tmp_path / "o"), threads)
    assert manifest(tmp_path / "o") == {
        "a/c": {"md5": hashlib.md5(b"x/a/c").digest()},
        "b": {"md5": hashlib.md5(b"x/b").digest()},
    }


def test_the_command(tmp_path, capsys):
    fill(tmp_path / "d")
    out = tmp_path / "o"
    arguments = ["hash", str(tmp_path / "d"), "-a", "md5,sha256", "--out", str(out), "--cluster", "threads"]
    assert main(arguments) == 0
    assert f"{len(NAMES) - 1} objects in " in capsys.readouterr().out
    assert main([*arguments, "-a", "sha1"]) == 2
    assert "another run" in capsys.readouterr().err
    assert main(["hash", str(tmp_path / "d"), "-a", "sha0", "--out", str(tmp_path / "o2"), "--cluster", "threads"]) == 2
    assert main(["hash", str(tmp_path / "d"), "--out", str(tmp_path / "o2"), "--cluster", "slurm"]) == 2
    assert json.loads((out / "run.json").read_text())["algorithms"] == ["md5", "sha256"]


@pytest.mark.parametrize("url", ["https://h/b/o?X-Amz-Signature=SECRET", "http://user:SECRET@h/o?a=/SECRET", "http://h/o#SECRET"])
def test_a_presigned_url_is_refused_and_told_to_nobody(url, tmp_path, threads):
    from lanesum.cluster.checking import check_store
    from lanesum.cluster.slices import decode
    from lanesum.cluster.stores import public
    from lanesum.cluster.tree import tree_of

    manifest = tmp_path / "sums"
    manifest.write_text("")
    out = tmp_path / "o"
    for refused in (
        lambda: hash_store(url, ["md5"], str(out), threads),
        lambda: hash_store(str(tmp_path), ["md5"], url, threads),
        lambda: tree_of(url, str(out), threads),
        lambda: check_store(str(manifest), url, threads),
        lambda: decode(url, str(out), bytes(32), 0, 1),
        lambda: decode(str(manifest), url, bytes(32), 0, 1),
    ):
        with pytest.raises(ClusterError, match="presigned") as error:
            refused()
        assert "SECRET" not in str(error.value)
    assert not out.exists() and "SECRET" not in public(url)
