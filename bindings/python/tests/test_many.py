"""Many messages at once: lists, slices of one buffer, and what is refused."""

import array
import hashlib
import mmap
import os
import random
import signal
import struct
import subprocess
import sys
import textwrap
import threading

import lanesum
import pytest

MESSAGES = [random.Random(n).randbytes(n) for n in (*range(0, 200), 1000, 4096, 65536, 100_003)]
NAMES = sorted(lanesum.algorithms_available - {"shake_128", "shake_256"})


def one_by_one(name, messages=MESSAGES):
    return [lanesum.new(name, message).digest() for message in messages]


@pytest.mark.parametrize("name", NAMES)
def test_all_algorithms(name):
    expected = one_by_one(name)
    for threads in (0, 1, 2, 7):
        assert lanesum.digest_many(name, MESSAGES, threads=threads) == expected
    assert lanesum.digest_many(getattr(lanesum, name), MESSAGES) == expected
    assert lanesum.digest_many(lanesum.new(name), tuple(MESSAGES)) == expected
    assert lanesum.digest_many(name, (m for m in MESSAGES)) == expected
    room = bytearray(b"".join(expected)[::-1])
    assert lanesum.digest_many(name, MESSAGES, out=room) is None
    assert room == b"".join(expected)


def test_against_hashlib():
    for name in ("md5", "sha1", "sha256", "sha512", "blake2b", "sha3_256"):
        assert lanesum.digest_many(name, MESSAGES) == [hashlib.new(name, m).digest() for m in MESSAGES]


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="nothing says how many threads there are")
def test_little_work_needs_no_threads():
    """However many are asked for: to wake them would take longer."""
    code = """
        import array, os, lanesum
        def threads(count, size):
            messages = [b"x" * size] * count
            expected = lanesum.digest_many("sha1", messages)
            assert lanesum.digest_many("sha1", messages, threads=3) == expected
            offsets = array.array("q", range(0, count * size + 1, size))
            assert lanesum.digest_slices("sha1", b"".join(messages), offsets, threads=3) == b"".join(expected)
            return len(os.listdir("/proc/self/task"))
        print(threads(1000, 64), threads(100, 2000), threads(2000, 1000))
    """
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert ran.stdout == "1 1 4\n", ran.stderr


def test_kinds_of_buffers():
    mixed = [b"bytes", bytearray(b"bytes"), memoryview(b"bytes"), array.array("B", b"bytes")]
    assert lanesum.digest_many("md5", mixed) == [hashlib.md5(b"bytes").digest()] * 4
    assert lanesum.digest_many("md5", []) == []
    assert lanesum.digest_many("md5", [], out=bytearray()) is None
    assert lanesum.digest_many("md5", [], threads=0) == []


def test_told():
    told = lanesum.blake2b(digest_size=20, key=b"key", salt=b"salt")
    expected = [hashlib.blake2b(m, digest_size=20, key=b"key", salt=b"salt").digest() for m in MESSAGES]
    assert lanesum.digest_many(told, MESSAGES) == expected
    keyed = [lanesum.blake3(m, key=b"k" * 32).digest() for m in MESSAGES]
    assert lanesum.digest_many("blake3", MESSAGES, key=b"k" * 32) == keyed
    assert lanesum.digest_many(lanesum.blake3(key=b"k" * 32), MESSAGES) == keyed
    context = lanesum.blake3(derive_key_context="c")
    assert lanesum.digest_many(context, MESSAGES) == [
        lanesum.blake3(m, derive_key_context="c").digest() for m in MESSAGES
    ]
    for wrong in (lanesum.sha256(b"used"), lanesum.blake3(b"used"), lanesum.blake2b(fanout=2)):
        with pytest.raises(ValueError):
            lanesum.digest_many(wrong, MESSAGES)


def test_used_objects():
    """An object that has hashed something stands for no function."""
    for make in (lanesum.shake_128, lanesum.shake_256, lanesum.sha256, lanesum.blake2b, lanesum.blake3):
        hash = make(b"")
        assert lanesum.digest_many(hash.copy(), [b"a"]) == lanesum.digest_many(make, [b"a"])
        hash.update(b"x")
        for used in (hash, hash.copy(), make(b"x")):
            with pytest.raises(ValueError, match="must be new"):
                lanesum.digest_many(used, [b"a"])


