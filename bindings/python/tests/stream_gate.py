"""What tests of streams have in common."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

# From so many bytes on a piece is hashed by a thread.
LARGE = 100_000


class Gate:
    """An executor that begins nothing before it is told to: the loop goes on meanwhile."""

    def __init__(self):
        self.opened = threading.Event()
        self.executor = ThreadPoolExecutor(1)
        self.executor.submit(self.opened.wait)
        asyncio.get_running_loop().set_default_executor(self.executor)


async def turns(n=10):
    for _ in range(n):
        await asyncio.sleep(0)


async def torn(stream):
    """Every use is refused."""
    assert "torn" in repr(stream)
    for call in (stream.digest, stream.hexdigest, stream.copy):
        with pytest.raises(RuntimeError, match="cancelled or failed"):
            call()
    for piece in (b"y", b"y" * LARGE):
        with pytest.raises(RuntimeError, match="cancelled or failed"):
            await stream.update(piece)
