"""The examples for other engines, on real data, where the engine is here."""

import hashlib
import pathlib
import random
import shutil
import subprocess
import sys

import pytest

from test_hashing import manifest, truth

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def example(name, *arguments):
    ran = subprocess.run([sys.executable, EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def engine(needed):
    pytest.importorskip(needed, reason=f"{needed} is not here: LANESUM_TEST_ENGINES=1 ./test cluster installs it")
    if needed == "pyspark" and not shutil.which("java"):
        pytest.skip("there is no java")


@pytest.mark.parametrize(("needed", "name"), [("ray", "cluster_ray.py"), ("pyspark", "cluster_spark.py")])
def test_the_seam(needed, name, tmp_path):
    engine(needed)
    chosen = random.Random(1)
    for i in range(3000):
        path = tmp_path / "d" / f"{i % 30:02}" / f"{i:05}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(chosen.randbytes(chosen.randrange(20_000)))
    assert "3,000 objects {'ok': 3000}" in example(name, tmp_path / "d", tmp_path / "o", "sha256", "md5")
    assert manifest(tmp_path / "o") == truth(tmp_path / "d")


@pytest.mark.parametrize(("needed", "name"), [("daft", "daft_column.py"), ("pyspark", "spark_column.py")])
def test_a_column(needed, name, tmp_path):
    engine(needed)
    import pyarrow as pa
    import pyarrow.parquet as parquet

    names = [None if i % 100 == 7 else f"name {i}" * (i % 9) for i in range(50_000)]
    parquet.write_table(pa.table({"id": range(len(names)), "name": names}), tmp_path / "in.parquet")
    example(name, tmp_path / "in.parquet", tmp_path / "out.parquet", "name")
    rows = {row["id"]: row for row in parquet.read_table(tmp_path / "out.parquet").to_pylist()}
    assert [rows[i]["name"] for i in range(len(names))] == names
    digests = [None if name is None else hashlib.sha256(name.encode()).digest() for name in names]
    assert [rows[i]["sha256"] for i in range(len(names))] == digests
