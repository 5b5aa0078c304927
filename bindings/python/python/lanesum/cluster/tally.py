"""What a run adds up to, in bounded memory, for its end and its report."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass, field

from .work import Done

__all__ = ["NAMED", "Tally"]

#: Slowest objects and errors that a report names.
NAMED = 50

#: Times of the plots.
STEPS = 120


@dataclass
class Tally:
    """Sums over batches."""

    begun: float = field(default_factory=time.time)
    counts: dict[str, int] = field(default_factory=dict)
    bytes: int = 0
    skipped: int = 0
    skipped_bytes: int = 0
    slowest: list[tuple[float, int, str]] = field(default_factory=list)
    errors: list[tuple[str, str, str]] = field(default_factory=list)
    #: For each worker its bytes and objects by time, in steps of ``step`` seconds.
    workers: dict[str, dict[int, tuple[float, float]]] = field(default_factory=dict)
    step: float = 0.25
    #: The most bytes that each worker had resident.
    memory: dict[str, int] = field(default_factory=dict)

    def add(self, done: Done) -> None:
        for status, count in done.counts.items():
            self.counts[status] = self.counts.get(status, 0) + count
        self.bytes += done.bytes
        self.slowest = heapq.nlargest(NAMED, [*self.slowest, *done.slowest])
        self.errors = [*self.errors, *done.errors][:NAMED]
        self.memory[done.worker] = max(self.memory.get(done.worker, 0), done.memory)
        self._spread(done)

    def _spread(self, done: Done) -> None:
        """Shares out a batch's bytes over the time it took."""
        while (done.ended - self.begun) / self.step > STEPS:
            self.step *= 2
            for steps in self.workers.values():
                halved: dict[int, tuple[float, float]] = {}
                for i, (size, objects) in steps.items():
                    before = halved.get(i // 2, (0.0, 0.0))
                    halved[i // 2] = before[0] + size, before[1] + objects
                steps.clear()
                steps.update(halved)
        steps = self.workers.setdefault(done.worker, {})
        # Clocks of machines differ: nothing is before the beginning.
        begin = max(done.begun - self.begun, 0.0) / self.step
        end = max((done.ended - self.begun) / self.step, begin + 1e-6)
        for i in range(int(begin), int(end) + 1):
            share = max(min(i + 1, end) - max(i, begin), 0.0) / (end - begin)
            before = steps.get(i, (0.0, 0.0))
            steps[i] = before[0] + share * done.bytes, before[1] + share * done.objects

    @property
    def objects(self) -> int:
        return sum(self.counts.values())

    @property
    def failed(self) -> int:
        return self.objects - self.counts.get("ok", 0)
