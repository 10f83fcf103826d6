"""The settings of editors and playgrounds that work without a kernel."""

from minevis.game import notations
from minevis.game.board import LEVELS
from minevis.game.position import ViewCode
from minevis.render.panels.panels import panel
from minevis.trace.snapshot import blank
from minevis.web.film.film import MARKS

LARGEST = 100  # cells a side that a hand may choose
PANELS = ("board", "probability")


def settings() -> dict[str, object]:
    """The settings of all boards of a page, as `static/standalone/boards.js` takes them."""
    return {
        "tables": tables(),
        "panels": [title_of(name) for name in PANELS],
        "marks": MARKS,
        "levels": dict(LEVELS),
        "largest": LARGEST,
    }


def tables() -> dict[str, object]:
    """The tables of the notations that a position may be pasted in, as the browser takes them."""
    return {
        "marks": notations.MARKS,
        "either": "".join(sorted(notations.EITHER)),
        "blanks": notations.BLANKS,
        "cleaning": notations.CLEANING,
        "notations": notations.NOTATIONS,
        "boardMarks": [sorted(marks) for marks in notations.BOARD_MARKS],
        "numbers": notations.NUMBERS,
        "mineMarks": notations.MINE_MARKS,
        "digits": notations.BASE_62,
        "runs": list(notations.RUNS.items()),
        "codes": {code.name.lower(): int(code) for code in ViewCode},
    }


def title_of(name: str) -> dict[str, str]:
    """Return the name, title and subtitle of a panel."""
    layer = panel(name)(blank((1, 1), 0))
    return {"name": name, "title": layer.title, "subtitle": layer.subtitle}
