"""Bytes, objects and the time that is left in Dask's dashboard, by what Dask has for that:
metrics of workers, which its page of workers shows, and a page of the scheduler's server."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from distributed import Scheduler, SchedulerPlugin, Worker, WorkerPlugin
from tornado import web

from . import plots
from .counted import counts
from .page import cards, page, shown, table
from .progress import duration, quantity

__all__ = ["TOPIC", "RunPage", "WorkerCounts"]

#: The topic of the events that say how far a run is. Dask's page of events shows them too.
TOPIC = "lanesum"

#: States that the plot shows, one a second or less often.
KEPT = 600


class WorkerCounts(WorkerPlugin):
    """Each worker says with its heartbeat what it has read."""

    name = "lanesum-counts"
    #: Another run may have been on the same cluster.
    idempotent = True

    def setup(self, worker: Worker) -> None:
        async def objects(worker: Worker) -> int:
            return counts()[0]

        async def size(worker: Worker) -> int:
            return counts()[1]

        worker.metrics["lanesum_objects"] = objects
        worker.metrics["lanesum_bytes"] = size


class RunPage(SchedulerPlugin):
    """``/lanesum`` on the scheduler's server: how far the run is that was told of last."""

    name = "lanesum-page"
    idempotent = True

    async def start(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self.state: dict[str, Any] = {}
        self.rates: deque[tuple[float, float]] = deque(maxlen=KEPT)
        application = web.Application([(r".*/lanesum/?", _Handler, {"run": self})])
        scheduler.http_application.add_application(application)

    def log_event(self, topic: str, msg: Any) -> None:
        if topic != TOPIC:
            return
        if msg["begun"] != self.state.get("begun"):
            self.rates.clear()
        elif msg["passed"] > self.state["passed"]:
            rate = (msg["bytes"] - self.state["bytes"]) / (msg["passed"] - self.state["passed"])
            self.rates.append((msg["passed"], rate))
        self.state = msg

    def html(self) -> str:
        """The page, which loads itself anew."""
        state = self.state
        refresh = '<meta http-equiv="refresh" content="2">'
        if not state:
            return page("lanesum", "no run so far", [], refresh)
        more = "" if state["complete"] else "+"
        share = state["bytes"] / state["total_bytes"] if state["total_bytes"] else state["objects"] / max(state["total_objects"], 1)
        left = "ended" if state["ended"] else "listing" if state["left"] is None else duration(state["left"])
        parts = [
            f'<div class="bar"><i style="width:{100 * min(share, 1):.1f}%"></i></div>',
            cards(
                [
                    (f"of {state['total_objects']:,}{more} objects", f"{state['objects']:,}", ""),
                    (f"of {quantity(state['total_bytes'])}{more}", quantity(state["bytes"]), ""),
                    ("throughput", f"{quantity(state['bytes'] / max(state['passed'], 1e-9))}/s", ""),
                    ("time left", left, "good" if state["ended"] else ""),
                    ("not ok", f"{state['failed']:,}", "bad" if state["failed"] else ""),
                ]
            ),
        ]
        if self.rates:
            plot = plots.areas("Bytes per second", {"all workers": [*self.rates]}, duration, lambda y: quantity(y) + "/s")
            parts.append(f"<section><h2>Throughput by time</h2>{plot}</section>")
        rows = [
            [
                shown(str(worker.name)),
                f"{worker.metrics.get('lanesum_objects', 0):,}",
                quantity(worker.metrics.get("lanesum_bytes", 0)),
                quantity(worker.metrics.get("memory", 0)),
            ]
            for worker in sorted(self.scheduler.workers.values(), key=lambda one: str(one.name))
        ]
        workers = table(["worker", "objects since it began", "bytes", "memory"], rows[:200], frozenset({1, 2, 3}))
        parts.append(f"<section><h2>Workers</h2>{workers}</section>")
        begun = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(state["begun"]))
        return page(f"lanesum: {state['what']}", begun, parts, "" if state["ended"] else refresh)


class _Handler(web.RequestHandler):
    def initialize(self, run: RunPage) -> None:
        self.run = run

    def get(self) -> None:
        self.write(self.run.html())
