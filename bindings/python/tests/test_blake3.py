"""blake3, against the package of that name."""

import os
import random
import threading

import lanesum
import pytest

LENGTHS = [0, 1, 63, 64, 65, 1023, 1024, 1025, 2047, 2048, 2049, 8192, 100_000, 1 << 20, (1 << 20) + 1, 5_000_000]


def test_every_keyword(needs):
    theirs = needs("blake3").blake3
    data = random.Random(5).randbytes(LENGTHS[-1])
    for n in LENGTHS:
        for told in ({}, {"key": b"k" * 32}, {"derive_key_context": "a context"}):
            for threads in (1, 4, lanesum.blake3.AUTO):
                ours = lanesum.blake3(data[:n], max_threads=threads, **told)
                expected = theirs(data[:n], **told)
                assert ours.digest() == expected.digest()
                assert ours.hexdigest(length=100, seek=7) == expected.hexdigest(length=100, seek=7)
            assert ours.digest(5000, seek=1 << 40) == expected.digest(5000, seek=1 << 40)
    for attribute in ("name", "digest_size", "block_size", "key_size"):
        assert getattr(ours, attribute) == getattr(expected, attribute)
    assert lanesum.blake3.AUTO == theirs.AUTO


def test_methods(needs, tmp_path):
    theirs = needs("blake3").blake3
    path = tmp_path / "f"
    path.write_bytes(b"of the file" * 900_000)
    for threads in (1, 4):
        made = lanesum.blake3(max_threads=threads)
        assert made.update(b"x") is made and made.update_mmap(path) is made
        assert made.digest() == theirs(b"x").update_mmap(path).digest()
        other = made.copy()
        assert made.reset() is made
        assert made.digest() == theirs().digest() and other.digest() != made.digest()
    with pytest.raises(FileNotFoundError):
        made.update_mmap(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        made.update_mmap(tmp_path)


def test_files(tmp_path):
    """Of all lengths around what is read at once, behind messages that fill a subtree or do not."""
    path, data = tmp_path / "f", random.Random(6).randbytes(5_000_000)
    lengths = [n + i for n in (64 << 10, 128 << 10, 1 << 20, 3 << 20) for i in (-1, 0, 1)]
    for length in (0, 1, *lengths, len(data)):
        path.write_bytes(data[:length])
        for before in (0, 1, 1024, 64 << 10, 100_000, 128 << 10, 1 << 20):
            for threads in (1, 3):
                made = lanesum.blake3(data[:before], max_threads=threads, key=b"k" * 32).update_mmap(path)
                assert made.digest() == lanesum.blake3(data[:before] + data[:length], key=b"k" * 32).digest()
    with path.open("wb") as file:
        file.truncate(200_000_003)
    assert lanesum.blake3(max_threads=2).update_mmap(path).digest() == lanesum.blake3(bytes(200_000_003)).digest()


def test_a_file_that_shrinks(tmp_path):
    """What is read of it is hashed: no more, and no process ends."""
    path, done = tmp_path / "f", threading.Event()
    path.write_bytes(b"x" * 8_000_000)

    def change():
        while not done.is_set():
            for length in (0, 8_000_000, 3_000_000, 8_000_000):
                os.truncate(path, length)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(100):
            lanesum.blake3(max_threads=3).update_mmap(path).digest()
    finally:
        done.set()
        changing.join()


def test_wrong_keywords():
    for wrong in ({"key": b"short"}, {"max_threads": 0}, {"max_threads": -2}, {"key": b"k" * 32, "derive_key_context": "c"}):
        with pytest.raises(ValueError):
            lanesum.blake3(b"", **wrong)
    for wrong in ({"key": "k" * 32}, {"derive_key_context": b"bytes"}):
        with pytest.raises(TypeError):
            lanesum.blake3(b"", **wrong)
    made = lanesum.blake3()
    for arguments in ((-1,), (1 << 70,)):
        with pytest.raises(OverflowError):
            made.digest(*arguments)
    with pytest.raises(OverflowError):
        made.digest(32, seek=-1)
    for length in ((1 << 63) - 1, 1 << 63, (1 << 64) - 1):
        with pytest.raises(OverflowError):
            made.digest(length)
        with pytest.raises(OverflowError):
            made.hexdigest(length)
    with pytest.raises(MemoryError):
        made.digest(1 << 62)
    with pytest.raises(MemoryError):
        made.hexdigest(1 << 62)


def test_the_end_of_the_output(needs):
    """Behind it the package counts on, and so do we."""
    theirs = needs("blake3").blake3(b"x")
    ours = lanesum.blake3(b"x")
    for before in (1, 31, 32, 33, 64, 100, 5000):
        for length in (0, 1, before, before + 1, 200, 6000):
            seek = (1 << 64) - before
            assert ours.digest(length, seek=seek) == theirs.digest(length, seek=seek)
            assert ours.hexdigest(length, seek=seek) == theirs.hexdigest(length, seek=seek)


def test_parts_of_a_message():
    """Chaining values of parts, hashed apart, make the hash of the whole."""
    data = bytes(range(256)) * 30  # 7,680 bytes: halves of 4,096 and 3,584.
    left = (0, 4096, lanesum.blake3.subtree(data[:4096], 0))
    right = (4096, 3584, lanesum.blake3.subtree(memoryview(data)[4096:], 4096))
    assert lanesum.blake3.root(left, right) == lanesum.blake3(data).digest()
    quarters = [(n, 2048, lanesum.blake3.subtree(data[n : n + 2048], n)) for n in (0, 2048)]
    assert lanesum.blake3.merge(*quarters) == left[2]
    value, tree = lanesum.blake3.subtree_outboard(data[:4096], 0)
    # Three parents of two chaining values.
    assert (value, len(tree)) == (left[2], 3 * 64)
    assert len(lanesum.blake3.subtree_outboard(data[:4096], 0, chunk_group=1)[1]) == 64
    for wrong in (
        lambda: lanesum.blake3.subtree(b"", 0),
        lambda: lanesum.blake3.subtree(b"x", 7),
        lambda: lanesum.blake3.subtree(data, 1024),
        lambda: lanesum.blake3.root(right, left),
        lambda: lanesum.blake3.merge(left, left),
        lambda: lanesum.blake3.merge((0, 4096, b"short"), right),
        lambda: lanesum.blake3.subtree_outboard(data, 0, chunk_group=13),
    ):
        with pytest.raises((ValueError, TypeError)):
            wrong()
    with pytest.raises(TypeError):
        lanesum.blake3.subtree("text", 0)
    with pytest.raises(OverflowError):
        lanesum.blake3.subtree(b"x", -1)
