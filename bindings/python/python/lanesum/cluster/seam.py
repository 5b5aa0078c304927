"""The seam to what runs the work: ``submit(function, argument) -> future``.

Clusters are modules above this one: ``executors``, and ``dask_cluster``. ``opening`` finds
the one that is named.
"""

from __future__ import annotations

import concurrent.futures as futures
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from .entry import ClusterError
from .progress import Progress

__all__ = ["Cluster", "Lost", "run", "watched"]

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
