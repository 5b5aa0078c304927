"""Streams of asyncio: pieces of many tasks, hashed together."""

import asyncio
import hashlib
import random
from array import array

import lanesum
import pytest
from lanesum import streams
from lanesum.streams import Stream
from stream_gate import LARGE, Gate, turns


@pytest.mark.parametrize("name", sorted(lanesum.algorithms_available))
def test_digests(name):
    """Many streams with pieces of all lengths give the digests of the whole messages."""
    choose = random.Random(name)
    key = choose.randbytes(16) if name == "lemac" else None

    async def one(pieces):
        stream = Stream(name, key=key)
        for piece in pieces:
            await stream.update(piece)
            if choose.random() < 0.3:
                await turns(choose.randrange(3))
        assert stream.hexdigest() == stream.digest().hex()
        return stream.digest()

    async def all_of(messages):
        return await asyncio.gather(*map(one, messages))

    lengths = (0, 1, 63, 64, 2047, 2048, 4095, 4096, 4097, 8191, 32768, 65536, 65537)
    messages = [[choose.randbytes(choose.choice(lengths)) for _ in range(choose.randrange(9))] for _ in range(70)]
    expected = lanesum.digest_many(name, [b"".join(pieces) for pieces in messages], key=key)
    assert asyncio.run(all_of(messages)) == expected
    if hasattr(hashlib, name) and "shake" not in name:
        assert expected == [hashlib.new(name, b"".join(pieces)).digest() for pieces in messages]


def test_algorithms():
    """All that `digest_many` takes; streams of several keys and algorithms in one loop."""

    async def work():
        told = [
            (Stream("SHA-256"), lanesum.sha256()),
            (Stream(lanesum.blake3, key=b"k" * 32), lanesum.blake3(key=b"k" * 32)),
            (Stream(lanesum.blake3(derive_key_context="c")), lanesum.blake3(derive_key_context="c")),
            (Stream(lanesum.blake2b(digest_size=9, person=b"p")), lanesum.blake2b(digest_size=9, person=b"p")),
            (Stream("blake2b", key=b"one"), lanesum.blake2b(key=b"one")),
            (Stream("blake2b", key=b"two"), lanesum.blake2b(key=b"two")),
            (Stream(lanesum.new("shake_128", digest_size=500)), lanesum.new("shake_128", digest_size=500)),
        ]
        for piece in (b"x" * LARGE, b"y", b"z" * LARGE):
            await asyncio.gather(*[stream.update(piece) for stream, _ in told])
            for stream, plain in told:
                plain.update(piece)
                assert stream.digest() == plain.digest()
        assert (told[0][0].name, told[0][0].digest_size, told[0][0].block_size) == ("sha256", 32, 64)
        assert repr(told[0][0]).startswith("<sha256 lanesum.streams.Stream @ 0x")

    asyncio.run(work())
    with pytest.raises(ValueError, match="unsupported"):
        Stream("md6")
    with pytest.raises(ValueError, match="must be new"):
        Stream(lanesum.md5(b"x"))
    with pytest.raises(TypeError):
        Stream(None)


def test_a_long_piece():
    """A piece of many rounds, and short ones that are answered before it."""

    async def work():
        long, data, order = Stream("md5"), bytes(64 << 20), []

        async def add():
            await long.update(data)
            order.append("long")

        adding = asyncio.ensure_future(add())
        await turns(2)
        short = [Stream("md5") for _ in range(20)]
        await asyncio.gather(*[stream.update(b"x" * 5000) for stream in short])
        order.append("short")
        await adding
        assert order == ["short", "long"]
        assert long.digest() == hashlib.md5(data).digest()
        assert {stream.digest() for stream in short} == {hashlib.md5(b"x" * 5000).digest()}

    asyncio.run(work())


def recorded(monkeypatch):
    """The lengths of the pieces of each call, as they come."""
    calls, real = [], streams.update_many

    def update_many(updates):
        calls.append([end - start for _, _, start, end in updates])
        real(updates)

    monkeypatch.setattr(streams, "update_many", update_many)
    return calls


