"""digest_files: in order, with errors as values, bounded, and interrupted at once."""

import gc
import hashlib
import itertools
import os
import pathlib
import random
import threading
import time
import weakref

import lanesum
import pytest


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    root = tmp_path_factory.mktemp("files")
    paths = []
    for i in range(400):
        path = root / f"f{i}"
        path.write_bytes(random.Random(i).randbytes([0, 1, 63, 64, 1000, 16384, 100_000][i % 7]))
        paths.append(path)
    large = root / "large"
    large.write_bytes(random.Random(1).randbytes(9_000_001))
    return [*paths, large]


def digests(name, paths):
    return [lanesum.new(name, pathlib.Path(os.fsdecode(path)).read_bytes()).digest() for path in paths]


@pytest.mark.parametrize("threads", [0, 1, 2, 16])
def test_in_order(files, threads):
    for name in ("md5", "sha256", "blake3"):
        found = list(lanesum.digest_files(name, files, threads=threads))
        assert found == list(zip(files, digests(name, files)))
    both = list(lanesum.digest_files(["blake3", lanesum.md5], files, threads=threads))
    assert both == list(zip(files, zip(digests("blake3", files), digests("md5", files))))


def test_kinds_of_paths(files, tmp_path, monkeypatch):
    class Bytes:
        def __fspath__(self):
            return os.fsencode(files[5])

    given = [files[5], str(files[5]), os.fsencode(files[5]), Bytes()]
    found = list(lanesum.digest_files("md5", iter(given)))
    assert [path for path, _ in found] == given
    assert {digest for _, digest in found} == set(digests("md5", files[5:6]))
    # `-` is a file of that name, and names need not be text.
    monkeypatch.chdir(tmp_path)
    names = ["-", os.fsdecode(b"\xff\xfe"), "new\nline"]
    for name in names:
        pathlib.Path(name).write_bytes(b"of " + os.fsencode(name))
    assert [digest for _, digest in lanesum.digest_files("md5", names)] == [
        hashlib.md5(b"of " + os.fsencode(name)).digest() for name in names
    ]
    assert list(lanesum.digest_files("md5", [])) == []


def test_errors(files, tmp_path):
    mixed = [files[0], tmp_path / "none", files[1], tmp_path, files[2] / "x", files[3], "nul\0"]
    found = dict(lanesum.digest_files("md5", mixed, on_error="return"))
    assert [type(found[path]) for path in mixed] == [
        bytes, FileNotFoundError, bytes, IsADirectoryError, NotADirectoryError, bytes, OSError,
    ]  # fmt: skip
    error = found[mixed[1]]
    assert (error.errno, error.filename) == (2, mixed[1]) and error.strerror
    iterator = lanesum.digest_files("md5", mixed)
    assert next(iterator)[0] == files[0]
    with pytest.raises(FileNotFoundError, match="none"):
        next(iterator)
    assert list(iterator) == []


def test_refused(files):
    for wrong in ("path", b"path", None, 1):
        with pytest.raises(TypeError):
            lanesum.digest_files("md5", wrong)
    with pytest.raises(TypeError):
        list(lanesum.digest_files("md5", [files[0], 1]))
    for told in ({"threads": -1}, {"on_error": "ignore"}):
        with pytest.raises(ValueError):
            lanesum.digest_files("md5", files, **told)
    with pytest.raises(ValueError):
        lanesum.digest_files([], files)
    with pytest.raises(ValueError):
        lanesum.digest_files("no such", files)


def test_what_the_paths_raise(files):
    def paths():
        yield from files[:10]
        raise KeyError("from the generator")

    iterator = lanesum.digest_files("md5", paths())
    # As of a generator: what came before is given out, and nothing after.
    assert [path for path, _ in itertools.islice(iterator, 10)] == files[:10]
    with pytest.raises(KeyError, match="from the generator"):
        next(iterator)
    assert list(iterator) == []
    iterator = lanesum.digest_files("md5", [files[0], 1])
    assert next(iterator)[0] == files[0]
    with pytest.raises(TypeError):
        next(iterator)


def test_an_interrupt_in_the_paths_does_not_wait(files):
    def paths():
        yield from files[:10]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(lanesum.digest_files("md5", paths()))


def test_paths_come_as_they_are_needed(files):
    """Of a generator without end only a bounded part is taken."""
    taken = itertools.count()

    def paths():
        for path in itertools.cycle(files[:100]):
            next(taken)
            yield path

    with lanesum.digest_files("md5", paths()) as iterator:
        for _, digest in itertools.islice(iterator, 1000):
            assert len(digest) == 16
    assert next(taken) < 20_000


