"""`python -m minevis`."""

import sys

try:
    from minevis.cli import main
except ModuleNotFoundError as error:
    if (error.name or "").startswith("minevis"):
        raise
    sys.exit(f"minevis needs {error.name}, which is not installed: python -m pip install .")

if __name__ == "__main__":
    sys.exit(main())
