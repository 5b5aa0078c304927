"""hashlib's objects: every algorithm, every kind of data, and what is refused."""

import array
import concurrent.futures
import copy
import functools
import gc
import hashlib
import hmac
import io
import pickle
import random
import sys
import threading

import lanesum
import pytest

SHARED = sorted(lanesum.algorithms_guaranteed - {"shake_128", "shake_256"})
LENGTHS = sorted({n + d for n in (0, 16, 64, 128, 1024, 2048, 4096, 65536) for d in (-1, 0, 1)} - {-1})


@pytest.mark.parametrize("name", SHARED)
def test_like_hashlib(name):
    data = random.Random(7).randbytes(LENGTHS[-1])
    for n in LENGTHS:
        expected = hashlib.new(name, data[:n])
        for ours in (lanesum.new(name, data[:n]), getattr(lanesum, name)(data[:n])):
            assert ours.digest() == expected.digest()
            assert ours.hexdigest() == expected.hexdigest()
        pieces = getattr(lanesum, name)()
        cut = n // 3
        assert pieces.update(data[:cut]) is None
        half = pieces.copy()
        pieces.update(data[cut:n])
        half.update(memoryview(data)[cut:n])
        assert pieces.digest() == half.digest() == expected.digest()
        assert (pieces.digest_size, pieces.block_size, pieces.name) == (
            expected.digest_size,
            expected.block_size,
            expected.name,
        )


@pytest.mark.parametrize("name", ["shake_128", "shake_256"])
def test_shake(name):
    for n in (0, 1, 135, 136, 137, 168, 5000):
        ours, theirs = lanesum.new(name, b"x" * n), hashlib.new(name, b"x" * n)
        for length in (0, 1, 32, 168, 1000):
            assert ours.digest(length) == theirs.digest(length)
            assert ours.hexdigest(length) == theirs.hexdigest(length)
    with pytest.raises(ValueError):
        ours.digest(-1)
    for length in (1 << 29, 1 << 61, 1 << 64):
        with pytest.raises(ValueError):
            ours.digest(length)


@pytest.mark.parametrize("name", ["shake_128", "shake_256"])
def test_shake_that_is_told_its_length(name):
    for length in (1, 64, 65, 1000):
        told, theirs = lanesum.new(name, b"x", digest_size=length), hashlib.new(name, b"x")
        assert told.digest_size == length
        assert told.digest() == theirs.digest(length) == lanesum.digest_many(lanesum.new(name, digest_size=length), [b"x"])[0]
        assert told.hexdigest() == theirs.hexdigest(length)


def test_all_algorithms_have_constructors():
    for name in lanesum.algorithms_available:
        made, new = getattr(lanesum, name)(b"abc"), lanesum.new(name, b"abc")
        assert made.name == new.name == name
        arguments = (16,) if name.startswith("shake") else ()
        assert made.digest(*arguments) == new.digest(*arguments)
        assert lanesum.new(name.upper(), b"abc").name == name
        assert name in repr(made)


def test_names():
    for written in ("SHA256", "sha256", "Sha256", "sha2-256"):
        assert lanesum.new(written).name == "sha256"
    for written in ("sha3-256", "sha3_256", "SHA3_256"):
        assert lanesum.new(written).name == "sha3_256"
    assert lanesum.new("sha512_256", b"").digest() == lanesum.new("SHA512-256", b"").digest()
    for wrong in ("", "sha257", "sha256 ", "md5\0", "\udc80"):
        for work in (lambda: lanesum.new(wrong), lambda: lanesum.digest_many(wrong, [])):
            with pytest.raises(ValueError, match="^unsupported hash type "):
                work()
    for wrong in (1, None, b"sha256"):
        with pytest.raises(TypeError):
            lanesum.new(wrong)


