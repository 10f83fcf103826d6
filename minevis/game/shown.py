"""Values with cells: their pictures, plots and arrays."""

from typing import TYPE_CHECKING, Any, ClassVar, Unpack, overload

import numpy as np

from minevis.render.options import LookOptions, PlotLook
from minevis.utils.options import spell_out
from minevis.utils.showing import ShownAsPicture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from minevis.film.picture import Picture

MOST_CELLS, MOST_SIDE = 10_000, 1_000  # shown in a notebook: more take seconds and megabytes


class ShownAsCells(ShownAsPicture):
    """An object with cells: a notebook shows them, and NumPy takes them as an array."""

    __slots__ = ()
    _array: ClassVar[str] = "view"  # the attribute that NumPy takes

    def _repr_mimebundle_(self, **options: object) -> tuple[dict[str, str], dict[str, Any]]:
        cells = np.asarray(self)
        if cells.size > MOST_CELLS or max(cells.shape) > MOST_SIDE:
            return {"text/plain": repr(self)}, {}
        return super()._repr_mimebundle_(**options)

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
        (246, 86)
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
