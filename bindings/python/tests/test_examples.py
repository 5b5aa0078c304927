"""The examples, run with the packages that they are for."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize(
    ("name", "packages"),
    [("column.py", ["polars", "pyarrow"]), ("bag.py", ["bagit"]), ("dvc_add.py", ["dvc", "dvc_data"]), ("upload_server.py", [])],
)
def test_it_runs(name, packages, needs):
    for package in packages:
        needs(package)
    ran = subprocess.run([sys.executable, EXAMPLES / name, "3000"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "3000" in ran.stdout
