"""Processes that are measured: each on cores of its own, with its CPU time and its memory."""

import contextlib
import itertools
import os
import pathlib
import time

from servers import Dask

#: The cores of the store, and those of each worker.
STORE, *OTHERS = [
    {int(core) for core in part.split(",")} for part in os.environ.get("LANESUM_CORES", "0,1;2;3").split(";")
]


#: Where the scheduler and the command run.
EVERY = STORE.union(*OTHERS)


@contextlib.contextmanager
def on(cores):
    """What is started here runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Processes:
    """CPU seconds and resident MiB of processes, some by each name."""

    def __init__(self, **pids):
        self.pids = {"command": [os.getpid()], **pids}
        self.seconds = 0.0

    @staticmethod
    def cpu(pids):
        total = 0
        for pid in pids:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def most(pids):
        lines = [line for pid in pids for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()]
        return max((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), default=0) / 1024

    @contextlib.contextmanager
    def step(self, what, count=None):
        """Prints what a step took. ``count`` is what CPU time is divided by."""
        for pid in itertools.chain.from_iterable(self.pids.values()):
            pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")
        before = {name: self.cpu(pids) for name, pids in self.pids.items()}
        begun = time.perf_counter()
        yield
        self.seconds = time.perf_counter() - begun
        print(f"{what}: {self.seconds:.2f} s" + (f", {count / self.seconds:,.0f}/s" if count else ""))
        for name, pids in self.pids.items():
            used = self.cpu(pids) - before[name]
            each = f", {used / count * 1e6:.0f} us each" if count else ""
            print(f"  {name:10} {used:7.2f} s of CPU{each}, at most {self.most(pids):.0f} MiB", flush=True)


class Machines(contextlib.ExitStack):
    """A scheduler and workers, each where it belongs."""

    def __init__(self, root, store, workers):
        super().__init__()
        self.dask = Dask(self, root)
        with on(EVERY):
            self.dask.scheduler()
        for i in range(workers):
            with on(OTHERS[i % len(OTHERS)]):
                self.dask.worker()
        pids = [worker.pid for worker in self.dask.workers]
        self.processes = Processes(store=store, scheduler=[self.dask.main.pid], workers=pids)

    def cluster(self):
        from lanesum.cluster import open_cluster

        cluster = open_cluster(self.dask.address)
        self.callback(cluster.close)
        cluster.client.wait_for_workers(len(self.dask.workers))
        return cluster
