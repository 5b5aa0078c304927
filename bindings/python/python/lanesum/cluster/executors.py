"""Executors as clusters: whatever has the interface of ``concurrent.futures.Executor``, such
as threads and processes here, MPI's and loky's pools, ``Client.get_executor()`` of Dask."""

from __future__ import annotations

import concurrent.futures as futures
from collections.abc import Callable
from typing import Any

from .entry import ClusterError

__all__ = ["Executors"]


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
