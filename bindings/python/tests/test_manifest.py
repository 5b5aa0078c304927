"""The entries of manifests, and the lines that they are written as."""

import hashlib
import io
import os
import signal
import subprocess
import sys
import threading

import lanesum
import pytest

MD5, SHA256 = hashlib.md5(b"x"), hashlib.sha256(b"x")


def entries(text, **keywords):
    return list(lanesum.manifest_entries(io.BytesIO(text.encode(errors="surrogateescape")), **keywords))


def test_every_line(tmp_path):
    text = (
        f"{MD5.hexdigest()}  a\n"
        "# a comment\n"
        f"\\SHA256 (b\\nb) = {SHA256.hexdigest()}\n"
        "\n"
        "not a line\n"
        "WHIRLPOOL (a) = 19fa61d75522a466\n"
        f"{SHA256.hexdigest()} *c d\udcff\n"
        f"BLAKE2b-72 (e) = {'07' * 9}\n"
        f"{MD5.hexdigest()}  last"
    )
    path = tmp_path / "SUMS"
    path.write_bytes(text.encode(errors="surrogateescape"))
    for manifest in (path, str(path), open(path, "rb"), io.BytesIO(path.read_bytes())):
        found = list(lanesum.manifest_entries(manifest))
        assert [(f.line, f.path, f.algorithm, f.algorithms, f.problem) for f in found] == [
            (1, "a", None, ("md5",), None),
            (3, "b\nb", "sha256", ("sha256",), None),
            (5, None, None, (), "malformed"),
            (6, None, "WHIRLPOOL", (), "unsupported"),
            (7, "c d\udcff", None, ("sha256", "blake3"), None),
            (8, "e", "blake2b-72", ("blake2b-72",), None),
            (9, "last", None, ("md5",), None),
        ]
        assert [f.digest for f in found] == [
            MD5.digest(), SHA256.digest(), None, None, SHA256.digest(), b"\x07" * 9, MD5.digest()
        ]  # fmt: skip
        assert all(f.size is None for f in found)
        assert "'a' line 1" in repr(found[0]) and "malformed line 5" in repr(found[2])
        # A name that it gives makes the function.
        assert lanesum.new(found[5].algorithm).digest_size == 9


def test_other_formats():
    found = entries(
        "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n"
        f"1,{MD5.hexdigest()},{SHA256.hexdigest()},a,b\n"
    )
    assert [(f.path, f.algorithm, f.digest, f.size, f.line) for f in found] == [
        ("a,b", "md5", MD5.digest(), 1, 3),
        ("a,b", "sha256", SHA256.digest(), 1, 3),
    ]


def test_one_algorithm():
    text = f"{SHA256.hexdigest()}  a\nSHA256 (b) = {SHA256.hexdigest()}\n{MD5.hexdigest()}  c\n"
    assert [(f.algorithm, f.problem) for f in entries(text, algorithm="sm3")] == [
        ("sm3", None),
        (None, "malformed"),
        (None, "malformed"),
    ]


def test_lines_that_end_with_nul():
    found = entries(f"{MD5.hexdigest()}  a\nb\\\0{MD5.hexdigest()}  c\0", zero=True)
    assert [(f.path, f.line) for f in found] == [("a\nb\\", 1), ("c", 2)]


def test_there_and_back():
    names = ["a", "b\nc", "d\\e", "f\r", " g ", "(h) = 1", "\udcff", "-", "#", "a/../b"]
    algorithms = sorted(lanesum.algorithms_available) + ["blake2b-72", "blake3-512"]
    for tag, zero in ((True, False), (True, True), (False, False), (False, True)):
        for algorithm in algorithms:
            digest = lanesum.digest_many(algorithm, [b"x"])[0]
            lines = [lanesum.manifest_line(name, algorithm, digest, tag=tag, zero=zero) for name in names]
            only = None if tag else algorithm
            found = list(lanesum.manifest_entries(io.BytesIO(b"".join(lines)), zero=zero, algorithm=only))
            assert [(f.path, f.algorithm, f.digest) for f in found] == [(n, algorithm, digest) for n in names]
    function = lanesum.blake2b(digest_size=9)
    assert lanesum.manifest_line(b"a", function, bytes(9)) == b"BLAKE2b-72 (a) = 000000000000000000\n"
    assert lanesum.manifest_line("a", "sha256", SHA256.digest(), tag=False) == SHA256.hexdigest().encode() + b"  a\n"


