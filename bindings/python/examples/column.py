"""A column of a million strings hashed, with polars and with pyarrow: no Python object
is made for a string.

usage: python column.py [rows]
"""

import hashlib
import sys
import time

import lanesum
import polars
import pyarrow


def main(rows: int) -> None:
    frame = polars.DataFrame({"id": range(rows)}).select(
        ("user-" + polars.col("id").cast(polars.String) + "@example.org").alias("mail")
    )

    start = time.perf_counter()
    expected = [hashlib.sha256(mail.encode()).digest() for mail in frame["mail"]]
    loop = time.perf_counter() - start

    start = time.perf_counter()
    digests = lanesum.digest_array("sha256", frame["mail"], threads=0)
    column = time.perf_counter() - start

    hashed = frame.with_columns(polars.Series(digests).alias("sha256"))
    assert hashed["sha256"].to_list() == expected
    assert pyarrow.array(digests).to_pylist() == expected
    print(f"{rows} strings: {loop:.3f} s in a loop, {column:.3f} s as a column, {loop / column:.1f} times as fast")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
