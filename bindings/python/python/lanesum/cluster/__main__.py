"""``python -m lanesum.cluster``: Dask's workers import this too, so it does nothing by itself."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
