"""Streams of asyncio that are cancelled; their executors, loops and processes, which end."""

import asyncio
import gc
import hashlib
import random
import subprocess
import sys
import textwrap
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import lanesum
import pytest
from lanesum import streams
from lanesum.streams import Stream
from stream_gate import LARGE, Gate, torn, turns


def test_cancelled():
    """Before its round, in it, and between two: its stream is torn, the others go on."""

    async def work():
        gate = Gate()
        long = bytes(64 << 20)
        data = [bytearray(b"x" * LARGE) for _ in range(6)]
        all_streams = [Stream("md5") for _ in data]
        in_round = [asyncio.ensure_future(stream.update(piece)) for stream, piece in zip(all_streams[:3], data)]
        await turns()
        queued = [asyncio.ensure_future(stream.update(piece)) for stream, piece in zip(all_streams[3:], data[3:])]
        await turns()
        for task in (in_round[1], queued[1]):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        with pytest.raises(BufferError):
            data[1].append(0)  # A thread will read it.
        data[4].append(0)  # None does.
        gate.opened.set()
        await asyncio.gather(in_round[0], in_round[2], queued[0], queued[2])
        for stream in (all_streams[1], all_streams[4]):
            await torn(stream)
        for i in (0, 2, 3, 5):
            assert all_streams[i].digest() == hashlib.md5(b"x" * LARGE).digest()
            data[i].append(0)
        data[1].append(0)

        # A long one that is cancelled while others have rounds with it.
        stream, short = Stream("md5"), Stream("md5")
        adding = asyncio.ensure_future(stream.update(long))
        await turns(3)
        await short.update(b"y" * LARGE)
        adding.cancel()
        await short.update(b"y" * LARGE)
        await asyncio.gather(adding, return_exceptions=True)
        await torn(stream)
        assert short.digest() == hashlib.md5(b"y" * 2 * LARGE).digest()

    asyncio.run(work())


