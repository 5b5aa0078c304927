"""The process around: signals, forks, sub-interpreters, threads, memory."""

import os
import random
import signal
import subprocess
import sys
import sysconfig
import textwrap
import threading
import time

import lanesum
import pytest


def python(code, *arguments, timeout=600):
    code = textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)


INTERRUPTED = """
    import os, signal, sys, threading, time
    import lanesum
    # Where the tests run in the background, it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A thread that waits for the interpreter asks for it after that time: where it is left
    # sooner for a moment, another wins it again and again, for seconds.
    sys.setswitchinterval(0.0001)
    at = []
    def interrupt():
        time.sleep(0.4)
        at.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt).start()
    try:
        {work}
        print("not interrupted")
    except KeyboardInterrupt:
        print(time.process_time() - at[0])
"""


@pytest.mark.parametrize(
    "work",
    [
        "for _ in lanesum.digest_files('sha512', [sys.argv[1]] * 10000, threads=1): pass",
        "for _ in lanesum.digest_files('sha3_512', [sys.argv[2]], threads=1): pass",
        "for _ in lanesum.digest_files('sha256', [sys.argv[3]]): pass",
        "lanesum.digest_many('sha3_512', [b'x' * 1000000] * 5000)",
        "lanesum.digest_many('md5', [b'x' * 1000000] * 100000, threads=2)",
        # Of a pipe without a writer, of one that says nothing, and of lines without an end.
        "lanesum.check(sys.argv[3])",
        "lanesum.manifest_entries(sys.argv[3])",
        "lanesum.blake3().update_mmap(sys.argv[3])",
        "os.open(sys.argv[3], os.O_RDWR); lanesum.blake3().update_mmap(sys.argv[3])",
        "lanesum.blake3().update_mmap('/dev/zero')",
        "list(lanesum.manifest_entries('/dev/zero'))",
        "list(lanesum.manifest_entries('/dev/zero', zero=True))",
    ],
)
def test_interrupted(tmp_path, work):
    small, long, pipe = tmp_path / "small", tmp_path / "long", tmp_path / "pipe"
    small.write_bytes(b"x" * 1_000_000)
    with open(long, "wb") as file:
        file.truncate(20 << 30)
    os.mkfifo(pipe)
    late = []
    for _ in range(3):
        ran = python(INTERRUPTED.format(work=work), small, long, pipe)
        assert ran.stdout and "not" not in ran.stdout, ran.stderr
        late.append(float(ran.stdout))
        # In CPU time, which other programs do not take from, of two threads; the best of
        # three. All the work takes seconds, or never ends.
        if late[-1] < 0.2:
            return
    pytest.fail(f"late by {late} seconds")


def test_fork(tmp_path):
    """The child of a process whose pool runs has a pool of its own."""
    path = tmp_path / "f"
    path.write_bytes(b"x" * 100_000)
    ran = python(
        """
        import os, sys
        import lanesum
        messages = [bytes([n % 256]) * 5000 for n in range(3000)]
        expected = lanesum.digest_many("md5", messages, threads=2)
        iterator = lanesum.digest_files("md5", [sys.argv[1]] * 100000)
        next(iterator)
        child = os.fork()
        if child == 0:
            try:
                good = lanesum.digest_many("md5", messages, threads=2) == expected
                good &= lanesum.blake3(b"x" * 5000000, max_threads=2).digest() == lanesum.blake3(b"x" * 5000000).digest()
                good &= len(list(lanesum.digest_files("md5", [sys.argv[1]] * 10))) == 10
                try:
                    next(iterator)
                    good = False
                except RuntimeError:
                    pass
                del iterator
                os._exit(0 if good else 1)
            finally:
                os._exit(2)
        assert os.waitpid(child, 0)[1] == 0
        assert lanesum.digest_many("md5", messages, threads=2) == expected
        next(iterator)
        print("good")
        """,
        path,
    )
    assert ran.stdout == "good\n", ran.stderr


def test_sub_interpreters():
    """Refused clearly."""
    ran = python(
        """
        import lanesum
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        other = interpreters.create()
        code = '''
        try:
            import lanesum
        except ImportError as error:
            assert "interpreter" in str(error), error
        else:
            raise AssertionError("it was imported")
        '''
        import textwrap
        result = interpreters.run_string(other, textwrap.dedent(code))
        assert not result, result
        print("refused")
        """
    )
    assert ran.stdout == "refused\n", ran.stderr


