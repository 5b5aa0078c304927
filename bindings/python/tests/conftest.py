import sys

import pytest


@pytest.fixture
def needs():
    """Skips a test where a package is not installed, unless all must be."""

    def needs(name):
        import os

        if os.environ.get("LANESUM_TEST_ALL"):
            return __import__(name)
        return pytest.importorskip(name)

    return needs


def pytest_report_header(config):
    import lanesum

    return f"lanesum {lanesum.__version__} on Python {sys.version.split()[0]}"
