"""Draw assets/ladder.png, the ladder of the README: `python assets/draw_ladder.py`."""

from pathlib import Path

import minevis as mv


def main() -> None:
    """Draw the ladder that is kept beside this file."""
    mv.ladder().chart().savefig(Path(__file__).with_name("ladder.png"))


if __name__ == "__main__":
    main()
