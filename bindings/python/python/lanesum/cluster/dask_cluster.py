"""Dask distributed as the cluster."""

from __future__ import annotations

import concurrent.futures as futures
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import dask
from distributed import Client, LocalCluster, Worker, WorkerPlugin

from .dashboard import TOPIC, RunPage, WorkerCounts
from .entry import ClusterError
from .seam import Lost

__all__ = ["DaskCluster"]

#: Seconds in which a scheduler that was lost has to be back.
PATIENCE = 300.0

#: How long a scheduler may take to answer.
CONNECT = "30s"

#: Seconds for which the count of workers is believed.
RECENT = 1.0

#: Dask looks a hundred times a second at what a worker does, and fifty times at how late its event
#: loop is: some percent of its time.
QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}


class DaskCluster:
    """A scheduler's workers: of one that is started here, of an address, or of an object."""

    def __init__(self, cluster: Any, workers: int | None = None, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.local: LocalCluster | None = None
        self.own = not isinstance(cluster, Client)
        self._slots, self._asked = 1, float("-inf")
        if cluster == "local":
            with dask.config.set(QUIET):
                cluster = self.local = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=workers or len(os.sched_getaffinity(0)),
                    threads_per_worker=1,
                    dashboard_address=os.environ.get("LANESUM_DASHBOARD", ":8787"),
                    silence_logs=50,
                )
        self.address: Any = cluster
        self.client: Any = self._connected() if self.own else _shown(cluster)

    def _connected(self) -> Any:
        try:
            return _shown(Client(self.address, timeout=CONNECT, name="lanesum"))  # type: ignore[no-untyped-call]
        except OSError as error:
            raise ClusterError(f"there is no scheduler at {self.address}: {error}") from error

    @property
    def dashboard(self) -> str | None:
        """The page of this run in Dask's dashboard."""
        link = getattr(self.client, "dashboard_link", None)
        return f"{link.rpartition('/')[0]}/lanesum" if link else None

    def show(self, state: dict[str, Any]) -> None:
        """Says how far the run is, for the dashboard. Nothing is lost if that fails."""
        with suppress(Exception):
            self.client.log_event(TOPIC, state)

    def slots(self) -> int:
        # It is asked for at each batch, and is a question to the scheduler.
        if time.monotonic() - self._asked > RECENT:
            try:
                self._slots = max(1, int(sum(self.client.nthreads().values())))
            except Exception as error:
                raise Lost(str(error)) from error
            self._asked = time.monotonic()
        return self._slots

    def submit(self, function: Callable[[Any], Any], argument: Any) -> futures.Future[Any]:
        made: futures.Future[Any] = futures.Future()
        try:
            # A worker that is killed loses its tasks, which others get; one that kills
            # three workers in a row fails.
            future = self.client.submit(function, argument, pure=False)
        except Exception as error:
            raise Lost(str(error)) from error
        made._lanesum_held = future  # type: ignore[attr-defined]  # Dask forgets what nobody holds.
        future.add_done_callback(lambda done: _settle(made, done))
        return made

    def reopen(self) -> None:
        if not isinstance(self.address, str):
            raise ClusterError("the cluster is gone: run the same command again to go on")
        print(f"lanesum: the scheduler at {self.address} is gone; waiting for it", file=sys.stderr)
        self.client.close(timeout=2)
        end = time.monotonic() + self.patience
        while True:
            try:
                self.client = self._connected()
                self.client.wait_for_workers(1, timeout=max(1.0, end - time.monotonic()))
                return
            except (ClusterError, TimeoutError, OSError) as error:
                if time.monotonic() >= end:
                    raise ClusterError(
                        f"the scheduler at {self.address} did not come back in {self.patience:.0f} s: "
                        f"run the same command again to go on ({error})"
                    ) from error
                time.sleep(0.5)

    def close(self) -> None:
        if self.own:
            self.client.close()
        if self.local is not None:
            self.local.close()


def _shown(client: Any) -> Any:
    """A client whose scheduler and workers say what this run has done."""
    for plugin in (WorkerCounts(), Prepared(), RunPage()):
        client.register_plugin(plugin)
    return client


class Prepared(WorkerPlugin):
    """Each worker imports what batches need while the run still lists: it is half a second,
    which all of them would wait for at their first batch."""

    name = "lanesum-prepared"
    idempotent = True

    def setup(self, worker: Worker) -> None:
        threading.Thread(target=_imported, daemon=True).start()


def _imported() -> None:
    import botocore.session  # noqa: F401
    import obstore  # noqa: F401
    import pyarrow.parquet  # noqa: F401

    from .stores import s3

    s3.models()


def _settle(made: futures.Future[Any], done: Any) -> None:
    """Gives a future of the standard library what became of one of Dask's."""
    if made.done():
        return
    try:
        if done.status == "finished":
            made.set_result(done.result())
        elif done.status == "error":
            made.set_exception(done.exception())
        else:
            made.set_exception(Lost(f"a task is {done.status}"))
    except Exception as error:
        if not made.done():
            made.set_exception(Lost(str(error)))
