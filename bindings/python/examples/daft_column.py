"""A column of Daft, on this machine or on Ray.

usage: daft_column.py IN.parquet OUT.parquet COLUMN

Needs daft, pyarrow and lanesum, here and on the workers.
"""

import sys

import daft
import lanesum
import pyarrow


@daft.udf(return_dtype=daft.DataType.fixed_size_binary(32))
def sha256(column):
    return daft.Series.from_arrow(pyarrow.array(lanesum.digest_array("sha256", column.to_arrow())))


source, target, column = sys.argv[1:]
frame = daft.read_parquet(source)
frame.with_column("sha256", sha256(frame[column])).write_parquet(target)
