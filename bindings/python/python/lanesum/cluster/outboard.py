"""The Bao outboard encoding as arithmetic: how parts of it are joined, and which bytes of it
verify a range. docs/bao.md is the format; the groups here are of 16 KiB."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lanesum import blake3

__all__ = ["GROUP", "GROUP_BYTES", "Node", "above", "join", "left_size", "needed", "rounded"]

#: Groups of 2^4 chunks.
GROUP = 4
GROUP_BYTES = 1024 << GROUP

HEADER, PARENT = 8, 64


@dataclass(frozen=True)
class Node:
    """A subtree: where it begins, its bytes, its chaining value."""

    start: int
    size: int
    value: bytes

    @property
    def triple(self) -> tuple[int, int, bytes]:
        return self.start, self.size, self.value


def left_size(size: int) -> int:
    """The bytes under the left child of a node of more than a chunk."""
    return 1024 << ((size - 1) // 1024).bit_length() - 1


def _split(nodes: list[Node]) -> tuple[list[Node], list[Node]]:
    left = nodes[0].start + left_size(sum(node.size for node in nodes))
    cut = next(i for i, node in enumerate(nodes) if node.start == left)
    return nodes[:cut], nodes[cut:]


def _value(nodes: list[Node], known: dict[tuple[int, int], Node]) -> Node:
    """The node over neighbours, which are whole subtrees."""
    place = nodes[0].start, len(nodes)
    if place not in known:
        if len(nodes) == 1:
            known[place] = nodes[0]
        else:
            left, right = (_value(half, known) for half in _split(nodes))
            value = blake3.merge(left.triple, right.triple)
            known[place] = Node(left.start, left.size + right.size, value)
    return known[place]


def above(nodes: list[Node], shard: Callable[[Node], bytes], write: Callable[[bytes], object]) -> Node:
    """The node over neighbours. Writes what the outboard encoding has for it, in pre-order:
    its parents, and the shards of the neighbours."""
    known: dict[tuple[int, int], Node] = {}

    def walk(nodes: list[Node]) -> None:
        if len(nodes) == 1:
            write(shard(nodes[0]))
            return
        left, right = _split(nodes)
        write(_value(left, known).value + _value(right, known).value)
        walk(left)
        walk(right)

    walk(nodes)
    return _value(nodes, known)


def join(size: int, nodes: list[Node], shard: Callable[[Node], bytes], write: Callable[[bytes], object]) -> bytes:
    """Writes the outboard encoding of a message of two parts or more. Returns its hash."""
    left, right = _split(nodes)
    a, b = _value(left, {}), _value(right, {})
    hash = blake3.root(a.triple, b.triple)
    write(size.to_bytes(HEADER, "little") + a.value + b.value)
    above(left, shard, write)
    above(right, shard, write)
    return hash


def rounded(size: int, start: int, length: int) -> tuple[int, int]:
    """The groups that a range lies in, or the last one, as bytes of the message."""
    last = max(size - 1, 0)
    begin = min(start, last) // GROUP_BYTES * GROUP_BYTES
    end = min(max(start + length, start + 1), max(size, 1))
    return begin, min(-(-max(end, begin + 1) // GROUP_BYTES) * GROUP_BYTES, size)


def needed(size: int, start: int, length: int) -> list[tuple[int, int]]:
    """The ranges of the outboard encoding that verify a range of the message, ascending: the
    length, and the parents above the groups. There are as many as the tree is high, at most."""
    begin, end = rounded(size, start, length)
    ranges = [(0, HEADER)]

    def walk(place: int, at: int, size: int) -> None:
        if size <= GROUP_BYTES or at >= max(end, 1) or at + size <= begin:
            return
        if begin <= at and at + size <= end:
            _add(ranges, place, place + PARENT * (-(-size // GROUP_BYTES) - 1))
            return
        _add(ranges, place, place + PARENT)
        left = left_size(size)
        inner = place + PARENT
        walk(inner, at, left)
        walk(inner + PARENT * (-(-left // GROUP_BYTES) - 1), at + left, size - left)

    walk(HEADER, 0, size)
    return ranges


def _add(ranges: list[tuple[int, int]], start: int, end: int) -> None:
    if ranges[-1][1] == start:
        ranges[-1] = (ranges[-1][0], end)
    else:
        ranges.append((start, end))
