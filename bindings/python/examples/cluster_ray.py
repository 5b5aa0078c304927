"""lanesum.cluster on Ray: the seam is `submit(function, argument) -> future`.

usage: cluster_ray.py URL OUT [algorithms]

Needs ray and lanesum[cluster], here and on the workers.
"""

import sys

import ray
from lanesum.cluster import ClusterError, hash_store


@ray.remote
def call(function, argument):
    return function(argument)


class Ray:
    def slots(self):
        return int(ray.cluster_resources()["CPU"])

    def submit(self, function, argument):
        return call.remote(function, argument).future()

    def reopen(self):
        raise ClusterError("Ray is gone: run this again to go on")

    def close(self):
        pass


url, out, *algorithms = sys.argv[1:]
ray.init(include_dashboard=False)  # On a cluster: ray.init("auto").
hashed = hash_store(url, algorithms or ["sha256"], out, Ray())
print(f"{hashed.objects:,} objects", hashed.tally.counts)
ray.shutdown()
