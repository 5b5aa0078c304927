"""Clusters by their names."""

from __future__ import annotations

import concurrent.futures as futures
from os import cpu_count
from typing import Any

from .entry import ClusterError
from .executors import Executors
from .seam import Cluster

__all__ = ["open_cluster"]


def open_cluster(cluster: Any = "local", workers: int | None = None) -> Cluster:
    """A cluster by its name, or as an object: ``local`` (processes of Dask, one for each
    core), ``threads`` (of this process, without Dask), the address of a scheduler, Dask's
    clients and clusters, and executors."""
    if isinstance(cluster, futures.Executor):
        return Executors(cluster, workers or getattr(cluster, "_max_workers", None) or 1)
    if cluster == "threads":
        count = workers or cpu_count() or 1
        return Executors(futures.ThreadPoolExecutor(count), count, own=True)
    if isinstance(cluster, str) and cluster != "local" and "://" not in cluster:
        raise ClusterError(f"there is no cluster {cluster!r}: local, threads, or the scheduler's tcp://host:8786")
    try:
        from .dask_cluster import DaskCluster
    except ImportError as error:
        raise ClusterError(f"this needs Dask: pip install 'lanesum[cluster]' ({error})") from error
    return DaskCluster(cluster, workers)
