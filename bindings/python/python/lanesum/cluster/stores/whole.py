"""Many small objects at a time, each by one request, through libcurl.

A request of obstore is two round trips between its threads and Python's event loop, 230 to 260 us
of an AMD Zen 4 for an object of 16 KiB. libcurl's, on one thread and signed by libcurl too, takes
110 us. What does not go well here is nobody's answer: it is left to who asks patiently.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pycurl

from ..entry import Entry
from . import Found

__all__ = ["Request", "Whole"]

#: Seconds: for a connection, and for a request.
CONNECT, TIMEOUT = 20, 300

#: Bytes that libcurl reads at a time.
BUFFER = 64 << 10


@dataclass(frozen=True)
class Request:
    """What asks for one object."""

    url: str
    headers: list[str]
    #: How libcurl signs, and with what: ``aws:amz:region:s3``, the key's name, the key.
    signed: tuple[str, str, str] | None = None
    #: A file of certificates, other than libcurl's own.
    certificates: str | None = None


class Whole:
    """Requests of one thread at a time, and its connections, which are kept."""

    def __init__(self) -> None:
        self.multi = pycurl.CurlMulti()
        self.selector = selectors.DefaultSelector()
        self.watched: set[int] = set()
        #: When libcurl wants to be called, if no socket is ready before.
        self.due: float | None = None
        self.idle: list[_Transfer] = []
        self.multi.setopt(pycurl.M_SOCKETFUNCTION, self._watch)
        self.multi.setopt(pycurl.M_TIMERFUNCTION, self._wait)

    def _watch(self, what: int, fd: int, multi: Any, data: Any) -> None:
        known = fd in self.watched
        if what == pycurl.POLL_REMOVE:
            if known:
                self.selector.unregister(fd)
                self.watched.remove(fd)
            return
        self.watched.add(fd)
        events = (selectors.EVENT_READ if what & pycurl.POLL_IN else 0) | (
            selectors.EVENT_WRITE if what & pycurl.POLL_OUT else 0
        )
        (self.selector.modify if known else self.selector.register)(fd, events)

    def _wait(self, milliseconds: int) -> None:
        self.due = None if milliseconds < 0 else time.monotonic() + milliseconds / 1000

    def read(
        self, entries: Iterable[tuple[int, Entry]], request: Callable[[Entry], Request], most: int
    ) -> Iterator[Found]:
        """What comes of each object, as it comes, with ``most`` requests in flight."""
        left = iter(entries)
        flying: set[_Transfer] = set()
        try:
            while True:
                while len(flying) < most and (one := next(left, None)) is not None:
                    transfer = self.idle.pop() if self.idle else _Transfer()
                    transfer.begin(*one, request(one[1]))
                    self.multi.add_handle(transfer.curl)
                    flying.add(transfer)
                if not flying:
                    return
                self._step()
                for transfer, well in self._ended():
                    flying.remove(transfer)
                    found = transfer.end(well)
                    self.idle.append(transfer)
                    yield found
        finally:
            for transfer in flying:
                self.multi.remove_handle(transfer.curl)
                transfer.curl.close()

    def _step(self) -> None:
        now = time.monotonic()
        timeout = 1.0 if self.due is None else max(self.due - now, 0.0)
        for key, events in self.selector.select(timeout):
            flags = (pycurl.CSELECT_IN if events & selectors.EVENT_READ else 0) | (
                pycurl.CSELECT_OUT if events & selectors.EVENT_WRITE else 0
            )
            self.multi.socket_action(key.fd, flags)
        if self.due is not None and time.monotonic() >= self.due:
            self.due = None
            self.multi.socket_action(pycurl.SOCKET_TIMEOUT, 0)

    def _ended(self) -> Iterator[tuple[_Transfer, bool]]:
        more = 1
        while more:
            more, well, failed = self.multi.info_read()
            for curl in well:
                self.multi.remove_handle(curl)
                yield curl.transfer, True
            for curl, _, _ in failed:
                self.multi.remove_handle(curl)
                yield curl.transfer, False


class _Curl(pycurl.Curl):  # type: ignore[misc]
    transfer: _Transfer


class _Transfer:
    """One request at a time."""

    def __init__(self) -> None:
        self.curl = _Curl()
        self.curl.transfer = self
        for option, value in (
            (pycurl.NOSIGNAL, 1),
            (pycurl.BUFFERSIZE, BUFFER),
            (pycurl.CONNECTTIMEOUT, CONNECT),
            (pycurl.TIMEOUT, TIMEOUT),
            (pycurl.USERAGENT, "lanesum"),
            (pycurl.WRITEFUNCTION, self._data),
        ):
            self.curl.setopt(option, value)
        self.signed: tuple[str, str, str] | None = None

    def begin(self, number: int, entry: Entry, request: Request) -> None:
        self.number, self.entry = number, entry
        self.begun = time.perf_counter()
        self.pieces: list[bytes] = []
        self.length = 0
        self.headers: list[bytes] = []
        self.curl.setopt(pycurl.HEADERFUNCTION, self.headers.append)
        self.curl.setopt(pycurl.URL, request.url)
        self.curl.setopt(pycurl.HTTPHEADER, request.headers)
        if request.signed != self.signed:
            for option, value in zip((pycurl.AWS_SIGV4, pycurl.USERNAME, pycurl.PASSWORD), request.signed or ()):
                self.curl.setopt(option, value)
            self.signed = request.signed
        if request.certificates is not None:
            self.curl.setopt(pycurl.CAINFO, request.certificates)

    def _data(self, piece: bytes) -> int | None:
        self.length += len(piece)
        if self.length > self.entry.size:
            # An object that has grown, or an error's text: it is not read on.
            return 0
        self.pieces.append(piece)
        return None

    def _etag(self) -> str | None:
        # The last one, where an answer came in between that asked to go on.
        found = next((line for line in reversed(self.headers) if line[:5].lower() == b"etag:"), None)
        return None if found is None else found[5:].strip().decode("latin-1")

    def end(self, well: bool) -> Found:
        good = well and self.length == self.entry.size and self.curl.getinfo(pycurl.RESPONSE_CODE) == 200
        data = (self.pieces[0] if len(self.pieces) == 1 else b"".join(self.pieces)) if good else None
        self.pieces = []
        return Found(self.number, self.entry, data, self._etag(), time.perf_counter() - self.begun)