def test_an_exit_while_files_are_read(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"x" * 100_000)
    ran = python(
        """
        import sys
        import lanesum
        iterators = [lanesum.digest_files("md5", [sys.argv[1]] * 100000) for _ in range(5)]
        for iterator in iterators:
            next(iterator)
        print("ends")
        """,
        path,
    )
    assert (ran.returncode, ran.stdout) == (0, "ends\n"), ran.stderr


def test_signals_of_faults_go_where_they_went(tmp_path):
    """A SIGBUS that is not ours reaches the handler that was there before."""
    path = tmp_path / "large"
    path.write_bytes(b"x" * 9_000_000)
    ran = python(
        """
        import faulthandler, mmap, os, sys
        import lanesum
        faulthandler.enable()
        next(lanesum.digest_files("blake3", [sys.argv[1]]))
        with open(sys.argv[1], "r+b") as file:
            mapped = mmap.mmap(file.fileno(), 0)
            file.truncate(0)
        mapped[100000]
        """,
        path,
    )
    assert ran.returncode == -signal.SIGBUS and "Bus error" in ran.stderr


def test_objects_dropped_in_any_order():
    choose = random.Random(9)
    names = sorted(lanesum.algorithms_available)
    made = [lanesum.new(choose.choice(names), b"x" * choose.randint(0, 300)) for _ in range(10_000)]
    copies = [each.copy() for each in made]
    choose.shuffle(made)
    while made:
        made.pop()
    for each in copies:
        each.update(b"y")
    choose.shuffle(copies)
    del copies


def test_memory_is_flat(tmp_path):
    """In a process of its own: what other tests freed changes where malloc takes from."""
    path = tmp_path / "f"
    path.write_bytes(b"x" * 5000)
    ran = python(
        """
        import gc, resource, sys
        import lanesum

        path, room, messages = sys.argv[1], bytearray(32 * 64), [b"x" * 100] * 64

        def work(n):
            for _ in range(n):
                lanesum.sha256(b"x" * 100).hexdigest()
                lanesum.blake3(b"x").digest(200)
                lanesum.new("shake_128", b"x").copy().digest(10)
                try:
                    lanesum.sha256("text")
                except TypeError:
                    pass
            for _ in range(n // 100):
                lanesum.digest_many("sha256", messages, out=room)
                lanesum.digest_many("md5", messages, threads=2)
                lanesum.digest_slices("md5", b"x" * 64, memoryview(bytes(8 * 3)).cast("q"))
            for _ in range(n // 2000):
                list(lanesum.digest_files("md5", [path] * 50, threads=2))

        def peak():
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        work(50_000)
        before = peak()
        work(250_000)
        print(peak() - before)
        """,
        path,
    )
    # KiB, of which a million calls leave none.
    assert int(ran.stdout) < 6 << 10, ran.stderr


@pytest.mark.skipif(sysconfig.get_config_var("Py_GIL_DISABLED") == 1, reason="has another allocator")
def test_arenas_stay():
    """A list of digests does not take its memory anew from the system when the one before is
    gone."""
    ran = python(
        """
        import resource
        import lanesum

        def faults(work):
            before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
            work()
            return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

        messages = [b"x" * 8] * 200_000
        for _ in range(2):
            lanesum.digest_many("md5", messages)
        print(faults(lambda: lanesum.digest_many("md5", messages)))
        """,
    )
    # Its objects take 3,125 pages.
    assert int(ran.stdout) < 1500, ran.stderr


def test_the_interpreter_is_released():
    """Another thread runs while a large batch is hashed."""
    counted, stop = [0], threading.Event()
    short, room = [b"x" * 500] * 1_000_000, bytearray(64_000_000)

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        for work in (
            lambda: lanesum.digest_many("sha512", [b"x" * 1_000_000] * 200),
            lambda: lanesum.digest_many("sha3_512", short, threads=2, out=room),
            lambda: lanesum.sha3_512(b"x" * 100_000_000),
            lambda: lanesum.shake_256(b"x" * 100_000_000),
            lambda: lanesum.blake2b(b"x" * 200_000_000),
        ):
            # Held, it lets the other thread count once before and once after. On a busy
            # machine that thread may get no core either.
            for _ in range(50):
                before = counted[0]
                work()
                if counted[0] - before > 10:
                    break
            else:
                raise AssertionError("the other thread waits")
    finally:
        stop.set()
        counter.join()


