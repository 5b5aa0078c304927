"""Manifests compared with their files."""

import base64
import hashlib
import os
import sys
import time

import lanesum
import pytest


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "c", "d e"):
        (tmp_path / name).write_bytes(b"of " + name.encode())
    return tmp_path


def digest(name, algorithm="sha256"):
    return lanesum.new(algorithm, b"of " + name.encode()).hexdigest()


def test_every_line(place):
    encoded = base64.b64encode(hashlib.sha256(b"of c").digest()).decode()
    (place / "SUMS").write_text(
        f"{digest('a')}  a\n"
        f"{digest('a')}  b\n"
        "not a line\n"
        f"{digest('a')}  none\n"
        f"MD5 (b) = {digest('b', 'md5')}\n"
        f"{digest('d e')} *d e\n"
        f"SHA256 (c) = {encoded}\n"
        "# a comment\n"
        f"{digest('b', 'blake3')}  b\n"
    )
    for threads in (1, 0):
        found = list(lanesum.check("SUMS", threads=threads))
        assert [(f.status, f.path, f.line) for f in found] == [
            ("ok", "a", 1),
            ("failed", "b", 2),
            ("malformed", None, 3),
            ("unreadable", "none", 4),
            ("ok", "b", 5),
            ("ok", "d e", 6),
            ("ok", "c", 7),
            ("ok", "b", 9),
        ]
        assert [bool(f) for f in found] == [f.status == "ok" for f in found]
        assert [f.algorithm for f in found if f] == ["sha256", "md5", "sha256", "sha256", "blake3"]
        failed, unreadable = found[1], found[3]
        # Which algorithm a digest is of that none has, nobody knows.
        assert failed.expected.hex() == digest("a") and failed.digest is failed.algorithm is None
        assert isinstance(unreadable.error, FileNotFoundError) and unreadable.digest is None
        assert "failed 'b' line 2" in repr(failed)


def test_where_names_are(place, monkeypatch):
    (place / "SUMS").write_text(f"{digest('a')}  a\n")
    monkeypatch.chdir("/")
    assert [f.status for f in lanesum.check(place / "SUMS")] == ["unreadable"]
    assert [f.status for f in lanesum.check(place / "SUMS", base="manifest")] == ["ok"]
    assert [f.status for f in lanesum.check(place / "SUMS", base=place)] == ["ok"]


def test_one_algorithm(place):
    (place / "SUMS").write_text(f"{digest('a', 'sm3')}  a\n")
    # SHA-256 and BLAKE3 do not match, and then the others with such digests are tried.
    assert [(f.status, f.algorithm) for f in lanesum.check("SUMS")] == [("ok", "sm3")]
    assert [f.status for f in lanesum.check("SUMS", algorithm="sm3")] == ["ok"]
    assert [(f.status, f.algorithm) for f in lanesum.check("SUMS", algorithm="sha256")] == [("failed", "sha256")]
    (place / "SUMS").write_text(f"{digest('b', 'sm3')}  a\n")
    assert [(f.status, f.algorithm, f.digest) for f in lanesum.check("SUMS")] == [("failed", None, None)]


def test_unknown_algorithm(place):
    (place / "SUMS").write_text("WHIRLPOOL (a) = 19fa61d75522a466\n")
    assert [(f.status, f.algorithm, f.line) for f in lanesum.check("SUMS")] == [("unsupported", "WHIRLPOOL", 1)]


def test_special_files(place):
    os.mkfifo(place / "pipe")
    (place / "SUMS").write_text(f"{digest('a')}  pipe\n")
    (found,) = lanesum.check("SUMS")
    assert found.status == "unreadable" and not isinstance(found.error, lanesum.FileChangedError)
    assert "not a regular file" in str(found.error)


def test_what_a_command_writes(place):
    os.mkdir("many")
    lines = []
    for i in range(3000):
        (place / "many" / str(i)).write_bytes(str(i).encode())
        lines.append(f"{hashlib.md5(str(i).encode()).hexdigest()}  many/{i}\n")
    (place / "SUMS").write_text("".join(lines))
    found = list(lanesum.check("SUMS"))
    assert all(found) and [f.path for f in found] == [f"many/{i}" for i in range(3000)]


def test_bad_manifests(place):
    with pytest.raises(FileNotFoundError):
        lanesum.check("none")
    with pytest.raises(IsADirectoryError):
        list(lanesum.check(place))
    with pytest.raises(FileNotFoundError):
        lanesum.check("SUMS", base="no directory")
    (place / "SUMS").write_text("nothing here\n")
    with pytest.raises(ValueError, match="no properly formatted"):
        list(lanesum.check("SUMS"))
    with pytest.raises(ValueError):
        lanesum.check("SUMS", algorithm="no such")
    # `-` is a file, not standard input.
    with pytest.raises(FileNotFoundError):
        lanesum.check("-")


def test_names_that_lead_out(place, tmp_path):
    (place / "in").mkdir()
    (place / "in" / "SUMS").write_text(f"{digest('a')}  ../a\n{digest('a')}  {tmp_path}/a\n")
    found = list(lanesum.check("in/SUMS", base="manifest"))
    assert [(f.status, f.digest) for f in found] == [("refused", None)] * 2
    assert [f.status for f in lanesum.check("in/SUMS", base="manifest", confine=False)] == ["ok"] * 2


def test_repeats(place):
    """What is listed more than once is said behind all lines, as the command says it."""
    (place / "SUMS").write_text(
        f"{digest('a')}  a\n{digest('a')}  ./a\n{digest('b', 'md5')}  b\n{digest('a', 'md5')}  b\n{digest('c')}  c\n"
    )
    checks = lanesum.check("SUMS")
    found = list(checks)
    assert [(f.status, f.line, f.contradicts) for f in found] == [
        ("ok", 1, None),
        ("ok", 2, None),
        ("ok", 3, None),
        ("failed", 4, None),
        ("ok", 5, None),
        ("contradiction", 4, 3),
    ]
    assert (checks.repeated, checks.contradictions) == (1, 1)
    assert not found[-1] and list(checks) == []
    (place / "SUMS").write_text(f"{digest('a')}  a\n{digest('a', 'md5')}  a\n")
    checks = lanesum.check("SUMS")
    assert all(checks) and (checks.repeated, checks.contradictions) == (0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc which threads there are")
@pytest.mark.parametrize("of", ["pipe", "/dev/zero"])
def test_a_manifest_without_an_end(of, tmp_path):
    """The thread that reads it ends when nobody asks any more."""
    writer = None
    if of == "pipe":
        of = tmp_path / of
        os.mkfifo(of)
        writer = os.open(of, os.O_RDWR)
    threads = set(os.listdir("/proc/self/task"))
    checks = lanesum.check(of)
    assert set(os.listdir("/proc/self/task")) - threads
    del checks
    for _ in range(500):
        if not set(os.listdir("/proc/self/task")) - threads:
            break
        time.sleep(0.01)
    else:
        pytest.fail("it reads on")
    if writer is not None:
        os.close(writer)


def test_a_manifest_on_a_pipe(tmp_path, monkeypatch):
    """Its lines are checked as they come."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_bytes(b"x")
    os.mkfifo("pipe")
    writer = os.open("pipe", os.O_RDWR)
    checks = lanesum.check("pipe")
    for _ in range(3):
        os.write(writer, lanesum.manifest_line("a", "md5", lanesum.md5(b"x").digest()) * 3)
        assert [next(checks).status for _ in range(3)] == ["ok"] * 3
    os.close(writer)
    assert list(checks) == []
