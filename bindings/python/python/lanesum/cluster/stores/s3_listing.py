"""S3's listing. botocore signs the requests; its parser takes 0.15 ms for each object, half of
what it costs to read one of 16 KiB, and this one a tenth of that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_plus
from xml.etree import ElementTree

import urllib3

from ..entry import ClusterError, Entry

__all__ = ["listed"]


def listed(client: Any, bucket: str, prefix: str, retries: int) -> Iterator[Entry]:
    """The objects below a prefix, in the order of their keys, a page of 1,000 at a time."""
    retry = urllib3.Retry(
        total=retries, backoff_factor=0.2, status_forcelist=(429, 500, 502, 503, 504), raise_on_status=False
    )
    with urllib3.PoolManager(retries=retry, timeout=urllib3.Timeout(connect=20, read=300)) as pool:
        token: str | None = None
        while True:
            root = _page(pool, client, bucket, prefix, token)
            encoded = root.findtext("{*}EncodingType") == "url"
            for item in root.iterfind("{*}Contents"):
                entry = _entry(item, prefix, encoded)
                if entry is not None:
                    yield entry
            token = root.findtext("{*}NextContinuationToken")
            if root.findtext("{*}IsTruncated") != "true":
                return
            if not token:
                raise ClusterError(f"the listing of {bucket} is cut, and does not say where it goes on")


def _page(pool: Any, client: Any, bucket: str, prefix: str, token: str | None) -> ElementTree.Element:
    asked = {"Bucket": bucket, "Prefix": prefix, "EncodingType": "url"}
    if token is not None:
        asked["ContinuationToken"] = token
    url = client.generate_presigned_url("list_objects_v2", Params=asked)
    try:
        answer = pool.request("GET", url)
    except urllib3.exceptions.HTTPError as error:
        raise OSError(f"the listing of {bucket}: {error}") from error
    if answer.status != 200:
        raise OSError(f"the listing of {bucket}: {answer.status}: {_reason(answer.data)}")
    try:
        return ElementTree.fromstring(answer.data)
    except ElementTree.ParseError as error:
        raise OSError(f"the listing of {bucket} is not XML: {error}") from error


def _entry(item: ElementTree.Element, prefix: str, encoded: bool) -> Entry | None:
    key = size = etag = None
    checksums: list[str] = []
    for child in item:
        name = child.tag.rpartition("}")[2]
        if name == "Key":
            key = child.text or ""
        elif name == "Size":
            size = int(child.text or 0)
        elif name == "ETag":
            etag = child.text
        elif name == "ChecksumAlgorithm":
            checksums.append(child.text or "")
    if key is None or size is None:
        raise ClusterError("the store lists an object without its key or its size")
    key = unquote_plus(key) if encoded else key
    if not key.startswith(prefix):
        raise ClusterError(f"the store lists {key!r}, which is not below {prefix!r}")
    return Entry(key[len(prefix) :], size, etag, None, tuple(checksums)) if key != prefix else None


def _reason(body: bytes) -> str:
    try:
        root = ElementTree.fromstring(body)
    except ElementTree.ParseError:
        return body[:200].decode(errors="replace")
    return f"{root.findtext('{*}Code') or root.findtext('Code')}: {root.findtext('{*}Message') or root.findtext('Message')}"
