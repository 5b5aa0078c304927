"""What the tests of S3 run: versitygw, Dask's scheduler and workers, and a proxy with faults."""

import contextlib
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import threading
import time

KEYS = {"AWS_ACCESS_KEY_ID": "user", "AWS_SECRET_ACCESS_KEY": "password", "AWS_REGION": "us-east-1"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port, process):
    """Until a server listens, however long a busy machine takes; not if it ended."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert process.poll() is None, f"{process.args} ended"
        time.sleep(0.05)


@contextlib.contextmanager
def process(*command, **more):
    one = subprocess.Popen([str(part) for part in command], start_new_session=True, **more)
    try:
        yield one
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(one.pid, signal.SIGKILL)
        one.wait()


@contextlib.contextmanager
def gateway(binary, root, **settings):
    """versitygw over a directory. Gives its URL, the directory and the process."""
    port = free_port()
    data, users = pathlib.Path(root, "data"), pathlib.Path(root, "users")
    data.mkdir()
    users.mkdir()
    # As S3 does; its default is a connection for each request.
    command = [binary, "--keep-alive", "--access", "user", "--secret", "password", "--port", f"127.0.0.1:{port}"]
    more = {"stdout": subprocess.DEVNULL, "env": {**os.environ, **settings}}
    with process(*command, "--iam-dir", users, "--quiet", "posix", data, **more) as one:
        wait_for(port, one)
        yield f"http://127.0.0.1:{port}", data, one


class Dask:
    """A scheduler and workers of one thread, each a process that can be killed."""

    def __init__(self, stack, root):
        self.stack, self.root, self.port = stack, root, free_port()
        self.workers = []

    @property
    def address(self):
        return f"tcp://127.0.0.1:{self.port}"

    def scheduler(self):
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
        log = open(self.root / "scheduler.log", "ab")
        self.main = self.stack.enter_context(
            process(*command, "--port", self.port, "--no-dashboard", stdout=log, stderr=log)
        )
        wait_for(self.port, self.main)

    def worker(self):
        command = [sys.executable, "-m", "distributed.cli.dask_worker", self.address, "--no-nanny", "--no-dashboard"]
        log = open(self.root / "workers.log", "ab")
        # As docs/cluster-dask.md says.
        settings = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s"}
        one = process(*command, "--nthreads", 1, "--local-directory", self.root, stdout=log, stderr=log, env=settings)
        self.workers.append(self.stack.enter_context(one))


class Proxy:
    """Passes connections on to a server, but some requests are answered 503, and some
    connections are cut in the middle of what is answered."""

    def __init__(self, url, seed, refused=0.2, cut=0.5):
        self.to = int(url.rpartition(":")[2])
        self.chosen, self.refused, self.cut = random.Random(seed), refused, cut
        self.faults = {"503": 0, "cut": 0}
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.server.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            fate = self.chosen.random()
            left = self.chosen.randrange(1, 300_000) if fate > 1 - self.cut else None
            threading.Thread(target=self._serve, args=(client, fate < self.refused, left), daemon=True).start()

    def _serve(self, client, refused, left):
        with client:
            if refused:
                client.recv(65536)
                self.faults["503"] += 1
                with contextlib.suppress(OSError):
                    client.sendall(b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.to)) as server:
                threading.Thread(target=self._pump, args=(client, server, None), daemon=True).start()
                self._pump(server, client, left)

    def _pump(self, source, target, left):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if left is not None and len(data) >= left:
                    target.sendall(data[:left])
                    self.faults["cut"] += 1
                    break
                left = left - len(data) if left is not None else None
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