def test_a_file_that_changes(tmp_path):
    path = tmp_path / "f"
    done = threading.Event()

    def change():
        while not done.is_set():
            path.write_bytes(b"x" * 3_000_000)
            os.truncate(path, 100)

    path.write_bytes(b"x" * 3_000_000)
    writer = threading.Thread(target=change)
    writer.start()
    try:
        seen = set()
        until = time.monotonic() + 300
        while lanesum.FileChangedError not in seen and time.monotonic() < until:
            for name in ("md5", "blake3"):
                for _, what in lanesum.digest_files(name, [path] * 50, on_error="return"):
                    seen.add(type(what))
        assert seen <= {bytes, lanesum.FileChangedError} and lanesum.FileChangedError in seen
        assert issubclass(lanesum.FileChangedError, OSError)
    finally:
        done.set()
        writer.join()


def test_progress(files):
    told = []
    size = sum(path.stat().st_size for path in files)
    list(lanesum.digest_files("md5", files, progress=lambda bytes, files: told.append((bytes, files))))
    assert told[-1] == (size, len(files)) and told == sorted(told)

    def raising(bytes, files):
        raise KeyError("from progress")

    with pytest.raises(KeyError):
        list(lanesum.digest_files("md5", files, progress=raising))
    for off in (None, False):
        assert len(list(lanesum.digest_files("md5", files, progress=off))) == len(files)


def test_tqdm(files, needs, capsys):
    needs("tqdm")
    list(lanesum.digest_files("md5", files, progress=True))
    assert f"{len(files)} files" in capsys.readouterr().err


def test_closed(files):
    iterator = lanesum.digest_files("md5", files * 10)
    next(iterator)
    iterator.close()
    assert list(iterator) == []
    # Dropped in the middle, many times: no thread and no descriptor stays.
    descriptors = "/proc/self/fd"
    before = len(os.listdir(descriptors)) if os.path.isdir(descriptors) else None
    for _ in range(50):
        next(lanesum.digest_files("blake3", files))
    if before is not None:
        # Threads that are just ending open and close a few.
        until = time.monotonic() + 100
        while (now := len(os.listdir(descriptors))) > before + 3 and time.monotonic() < until:
            time.sleep(0.05)
        assert now <= before + 3


def test_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write():
        with open(pipe, "wb") as file:
            file.write(b"through the pipe" * 10_000)

    writer = threading.Thread(target=write)
    writer.start()
    [(_, digest)] = lanesum.digest_files("sha256", [pipe])
    writer.join()
    assert digest == hashlib.sha256(b"through the pipe" * 10_000).digest()


class Job:
    """Iterates, and is told of progress: a cycle."""

    def __init__(self, paths, how):
        self.paths = paths
        if how == "progress":
            self.it = lanesum.digest_files("md5", paths, threads=2, progress=self.progress)
        elif how == "paths":
            self.it = lanesum.digest_files("md5", self.names(), threads=2)
        else:
            self.it = lanesum.digest_files("md5", [*paths, Named(self, paths[0])], threads=2)

    def progress(self, bytes, files):
        pass

    def names(self):
        for path in itertools.cycle(self.paths):
            yield path if self else None


class Named:
    def __init__(self, job, path):
        self.job, self.path = job, path

    def __fspath__(self):
        return os.fspath(self.path)


def tasks():
    return len(os.listdir("/proc/self/task"))


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted in /proc")
@pytest.mark.parametrize("how", ["progress", "paths", "a path"])
def test_cycles_are_collected(files, how):
    gc.collect()
    before, jobs = tasks(), []
    for _ in range(50):
        job = Job(files, how)
        next(job.it)
        jobs.append(weakref.ref(job))
        del job
    gc.collect()
    assert not any(job() for job in jobs)
    end = time.monotonic() + 60
    while tasks() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert tasks() <= before


def test_collected_while_it_iterates(files):
    """It is in use, and stays."""

    def paths():
        for path in files:
            gc.collect()
            yield path

    def progress(bytes, files):
        gc.collect()

    it = lanesum.digest_files("md5", paths(), threads=2, progress=progress)
    stop = threading.Event()

    def collect():
        while not stop.is_set():
            gc.collect()
            time.sleep(0.001)

    collector = threading.Thread(target=collect)
    # What is there already is not looked through each time: with every package, it is much.
    gc.collect()
    gc.freeze()
    collector.start()
    try:
        assert [digest for _, digest in it] == digests("md5", files)
    finally:
        stop.set()
        collector.join()
        gc.unfreeze()
