"""What a process takes."""

from __future__ import annotations

import resource

__all__ = ["memory"]


def memory() -> int:
    """The most bytes that this process had resident."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
