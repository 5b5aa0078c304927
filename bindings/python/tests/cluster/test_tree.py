"""`tree` on a file: the hash, the outboard encoding and the checksums of one machine."""

import random

import lanesum
import pytest
from lanesum import bao
from lanesum.cluster import ClusterError
from lanesum.cluster.cli import main
from lanesum.cluster.outboard import needed
from lanesum.cluster.slices import Requests, decode, slice
from lanesum.cluster.tree import tree_of

MIB = 1 << 20
SUMS = ("crc32", "crc32c", "crc64nvme", "adler32")


@pytest.mark.parametrize("size", [0, 1, 1024, 16385, 8 * MIB, 8 * MIB + 1, 16 * MIB, 16 * MIB + 1, 24 * MIB + 5, 40 * MIB - 1])
def test_it_is_that_of_one_machine(size, threads, tmp_path):
    data = (random.Random(size).randbytes(70_001) * (size // 70_001 + 1))[:size]
    path, out = tmp_path / "object", tmp_path / "o"
    path.write_bytes(data)
    hash, outboard = bao.outboard(data, chunk_group=4)
    for again in range(2):
        tree = tree_of(str(path), str(out), threads, checksums=SUMS, part=8 * MIB)
        assert tree.hash == hash and (out / "outboard").read_bytes() == outboard
        assert tree.checksums == {name: lanesum.new(name, data).digest() for name in SUMS}
        assert bool(tree.tally.counts) == (not again and size > 0)
    for start, length in [(0, 0), (0, 1), (size // 2, 100_000), (max(size - 1, 0), 1), (size, 9), (size + 5, 1), (16383, 2)]:
        cost = Requests()
        found = decode(str(path), str(out / "outboard"), hash, start, length, cost=cost)
        assert found == data[start : start + length] and cost.bytes < length + (1 << 20)
        made = slice(str(path), str(out / "outboard"), start, length)
        assert made == bao.slice(outboard, start, length, data=data, chunk_group=4)


def test_a_changed_object_is_not_what_was_hashed(threads, tmp_path):
    path, out = tmp_path / "object", tmp_path / "o"
    path.write_bytes(b"a" * (20 * MIB))
    tree = tree_of(str(path), str(out), threads, part=8 * MIB)
    path.write_bytes(b"b" * (20 * MIB))
    with pytest.raises(bao.VerifyError):
        decode(str(path), str(out / "outboard"), tree.hash, 5, 5)
    # Parts of the other state are not used.
    assert tree_of(str(path), str(out), threads, part=8 * MIB).hash == lanesum.blake3(b"b" * (20 * MIB)).digest()


def test_a_range_of_a_terabyte_is_a_few_requests():
    size = 10**12
    ranges = needed(size, 123_456_789_012, MIB)
    assert len(ranges) < 40 and sum(b - a for a, b in ranges) < 64 * (64 + 2 * 26) + 8
    assert ranges == sorted(ranges) and ranges[0][0] == 0
    assert ranges[-1][1] <= 8 + 64 * (-(-size // 16384) - 1)


def test_what_cannot_be(threads, tmp_path):
    path = tmp_path / "object"
    path.write_bytes(b"x")
    for more in ({"part": 3 * MIB}, {"part": 1 << 12}, {"checksums": ("md5",)}):
        with pytest.raises(ClusterError):
            tree_of(str(path), str(tmp_path / "o"), threads, **more)
    with pytest.raises(ClusterError, match="not one object"):
        tree_of(str(tmp_path), str(tmp_path / "o"), threads)
    with pytest.raises(ClusterError, match="there is nothing"):
        tree_of(str(tmp_path / "none"), str(tmp_path / "o"), threads)


def test_the_command(tmp_path, capsysbinary):
    data = random.Random(1).randbytes(9 * MIB)
    (tmp_path / "object").write_bytes(data)
    paths = [str(tmp_path / "object"), str(tmp_path / "o" / "outboard")]
    tree = ["tree", paths[0], "--out", str(tmp_path / "o"), "--part", "8", "--checksums", "crc32c", "--cluster", "threads"]
    assert main(tree) == 0
    out = capsysbinary.readouterr().out.decode()
    digest = lanesum.blake3(data).hexdigest()
    assert digest in out and lanesum.crc32c(data).hexdigest() in out
    assert main(["decode", *paths, digest, "1000000", "10"]) == 0
    assert capsysbinary.readouterr().out == data[1_000_000:1_000_010]
    assert main(["slice", *paths, "1000000", "10"]) == 0
    made = capsysbinary.readouterr().out
    assert bao.decode_slice(made, digest, 1_000_000, 10, chunk_group=4) == data[1_000_000:1_000_010]
    assert main(["decode", *paths, "0" * 64, "1000000", "10"]) == 1
    assert main(["decode", paths[0], str(tmp_path / "none"), digest, "0", "1"]) == 2