def test_keywords():
    for name in ("md5", "sha256", "sha3_256", "shake_128", "blake2b", "blake2s"):
        made = [getattr(lanesum, name), functools.partial(lanesum.new, name)]
        told = {"digest_size": 9} if name.startswith("blake2") else {}
        for make in [*made, functools.partial(made[0], **told)]:
            kept = [make(b"x").copy(), make(data=b"x"), make(string=b"x"), make(data=b"x", usedforsecurity=False)]
            assert len({hash.hexdigest(*[9] * name.startswith("shake")) for hash in kept}) == 1, name
            # No message twice, and nothing that is not known.
            for args, wrong in [
                ([b"x"], {"data": b"x"}),
                ([b"x"], {"string": b"x"}),
                ([], {"data": b"x", "string": b"x"}),
                ([b"x"], {"other": 1}),
                ([], {"data": b"x", "string": b"x", "other": 1}),
                ([b"x", b"x"], {}),
            ]:
                with pytest.raises(TypeError):
                    make(*args, **wrong)
    assert lanesum.new("md5", string=b"x", usedforsecurity=False).digest() == hashlib.md5(b"x").digest()
    with pytest.raises(TypeError, match="unexpected"):
        lanesum.new("sha256", b"x", other=1)
    # The library says who takes a key.
    with pytest.raises(ValueError, match="takes no key"):
        lanesum.new("sha256", b"x", key=b"k")
    assert lanesum.new("blake2b", b"x", key=b"k", digest_size=20).digest() == hashlib.blake2b(
        b"x", key=b"k", digest_size=20
    ).digest()
    assert lanesum.new("lemac", b"x", key=bytes(range(16))).digest() != lanesum.lemac(b"x").digest()


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_blake2_parameters(name):
    theirs, ours = getattr(hashlib, name), getattr(lanesum, name)
    for attribute in ("SALT_SIZE", "PERSON_SIZE", "MAX_KEY_SIZE", "MAX_DIGEST_SIZE"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    choose = random.Random(3)
    for _ in range(300):
        told = {
            "digest_size": choose.randint(1, ours.MAX_DIGEST_SIZE),
            "key": choose.randbytes(choose.randint(0, ours.MAX_KEY_SIZE)),
            "salt": choose.randbytes(choose.randint(0, ours.SALT_SIZE)),
            "person": choose.randbytes(choose.randint(0, ours.PERSON_SIZE)),
            "fanout": choose.randint(0, 255),
            "depth": choose.randint(1, 255),
            "leaf_size": choose.randint(0, (1 << 32) - 1),
            "node_offset": choose.randint(0, (1 << 48) - 1),
            "node_depth": choose.randint(0, 255),
            "inner_size": choose.randint(0, ours.MAX_DIGEST_SIZE),
            "last_node": choose.random() < 0.5,
        }
        for name in choose.sample(sorted(told), choose.randint(0, len(told))):
            del told[name]
        data = choose.randbytes(choose.randint(0, 300))
        assert ours(data, **told).digest() == theirs(data, **told).digest(), told


def test_data():
    expected = hashlib.sha256(bytes(range(64))).digest()
    data = bytearray(range(64))
    for good in (
        bytes(data),
        data,
        memoryview(data),
        memoryview(data).toreadonly(),
        array.array("H", bytes(data)),
        memoryview(data).cast("I"),
        memoryview(data).cast("B", [4, 4, 4]),
        io.BytesIO(data).getbuffer(),
    ):
        assert lanesum.sha256(good).digest() == expected
        for name in ("blake3", "blake2b", "shake_128"):
            lanesum.new(name, good)


def test_numpy(needs):
    numpy = needs("numpy")
    values = numpy.arange(24, dtype="f8").reshape(4, 6)
    assert lanesum.sha256(values).digest() == hashlib.sha256(values.tobytes()).digest()
    with pytest.raises((BufferError, ValueError)):
        lanesum.sha256(values[:, ::2])


@pytest.mark.parametrize("name", ["md5", "sha3_256", "shake_128", "blake2s", "blake3", "lemac", "crc32"])
def test_bad_data(name):
    made = lanesum.new(name, b"before")
    for wrong, words in (("text", "Strings must be encoded"), (None, "buffer API"), (1, "buffer API"), ([1], "buffer API")):
        with pytest.raises(TypeError, match=words):
            made.update(wrong)
        # The package blake3 takes None for no message, and is the only one.
        if name == "blake3" and wrong is None:
            continue
        calls = [lambda: lanesum.new(name, wrong), lambda: getattr(lanesum, name)(wrong)]
        if name == "blake2s":
            calls.append(lambda: lanesum.blake2s(wrong, digest_size=4))
        elif name != "blake3":
            calls += [lambda: lanesum.new(name, string=wrong), lambda: getattr(lanesum, name)(data=wrong)]
        for call in calls:
            with pytest.raises(TypeError, match=words):
                call()
    with pytest.raises(BufferError):
        made.update(memoryview(b"strided")[::2])
    with pytest.raises(TypeError):
        made.update()
    arguments = (16,) if name.startswith("shake") else ()
    assert made.digest(*arguments) == lanesum.new(name, b"before").digest(*arguments)


def test_objects():
    made = lanesum.sha256(b"x")
    for attribute in ("name", "digest_size", "block_size", "other"):
        with pytest.raises(AttributeError):
            setattr(made, attribute, 1)
    with pytest.raises(TypeError):
        pickle.dumps(made)
    with pytest.raises(TypeError):
        copy.copy(made)
    with pytest.raises(TypeError):
        type(made)()
    with pytest.raises(TypeError):
        type("Sub", (type(made),), {})
    public = {name for name in dir(made) if not name.startswith("_")}
    assert public == {name for name in dir(hashlib.sha256()) if not name.startswith("_")}


def test_hmac():
    for name in SHARED:
        ours = hmac.new(b"key", b"message", getattr(lanesum, name)).digest()
        assert ours == hmac.new(b"key", b"message", getattr(hashlib, name)).digest()
    assert lanesum.pbkdf2_hmac("sha256", b"p", b"s", 10) == hashlib.pbkdf2_hmac("sha256", b"p", b"s", 10)


@pytest.mark.parametrize("name", ["sha1", "blake3", "blake2b", "shake_256"])
def test_threads_on_one_object(name):
    """Long pieces, which are added while other threads run, between short ones, digests and copies."""
    made, arguments = lanesum.new(name), (16,) if name.startswith("shake") else ()
    pieces = [b"x" * n for n in (100_000, 1, 63, 2047, 2048, 200, 1 << 20)]
    start = threading.Barrier(8)

    def add(_):
        start.wait()
        for _ in range(10):
            for piece in pieces:
                made.update(piece)
                made.digest(*arguments)
                made.copy().update(piece)
        return True

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(add, range(8)))
    whole = b"x" * (8 * 10 * sum(map(len, pieces)))
    assert made.digest(*arguments) == lanesum.new(name, whole).digest(*arguments)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="hashlib.file_digest came with 3.11")
