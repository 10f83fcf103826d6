"""A `Position`: everything a player sees, the codes, and the text form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from minevis.errors import BoardFormatError
from minevis.game.board import level_of, read_text, suffix_of
from minevis.game.codes import CODE_MEANINGS, mine_text_of_view, view_of_mine_text
from minevis.game.grid import Shape, cells_of, check_rows, frozen
from minevis.game.grid import ViewCode as ViewCode
from minevis.game.notations import pasted_text, view_of_text
from minevis.game.shown import ShownAsCells
from minevis.utils.checks import as_int
from minevis.utils.files import naming, write_whole
from minevis.utils.formatting import quantity
from minevis.utils.showing import Writer

if TYPE_CHECKING:
    from PIL import Image

    from minevis.vision.reading import PictureReading


MARK_OF_CODE = {code: str(code) for code in range(9)} | {
    ViewCode.COVERED: "#",
    ViewCode.FLAGGED: "F",
    ViewCode.EXPLODED: "*",
}
POSITION_FILES = (".txt", ".mine")
PICTURE_FILES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")


@dataclass(frozen=True, eq=False)
class Position(ShownAsCells):
    """Everything a player sees, and the number of mines if known. Immutable.

    Parameters
    ----------
    view : numpy.ndarray
        int8 [H, W]: 0 to 8 for an opened cell, otherwise a `ViewCode` (-1 covered, -2 flagged,
        -3 exploded). Covered cells may also be nan or None, or 10 with 11 for flags, as in
        ms_toollib.
    mines : int, optional
        The number of mines on the board. None if unknown.

    Raises
    ------
    BoardFormatError
        If `view` contains other codes, or no board has this size or number of mines.

    Examples
    --------
    >>> position = mv.Position.parse("1#\\n1F", mines=1)
    >>> position.view.tolist(), position.mines_left
    ([[1, -1], [1, -2]], 0)
    >>> print(position)
    mines 1
    1#
    1F
    """

    view: np.ndarray  # int8 [H, W]
    mines: int | None = None

    def __post_init__(self) -> None:
        view = checked_view(self.view)
        object.__setattr__(self, "view", frozen(view))
        if self.mines is None:
            return
        mines = as_int(self.mines)
        if mines is None:
            raise BoardFormatError(f"mines={self.mines!r}: it must be an integer")
        if not 0 <= mines <= view.size:
            raise BoardFormatError(
                f"{mines} mines do not fit on {quantity(view.size, 'cell')}: 0 to {view.size} do"
            )
        object.__setattr__(self, "mines", mines)

    @classmethod
    def fresh(cls, shape: Shape, mines: int) -> "Position":
        """Return the position before the first click: every cell is covered.

        Parameters
        ----------
        shape : tuple of int
            (height, width).
        mines : int
            The number of mines on the board.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        BoardFormatError
            If no board has this size or number of mines.

        Examples
        --------
        >>> mv.Position.fresh((9, 9), mines=10)
        <Position 9×9, 10 mines, 81 cells covered>
        """
        try:
            height, width = shape
        except (TypeError, ValueError):
            raise BoardFormatError(f"shape={shape!r:.40}: it must be (height, width)") from None
        height, width, mines = level_of((height, width, mines))
        return cls(np.full((height, width), ViewCode.COVERED, dtype=np.int8), mines)

    @classmethod
    def parse(
        cls, text: str | Sequence[object] | np.ndarray, mines: int | None = None
    ) -> "Position":
        r"""Return the position drawn in `text`.

        Parameters
        ----------
        text : str, list or numpy.ndarray
            One line per row, or a list of texts or of lists of marks: '#' covered, '0' to '8'
            opened ('.' is also 0), 'F' flagged, '*' exploded. The first line may give the number
            of mines: `mines 10`, `10 mines`, `10` or `mines left: 3`.

            Other notations are read too: covered cells as x ? H, flags as f ! P ⚑, cells separated
            by blanks, tabs, commas or '|' (empty ones too), tables with and without numbers of
            rows and columns (Markdown, HTML, LaTeX, frames), fences, quotes and spoilers of forums
            and chats, emoji, lists and arrays as printed by usual languages, JSON, YAML, codes of
            ms_toollib, cells by name (`(0, 1): 2`, row and column, with the size of the board),
            the table of odds printed by minevis, .mine files, and links of JSMinesweeper.

            A . - _ o, a blank and squares such as ■ □ ⬜ 🟦 may be covered cells or opened zeros.
            The rules of the game decide: an opened zero is never next to a covered cell or a flag,
            every clue can be satisfied, and two marks of a drawing differ.

            Sentences above and below the drawing may give the number of mines ("There are 2
            mines.", "Bombs: 2") and the size. A number of mines that is not understood is an error.
        mines : int, optional
            The number of mines on the board. By default as the text gives it, otherwise unknown.

        Returns
        -------
        Position
            The position. `str(position)` can be parsed again.

        Raises
        ------
        BoardFormatError
            If rows differ in length, a character is unknown or has two meanings, the text has
            several drawings, or the number of mines is impossible or given twice and differently.

        Examples
        --------
        >>> mv.Position.parse("#1\n##", mines=1)
        <Position 2×2, 1 mine, 3 cells covered>
        """
        view, stated = view_of_text(pasted_text(text))
        return cls(view, _agreed(mines, stated))

    @classmethod
    def load(cls, path: str | Path, mines: int | None = None) -> "Position":
        """Load a position from a file.

        Parameters
        ----------
        path : str or Path
            A .txt file (read by `parse`) or a .mine file (JSMinesweeper).
        mines : int, optional
            The number of mines, if the first line of a .txt file does not give it.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        BoardFormatError
            If the content does not fit the format. The message names the file and the rule.
        OSError
            If the file cannot be read.

        Examples
        --------
        >>> _ = Position.parse("mines 1\\n1#").save("position.mine")
        >>> Position.load("position.mine")
        <Position 1×2, 1 mine, 1 cell covered>
        """
        path = Path(path)
        with naming(path, BoardFormatError):
            if suffix_of(path, POSITION_FILES) == ".txt":
                return cls.parse(read_text(path), mines)
            view, stated = view_of_mine_text(read_text(path))
            return cls(view, _agreed(mines, stated))

    @classmethod
    def from_image(
        cls,
        source: "str | Path | np.ndarray | Image.Image",
        mines: int | None = None,
        *,
        box: tuple[float, float, float, float] | None = None,
        shape: tuple[int, int] | None = None,
        frame: int = 0,
        flags: str | None = None,
        part: bool | str = False,
    ) -> "PictureReading":
        """Read a position from a picture: a screenshot of any program, or a part of one.

        The grid is found by its evenly spaced lines. Similar cells get the same meaning, by the
        shapes and colours of their prints, and so that clues fit their neighbours. Nothing is
        looked up in pictures of known programs.

        Parameters
        ----------
        source : str, Path, numpy.ndarray or PIL.Image.Image
            A PNG, JPEG, GIF, WebP, BMP or TIFF file, or uint8 [height, width],
            [height, width, 3] (RGB) or [height, width, 4]. At most 60 million pixels.
        mines : int, optional
            The number of mines on the board. By default from the mine counter: one of red
            seven-segment digits, or a plain number of two digits or more that fits a usual level.
            Otherwise unknown.
        box : tuple of float, optional
            The place of the board, as (x, y, width, height) in pixels. By default it is found.
        shape : tuple of int, optional
            (rows, columns). By default they are counted.
        frame : int
            The picture to read from an animated file.
        flags : str, optional
            The colour of flags that are no more than a colour, such as "#55aa33".
        part : bool or str
            For a crop of a board: the edges that are no edges of the board, as in `analyze`.

        Returns
        -------
        PictureReading
            `.position`, `.doubtful` (cells that may show something else), `.questions` (what you
            may answer by an option), `.notes` (what was left out), `.part`, `.mines_left` and
            `.overlay()`, which draws the reading over the picture.

        Raises
        ------
        PictureError
            If no grid is found, the cells form no position of Minesweeper, or the file is too
            large, damaged or in an unknown format. The message names the file.
        BoardFormatError
            If no board of this size has `mines` mines.
        OSError
            If the file cannot be opened.

        Examples
        --------
        >>> board = mv.Board.random("beginner", seed=7, first=(4, 4), safe_radius=1)
        >>> frame = mv.play(board, first=(4, 4)).frame(1, panels=("board",))
        >>> mv.Position.from_image(frame).position
        <Position 9×9, 10 mines, 53 cells covered>
        """
        # SciPy, Pillow and Matplotlib: only who reads a picture waits for them
        from minevis.vision.reading import PictureReading, read_picture

        reading = read_picture(source, box, shape, mines, frame, flags, part)
        x, y = reading.lattice
        place = np.array([x.start, y.start, x.end - x.start, y.end - y.start])
        left, top, width, height = (place / reading.factor).tolist()
        return PictureReading(
            cls(reading.view, reading.mines),
            cells_of(reading.doubtful),
            reading.mines_left,
            (left, top, width, height),
            reading.picture,
            reading.notes,
            reading.factor,
            reading.questions,
            reading.part,
        )

    def save(self, path: str | Path, **options: Any) -> Path:
        """Save the position to a file that `load` reads, or as a picture.

        Parameters
        ----------
        path : str or Path
            A .txt or .mine file, which `load` reads; or a picture: .png, .svg, .pdf, or a page:
            .html.
        **options
            Options of `picture` for .png, of `plot` for .svg and .pdf, `title` and `theme` of a
            page.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays unchanged.

        Raises
        ------
        EncoderError
            If the ending is unknown, or the folder does not exist. The message names the known
            endings.
        BoardFormatError
            If a .mine file would need an exploded cell or an unknown number of mines.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> Position.parse("mines 1\\n1#").save("position.txt").read_text()
        'mines 1\\n1#\\n'
        """
        return super().save(path, **options)

    def _writers(self) -> dict[str, Writer]:
        return {**dict.fromkeys(POSITION_FILES, self._save_mine), **super()._writers()}

    def _save_mine(self, path: Path) -> Path:
        with naming(path, BoardFormatError):
            return write_whole(path, f"{mine_text_of_view(self.view, self.total)}\n")

    @property
    def shape(self) -> Shape:
        """Height and width in cells."""
        return (self.view.shape[0], self.view.shape[1])

    @cached_property
    def opened(self) -> np.ndarray:
        """Cells with a clue: bool [H, W]."""
        return frozen(self.view >= 0)

    @cached_property
    def covered(self) -> np.ndarray:
        """Cells neither open nor flagged nor exploded: bool [H, W]."""
        return frozen(self.view == ViewCode.COVERED)

    @cached_property
    def marked(self) -> np.ndarray:
        """Flagged or exploded cells, which count as mines: bool [H, W]."""
        return frozen(self.view < ViewCode.COVERED)

    @property
    def total(self) -> int:
        """The number of mines. Raises `BoardFormatError` if it is unknown.

        >>> mv.Position.parse("#1").total
        Traceback (most recent call last):
        minevis.errors.BoardFormatError: how many mines? say so in a first line like ...
        """
        if self.mines is None:
            raise BoardFormatError(
                "how many mines? say so in a first line like 'mines 10', or mines=10 (--mines 10)"
            )
        return self.mines

    @property
    def mines_left(self) -> int:
        """`total` less flags and explosions; negative after too many flags."""
        return self.total - int(self.marked.sum())

    def unflagged(self) -> "Position":
        """Return the same position without its flags."""
        view = np.where(self.view == ViewCode.FLAGGED, ViewCode.COVERED, self.view)
        return Position(view.astype(np.int8), self.mines)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.mines == other.mines
            and np.array_equal(self.view, other.view)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.view, self.mines)  # without cached values

    def __hash__(self) -> int:
        return hash((self.mines, self.shape, self.view.tobytes()))

    def __str__(self) -> str:
        rows = ("".join(MARK_OF_CODE[int(code)] for code in row) for row in self.view)
        return "\n".join(rows if self.mines is None else (f"mines {self.mines}", *rows))

    def __repr__(self) -> str:
        height, width = self.shape
        mines = "mines unknown" if self.mines is None else quantity(self.mines, "mine")
        covered = quantity(int(self.covered.sum()), "cell")
        return f"<Position {height}×{width}, {mines}, {covered} covered>"


def checked_view(given: npt.ArrayLike) -> np.ndarray:
    """Return the view as a new array: int8 [H, W]. Raises `BoardFormatError`."""
    view = _decoded(check_rows(given))
    if view.ndim != 2 or view.size == 0:
        raise BoardFormatError(f"a view of shape {view.shape}: it must be [height, width]")
    if view.dtype.kind not in "iu":
        raise BoardFormatError(f"a view of {view.dtype}: its codes are integers")
    wrong = view[(view < ViewCode.EXPLODED) | (view > 8)]
    if wrong.size:
        raise BoardFormatError(f"view code {wrong[0]}: {CODE_MEANINGS}")
    return view.astype(np.int8, copy=False)


def _decoded(view: np.ndarray) -> np.ndarray:
    """Translate codes of other programs: nan, None, and codes of ms_toollib."""
    if view.dtype.kind == "O":
        codes = [int(ViewCode.COVERED) if cell is None else as_int(cell) for cell in view.flat]
        if None not in codes:
            view = np.array(codes, np.int64).reshape(view.shape)
    if view.dtype.kind == "f" and np.isnan(view).any():
        covered = np.isnan(view)
        numbers = np.where(covered, int(ViewCode.COVERED), view)
        if (numbers == np.rint(numbers)).all():
            view = numbers.astype(np.int64)
    if view.dtype.kind in "iu" and view.size and view.min() >= 0 and view.max() in (10, 11):
        view = view.astype(np.int64)
        view[view == 10] = ViewCode.COVERED
        view[view == 11] = ViewCode.FLAGGED
    return view


def _agreed(asked: int | None, stated: int | None) -> int | None:
    """Return the number of mines, asked or stated. Raises `BoardFormatError` if they differ."""
    if stated is None:
        return asked
    if asked not in (None, stated):
        raise BoardFormatError(
            f"mines={asked} was asked, but the text says {stated}: "
            "leave mines (--mines) out, or change the text"
        )
    return stated
