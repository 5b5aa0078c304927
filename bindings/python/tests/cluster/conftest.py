import os
import sys

import pytest

NEEDED = ("distributed", "obstore", "botocore", "pyarrow")


def pytest_ignore_collect():
    """Without its packages there is nothing of `lanesum.cluster` to test, unless all has to be."""
    if sys.version_info < (3, 11):
        return True
    if os.environ.get("LANESUM_TEST_ALL"):
        return None
    import importlib.util

    return True if any(importlib.util.find_spec(name) is None for name in NEEDED) else None


@pytest.fixture
def threads():
    """A cluster without processes."""
    from lanesum.cluster import open_cluster

    cluster = open_cluster("threads", 3)
    yield cluster
    cluster.close()
