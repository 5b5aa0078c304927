"""A column of Spark, hashed where it is: `mapInArrow` gives batches of pyarrow.

usage: spark_column.py IN.parquet OUT.parquet COLUMN

Needs pyspark with its Java, pandas, pyarrow and lanesum, here and on the executors.
"""

import os
import sys

import lanesum
from pyspark.sql import SparkSession

source, target, column = sys.argv[1:]


def digests(batches):
    for batch in batches:
        yield batch.append_column("sha256", lanesum.digest_array("sha256", batch.column(column)))


# The Python of the executors: its path on their machines.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.appName("lanesum").getOrCreate()
frame = spark.read.parquet(source)
frame.mapInArrow(digests, frame.schema.add("sha256", "binary")).write.mode("overwrite").parquet(target)
spark.stop()
