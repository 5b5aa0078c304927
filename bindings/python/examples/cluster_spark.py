"""lanesum.cluster on Spark, whose executors read and hash the batches.

usage: cluster_spark.py URL OUT [algorithms]

Needs pyspark with its Java, and lanesum[cluster], here and on the executors. Each batch is a job
of one task, submitted by a thread: with spark.scheduler.mode=FAIR they share the executors.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

from lanesum.cluster import hash_store, open_cluster
from pyspark.sql import SparkSession


class Spark(ThreadPoolExecutor):
    """An executor whose threads wait for Spark."""

    def __init__(self, context):
        super().__init__(context.defaultParallelism)
        self.context = context

    def submit(self, function, argument):
        return super().submit(self._run, function, argument)

    def _run(self, function, argument):
        [result] = self.context.parallelize([argument], 1).map(function).collect()
        return result


url, out, *algorithms = sys.argv[1:]
# The Python of the executors: its path on their machines.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.appName("lanesum").config("spark.scheduler.mode", "FAIR").getOrCreate()
with Spark(spark.sparkContext) as executor:
    hashed = hash_store(url, algorithms or ["sha256"], out, open_cluster(executor))
print(f"{hashed.objects:,} objects", hashed.tally.counts)
spark.stop()