def test_rounds(monkeypatch):
    """Pieces of one turn go to one call, whose bytes are bounded; small ones to none."""
    rounds = recorded(monkeypatch)

    async def work(count, len):
        rounds.clear()
        all_streams = [Stream("sha1") for _ in range(count)]
        await asyncio.gather(*[stream.update(b"x" * len) for stream in all_streams])
        assert {stream.digest() for stream in all_streams} == {hashlib.sha1(b"x" * len).digest()}

    asyncio.run(work(64, 32768))
    assert rounds == [[32768] * 64]
    asyncio.run(work(64, streams._AT_ONCE - 1))
    assert rounds == []
    asyncio.run(work(300, 100_000))
    assert sum(map(sum, rounds)) == 300 * 100_000
    assert max(map(sum, rounds)) < streams._ROUND + streams._SHARE
    assert max(map(max, rounds)) <= streams._SHARE


def test_in_turn():
    """A few small pieces need no thread: the executor here gives none."""

    async def work(name, len, count):
        gate, all_streams = Gate(), [Stream(name) for _ in range(count)]
        adding = asyncio.gather(*[stream.update(b"x" * len) for stream in all_streams])
        await turns()
        in_turn = adding.done()
        gate.opened.set()
        await adding
        assert {stream.digest() for stream in all_streams} == {lanesum.new(name, b"x" * len).digest()}
        return in_turn

    for name, most in (("md5", streams._IN_TURN), ("blake3", streams._IN_TURN_ALONE)):
        for len, count, in_turn in ((most, 1, True), (most, 2, True), (most // 8, 16, True), (most, 3, False), (most + 1, 1, False)):
            assert asyncio.run(work(name, len, count)) == in_turn, (name, len, count)


def test_long_pieces_of_what_fills_the_lanes_alone(monkeypatch):
    """Each is a call of its own, and they wait for each other no more than for rounds."""
    calls = recorded(monkeypatch)
    long = streams._IN_TURN_ALONE + 1

    async def work():
        data = [random.Random(i).randbytes(len) for i, len in enumerate((long, 5000, long + 7, 5000))]
        all_streams = [Stream("blake3") for _ in data]
        for _ in range(2):
            await asyncio.gather(*[stream.update(piece) for stream, piece in zip(all_streams, data)])
        for stream, piece in zip(all_streams, data):
            assert stream.digest() == lanesum.blake3(piece + piece).digest()

    asyncio.run(work())
    assert sorted(calls) == sorted(2 * [[5000, 5000], [long], [long + 7]])


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda data: array("H", data), lambda data: memoryview(array("I", data))])
@pytest.mark.parametrize("len", [0, 16, LARGE])
def test_buffers(kind, len):
    async def work():
        data = random.Random(len).randbytes(len)
        stream = Stream("sha256")
        await stream.update(kind(data))
        assert stream.digest() == hashlib.sha256(data).digest()

    asyncio.run(work())


def test_a_buffer_is_held_while_it_is_used():
    async def work():
        gate, data, stream = Gate(), bytearray(LARGE), Stream("md5")
        adding = asyncio.ensure_future(stream.update(data))
        await turns()
        with pytest.raises(BufferError):
            data.append(0)
        gate.opened.set()
        await adding
        data.append(0)
        assert stream.digest() == hashlib.md5(bytes(LARGE)).digest()

    asyncio.run(work())


@pytest.mark.parametrize("len", [16, LARGE])
def test_bad_pieces(len):
    """They raise what hashlib raises, and the stream is as it was."""

    async def work():
        stream = Stream("md5")
        await stream.update(b"good" * len)
        for bad in ("x" * len, None, 5, [b"x" * len], memoryview(bytes(2 * len))[::2]):
            with pytest.raises((TypeError, BufferError)) as ours:
                await stream.update(bad)
            with pytest.raises((TypeError, BufferError)) as theirs:
                hashlib.md5().update(bad)
            assert (ours.type, str(ours.value)) == (theirs.type, str(theirs.value))
        released = memoryview(bytes(len))
        released.release()
        with pytest.raises(ValueError, match="released"):
            await stream.update(released)
        with pytest.raises(TypeError):
            await stream.update()
        await stream.update(b"more")
        assert stream.digest() == hashlib.md5(b"good" * len + b"more").digest()

    asyncio.run(work())