def test_the_standard_file_digest_takes_ours(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"x" * 700_000)
    with open(path, "rb") as file:
        assert hashlib.file_digest(file, lanesum.sha256).hexdigest() == hashlib.sha256(b"x" * 700_000).hexdigest()


def test_file_digest(tmp_path):
    path = tmp_path / "f"
    data = random.Random(2).randbytes(700_001)
    path.write_bytes(data)
    expected = hashlib.sha256(data).digest()
    for opened in (lambda: open(path, "rb"), lambda: open(path, "rb", buffering=0), lambda: io.BytesIO(data)):
        with opened() as file:
            assert lanesum.file_digest(file, "sha256").digest() == expected
        with opened() as file:
            md5, blake3, sha = lanesum.file_digest(file, ["md5", lanesum.blake3, lanesum.sha256])
        assert md5.digest() == hashlib.md5(data).digest()
        assert sha.digest() == expected and blake3.digest() == lanesum.blake3(data).digest()
    for mode in ("r", "wb"):
        with open(tmp_path / "g" if mode == "wb" else path, mode) as file, pytest.raises(ValueError):
            lanesum.file_digest(file, "sha256")
    with pytest.raises(ValueError):
        closed = open(path, "rb")
        closed.close()
        lanesum.file_digest(closed, "sha256")
    with open(path, "rb") as file, pytest.raises(ValueError):
        lanesum.file_digest(file, "no such")
    for wrong in (None, object(), str(path)):
        with pytest.raises(ValueError):
            lanesum.file_digest(wrong, "sha256")


