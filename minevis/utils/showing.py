"""Objects that show themselves: `save` writes the format of an ending, `picture` draws it.

Pictures, plots and pages are imported when they are asked for.
"""

from collections.abc import Callable, Mapping
from html import escape
from inspect import signature
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from minevis.errors import EncoderError
from minevis.utils.appearance import TurnsDark, follows_page
from minevis.utils.files import check_target, write_whole
from minevis.utils.hints import Helpful, did_you_mean

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
    writer = writers[ending]
    try:
        signature(writer).bind(path, **options)
    except TypeError as error:
        unfit = ", ".join(options)
        raise TypeError(f"{path}: {unfit} is not supported for {ending} files") from error
    return writer(path, **options)


def paragraph(words: str) -> str:
    """Return lines of words as a paragraph of HTML."""
    return f"<p>{'<br>'.join(map(escape, words.splitlines()))}</p>"


class Savable:
    """The base of all objects that show themselves in a notebook."""

    __slots__ = ()

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write the object to a file, in the format of its ending.

        Every object writes its `picture` as .png and its output in a notebook as .html; its `plot`
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
        """Draw the text of the object as a picture.

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


class Shown(Savable, metaclass=Helpful):
    """A public object that shows itself."""

    __slots__ = ()


class ShownAsText(Savable):
    """An object that a notebook shows as its caption: an event, or a proof."""

    __slots__ = ()

    def _caption(self) -> str:
        from minevis.words.captions import caption

        return caption(self)  # type: ignore[arg-type]  # a class further down

    def _repr_html_(self) -> str:
        return paragraph(self._caption())

    def _writers(self) -> dict[str, Writer]:
        text: Writer = lambda path: write_whole(path, f"{self._caption()}\n")  # noqa: E731
        return {**super()._writers(), ".txt": text}

    def picture(self, *, theme: "str | Theme | None" = None) -> "Picture":
        """Return the caption as a picture.

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

        return text_picture(self._caption(), theme=theme)


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


class ShownAsChart(Shown):
    """An object whose picture is a chart. A notebook shows its table."""

    __slots__ = ()

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the chart into a figure of its own, or into `ax`."""
        raise NotImplementedError

    def _writers(self) -> dict[str, Writer]:
        return {**super()._writers(), ".txt": lambda path: write_whole(path, f"{self}\n")}

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

        return picture_of_figure(self.plot(theme=theme), str(self).strip("<>"))
