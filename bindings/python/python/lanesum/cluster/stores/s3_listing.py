"""S3's listing. botocore signs the requests; its parser takes 0.15 ms for each object, more than it
costs to read one of 16 KiB, and ``s3_page`` a twentieth of that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any
from xml.etree import ElementTree
from xml.parsers.expat import ExpatError

import urllib3

from ..ahead import Ahead
from ..entry import ClusterError, Entry, order
from .s3_page import Page, page_of

__all__ = ["listed"]

#: Keys of a page: S3 gives no more.
PAGE = 1000

#: Ranges that are listed at a time.
RANGES = 8

#: Directories that are looked into for where to part a listing, each the only one in the one before.
DEPTH = 8


def listed(client: Any, bucket: str, prefix: str, retries: int) -> Iterator[Entry]:
    """The objects below a prefix, in the order of their keys. A page of 1,000 names the next,
    so what is more than one is listed as several ranges of keys at a time."""
    retry = urllib3.Retry(
        total=retries, backoff_factor=0.2, status_forcelist=(429, 500, 502, 503, 504), raise_on_status=False
    )
    with urllib3.PoolManager(retries=retry, timeout=urllib3.Timeout(connect=20, read=300), maxsize=RANGES) as pool:
        asking = _Asking(pool, client, bucket, prefix)
        pages = asking.pages("", None)
        first = next(pages)
        yield from first.entries()
        if first.last is None:
            return
        bounds = [first.last, *asking.bounds(first.last)]
        ranges = [Ahead(asking.pages(after, until)) for after, until in zip(bounds, [*bounds[1:], None])]
        try:
            for one in ranges:
                for page in one:
                    yield from page.entries()
        finally:
            for one in ranges:
                one.close()


@dataclass(frozen=True)
class _Part:
    """What is wanted of a page."""

    #: Keys below the prefix, sizes, ETags and checksums.
    columns: tuple[list[str], list[int], list[str | None], list[tuple[str, ...]]]
    #: The key that the next page comes after, if there is one.
    last: str | None

    def entries(self) -> Iterator[Entry]:
        keys, sizes, etags, checksums = self.columns
        return map(Entry._make, zip(keys, sizes, etags, repeat(None), checksums))


class _Asking:
    """Who asks for the pages of a prefix."""

    def __init__(self, pool: Any, client: Any, bucket: str, prefix: str) -> None:
        self.pool, self.client, self.bucket, self.prefix = pool, client, bucket, prefix

    def pages(self, after: str, until: str | None) -> Iterator[_Part]:
        """The pages of the keys after one, up to another one and with it."""
        more = {"StartAfter": after} if after else {}
        end = None if until is None else order(until)
        while True:
            page = self._page(Prefix=self.prefix, **more)
            if page.truncated and not (page.token and page.keys):
                raise ClusterError(f"the listing of {self.bucket} is cut, and does not say where it goes on")
            last = page.keys[-1] if page.truncated else None
            if end is not None and page.keys and order(page.keys[-1]) > end:
                page.keep([order(key) <= end for key in page.keys])
                last = None
            if self.prefix in page.keys:
                page.keep([key != self.prefix for key in page.keys])
            more = {"ContinuationToken": page.token or ""}
            yield _Part((self._below(page.keys), page.sizes, page.etags, page.checksums), last)
            if last is None:
                return

    def bounds(self, last: str) -> list[str]:
        """Keys that part what comes after a key, by its directories; none where it has none.
        Any keys would do: between two of them is each key once."""
        at = self.prefix
        for _ in range(DEPTH):
            below = self._page(Prefix=at, Delimiter="/", StartAfter=last).prefixes
            if len(below) != 1 or below[0] == at:
                break
            at = below[0]
        below = sorted((name for name in below if order(name) > order(last)), key=order)
        count = min(RANGES - 1, len(below))
        return [below[(i + 1) * len(below) // (count + 1)] for i in range(count)]

    def _below(self, keys: list[str]) -> list[str]:
        for key in keys:
            if not key.startswith(self.prefix):
                raise ClusterError(f"the store lists {key!r}, which is not below {self.prefix!r}")
        return [key[len(self.prefix) :] for key in keys]

    def _page(self, **asked: Any) -> Page:
        url = self.client.generate_presigned_url(
            "list_objects_v2", Params={"Bucket": self.bucket, "EncodingType": "url", "MaxKeys": PAGE, **asked}
        )
        try:
            answer = self.pool.request("GET", url)
        except urllib3.exceptions.HTTPError as error:
            raise OSError(f"the listing of {self.bucket}: {error}") from error
        if answer.status != 200:
            raise OSError(f"the listing of {self.bucket}: {answer.status}: {_reason(answer.data)}")
        try:
            return page_of(answer.data)
        except ExpatError as error:
            raise OSError(f"the listing of {self.bucket} is not XML: {error}") from error


def _reason(body: bytes) -> str:
    try:
        root = ElementTree.fromstring(body)
    except ElementTree.ParseError:
        return body[:200].decode(errors="replace")
    return f"{root.findtext('{*}Code') or root.findtext('Code')}: {root.findtext('{*}Message') or root.findtext('Message')}"
