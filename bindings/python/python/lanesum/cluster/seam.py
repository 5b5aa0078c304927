"""The seam to what runs the work: ``submit(function, argument) -> future``.

Anything with the interface of ``concurrent.futures.Executor`` is a cluster: threads and
processes here, MPI's and loky's pools, ``Client.get_executor()`` of Dask. Dask itself has
a module of its own, which also survives the loss of its scheduler.
"""

from __future__ import annotations

import concurrent.futures as futures
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from .entry import ClusterError
from .progress import Progress

__all__ = ["Cluster", "Executors", "Lost", "open_cluster", "run", "watched"]

#: How often a cluster may be lost before it gives a result.
LOSSES = 5

A = TypeVar("A")
R = TypeVar("R")


class Lost(Exception):
    """The cluster went away with what was in it; ``reopen`` may bring it back."""


class Cluster(Protocol):
    """What runs tasks."""

    def slots(self) -> int:
        """How many tasks run at a time."""

    def submit(self, function: Callable[[Any], Any], argument: Any) -> futures.Future[Any]:
        """Has a worker call the function. Raises ``Lost``, as its result may."""

    def reopen(self) -> None:
        """Comes back after ``Lost``. Raises ``ClusterError`` where that cannot be."""

    def close(self) -> None:
        """Ends what was started for this run."""


def watched(cluster: Cluster, progress: Progress, what: str) -> Progress:
    """The progress of a run, which the cluster shows too if it has a dashboard: a method
    ``show``, which is called with its state."""
    progress.what = what
    progress.watcher = getattr(cluster, "show", None)
    return progress


class Executors:
    """Any executor as a cluster."""

    def __init__(self, executor: futures.Executor, slots: int, own: bool = False) -> None:
        self.executor, self._slots, self.own = executor, slots, own

    def slots(self) -> int:
        return self._slots

    def submit(self, function: Callable[[Any], Any], argument: Any) -> futures.Future[Any]:
        return self.executor.submit(function, argument)

    def reopen(self) -> None:
        raise ClusterError("the executor is broken: run the same command again to go on")

    def close(self) -> None:
        if self.own:
            self.executor.shutdown(cancel_futures=True)


def open_cluster(cluster: Any = "local", workers: int | None = None) -> Cluster:
    """A cluster by its name, or as an object: ``local`` (processes of Dask, one for each
    core), ``threads`` (of this process, without Dask), the address of a scheduler, Dask's
    clients and clusters, and executors."""
    if isinstance(cluster, futures.Executor):
        return Executors(cluster, workers or getattr(cluster, "_max_workers", None) or 1)
    if cluster == "threads":
        from os import cpu_count

        count = workers or cpu_count() or 1
        return Executors(futures.ThreadPoolExecutor(count), count, own=True)
    if isinstance(cluster, str) and cluster != "local" and "://" not in cluster:
        raise ClusterError(f"there is no cluster {cluster!r}: local, threads, or the scheduler's tcp://host:8786")
    try:
        from .dask_cluster import DaskCluster
    except ImportError as error:
        raise ClusterError(f"this needs Dask: pip install 'lanesum[cluster]' ({error})") from error
    return DaskCluster(cluster, workers)


def run(
    cluster: Cluster, function: Callable[[A], R], arguments: Iterable[A], failures: int = 3
) -> Iterator[tuple[A, R | Exception]]:
    """What comes of each argument, as it comes. A few for each worker are submitted at a
    time, so that memory is bounded, here and in the scheduler.

    What a lost cluster held is submitted to the one that comes back. A task that fails on
    its own is tried ``failures`` times.
    """
    waiting = iter(arguments)
    running: dict[futures.Future[R], tuple[A, int]] = {}
    again: list[tuple[A, int]] = []
    ended = False
    lost = 0
    while True:
        try:
            while not ended and len(running) < 2 * cluster.slots() + 2:
                if again:
                    argument, tries = again.pop()
                else:
                    try:
                        argument, tries = next(waiting), 0
                    except StopIteration:
                        ended = True
                        break
                try:
                    running[cluster.submit(function, argument)] = argument, tries
                except Lost:
                    again.append((argument, tries))
                    raise
            if not running:
                return
            done, _ = futures.wait(running, return_when=futures.FIRST_COMPLETED)
            for future in done:
                argument, tries = running[future]
                try:
                    result: R | Exception = future.result()
                except (Lost, futures.CancelledError) as error:
                    raise Lost(str(error)) from error
                except Exception as error:
                    if tries + 1 < failures:
                        again.append((argument, tries + 1))
                        ended = False
                        del running[future]
                        continue
                    result = error
                del running[future]
                lost = 0
                yield argument, result
        except Lost as error:
            lost += 1
            if lost > LOSSES:
                raise ClusterError(
                    f"the cluster was lost {lost} times without a result in between; the scheduler's log may say why: "
                    f"it and the workers need the same packages as here ({error})"
                ) from error
            # Done is what has a result; all else is begun again.
            for future, (argument, tries) in list(running.items()):
                if not _has_result(future):
                    again.append((argument, tries))
                    del running[future]
            ended = False
            cluster.reopen()


def _has_result(future: futures.Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
