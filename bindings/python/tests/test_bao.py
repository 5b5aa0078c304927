"""Verified streaming over bytes, paths and file objects."""

import io
import random
import subprocess
import sys
import threading

import lanesum
import pytest
from lanesum import bao

LENGTHS = [0, 1, 1023, 1024, 1025, 2048, 5000, 16384, 16385, 300_000]
KEYS = [None, b"k" * 32]


@pytest.mark.parametrize("group", [0, 4])
@pytest.mark.parametrize("key", KEYS)
def test_there_and_back(tmp_path, group, key):
    told = {"chunk_group": group, "key": key}
    for n in LENGTHS:
        data = random.Random(n).randbytes(n)
        path = tmp_path / "f"
        path.write_bytes(data)
        expected = lanesum.blake3(data, key=key).digest()
        for outboard in (False, True):
            hash, encoding = bao.encode(data, outboard=outboard, **told)
            assert hash == expected
            beside = data if outboard else None
            for source in (path, str(path), open(path, "rb"), io.BytesIO(data), Pipe(data)):
                out = tmp_path / "out"
                assert bao.encode(source, out, outboard=outboard, **told) == hash
                assert out.read_bytes() == encoding
            assert bao.decode(encoding, hash, data=beside, **told) == data
            assert bao.decode(out, hash.hex(), tmp_path / "back", data=beside, **told) is None
            assert (tmp_path / "back").read_bytes() == data
            with bao.Reader(out, hash, data=beside, **told) as reader:
                assert reader.read() == data
                for place in {0, n // 2, max(n - 1, 0), n}:
                    assert reader.seek(place) == place and reader.tell() == place
                    assert reader.read(100) == data[place : place + 100]
                assert reader.seek(0, 2) == n
            for start, length in ((0, 1), (n // 2, 1000), (0, n), (n + 5, 10)):
                slice = bao.slice(encoding, start, length, data=beside, **told)
                assert bao.decode_slice(slice, hash, start, length, **told) == data[start : start + length]
        tree = bao.outboard(path, **told)[1]
        bao.verify(data, tree, hash, **told)
        bao.verify(path, tree, hash, **told)


class Pipe(io.RawIOBase):
    """What can only be read on."""

    def __init__(self, data):
        self.file = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.file.readinto(buffer)


def test_corruption_at_every_byte():
    data = random.Random(1).randbytes(5000)
    hash, encoding = bao.encode(data)
    _, tree = bao.outboard(data)
    for place in range(0, len(encoding), 7):
        wrong = bytearray(encoding)
        wrong[place] ^= 1
        with pytest.raises(bao.VerifyError):
            bao.decode(wrong, hash)
        given = bytearray()
        reader = bao.Reader(bytes(wrong), hash)
        with pytest.raises(bao.VerifyError):
            while piece := reader.read(300):
                given += piece
        assert data.startswith(bytes(given))
    for place in range(0, len(tree), 11):
        wrong = bytearray(tree)
        wrong[place] ^= 0x80
        with pytest.raises(bao.VerifyError):
            bao.verify(data, wrong, hash)
    for cut in (0, 7, 8, 100, len(encoding) - 1):
        with pytest.raises(bao.VerifyError):
            bao.decode(encoding[:cut], hash)


def test_only_verified_bytes_are_written(tmp_path):
    data = random.Random(1).randbytes(100_000)
    hash, encoding = bao.encode(data)
    wrong = bytearray(encoding)
    wrong[-1] ^= 1
    with pytest.raises(bao.VerifyError):
        bao.decode(wrong, hash, tmp_path / "out")
    written = (tmp_path / "out").read_bytes()
    assert len(written) < len(data) and data.startswith(written)


def test_refused(tmp_path):
    hash, encoding = bao.encode(b"x" * 3000)
    for wrong in (b"short", "digits", "0" * 63, hash + b"x"):
        with pytest.raises(ValueError):
            bao.decode(encoding, wrong)
    for told in ({"key": b"short"}, {"chunk_group": 13}):
        with pytest.raises(ValueError):
            bao.encode(b"x", **told)
    with pytest.raises(OverflowError):
        bao.encode(b"x", chunk_group=-1)
    with pytest.raises(FileNotFoundError):
        bao.encode(tmp_path / "none")
    with pytest.raises(TypeError):
        bao.encode(None)
    reader = bao.Reader(encoding, hash)
    with pytest.raises(ValueError):
        reader.seek(-1)
    with pytest.raises(ValueError):
        reader.seek(0, 3)
    reader.close()
    with pytest.raises(ValueError):
        reader.read()
    with pytest.raises(KeyError, match="of the file"):
        bao.decode(Failing(), hash)


class Failing(io.RawIOBase):
    """What it raises comes through."""

    def read(self, n=-1):
        raise KeyError("of the file")

    def seek(self, *_):
        return 0


HEAD = """
import io, signal, threading, time
from lanesum import bao

class File(io.BytesIO):
    at_read = None

    def read(self, n=-1):
        if self.at_read:
            self.at_read()
        return super().read(n)

hash, encoding = bao.encode(bytes(5000))
file = File(encoding)
reader = bao.Reader(file, hash)

def refused(call):
    try:
        call()
    except RuntimeError as error:
        assert "reentrant" in str(error), error
    else:
        raise AssertionError("not refused")
"""

REENTRANT = {
    "a source that seeks": """
file.at_read = lambda: reader.seek(0)
refused(lambda: reader.read(10))
refused(lambda: reader.seek(0, 2))
""",
    "a source that reads on": """
file.at_read = lambda: refused(lambda: reader.readinto(bytearray(10)))
assert reader.read() == bytes(5000)
""",
    "an output that tells": """
class Out:
    def write(self, data):
        reader.tell()
refused(lambda: reader._reader.copy_to(Out()))
""",
    "a handler of a signal": """
ran = []
def handler(*_):
    refused(reader.tell)
    ran.append(1)
signal.signal(signal.SIGALRM, handler)
file.at_read = lambda: time.sleep(0.2)
signal.setitimer(signal.ITIMER_REAL, 0.1)
assert reader.read() == bytes(5000)
assert ran
""",
}


@pytest.mark.parametrize("how", REENTRANT)
def test_a_reader_that_is_called_in_its_own_call(how):
    # It works again afterwards.
    code = HEAD + REENTRANT[how] + "\nfile.at_read = None\nreader.seek(0)\nassert reader.read() == bytes(5000)"
    ran = subprocess.run([sys.executable, "-c", code], timeout=60, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_another_thread_waits_for_the_reader():
    inside, go = threading.Event(), threading.Event()

    class File(io.BytesIO):
        def read(self, n=-1):
            inside.set()
            assert go.wait(60)
            return super().read(n)

    hash, encoding = bao.encode(bytes(5000))
    reader = bao.Reader(File(encoding), hash)
    told, read = [], []
    first = threading.Thread(target=lambda: read.append(reader.read(100)))
    first.start()
    assert inside.wait(60)
    second = threading.Thread(target=lambda: told.append(reader.tell()))
    second.start()
    second.join(0.1)
    assert second.is_alive() and not told
    go.set()
    first.join(60)
    second.join(60)
    assert read == [bytes(100)] and told == [100]


@pytest.mark.parametrize(
    ("written", "error"),
    [
        (lambda n: n + 1, OSError),
        (lambda n: -1, OSError),
        (lambda n: 1 << 70, OSError),
        (lambda n: 0, OSError),
        (lambda n: None, BlockingIOError),
        (lambda n: "all", TypeError),
    ],
)
def test_writes_that_say_what_cannot_be(written, error):
    class Out(io.BytesIO):
        def write(self, data):
            return written(super().write(data))

    hash, encoding = bao.encode(b"x" * 5000)
    for outboard in (False, True):
        with pytest.raises(error):
            bao.encode(b"x" * 5000, Out(), outboard=outboard)
        with pytest.raises(error):
            bao.encode(Pipe(b"x" * 5000), Out(), outboard=outboard)
    with pytest.raises(error):
        bao.decode(encoding, hash, Out())
