"""Columns through Arrow's PyCapsule interface, of every package that is there."""

import hashlib
import random

import lanesum
import pytest

VALUES = [None if n % 7 == 3 else random.Random(n).randbytes(n % 40) for n in range(1000)]
TEXT = [None if value is None else value.hex() for value in VALUES]


def expected(values, name="sha256"):
    as_bytes = [value.encode() if isinstance(value, str) else value for value in values]
    return [None if value is None else hashlib.new(name, value).digest() for value in as_bytes]


def test_pyarrow(needs):
    pa = needs("pyarrow")
    for values, types in (
        (VALUES, (pa.binary(), pa.large_binary(), pa.binary_view())),
        (TEXT, (pa.string(), pa.large_string(), pa.string_view())),
    ):
        for type in types:
            array = pa.array(values, type=type)
            for threads in (1, 0):
                digests = lanesum.digest_array("sha256", array, threads=threads)
                result = pa.array(digests)
                assert result.type == pa.binary(32)
                assert result.to_pylist() == expected(values)
                result.validate(full=True)
            assert (len(digests), digests.null_count, digests.digest_size) == (1000, array.null_count, 32)
            assert [digests[0], digests[3], digests[-1]] == [expected(values)[i] for i in (0, 3, -1)]
            # A part of an array, whose bits begin inside a byte.
            for start, length in ((0, 0), (1, 5), (3, 100), (13, 987)):
                part = pa.array(lanesum.digest_array("sha256", array.slice(start, length)))
                assert part.to_pylist() == expected(values[start : start + length])
            chunked = pa.chunked_array([array.slice(0, 10), array.slice(10, 0), array.slice(10)])
            assert pa.array(lanesum.digest_array("sha256", chunked)).to_pylist() == expected(values)
            table = pa.table({"only": array})
            assert pa.array(lanesum.digest_array("sha256", table)).to_pylist() == expected(values)
            assert pa.chunked_array(digests).to_pylist() == expected(values)
    without = pa.array([value or b"" for value in VALUES])
    assert pa.array(lanesum.digest_array("md5", without)).null_count == 0
    assert pa.array(lanesum.digest_array("blake3", pa.array([], type=pa.binary()))).to_pylist() == []


def test_it_outlives_its_source(needs):
    pa = needs("pyarrow")
    digests = [pa.array(lanesum.digest_array("md5", pa.array([b"x" * n]))) for n in range(300)]
    assert [d.to_pylist() for d in digests] == [[hashlib.md5(b"x" * n).digest()] for n in range(300)]


def test_refused(needs):
    pa = needs("pyarrow")
    for wrong in (
        pa.array([1, 2]),
        pa.array([b"x"]).dictionary_encode(),
        pa.array([[b"x"]]),
        pa.table({"a": [b"x"], "b": [b"y"]}),
        pa.array([b"1234"], type=pa.binary(4)),
    ):
        with pytest.raises(TypeError, match="column"):
            lanesum.digest_array("sha256", wrong)
    for wrong in (None, b"bytes", [b"x"], "text"):
        with pytest.raises(TypeError, match="column"):
            lanesum.digest_array("sha256", wrong)
    with pytest.raises(IndexError):
        lanesum.digest_array("md5", pa.array([b"x"]))[1]
    with pytest.raises(ValueError):
        lanesum.digest_array("no such", pa.array([b"x"]))
    # Nulls have room too.
    for values in ([None] * 100, [None]):
        with pytest.raises((ValueError, MemoryError)):
            lanesum.digest_array(lanesum.new("shake_128", digest_size=1 << 60), pa.array(values, pa.binary()))


def test_a_stream_that_fails(needs):
    pa = needs("pyarrow")

    def batches():
        yield pa.record_batch({"a": [b"x"]})
        raise KeyError("from the stream")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.binary()}), batches())
    with pytest.raises(RuntimeError, match="from the stream"):
        lanesum.digest_array("md5", reader)


def test_polars(needs):
    polars = needs("polars")
    for values in (VALUES, TEXT):
        series = polars.Series("a", values)
        result = polars.Series(lanesum.digest_array("sha256", series, threads=0))
        assert result.to_list() == expected(values)
        assert polars.Series(lanesum.digest_array("md5", series[3:100])).to_list() == expected(values[3:100], "md5")


def test_duckdb(needs):
    duckdb, pa = needs("duckdb"), needs("pyarrow")
    relation = duckdb.sql("select 'row ' || range as a from range(10000)")
    result = pa.array(lanesum.digest_array("sha256", relation)).to_pylist()
    assert result == expected([f"row {i}" for i in range(10000)])
