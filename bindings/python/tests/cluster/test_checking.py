"""`check` of a directory, and what S3's claims say, without a server."""

import base64
import hashlib
import random

import lanesum
import pytest
from lanesum.cluster import Entry, hash_store
from lanesum.cluster.checking import check_store
from lanesum.cluster.claims import Claim, believed, claims_of, etag_claim, of_parts, part_sizes
from lanesum.cluster.cli import main
from lanesum.cluster.verify import _Parts

BODIES = {f"d/{i:03}": bytes([i]) * i for i in range(100)}


@pytest.fixture
def run(tmp_path, threads):
    for name, body in BODIES.items():
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    hash_store(str(tmp_path / "root"), ["sha256", "blake3"], str(tmp_path / "o"), threads)
    return tmp_path / "root", tmp_path / "o"


@pytest.mark.parametrize("name", ["manifest.sums", "manifest.parquet"])
def test_what_changed_is_found(name, run, threads):
    root, out = run
    assert check_store(str(out / name), str(root), threads).counts == {"ok": 100}
    (root / "d/050").write_bytes(b"x" * 50)
    (root / "d/060").write_bytes(b"longer" * 50)
    (root / "d/070").unlink()
    (root / "e").write_bytes(b"")
    told = {}
    outcome = check_store(str(out / name), str(root), threads, told=lambda v: told.update({v.key: v.status}))
    assert told == {"d/050": "changed", "d/060": "changed", "d/070": "missing", "e": "new"}
    assert outcome.counts == {"ok": 97, "changed": 2, "missing": 1, "new": 1} and not outcome.ok


def test_the_command(run, capsys, tmp_path):
    root, out = run
    where = ["--cluster", "threads"]
    assert main(["check", str(out / "manifest.sums"), str(root), *where]) == 0
    assert main(["check", str(out / "manifest.sums"), str(root), *where, "--sample", "10%", "--seed", "a"]) == 0
    assert "not in the sample of seed a" in capsys.readouterr().err
    (root / "d/050").unlink()
    assert main(["check", str(out / "manifest.sums"), str(root), *where, "--out", str(tmp_path / "c")]) == 1
    assert "d/050: missing" in capsys.readouterr().out
    assert "believed" in (tmp_path / "c" / "check.html").read_text()
    assert main(["check", str(out / "manifest.sums"), str(root), *where, "--sample", "0"]) == 2
    (tmp_path / "sums").write_text("nothing\n")
    assert main(["check", str(tmp_path / "sums"), str(root), *where]) == 2
    assert "no line of a manifest" in capsys.readouterr().err


def test_lines_of_any_format_and_order_and_what_is_wrong_with_them(run, threads, tmp_path, monkeypatch):
    root, _ = run
    monkeypatch.setattr("lanesum.cluster.sorting.RUN", 7)
    sums = [(name, hashlib.sha256(body).digest()) for name, body in BODIES.items()]
    random.Random(1).shuffle(sums)
    name, digest = sums[50]
    texts = {
        "sums": b"".join(lanesum.manifest_line(n, "sha256", d, tag=False) for n, d in sums),
        "hashdeep": b"%%%% HASHDEEP-1.0\n%%%% size,sha256,filename\n"
        + b"".join(b"%d,%s,%s\n" % (len(BODIES[n]), d.hex().encode(), n.encode()) for n, d in sums),
    }
    for kind, text in texts.items():
        (tmp_path / kind).write_bytes(text)
        outcome = check_store(str(tmp_path / kind), str(root), threads)
        assert outcome.ok and outcome.counts == {"ok": 100}

    def checked(text):
        (tmp_path / "bad").write_bytes(text)
        told = {}
        outcome = check_store(str(tmp_path / "bad"), str(root), threads, told=lambda v: told.update({v.key: v.status}))
        assert not outcome.ok
        return outcome.counts, told

    place = f"{tmp_path}/bad, line 101"
    assert checked(texts["sums"] + b"what\n") == ({"ok": 100, "malformed": 1}, {place: "malformed"})
    unknown = checked(texts["sums"] + b"GOST (x) = 00112233\n")
    assert unknown == ({"ok": 100, "unsupported": 1}, {place: "unsupported"})
    # The same twice is the same; two digests of one object cannot both be right.
    line = lanesum.manifest_line(name, "sha256", digest, tag=False)
    assert check_store(str(tmp_path / "sums"), str(root), threads).counts == {"ok": 100}
    (tmp_path / "twice").write_bytes(texts["sums"] + line)
    assert check_store(str(tmp_path / "twice"), str(root), threads).counts == {"ok": 100}
    other = checked(texts["sums"] + lanesum.manifest_line(name, "sha256", bytes(32), tag=False))
    assert other == ({"ok": 99, "contradicted": 1}, {name: "contradicted"})


