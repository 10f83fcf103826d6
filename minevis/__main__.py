"""`python -m minevis`."""

import sys

from minevis.cli import main

if __name__ == "__main__":
    sys.exit(main())
