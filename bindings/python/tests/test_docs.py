"""The examples of the documents, run."""

import doctest
import pathlib

import pytest

HERE = pathlib.Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", ["README.md", "../../docs/python.md"])
def test_examples(name, needs, tmp_path, monkeypatch):
    needs("pyarrow")
    path = HERE / name
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(path), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 0 and result.failed == 0
