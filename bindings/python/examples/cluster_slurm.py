"""lanesum.cluster on SLURM: workers are jobs, which dask-jobqueue submits.

usage: cluster_slurm.py URL OUT [jobs [algorithms]]

Needs dask-jobqueue and lanesum[cluster]; OUT is on the shared file system or in a bucket.
"""

import sys

from dask_jobqueue import SLURMCluster
from lanesum.cluster import hash_store, open_cluster

url, out, jobs, *algorithms = [*sys.argv[1:], *(["2"] if len(sys.argv) < 4 else [])]
# A process of one thread for each core of a job.
with SLURMCluster(cores=1, processes=1, memory="1GB", walltime="01:00:00", python=sys.executable) as cluster:
    cluster.scale(jobs=int(jobs))
    opened = open_cluster(cluster)
    hashed = hash_store(url, algorithms or ["sha256"], out, opened)
    print(f"{hashed.objects:,} objects", hashed.tally.counts, f"{len(hashed.tally.workers)} workers")
    opened.close()
