"""What type checkers are to make of the package: they read this, and nobody runs it."""

import hashlib
import hmac
import io
from pathlib import Path
from typing import TYPE_CHECKING

import lanesum
from lanesum import bao
from lanesum.streams import Stream

if TYPE_CHECKING:
    from typing_extensions import assert_type

    assert_type(lanesum.sha256(b"x").digest(), bytes)
    assert_type(lanesum.pbkdf2_hmac("sha256", b"p", b"s", 1), bytes)
    assert_type(lanesum.bao.encode(b"x"), tuple[bytes, bytes])
    lanesum.sha265  # type: ignore[attr-defined]
    assert_type(lanesum.shake_128(b"x").hexdigest(16), str)
    assert_type(lanesum.blake3(b"x", key=b"k").update(b"y").digest(64, seek=1), bytes)
    assert_type(lanesum.blake2b(digest_size=20, person=b"p").copy().name, str)
    assert_type(lanesum.digest_many("md5", [b"x", bytearray(b"y")]), list[bytes])
    assert_type(lanesum.digest_many(lanesum.sha256, [b"x"], out=bytearray(32)), None)
    assert_type(lanesum.digest_slices("md5", b"x", memoryview(b"")), bytes)
    for path, digest in lanesum.digest_files("md5", [Path("a")]):
        assert_type(path, Path)
        assert_type(digest, bytes)
    for name, found in lanesum.digest_files(["md5", lanesum.sha1], ["a"], on_error="return"):
        assert_type(name, str)
        assert_type(found, tuple[bytes, ...] | OSError)
    for checked in lanesum.check("SUMS", base="manifest"):
        assert_type(checked.digest, bytes | None)
    assert_type(bao.encode(b"x"), tuple[bytes, bytes])
    assert_type(bao.encode(Path("a"), "out"), bytes)
    assert_type(bao.decode(io.BytesIO(), "00"), bytes)
    assert_type(bao.Reader("a", b"h").tell(), int)

    async def upload(stream: Stream) -> None:
        assert_type(await stream.update(bytearray(b"x")), None)
        assert_type(stream.copy(), Stream)
        assert_type(Stream(lanesum.sha256, key=None).digest(), bytes)
        assert_type(stream.hexdigest() + stream.name, str)

    hmac.new(b"k", b"m", lanesum.sha256)
    hashlib.new("md5")