def test_as_the_command_reads(tmp_path, monkeypatch):
    """`check` reads what was written, and finds what `manifest_entries` finds."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "new\nline", "back\\slash"):
        (tmp_path / name).write_bytes(b"x")
    lines = [lanesum.manifest_line(name, "sha256", SHA256.digest()) for name in sorted(os.listdir())]
    (tmp_path / "SUMS").write_bytes(b"".join(lines) + b"nothing\n")
    assert [c.status for c in lanesum.check("SUMS")] == ["ok"] * 3 + ["malformed"]
    assert [(f.path, f.line) for f in lanesum.manifest_entries("SUMS")] == [
        (c.path, c.line) for c in lanesum.check("SUMS")
    ]


def test_bad_lines():
    for path, algorithm, digest in (
        ("", "md5", bytes(16)), ("a\0", "md5", bytes(16)), ("a", "md5", bytes(15)), ("a", "md5", b""),
        ("a", "sha256", bytes(65)), ("a", "none", bytes(16)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            lanesum.manifest_line(path, algorithm, digest)
    for path, digest in (("a", "00" * 16), (1, bytes(16)), (None, bytes(16))):
        with pytest.raises(TypeError):
            lanesum.manifest_line(path, "md5", digest)


def test_no_line_is_written_that_is_not_read():
    # The digest, and two blanks behind it.
    room = (1 << 20) - 34
    line = lanesum.manifest_line("a" * room, "md5", bytes(16), tag=False)
    (entry,) = lanesum.manifest_entries(io.BytesIO(line))
    assert (len(entry.path), entry.problem) == (room, None)
    for name, zero in (("a" * (room + 1), False), ("a" * (room + 1), True), ("\n" * (room // 2 + 1), False)):
        with pytest.raises(ValueError, match="longer than 1 MiB"):
            lanesum.manifest_line(name, "md5", bytes(16), tag=False, zero=zero)


class Failing(io.RawIOBase):
    """A file object whose reads fail once some lines have come."""

    def __init__(self, error, lines):
        self.error, self.lines = error, lines

    def read(self, size=-1):
        if self.lines:
            return self.lines.pop(0)
        raise self.error


def test_bad_manifests(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("none", "-"):
        with pytest.raises(FileNotFoundError) as raised:
            lanesum.manifest_entries(name)
        assert raised.value.filename.endswith(name)
    with pytest.raises(IsADirectoryError):
        list(lanesum.manifest_entries(tmp_path))
    with pytest.raises(TypeError):
        lanesum.manifest_entries(None)
    with pytest.raises(TypeError):
        list(lanesum.manifest_entries(io.StringIO("text")))
    with pytest.raises(ValueError, match="--key-file"):
        entries(f"# lanesum: check with --key-file\n{MD5.hexdigest()}  a\n")
    assert entries("") == []
    # What came before an error is given out, and then the error as it was raised.
    error = KeyError("mine")
    line = lanesum.manifest_line("a", "md5", MD5.digest())
    found = lanesum.manifest_entries(Failing(error, [line + line[:9], line[9:]]))
    assert [next(found).path, next(found).path] == ["a", "a"]
    with pytest.raises(KeyError) as raised:
        next(found)
    assert raised.value is error
    assert list(found) == []


def test_a_line_without_end():
    """It is one malformed line, and takes no memory to speak of."""

    class Endless(io.RawIOBase):
        left = 2000

        def read(self, size=-1):
            self.left -= 1
            return b"x" * min(size, 32768) if self.left > 0 else b""

    (found,) = lanesum.manifest_entries(Endless())
    assert (found.problem, found.line) == ("malformed", 1)


def test_memory_is_flat(tmp_path):
    """200,000 lines are 20 MB, of which 2 MB are in memory at a time."""
    script = f"""if True:
        import lanesum, resource, sys
        line = lanesum.manifest_line("d" * 30, "sha256", bytes(32))
        class Lines:
            left = 2000
            def read(self, size):
                self.left -= 1
                return line * 100 if self.left >= 0 else b""
        used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(2):
            count, before = sum(1 for _ in lanesum.manifest_entries(Lines())), used()
        assert count == 200_000, count
        # KiB: the second pass needs nothing that the first has not had.
        assert used() - before < 4096, (before, used())
    """
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_pipe_is_not_waited_for(tmp_path):
    """An entry is given out while more may come, and a signal ends the wait for those."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    try:
        os.write(writer, lanesum.manifest_line("a", "md5", MD5.digest()))
        found = lanesum.manifest_entries(pipe)
        assert next(found).path == "a"

        class Interrupted(Exception):
            pass

        def interrupt(*_):
            raise Interrupted

        before = signal.signal(signal.SIGUSR1, interrupt)
        try:
            timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1))
            with pytest.raises(Interrupted):
                timer.start()
                next(found)
            timer.join()
        finally:
            signal.signal(signal.SIGUSR1, before)
        # As a generator that has raised: no more comes of it.
        assert list(found) == []
    finally:
        os.close(writer)


def test_no_reentry():
    class Own(io.RawIOBase):
        def read(self, size=-1):
            next(self.found)

    own = Own()
    own.found = lanesum.manifest_entries(own)
    with pytest.raises(ValueError, match="another"):
        next(own.found)