def test_a_buffer_that_another_thread_changes():
    """Some digest comes of it, and nothing else happens."""
    data = bytearray(5_000_000)
    stop = threading.Event()

    def change():
        n = 0
        while not stop.is_set():
            n += 1
            data[:] = bytes([n % 256]) * len(data)

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(30):
            assert len(lanesum.sha256(data).digest()) == 32
            assert len(lanesum.digest_many("blake3", [data] * 3)) == 3
            with pytest.raises(BufferError):
                # Held, it cannot change its length.
                view = memoryview(data)
                data.append(0)
            view.release()
    finally:
        stop.set()
        changer.join()


LONG = 24_000_000

#: What is done, and what it is done with, of `n` bytes or messages of 8 bytes each.
SHORT_OF_MEMORY = {
    "lanesum.bao.encode(what)": "bytes(n)",
    "lanesum.bao.encode(what, outboard=True)": "bytes(8 * n)",
    "lanesum.bao.slice(what, 0, 1 << 62)": "lanesum.bao.encode(bytes(n))[1]",
    "lanesum.bao.decode_slice(what, hash, 0, 1 << 62)": "lanesum.bao.slice(lanesum.bao.encode(bytes(n))[1], 0, 1 << 62)",
    "lanesum.blake3.subtree_outboard(what, 0)": "bytes(8 * n)",
    "lanesum.blake3().digest(what)": "n",
    "lanesum.blake3().hexdigest(what)": "n",
    "lanesum.shake_128().hexdigest(what)": "n",
    "lanesum.new('shake_128', digest_size=what).hexdigest()": "n",
    "lanesum.digest_many('crc32', iter(what), out=room)": "[b'x'] * (n // 8)",
    "lanesum.digest_many('crc32', what, out=room)": "[bytearray(b'x')] + [b'x'] * (n // 8 - 1)",
    "lanesum.digest_slices('sha512', b'', what)": "array.array('q', bytes(n))",
    "lanesum.digest_array('crc32', what)": "__import__('pyarrow').array([b''] * (n // 8))",
}


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how much memory there is")
@pytest.mark.skipif(sysconfig.get_config_var("Py_GIL_DISABLED"), reason="its allocator has addresses in store")
@pytest.mark.parametrize("work", SHORT_OF_MEMORY)
def test_short_of_memory(work, needs):
    """It is a MemoryError, and the process goes on."""
    if "pyarrow" in SHORT_OF_MEMORY[work]:
        needs("pyarrow")
    ran = python(
        f"""
        import array, resource, sys
        import lanesum
        n = {LONG}
        hash, room = lanesum.blake3(bytes(n)).digest(), bytearray(n // 2)
        what = {SHORT_OF_MEMORY[work]}
        (used,) = [line for line in open("/proc/self/status") if line.startswith("VmSize")]
        used = int(used.split()[1]) << 10
        refused = 0
        # Far apart, so that something is left for what is small.
        for more in range(n // 4, 12 * n, n // 2):
            resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
            try:
                {work}
                break
            except MemoryError:
                refused += 1
        print(refused)
        """
    )
    assert ran.returncode == 0 and ran.stdout > "0\n", (ran.stdout, ran.stderr[-1000:])


def test_an_import_takes_no_other():
    """What takes longer to import than all of lanesum waits until it is asked for."""
    said = python("""
        import sys
        there = set(sys.modules)
        import lanesum
        print(*sorted(set(sys.modules) - there))
        assert {"bao", "pbkdf2_hmac"} < set(dir(lanesum))
        assert lanesum.bao is sys.modules["lanesum.bao"]
        sys.modules["hashlib"] = lanesum
        ours = lanesum.pbkdf2_hmac, hasattr(lanesum, "scrypt")
        del sys.modules["hashlib"]
        import hashlib
        assert ours == (hashlib.pbkdf2_hmac, hasattr(hashlib, "scrypt"))
        try:
            lanesum.sha265
        except AttributeError as error:
            print(error)
    """)
    assert said.stderr == ""
    assert said.stdout.splitlines() == [
        "lanesum lanesum._file_digest lanesum._lanesum",
        "module 'lanesum' has no attribute 'sha265'",
    ]
