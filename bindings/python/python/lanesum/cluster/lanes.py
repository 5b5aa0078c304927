"""Small objects that are hashed together, a lane for each."""

from __future__ import annotations

import time

import lanesum

from .counted import count
from .entry import Entry
from .shards import Row

__all__ = ["Lanes"]

#: An object, its bytes, and the seconds that reading it took.
Held = tuple[int, Entry, "bytes | memoryview", float]


class Lanes:
    """Objects that are read and not hashed yet, and the rows that they become."""

    #: So many fill the lanes of any CPU many times over, and so many bytes stay in its cache.
    COUNT, BYTES = 256, 8 << 20

    def __init__(self, algorithms: list[str], count: int) -> None:
        self.algorithms = algorithms
        #: What came of each object, by its number.
        self.rows: list[Row | None] = [None] * count
        self.held: list[Held] = []
        self.bytes = 0

    def add(self, number: int, entry: Entry, data: bytes | memoryview, seconds: float) -> bool:
        """Holds an object. Says whether it is time to hash what is held."""
        self.held.append((number, entry, data, seconds))
        self.bytes += len(data)
        return len(self.held) >= self.COUNT or self.bytes >= self.BYTES

    def take(self) -> list[Held]:
        """What is held, for ``hash``."""
        held, self.held, self.bytes = self.held, [], 0
        return held

    def hash(self, held: list[Held]) -> None:
        """Hashes objects into their rows."""
        if not held:
            return
        begun = time.perf_counter()
        messages = [data for _, _, data, _ in held]
        digests = [lanesum.digest_many(algorithm, messages) for algorithm in self.algorithms]
        each = (time.perf_counter() - begun) / len(held)
        count(len(held), sum(map(len, messages)))
        for (number, entry, _, seconds), found in zip(held, zip(*digests)):
            self.rows[number] = Row(entry, "ok", dict(zip(self.algorithms, found)), seconds=seconds + each)