def test_refused():
    for wrong in (None, 1, object(), len):
        with pytest.raises(TypeError):
            lanesum.digest_many(wrong, MESSAGES)
    for wrong in ("no such", ""):
        with pytest.raises(ValueError):
            lanesum.digest_many(wrong, MESSAGES)
    for wrong in ("text", b"bytes", None, 1, ["text"], [None], [1], [b"good", "bad"]):
        with pytest.raises(TypeError):
            lanesum.digest_many("md5", wrong)
    with pytest.raises(BufferError):
        lanesum.digest_many("md5", [memoryview(b"strided")[::2]])
    with pytest.raises(ValueError):
        lanesum.digest_many("md5", MESSAGES, threads=-1)
    with pytest.raises(ValueError, match="takes no key"):
        lanesum.digest_many("md5", MESSAGES, key=b"k")
    with pytest.raises(ValueError):
        lanesum.digest_many("blake3", MESSAGES, key=b"short")
    for wrong in (bytearray(15), bytearray(17)):
        with pytest.raises(ValueError):
            lanesum.digest_many("md5", [b"x"], out=wrong)
    with pytest.raises(BufferError):
        lanesum.digest_many("md5", [b"x"], out=bytes(16))
    with pytest.raises(TypeError):
        lanesum.digest_many("md5", [b"x"], out="room for digest!")
    both = bytearray(16)
    with pytest.raises(ValueError, match="overlap"):
        lanesum.digest_many("md5", [both], out=both)


def test_numpy_out(needs):
    numpy = needs("numpy")
    room = numpy.zeros((len(MESSAGES), 32), dtype="u1")
    lanesum.digest_many("sha256", MESSAGES, out=room)
    assert [bytes(row) for row in room] == one_by_one("sha256")
    with pytest.raises((BufferError, ValueError)):
        lanesum.digest_many("sha256", MESSAGES[:16], out=room[::2][:16])