@pytest.mark.parametrize("size", [None, 1000, 2**16, 2**17])
def test_file_digest_next_to_its_buffers(size):
    """A short file has a small buffer, a longer one another, or both of a size that is told."""
    told = {} if size is None else {"_bufsize": size}
    for end in (0, 1000, 2**16, 2 * 2**16, 2 * 2**16 + 2**18):
        for n in (max(end - 1, 0), end, end + 1):
            data = random.Random(n).randbytes(n)
            # A reader of bytes at hand that is no BytesIO.
            file = io.BufferedReader(io.BytesIO(data))
            assert lanesum.file_digest(file, "md5", **told).digest() == hashlib.md5(data).digest()


def test_a_function_has_one_name():
    """However it is made, it has the type, the name and the length that hashlib's has."""
    for name, size in (("blake2b", 9), ("blake2s", 32), ("blake2b", 64), ("blake2s", 5)):
        known = getattr(hashlib, name)(b"x", digest_size=size)
        for made in (
            getattr(lanesum, name)(b"x", digest_size=size),
            lanesum.new(name, b"x", digest_size=size),
            lanesum.new(f"{name}-{8 * size}", b"x"),
        ):
            assert (made.name, made.digest_size, made.digest()) == (name, size, known.digest())
            assert type(made) is getattr(lanesum, name)
    keyed = lanesum.new("blake2b-72", b"x", key=b"k", salt=b"s")
    assert keyed.digest() == hashlib.blake2b(b"x", digest_size=9, key=b"k", salt=b"s").digest()
    # Lengths of the others are in their names, as the command has them.
    assert lanesum.new("BLAKE3-512", b"x").digest() == lanesum.blake3(b"x").digest(64)
    assert lanesum.new("shake256-72", b"x").digest() == hashlib.shake_256(b"x").digest(9)
    with pytest.raises(ValueError):
        lanesum.new("sha256-128")


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_short_pieces_of_blake2(name):
    """Up to 63 bytes are only kept: each way past that, and copies on both sides of it."""
    ours, theirs = getattr(lanesum, name), getattr(hashlib, name)
    for first in (0, 1, 16, 62, 63, 64, 65, 128, 129):
        for second in (0, 1, 47, 63, 64, 200):
            a, b = ours(b"a" * first), theirs(b"a" * first)
            copy, known = a.copy(), b.copy()
            assert a.hexdigest() == b.hexdigest()
            a.update(b"b" * second)
            b.update(b"b" * second)
            assert (a.digest(), copy.digest()) == (b.digest(), known.digest())
            copy.update(memoryview(b"c" * second))
            known.update(b"c" * second)
            assert copy.digest() == known.digest()
    assert lanesum.digest_many(ours(b""), [b"x"]) == [theirs(b"x").digest()]
    with pytest.raises(ValueError):
        lanesum.digest_many(ours(b"x"), [b"x"])


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_ways_to_call_a_type(name):
    """Of which that with a message alone has a way of its own."""
    ours, theirs = getattr(lanesum, name), getattr(hashlib, name)
    for data in (b"", b"abc", b"x" * 63, b"x" * 64, b"x" * 5000, bytearray(b"abc"), memoryview(b"abc")):
        expected = theirs(data).digest()
        assert ours(data).digest() == expected
        assert ours(*[data], **{}).digest() == expected
        assert ours.__call__(data).digest() == expected
        assert list(map(ours, [data]))[0].digest() == expected
        assert ours(data, usedforsecurity=False).digest() == expected
        assert ours(data, digest_size=7, key=b"k").digest() == theirs(data, digest_size=7, key=b"k").digest()
    assert ours().digest() == ours(digest_size=ours.MAX_DIGEST_SIZE).digest() == theirs().digest()
    for arguments, keywords in (((b"a", b"b"), {}), ((b"a",), {"data": b"b"}), ((), {"none": 1}), ((b"a",), {"none": 1})):
        with pytest.raises(TypeError):
            ours(*arguments, **keywords)
    with pytest.raises(BufferError):
        ours(memoryview(b"strided")[::2])


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_keywords_of_blake2_in_every_call(name):
    """As they stand in code, by names that are made, and in other calls than of the type."""
    ours, theirs = getattr(lanesum, name), getattr(hashlib, name)
    key, salt = bytes(range(ours.MAX_KEY_SIZE)), bytes(range(ours.SALT_SIZE))
    for data in (b"", b"x", b"x" * 63, b"x" * 64, b"x" * 5000):
        for one, other in (
            (ours(data, key=key), theirs(data, key=key)),
            (ours(data, key=bytearray(key), digest_size=1), theirs(data, key=key, digest_size=1)),
            (ours(data, salt=salt[:3], person=salt[1:]), theirs(data, salt=salt[:3], person=salt[1:])),
            (ours(data, key=b"", salt=b"", person=b""), theirs(data)),
            (ours(data, key=b"k", person=salt, salt=salt, usedforsecurity=False), theirs(data, key=b"k", person=salt, salt=salt)),
            (ours(data, digest_size=True), theirs(data, digest_size=True)),
            (lanesum.new(name, data, key=key, digest_size=9), theirs(data, key=key, digest_size=9)),
            (ours(data, key=key, last_node=True), theirs(data, key=key, last_node=True)),
        ):
            copy = one.copy()
            assert (one.digest(), one.digest_size) == (other.digest(), other.digest_size)
            copy.update(b"y" * 70)
            other.update(b"y" * 70)
            assert copy.hexdigest() == other.hexdigest() and one.digest() != copy.digest()
    made = {"".join(letter for letter in word): b"k" for word in ("key", "salt", "person")}
    assert ours(b"x", **made).digest() == theirs(b"x", **made).digest()
    for wrong in (
        {"key": key + b"k"}, {"salt": salt + b"s"}, {"person": salt + b"p"}, {"digest_size": 0},
        {"digest_size": ours.MAX_DIGEST_SIZE + 1}, {"digest_size": -1}, {"digest_size": 257}, {"key": b"", "fanout": 256},
    ):  # fmt: skip
        for make in (ours, theirs):
            with pytest.raises(ValueError):
                make(b"m", **wrong)
    for wrong in ({"key": "text"}, {"digest_size": "1"}, {"digest_size": 1.0}, {"none": 1, "key": b"k"}):
        for make in (ours, theirs):
            with pytest.raises(TypeError):
                make(b"m", **wrong)
    # What it stands for is what it was told.
    told = {"key": key, "salt": salt, "person": salt[:1], "digest_size": 7}
    assert lanesum.digest_many(ours(**told), [b"x"]) == [theirs(b"x", **told).digest()]


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_no_key_is_not_none(name):
    """Who gives None for a key by mistake is not to get a hash without one."""
    ours, theirs = getattr(lanesum, name), getattr(hashlib, name)
    for keyword in ("key", "salt", "person", "leaf_size", "node_offset", "digest_size"):
        for make in (ours, theirs):
            with pytest.raises(TypeError):
                make(b"m", **{keyword: None})
    for truth in (0, 1, None, "x", [], False):
        assert ours(b"m", last_node=truth).digest() == theirs(b"m", last_node=truth).digest()


@pytest.mark.parametrize("name", ["blake2b", "blake2s"])
def test_errors_keep_nothing(name):
    def fail(times):
        for _ in range(times):
            try:
                getattr(lanesum, name)("x")
            except TypeError:
                continue
            raise AssertionError("text was hashed")

    fail(10)
    gc.collect()
    before = sys.getallocatedblocks()
    fail(20_000)
    gc.collect()
    assert sys.getallocatedblocks() - before < 1000