@pytest.mark.parametrize("column", ["digest", "size"])
@pytest.mark.parametrize("before", [True, False])
def test_a_manifest_of_parquet_that_contradicts_itself(column, before, run, threads, tmp_path, capsys):
    import pyarrow as pa
    import pyarrow.parquet as parquet

    root, out = run
    table = parquet.read_table(out / "manifest.parquet")
    first = table.slice(0, 1).to_pylist()[0]
    path = tmp_path / "dup.parquet"

    def checked(row):
        other = pa.Table.from_pylist([row], schema=table.schema)
        parts = [other, table] if before else [table.slice(0, 2), other, table.slice(2)]
        parquet.write_table(pa.concat_tables(parts), path)
        return main(["check", str(path), str(root), "--cluster", "threads"]), capsys.readouterr()

    status, said = checked({**first, column: {"digest": bytes(32), "size": 9}[column]})
    assert status == 1 and "d/000: contradicted: the manifest has two" in said.out
    assert "1 contradicted, 99 ok" in said.err
    # The same twice is the same.
    status, said = checked(first)
    assert status == 0 and "100 ok" in said.err


@pytest.mark.parametrize(
    "change, said",
    [
        ({"digest": None}, "malformed: a row of the manifest has no digest for it"),
        ({"algorithm": None}, "malformed: a row of the manifest has no algorithm for it"),
        ({"status": None}, "malformed: a row of the manifest has no status for it"),
        ({"digest": b"short"}, "malformed: a digest of blake3 has 32 bytes, not 5"),
        ({"algorithm": "whirlpool"}, "unsupported: no such algorithm: whirlpool"),
    ],
)
@pytest.mark.parametrize("beside", [True, False])
def test_a_row_of_parquet_with_nothing_to_compare(change, said, beside, run, threads, tmp_path, capsys):
    """It is told, and the object not called ok for what another row says."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    root, out = run
    table = parquet.read_table(out / "manifest.parquet")
    schema = pa.schema([field.with_nullable(True) for field in table.schema])
    rows = table.to_pylist()
    assert [row["key"] for row in rows[:3]] == ["d/000", "d/000", "d/001"]
    if not beside:
        del rows[1]
    rows[0].update(change)
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), tmp_path / "x.parquet")
    assert main(["check", str(tmp_path / "x.parquet"), str(root), "--cluster", "threads"]) == 1
    told = capsys.readouterr()
    assert f"d/000: {said}" in told.out and "99 ok" in told.err


def test_parquet_without_a_size_says_the_rest(run, tmp_path, capsys):
    import pyarrow as pa
    import pyarrow.parquet as parquet

    root, out = run
    table = parquet.read_table(out / "manifest.parquet")
    schema = pa.schema([field.with_nullable(True) for field in table.schema])
    rows = [{**row, "size": None} for row in table.to_pylist()]
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), tmp_path / "x.parquet")
    (root / "d/050").unlink()
    assert main(["check", str(tmp_path / "x.parquet"), str(root), "--cluster", "threads"]) == 1
    told = capsys.readouterr()
    assert "d/050: missing" in told.out and "99 ok" in told.err


@pytest.mark.parametrize("keep, key", [(["key", "digest"], "a"), (["size"], "a"), (None, 7), (None, None)])
def test_parquet_that_is_no_manifest(keep, key, run, tmp_path, capsys):
    import pyarrow as pa
    import pyarrow.parquet as parquet

    root, out = run
    table = parquet.read_table(out / "manifest.parquet").slice(0, 1)
    if keep is None:
        keys = pa.array([key], pa.string() if key is None else pa.int64())
        table = table.set_column(0, pa.field("key", keys.type), keys)
    parquet.write_table(table if keep is None else table.select(keep), tmp_path / "x.parquet")
    assert main(["check", str(tmp_path / "x.parquet"), str(root), "--cluster", "threads"]) == 2
    said = capsys.readouterr().err
    assert ("no column" if keep else "no text") in said and "Traceback" not in said


def test_etags():
    digest = hashlib.md5(b"x").hexdigest()
    assert etag_claim(f'"{digest}"') == Claim("ETag", "md5", bytes.fromhex(digest))
    assert etag_claim(f'"{digest}-12"').parts == 12
    assert etag_claim(f'"{digest}"', encrypted=True) is None
    assert [etag_claim(e) for e in (None, "", '"x"', f'W/"{digest}"', f'"{digest}-"')] == 5 * [None]


@pytest.mark.parametrize("algorithm", ["crc32", "crc32c", "crc64nvme"])
def test_checksums_of_parts_are_combined(algorithm):
    parts = [b"a" * 1000, b"b" * 77, b""]
    values = [lanesum.new(algorithm, part).digest() for part in parts]
    listed = tuple((len(part), value) for part, value in zip(parts, values))
    whole = {algorithm: lanesum.new(algorithm, b"".join(parts)).digest()}
    claim = Claim("X", algorithm, of_parts(algorithm, values), 3, None, listed)
    assert believed(whole, 1077, [claim]) == "X"
    assert believed(whole, 1078, [claim]) is None
    assert believed({algorithm: b"\0" * len(values[0])}, 1077, [claim]) is None
    assert believed(whole, 1077, [Claim("X", algorithm, b"other", 3, None, listed)]) is None


def test_nothing_is_believed_that_says_nothing():
    digests = {"sha256": hashlib.sha256(b"x").digest()}
    assert believed(digests, 1, []) is None
    assert believed(digests, 1, [Claim("SHA1", "sha1", hashlib.sha1(b"x").digest())]) is None
    assert believed(digests, 1, [Claim("SHA256", "sha256", hashlib.sha256(b"y").digest())]) is None
    # A composite of more parts than one is of other bytes than those of the digest.
    assert believed(digests, 1, [Claim("SHA256", "sha256", digests["sha256"], 2)]) is None


def test_what_a_store_says_is_read_with_care():
    class Store:
        def head_object(self, key, **more):
            sha = base64.b64encode(hashlib.sha256(b"x").digest()).decode()
            return {
                "ETag": '"abc"', "ChecksumSHA256": sha, "ChecksumCRC32": "not base64!", "ChecksumSHA1": "AAAA",
                "ChecksumMD5": base64.b64encode(bytes(16)).decode(), "ChecksumType": "FULL_OBJECT",
                "ServerSideEncryption": "aws:kms",
            }  # fmt: skip

    claims = claims_of(Store(), Entry("k", 1, '"abc"'))
    assert {claim.name for claim in claims} == {"SHA256", "MD5"}


MIB = 1 << 20


@pytest.mark.parametrize("size", [1, 5 * MIB, 8 * MIB + 1, 100 * MIB, 999_999_999])
@pytest.mark.parametrize("part", [5 * MIB, 8 * MIB, 16 * MIB, 15 * MIB, 64 * MIB, 100 * MIB])
def test_the_usual_sizes_of_parts_are_tried(size, part):
    parts = -(-size // part)
    sizes = part_sizes(size, parts)
    assert (part in sizes or parts == 1) and len(sizes) <= 8
    assert all(-(-size // one) == parts for one in sizes)


def test_parts_of_pieces():
    data = random.Random(1).randbytes(1000)
    for size in (1, 7, 100, 999, 1000, 1001):
        for piece in (1, 64, 333, 1000):
            parts = _Parts("md5", size)
            for at in range(0, 1000, piece):
                parts.update(memoryview(data)[at : at + piece])
            digests = [hashlib.md5(data[at : at + size]).digest() for at in range(0, 1000, size)]
            assert parts.value(1000) == hashlib.md5(b"".join(digests)).digest()