def test_no_bytes_where_objects_are(needs):
    """They would be pointers, which the interpreter follows."""
    numpy = needs("numpy")
    for dtype in (object, [("i", "i8"), ("o", object)]):
        room = numpy.zeros(2, dtype=dtype)
        before = room.tolist()
        for write in (
            lambda: lanesum.digest_many("md5", [b"x"] * (room.nbytes // 16), out=room),
            lambda: lanesum.bao.Reader(*reversed(lanesum.bao.encode(bytes(100)))).readinto(room),
        ):
            with pytest.raises(TypeError, match="objects"):
                write()
        assert room.tolist() == before
    # A name is no type.
    room = numpy.zeros(2, dtype=[("O", "i8"), ("xOx", "i8")])
    lanesum.digest_many("md5", [b"x"] * 2, out=room)
    assert room.tobytes() == hashlib.md5(b"x").digest() * 2


def offsets(messages, code):
    places = [0]
    for message in messages:
        places.append(places[-1] + len(message))
    return array.array(code, places)


@pytest.mark.parametrize("code", ["i", "I", "l", "q", "Q"])
def test_slices(code):
    joined = b"".join(MESSAGES)
    for name in ("md5", "sha256", "blake3", "crc32"):
        expected = b"".join(one_by_one(name))
        for threads in (0, 1, 3):
            assert lanesum.digest_slices(name, joined, offsets(MESSAGES, code), threads=threads) == expected
        room = bytearray(len(expected))
        assert lanesum.digest_slices(name, joined, offsets(MESSAGES, code), out=room) is None
        assert room == expected
    # A column may begin, and end, inside its buffer.
    part = array.array("i", [3, 3, 10])
    assert lanesum.digest_slices("md5", b"x" * 20, part) == b"".join(hashlib.md5(b"x" * n).digest() for n in (0, 7))
    assert lanesum.digest_slices("md5", b"", array.array("i", [0])) == b""


def test_bad_slices():
    for wrong in ([], [0, 21], [-1, 5], [0, 5, 4], [5, 4], [0, 1 << 30]):
        with pytest.raises(ValueError):
            lanesum.digest_slices("md5", b"x" * 20, array.array("i", wrong))
    for wrong in ([0, 1], None, array.array("d", [0, 1]), array.array("h", [0, 1]), b"\0" * 8, "offsets"):
        with pytest.raises(TypeError):
            lanesum.digest_slices("md5", b"x" * 20, wrong)
    other = ">" if struct.pack("=h", 1) == struct.pack("<h", 1) else "<"
    with pytest.raises(TypeError):
        lanesum.digest_slices("md5", b"x" * 20, memoryview_of(f"{other}i"))
    with pytest.raises(TypeError):
        lanesum.digest_slices("md5", "text", array.array("i", [0, 1]))


def memoryview_of(format):
    numpy = pytest.importorskip("numpy")
    return numpy.array([0, 1], dtype=format.replace("i", "i4"))


def test_unsigned_offsets_above_2_gib():
    """What an unsigned offset of 32 bits says is not below 0."""
    start = (2 << 30) + 100
    with mmap.mmap(-1, start + 1000) as room:
        room[start : start + 5] = b"hello"
        for code in "IQ":
            offsets = array.array(code, [start, start + 5, start + 1000])
            digests = lanesum.digest_slices("md5", room, offsets)
            assert digests == hashlib.md5(b"hello").digest() + hashlib.md5(bytes(995)).digest()


def test_out_over_the_offsets():
    offsets = array.array("q", range(0, 30, 10))
    with pytest.raises(ValueError, match="overlap"):
        lanesum.digest_slices("xxh64", bytes(20), offsets, out=memoryview(offsets).cast("B")[:16])
    assert offsets.tolist() == [0, 10, 20]


def test_output_without_room():
    """A length that no memory has is an error, and does not end the process."""
    for size in (1 << 62, sys.maxsize):
        function = lanesum.new("shake_128", digest_size=size)
        for call in (
            lambda: lanesum.digest_many(function, [b"a", b"b"]),
            lambda: lanesum.digest_many(function, [b"a"], threads=2),
            lambda: lanesum.digest_many(function, [bytearray(b"a")]),
            lambda: lanesum.digest_many(function, [b"a"], out=bytearray(16)),
            lambda: lanesum.digest_slices(function, b"ab", array.array("q", [0, 1, 2])),
            lambda: list(lanesum.digest_files(function, [__file__])),
            function.digest,
            function.hexdigest,
        ):
            with pytest.raises((MemoryError, ValueError, OverflowError)):
                call()
    for size in (1 << 63, 1 << 64):
        with pytest.raises(OverflowError):
            lanesum.new("shake_128", digest_size=size)
    for wrong in (-1, 0):
        with pytest.raises(ValueError):
            lanesum.new("shake_128", digest_size=wrong)


@pytest.mark.parametrize("name", ["md5", "sha256", "blake3"])
def test_batches(name):
    """Around the lengths of batches, with `bytes` and without, on one thread and on several."""
    for count in (1, 2047, 2048, 2049, 16_384, 16_385, 50_000):
        messages = [i.to_bytes(4, "big") * 9 for i in range(count)]
        expected = one_by_one(name, messages)
        mixed = messages[:-1] + [memoryview(messages[-1])]
        for threads in (1, 2, 5):
            for many in (messages, tuple(messages), mixed, tuple(mixed)):
                assert lanesum.digest_many(name, many, threads=threads) == expected
                room = bytearray(len(b"".join(expected)))
                assert lanesum.digest_many(name, many, threads=threads, out=room) is None
                assert room == b"".join(expected)


@pytest.mark.parametrize("name", ["md5", "blake3"])
def test_batches_of_all_kinds(name):
    """Batches that threads take as they are, between those that they share or that are buffers."""
    short, long = [i.to_bytes(4, "big") for i in range(9000)], [bytes([i]) * 300_000 for i in range(20)]
    for messages in (short + long + short, long + short, short + long, [long[0], *short] * 3, (long + short) * 2):
        expected = one_by_one(name, messages)
        buffers = [memoryview(m) if i % 5000 == 4999 else m for i, m in enumerate(messages)]
        for threads in (2, 5):
            for many in (messages, buffers, tuple(buffers), list(map(bytearray, messages))):
                assert lanesum.digest_many(name, many, threads=threads) == expected
                room = bytearray(len(b"".join(expected)))
                lanesum.digest_many(name, many, threads=threads, out=room)
                assert room == b"".join(expected)


def test_overlap_behind_many():
    """Nothing is written where a later message lies in `out`."""
    room = bytearray(16 * 5001)
    with pytest.raises(ValueError, match="overlap"):
        lanesum.digest_many("md5", [b"x"] * 5000 + [memoryview(room)[:5]], out=room)
    assert not any(room)


def test_a_wrong_message_behind_many():
    for threads in (1, 3):
        for messages in ([b"x"] * 5000 + ["text"], [b"x"] * 50_000 + [None] + [b"x"] * 50_000):
            with pytest.raises(TypeError):
                lanesum.digest_many("md5", messages, threads=threads)
            with pytest.raises(TypeError):
                lanesum.digest_many("md5", messages, threads=threads, out=bytearray(16 * len(messages)))


def test_a_list_that_changes():
    """Other threads may change a list whose items are hashed: it is an error or it is not, and
    each digest is of something that was in the list."""
    old, new = b"o" * 200, b"n" * 200
    known = {hashlib.md5(m).digest() for m in (old, new)}
    messages = [old] * 60_000
    stop = threading.Event()

    def change():
        while not stop.is_set():
            messages[:] = [bytes(bytearray(new)) for _ in range(60_000)]
            del messages[30_000:]
            messages.extend(bytes(bytearray(old)) for _ in range(30_000))

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for i in range(30):
            try:
                digests = lanesum.digest_many("md5", messages, threads=1 + i % 2)
            except RuntimeError as error:
                assert "list" in str(error)
            else:
                assert set(digests) <= known
    finally:
        stop.set()
        thread.join()


def test_a_list_that_grows():
    """The digests are of the items that it had at first."""
    digest = lanesum.sha3_512(b"x" * 500).digest()

    def grow(*_):
        messages.extend([b"new"] * 3000)

    messages = []
    signal.signal(signal.SIGALRM, grow)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        for threads in (1, 2):
            messages = [b"x" * 500] * 200_000
            digests = lanesum.digest_many("sha3_512", messages, threads=threads)
            assert 200_000 <= len(digests) < len(messages)
            assert set(digests[:200_000]) == {digest}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        # One may be on its way, which would end the process by default.
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
