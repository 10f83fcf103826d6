"""Objects that show themselves: `save` writes what an ending says, `picture` draws it.

Pictures, plots and pages are imported when they are asked for.
"""

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Unpack, overload

import numpy as np

from minevis.errors import EncoderError
from minevis.render.options import LookOptions, PlotLook
from minevis.utils.appearance import TurnsDark, follows_page
from minevis.utils.files import check_target, write_whole
from minevis.utils.hints import Helpful, did_you_mean
from minevis.utils.options import spell_out

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from minevis.film.picture import Picture
    from minevis.render.tiles.theme import Theme

Writer = Callable[..., Path]  # of a path, with the options of one kind of file


def write_as(path: str | PathLike[str], writers: Mapping[str, Writer], **options: Any) -> Path:
    """Write a file by the writer of its ending, with its options, and return the path.

    Raises `EncoderError` for another ending, naming the known ones, and for a missing folder,
    before any work.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in writers:
        facts = f"{path}: cannot write {ending or 'a file without an ending'}"
        known = f"choose from {', '.join(writers)}"
        raise EncoderError(f"{facts}; {known}{did_you_mean(ending, writers)}")
    try:
        check_target(path)
    except ValueError as error:
        raise EncoderError(str(error)) from error
    return writers[ending](path, **options)


class Shown(metaclass=Helpful):
    """The base of all objects that show themselves in a notebook."""

    __slots__ = ()

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write the object to a file: what the ending says.

        Every object writes its `picture` as .png and what a notebook shows as .html; its `plot`
        as .svg and .pdf, its text as .txt, and its table as .csv and .md, where there is one.

        Parameters
        ----------
        path : str or Path
            The file.
        **options
            The options of the one call that writes this ending: those of `picture` or `plot`; for
            a page, its `title` and `theme`.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays unchanged.

        Raises
        ------
        EncoderError
            If the ending is unknown, or the folder does not exist. The message names the known
            endings.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> mv.Position.parse("mines 1\\n1#").save("position.png", cell=24).name
        'position.png'
        """
        return write_as(path, self._writers(), **options)

    def _writers(self) -> dict[str, Writer]:
        """Return the function for every ending."""
        writers: dict[str, Writer] = {
            ".png": lambda path, **options: self.picture(**options).save(path),
            ".html": self._save_page,
        }
        if type(self).__str__ is not object.__str__:
            writers[".txt"] = lambda path: write_whole(path, f"{self}\n")
        if hasattr(self, "plot"):
            writers |= dict.fromkeys((".svg", ".pdf"), self._save_plot)
        if hasattr(self, "to_frame"):
            writers[".csv"] = lambda path: write_whole(path, self.to_frame().to_csv(index=False))
        if hasattr(self, "to_markdown"):
            writers[".md"] = lambda path: write_whole(path, f"{self.to_markdown()}\n")
        return writers

    def _save_page(self, path: Path, *, title: str = "", theme: str = "auto") -> Path:
        from minevis.web.page import page_of_shown

        return write_whole(path, page_of_shown(self, title=title, theme=theme))

    def _save_plot(self, path: Path, **options: Any) -> Path:
        self.plot(**options).savefig(path)  # type: ignore[attr-defined]  # there, see `_writers`
        return path

    def picture(self, *, theme: "str | Theme | None" = None) -> "Picture":
        """Return the text of the object as a picture.

        Parameters
        ----------
        theme : str or Theme, optional
            The colours. By default the theme of `mv.set_theme`.

        Returns
        -------
        Picture
            A Pillow image with a description, which a notebook shows.
        """
        from minevis.film.picture import text_picture

        return text_picture(str(self), theme=theme)


class ShownAsPicture(TurnsDark, Shown):
    """An object that a notebook shows as its picture."""

    __slots__ = ()

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Whether the picture turns dark with its page."""
        return follows_page(None)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, Any]]:
        data, about = self.picture()._repr_mimebundle_()
        return {**data, "text/plain": repr(self)}, about


class ShownAsCells(ShownAsPicture):
    """An object with cells: a notebook shows them, and NumPy takes them as an array."""

    __slots__ = ()
    _array: ClassVar[str] = "view"  # the attribute that NumPy takes

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(getattr(self, self._array), dtype, copy=copy)

    @spell_out()
    def picture(self, **look: Unpack[LookOptions]) -> "Picture":
        """Draw the cells as a picture.

        Parameters
        ----------
        **look
            Options of `Trace.frame`, such as `cell`, `theme`, `crop`, `coordinates` and `panels`.
            By default only the cells are drawn, 36 px wide; for an analysis the odds, with the
            advice below; for a snapshot its event, with the caption.

        Returns
        -------
        Picture
            A Pillow image with a description, which a notebook shows.

        Raises
        ------
        ValueError
            For invalid options.

        Examples
        --------
        >>> mv.Board.parse("*..").picture(cell=24, coordinates=False).size
        (310, 100)
        """
        from minevis.film.picture import cells_picture

        return cells_picture(self, **look)  # type: ignore[arg-type]  # a class further down

    @overload
    def plot(self, ax: None = None, **options: Unpack[PlotLook]) -> "Figure": ...
    @overload
    def plot(self, ax: "Axes", **options: Unpack[PlotLook]) -> "Axes": ...
    @spell_out()
    def plot(self, ax: "Axes | None" = None, **options: Unpack[PlotLook]) -> "Figure | Axes":
        """Draw the cells with Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. By default a new figure, which a notebook shows.
        theme : str or Theme, optional
            A name in `minevis.THEMES` or a custom `Theme`. By default that of `mv.set_theme`.
        crop : tuple of int, optional
            The part shown, as (row, col, height, width) in cells.
        words : bool, optional
            Draw the title and the caption, on by default.

        Returns
        -------
        matplotlib.figure.Figure or matplotlib.axes.Axes
            The new figure, or `ax`. `figure.show()` opens a window in a script.

        Examples
        --------
        >>> figure = mv.Board.parse("*..").plot()
        >>> figure.axes[0].get_title(loc="left")
        'Board'
        """
        from minevis.film.figure import plot_cells

        return plot_cells(self, ax, **options)  # type: ignore[arg-type]  # a class further down


class ShownAsChart(Shown):
    """An object whose picture is a chart. A notebook shows its table."""

    __slots__ = ()

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the chart into a figure of its own, or into `ax`."""
        raise NotImplementedError

    @overload
    def plot(self, ax: None = None, *, theme: "str | Theme | None" = None) -> "Figure": ...
    @overload
    def plot(self, ax: "Axes", *, theme: "str | Theme | None" = None) -> "Axes": ...
    def plot(
        self, ax: "Axes | None" = None, *, theme: "str | Theme | None" = None
    ) -> "Figure | Axes":
        """Draw the chart with Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. By default a new figure, which a notebook shows.
        theme : str or Theme, optional
            The colours. By default the theme of `mv.set_theme`.

        Returns
        -------
        matplotlib.figure.Figure or matplotlib.axes.Axes
            The new figure, or `ax`. `figure.show()` opens a window in a script.
        """
        figure = self._chart(ax, theme)
        return figure if ax is None else ax

    def picture(self, *, theme: "str | Theme | None" = None) -> "Picture":
        """Return the chart of `plot` as a picture.

        Parameters
        ----------
        theme : str or Theme, optional
            The colours. By default the theme of `mv.set_theme`.

        Returns
        -------
        Picture
            A Pillow image with a description, which a notebook shows.
        """
        from minevis.film.figure import picture_of_figure

        return picture_of_figure(self.plot(theme=theme), str(self))
