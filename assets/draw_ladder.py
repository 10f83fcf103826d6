"""Renew assets/ladder.png and the table of its figures: `python -m assets.draw_ladder`."""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image

import minevis as mv
from assets.keep import keep

HOME = Path(__file__).parent
PAGE = HOME.parent / "docs" / "research" / "strength.md"


def main() -> None:
    """Draw the ladder, and write its table into the page about strength."""
    drawn = BytesIO()
    mv.ladder().chart().savefig(drawn)
    keep(HOME / "ladder.png", Image.open(drawn))
    text = PAGE.read_text(encoding="utf-8")
    table = re.compile(r"\| board \| first click \| player .*?(?=\n\n)", re.DOTALL)
    PAGE.write_text(table.sub(mv.ladder().to_markdown(), text, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
