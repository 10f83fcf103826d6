"""`python -m minevis`."""

import sys

try:
    from minevis.cli.main import main

    if __name__ == "__main__":
        sys.exit(main())
except ModuleNotFoundError as error:
    if error.name is None or error.name.startswith("minevis"):
        raise
    sys.exit(f"minevis needs {error.name}, which is not installed: python -m pip install .")
