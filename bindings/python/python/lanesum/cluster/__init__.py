"""Digests of what object stores have, on many machines: ``pip install 'lanesum[cluster]'``.

The command is ``python -m lanesum.cluster``; its parts are modules here.
"""

from .batching import Batch, Limits
from .entry import ClusterError, Entry
from .hashing import Hashed, hash_store
from .opening import open_cluster
from .reading import Reading
from .seam import Cluster
from .stores import Options, open_store
from .work import Done, Job, hash_batch

__all__ = [
    "Batch",
    "Cluster",
    "ClusterError",
    "Done",
    "Entry",
    "Hashed",
    "Job",
    "Limits",
    "Options",
    "Reading",
    "hash_batch",
    "hash_store",
    "open_cluster",
    "open_store",
]
