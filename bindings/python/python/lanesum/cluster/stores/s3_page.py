"""A page of S3's listing. It is read as it comes, without a tree of its elements: nine of them for
each object are what Python's garbage collector would go through, longer than they took to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import compress
from urllib.parse import unquote_plus
from xml.parsers import expat

from ..entry import ClusterError

__all__ = ["Page", "page_of"]


@dataclass
class Page:
    """What a page says: of its objects by columns, for they may go over a disk."""

    keys: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    etags: list[str | None] = field(default_factory=list)
    #: What there are checksums of.
    checksums: list[tuple[str, ...]] = field(default_factory=list)
    #: What keys with a delimiter have in common.
    prefixes: list[str] = field(default_factory=list)
    #: What asks for the next page, if there is one.
    token: str | None = None
    truncated: bool = False

    def keep(self, wanted: list[bool]) -> None:
        """Leaves out the other objects."""
        self.keys = list(compress(self.keys, wanted))
        self.sizes = list(compress(self.sizes, wanted))
        self.etags = list(compress(self.etags, wanted))
        self.checksums = list(compress(self.checksums, wanted))


def page_of(data: bytes) -> Page:
    """Reads a page. Raises ``expat.ExpatError`` where it is not XML."""
    page = Page()
    above: dict[str, str] = {}
    found: dict[str, str] = {}
    checksums: list[str] = []
    depth = 0
    text = ""

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, text
        depth += 1
        text = ""

    def characters(more: str) -> None:
        nonlocal text
        text += more

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 2:
            if tag == "ChecksumAlgorithm":
                checksums.append(text)
            else:
                found[tag] = text
        elif depth == 1:
            if tag == "Contents":
                _add(page, found, tuple(checksums))
            elif tag == "CommonPrefixes":
                page.prefixes.append(found.get("Prefix", ""))
            else:
                above[tag] = text
            found.clear()
            checksums.clear()
        elif depth == 0 and tag != "ListBucketResult":
            raise ClusterError(f"the store answers with <{tag}> where a listing was asked for")

    _parse(data, start, characters, end)
    if above.get("EncodingType") == "url":
        page.keys = list(map(unquote_plus, page.keys))
        page.prefixes = list(map(unquote_plus, page.prefixes))
    page.token = above.get("NextContinuationToken")
    page.truncated = above.get("IsTruncated") == "true"
    return page


def _parse(
    data: bytes,
    start: Callable[[str, dict[str, str]], None],
    characters: Callable[[str], None],
    end: Callable[[str], None],
) -> None:
    parser = expat.ParserCreate()
    # One call for a text that has entities, as ETags with their quotes do.
    parser.buffer_text = True
    parser.StartElementHandler, parser.CharacterDataHandler, parser.EndElementHandler = start, characters, end
    parser.Parse(data, True)


def _add(page: Page, found: dict[str, str], checksums: tuple[str, ...]) -> None:
    try:
        key, size = found["Key"], int(found["Size"] or 0)
    except (KeyError, ValueError) as error:
        raise ClusterError("the store lists an object without its key or its size") from error
    page.keys.append(key)
    page.sizes.append(size)
    page.etags.append(found.get("ETag") or None)
    page.checksums.append(checksums)
