"""A column of Spark, hashed where it is: `mapInArrow` gives batches of pyarrow.

usage: spark_column.py IN.parquet OUT.parquet COLUMN

Needs pyspark with its Java, pandas, pyarrow and lanesum, here and on the executors.
"""

import os
import sys

import lanesum
import pyarrow
from pyspark.sql import SparkSession
from pyspark.sql.types import BinaryType, StructField, StructType

source, target, column = sys.argv[1:]


def hashed(batches):
    for batch in batches:
        # Spark knows no binary of a fixed size.
        digests = pyarrow.array(lanesum.digest_array("sha256", batch.column(column))).cast("binary")
        yield batch.append_column("sha256", digests)


# The Python of the executors: its path on their machines.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.appName("lanesum").getOrCreate()
frame = spark.read.parquet(source)
schema = StructType([*frame.schema.fields, StructField("sha256", BinaryType())])
frame.mapInArrow(hashed, schema).write.mode("overwrite").parquet(target)
spark.stop()