def test_as_hashlib():
    """A digest ends nothing, and copies are messages of their own, in any loop."""

    async def begin():
        stream = Stream("sha1")
        await stream.update(b"x" * LARGE)
        assert stream.digest() == stream.digest() == hashlib.sha1(b"x" * LARGE).digest()
        await stream.update(b"y" * LARGE)
        copy = stream.copy()
        await asyncio.gather(copy.update(b"z" * LARGE), stream.update(b"w" * LARGE))
        assert copy.digest() == hashlib.sha1(b"x" * LARGE + b"y" * LARGE + b"z" * LARGE).digest()
        assert stream.digest() == hashlib.sha1(b"x" * LARGE + b"y" * LARGE + b"w" * LARGE).digest()
        return stream

    async def go_on(stream):
        for piece in (b"v", b"v" * LARGE):
            with pytest.raises(RuntimeError, match="another event loop"):
                await stream.update(piece)
        copy = stream.copy()
        await copy.update(b"v" * LARGE)
        assert copy.digest() == hashlib.sha1(b"x" * LARGE + b"y" * LARGE + b"w" * LARGE + b"v" * LARGE).digest()

    stream = asyncio.run(begin())
    asyncio.run(go_on(stream))
    # Its loop is closed.
    assert stream.hexdigest() == hashlib.sha1(b"x" * LARGE + b"y" * LARGE + b"w" * LARGE).hexdigest()
    coroutine = stream.update(b"x")
    with pytest.raises(RuntimeError, match="no running event loop"):
        coroutine.send(None)
    import copy
    import pickle

    for wrong in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError, match="pickled"):
            wrong(stream)


def test_one_update_at_a_time():
    async def work():
        gate, stream = Gate(), Stream("md5")
        adding = asyncio.ensure_future(stream.update(b"x" * LARGE))
        await turns()
        assert "in an update" in repr(stream)
        for call in (stream.digest, stream.hexdigest, stream.copy):
            with pytest.raises(RuntimeError, match="under way"):
                call()
        for piece in (b"y", b"y" * LARGE):
            with pytest.raises(RuntimeError, match="under way"):
                await stream.update(piece)
        gate.opened.set()
        await adding
        await stream.update(b"z")
        assert stream.digest() == hashlib.md5(b"x" * LARGE + b"z").digest()

    asyncio.run(work())


@pytest.mark.parametrize("name", ["md5", "sha512", "blake3", "xxh64"])
def test_pieces_for_several_cores(name):
    """As many as fill the lanes of one core, of two, and of more; each piece is added once."""
    choose = random.Random(name)
    for count in (31, 32, 33, 64, 100):
        hashes = [streams.begin(name) for _ in range(count)]
        messages = [b""] * count
        for _ in range(2):
            pieces = [choose.randbytes(choose.randrange(10_000, 40_000)) for _ in range(count)]
            streams.update_many([(h, piece, 3, len(piece) - 1) for h, piece in zip(hashes, pieces)])
            messages = [message + piece[3:-1] for message, piece in zip(messages, pieces)]
        assert [h.digest() for h in hashes] == [lanesum.new(name, message).digest() for message in messages]


def test_update_many_refuses():
    """What no stream does: nothing is added then."""
    from lanesum._lanesum import begin, update_many

    hash, other, data = begin("md5"), begin("md5"), memoryview(b"x" * 10)
    with pytest.raises(RuntimeError, match="in use"):
        update_many([(other, data, 0, 10), (hash, data, 0, 10), (hash, data, 0, 10)])
    for start, end in ((0, 11), (5, 4), (11, 11)):
        with pytest.raises(ValueError, match="ends before"):
            update_many([(other, data, 0, 10), (hash, data, start, end)])
    for wrong in ((hash, "x", 0, 1), (hash, data, -1, 1), (None, data, 0, 1), (lanesum.blake3(), data, 0, 1)):
        with pytest.raises((TypeError, OverflowError)):
            update_many([(other, data, 0, 10), wrong])
    update_many([])
    assert hash.digest() == other.digest() == hashlib.md5().digest()
