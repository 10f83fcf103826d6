"""Practice: puzzles for a notebook, or for one page that works offline."""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import traitlets

from minevis.film.picture import Picture
from minevis.practice.puzzle import PUZZLE_KINDS, Puzzle
from minevis.practice.puzzles import puzzles_of
from minevis.utils.files import write_whole
from minevis.utils.formatting import quantity
from minevis.utils.hints import helpful
from minevis.utils.options import AnyLevel
from minevis.web.fallback import frame_over, img_tag
from minevis.web.javascript import page_script
from minevis.web.page import check_page, pack_elements, standalone, title_of
from minevis.web.puzzles import practice_pack
from minevis.web.trace_pack import AUTO
from minevis.web.widgets import ThemeName, WidgetWithFallback

ENTRY = "practice/mount.js"
HEIGHT = "620px"  # of a frame before its page sends its height


def practice_page(
    some: Sequence[Puzzle],
    *,
    title: str = "minevis",
    theme: str = AUTO,
) -> str:
    """One HTML page to practise some puzzles: offline, without Python, by touch and keys.

    Raises `ValueError` for no puzzles.
    """
    packed = practice_pack(some, theme=theme)
    content = pack_elements([packed])
    styles = ("practice/practice.css", "practice/sheet.css")
    return standalone(content, page_script(ENTRY), title=title, theme=theme, styles=styles)


def practice_figure(some: Sequence[Puzzle], **options: Any) -> str:
    """Return the page of some puzzles in a frame for other HTML, over a picture of the first.

    The picture's text states the question. It takes the options of `practice_page`.
    """
    png, words = _still_of(some[0], options)
    return frame_over(img_tag(png, words), practice_page(some, **options), words, HEIGHT)


def _still_of(puzzle: Puzzle, look: Mapping[str, Any]) -> tuple[bytes, str]:
    """A puzzle as a PNG with the cells in question outlined, and its question."""
    picture = puzzle.picture(theme=look.get("theme"))
    data, _ = picture._repr_mimebundle_()
    return b64decode(data["image/png"]), picture.words


class Practice(WidgetWithFallback):
    """Puzzles to solve in a notebook or on a saved page, with proofs of the answers.

    Puzzles get harder as you get better, and missed ones come again. Hints come in two steps. The
    browser remembers your results by kind.

    Parameters
    ----------
    kind : str, sequence of str, or sequence of Puzzle
        The kinds of puzzles, as in `puzzles`, or the puzzles themselves. By default all kinds.
    count : int
        The number of puzzles.
    seed : int
        The same seed gives the same puzzles.
    level : str or tuple of int, optional
        The boards, as in `puzzles`.
    theme : str
        "auto" or a name in `minevis.THEMES`.
    progress : bool
        Show a progress bar if the search takes long.

    Raises
    ------
    ValueError
        If a kind or the theme is unknown, or there are not enough puzzles.

    Examples
    --------
    >>> practice = mv.Practice("1-2", count=2)
    >>> practice
    <Practice of 2 puzzles: 1-2>
    """

    kind = traitlets.Unicode("practice").tag(sync=True)
    film = traitlets.Bytes().tag(sync=True)
    theme = ThemeName().tag(sync=True)

    @helpful
    def __init__(
        self,
        kind: str | Sequence[str] | Sequence[Puzzle] = PUZZLE_KINDS,
        *,
        count: int = 22,
        seed: int = 0,
        level: AnyLevel | None = None,
        theme: str = AUTO,
        progress: bool = True,
    ) -> None:
        """`count` puzzles of a kind or of several, as `mv.puzzles` finds them, or your own.

        Raises `ValueError` for an unknown kind or for no puzzles.
        """
        self.puzzles = puzzles_of(kind, count=count, seed=seed, level=level, progress=progress)
        packed = practice_pack(self.puzzles, theme=theme)
        super().__init__(film=packed, theme=theme)

    def page(self, *, title: str = "minevis", theme: str | None = None) -> str:
        """Return one HTML page that works offline.

        Parameters
        ----------
        title : str
            Title of the page.
        theme : str, optional
            "auto" or a name in `minevis.THEMES`. By default that of the widget.
        """
        return practice_page(self.puzzles, title=title, theme=theme or self.theme)

    def save(self, path: str | Path, *, title: str | None = None, theme: str | None = None) -> Path:
        """Write the page and return its path.

        Parameters
        ----------
        path : str or Path
            The .html file; or a .png file of the first puzzle.
        title : str, optional
            Title of the page. By default a description and the name of the file.
        theme : str, optional
            As in `page`.

        Raises
        ------
        EncoderError
            If the ending is unknown.
        """
        return self._save(path, save_practice, self.puzzles, title=title, theme=theme)

    def picture(self, **look: Any) -> Picture:
        """Return the picture of the first puzzle, with the options of `Puzzle.picture`."""
        return self.puzzles[0].picture(**{"theme": self.still_theme, **look})

    def fallback(self) -> dict[str, str]:
        """The page over a picture of the first puzzle, as a MIME bundle."""
        html = practice_figure(self.puzzles, theme=self.theme)
        png, _ = _still_of(self.puzzles[0], {"theme": self.theme})
        return {"text/html": html, "image/png": b64encode(png).decode(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        kinds = dict.fromkeys(puzzle.kind for puzzle in self.puzzles)
        return f"<Practice of {quantity(len(self.puzzles), 'puzzle')}: {', '.join(kinds)}>"


def save_practice(path: str | Path, some: Sequence[Puzzle], **options: Any) -> Path:
    """Write some puzzles as one HTML page, with the options of `practice_page`.

    Raises `ValueError` for a wrong suffix and a missing folder, before any work.
    """
    path = check_page(path)
    title = title_of(path, f"Minesweeper to practise: {quantity(len(some), 'puzzle')}")
    return write_whole(path, practice_page(some, **{"title": title, **options}))