def test_cancelled_while_it_is_hashed_alone():
    """A thread is to read its bytes, and holds them until it has."""

    async def work():
        gate, data = Gate(), [bytearray(b"x" * (1 << 20)) for _ in range(2)]
        stream, other = Stream("blake3"), Stream("blake3")
        adding = [asyncio.ensure_future(s.update(piece)) for s, piece in zip((stream, other), data)]
        await turns()
        adding[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await adding[0]
        with pytest.raises(BufferError):
            data[0].append(0)
        gate.opened.set()
        await adding[1]
        await torn(stream)
        assert other.digest() == lanesum.blake3(b"x" * (1 << 20)).digest()
        for piece in data:
            piece.append(0)

    asyncio.run(work())


@pytest.mark.parametrize("len", [5000, LARGE])
def test_a_call_that_fails(monkeypatch, len):
    """Here or in a thread: all whose pieces it had are told, and later ones are hashed."""

    def fails(updates):
        raise MemoryError("no room")

    async def work():
        data = [bytearray(len) for _ in range(2)]
        all_streams = [Stream("md5") for _ in data]
        with monkeypatch.context() as patched:
            patched.setattr(streams, "update_many", fails)
            adding = [stream.update(piece) for stream, piece in zip(all_streams, data)]
            for error in await asyncio.gather(*adding, return_exceptions=True):
                assert isinstance(error, MemoryError)
        for stream, piece in zip(all_streams, data):
            await torn(stream)
            piece.append(0)
        stream = Stream("md5")
        await stream.update(bytes(len))
        assert stream.digest() == hashlib.md5(bytes(len)).digest()

    asyncio.run(work())


def test_timeout():
    async def work():
        gate, stream, other = Gate(), Stream("md5"), Stream("md5")
        adding = asyncio.ensure_future(other.update(b"x" * LARGE))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(stream.update(b"x" * LARGE), 0.01)
        gate.opened.set()
        await adding
        await torn(stream)
        assert other.digest() == hashlib.md5(b"x" * LARGE).digest()

    asyncio.run(work())


def test_cancelled_while_its_answer_comes():
    """Its piece is hashed, its task does not know yet: the stream is torn all the same."""

    async def work():
        first, second = Stream("md5"), Stream("md5")

        async def cancel():
            await first.update(b"x" * LARGE)
            assert second._piece.hashed.done()
            adding.cancel()

        cancelling = asyncio.ensure_future(cancel())
        adding = asyncio.ensure_future(second.update(b"x" * LARGE))
        await cancelling
        with pytest.raises(asyncio.CancelledError):
            await adding
        await torn(second)
        assert first.digest() == hashlib.md5(b"x" * LARGE).digest()

    asyncio.run(work())


def test_an_executor_that_is_shut_down():
    """Its error reaches all that wait, and streams that come later are told, too."""

    async def work():
        executor = ThreadPoolExecutor(1)
        executor.shutdown()
        asyncio.get_running_loop().set_default_executor(executor)
        for _ in range(2):
            data = [bytearray(LARGE) for _ in range(3)]
            all_streams = [Stream("md5") for _ in data]
            adding = [stream.update(piece) for stream, piece in zip(all_streams, data)]
            for error in await asyncio.gather(*adding, return_exceptions=True):
                assert isinstance(error, RuntimeError) and "shutdown" in str(error)
            for stream, piece in zip(all_streams, data):
                await torn(stream)
                piece.append(0)
        working = ThreadPoolExecutor(1)
        asyncio.get_running_loop().set_default_executor(working)
        stream = Stream("md5")
        await stream.update(b"x" * LARGE)
        assert stream.digest() == hashlib.md5(b"x" * LARGE).digest()
        working.shutdown()

    asyncio.run(work())


def test_a_round_that_is_cancelled():
    """An executor that drops what it was given: that is an error, and nothing waits for ever."""

    async def work():
        gate, stream, data = Gate(), Stream("md5"), bytearray(LARGE)
        adding = asyncio.ensure_future(stream.update(data))
        await turns()
        gate.executor.shutdown(wait=False, cancel_futures=True)
        gate.opened.set()
        with pytest.raises(RuntimeError, match="shut down"):
            await adding
        await torn(stream)
        data.append(0)

    asyncio.run(work())


def test_nothing_is_left_of_a_loop():
    """No thread, no pool, no piece."""

    async def work():
        all_streams = [Stream(name) for name in ("md5", "sha256") for _ in range(20)]
        await asyncio.gather(*[stream.update(b"x" * LARGE) for stream in all_streams])

    before = set(threading.enumerate())
    loop = asyncio.new_event_loop()
    loop.run_until_complete(work())
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
    assert set(threading.enumerate()) <= before
    found = weakref.ref(loop)
    del loop
    gc.collect()
    assert found() is None


def test_a_loop_that_is_closed_over_an_update():
    """Its stream stays refused; dropped, it lets go of all."""
    loop = asyncio.new_event_loop()
    data, stream = bytearray(LARGE), Stream("md5")
    adding = loop.create_task(stream.update(data))
    # One turn: the piece waits for the next one, and for its round.
    loop.call_soon(loop.stop)
    loop.run_forever()
    adding._log_destroy_pending = False
    loop.close()
    found = weakref.ref(loop)
    del adding, loop
    gc.collect()
    with pytest.raises(RuntimeError, match="under way"):
        stream.digest()
    del stream
    gc.collect()
    data.append(0)
    assert found() is None


def test_loops_in_threads():
    """Each has pools of its own."""

    def run(seed):
        async def one(i):
            stream, plain, choose = Stream("sha256"), hashlib.sha256(), random.Random(seed * 100 + i)
            for _ in range(20):
                piece = choose.randbytes(choose.choice((100, 5000, 40_000)))
                plain.update(piece)
                await stream.update(piece)
            return stream.digest() == plain.digest()

        async def work():
            return all(await asyncio.gather(*map(one, range(10))))

        return asyncio.run(work())

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(run, range(8)))


def test_fork():
    """In the child a loop of its own has pools of its own; the parent's stream is told apart."""
    code = """
        import asyncio, os
        from lanesum.streams import Stream

        async def add(stream):
            await stream.update(b"x" * 100000)
            return stream.digest()

        async def parent():
            stream, adding = Stream("md5"), Stream("md5")
            expected = await add(stream)
            task = asyncio.ensure_future(adding.update(bytes(32 << 20)))
            for _ in range(5):
                await asyncio.sleep(0)
            child = os.fork()
            if child == 0:
                good = False
                try:
                    asyncio._set_running_loop(None)
                    good = asyncio.run(add(Stream("md5"))) == expected == stream.digest()
                    for wrong, said in ((stream, "another event loop"), (adding, "under way")):
                        try:
                            asyncio.run(add(wrong))
                            good = False
                        except RuntimeError as error:
                            good &= said in str(error)
                finally:
                    os._exit(0 if good else 1)
            assert os.waitpid(child, 0)[1] == 0
            await task
            await add(stream)
            print("good")

        asyncio.run(parent())
        """
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert ran.stdout == "good\n", ran.stderr
