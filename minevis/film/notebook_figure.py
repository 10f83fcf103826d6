"""Matplotlib figures and animations that notebooks show without further settings."""

from contextlib import AbstractContextManager
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.animation import FuncAnimation
from matplotlib.figure import Figure

from minevis.film.ffmpeg import ffmpeg_path
from minevis.utils.appearance import TurnsDark
from minevis.utils.files import atomic_write

UNLIMITED = 1e6  # megabytes: Matplotlib drops the frames beyond its limit


class NotebookFigure(TurnsDark, Figure):
    """A figure that shows a picture even without `%matplotlib inline`."""

    def savefig(self, fname: Any, **options: Any) -> None:
        """Save the figure as Matplotlib does, and leave no half-written file."""
        if isinstance(fname, str | PathLike) and Path(fname).suffix:
            with atomic_write(Path(fname)) as part:
                super().savefig(part, **options)
        else:
            super().savefig(fname, **options)

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png", facecolor=self.get_facecolor())
        return file.getvalue()


class GameAnimation(FuncAnimation):
    """An animation that finds our ffmpeg and embeds every frame."""

    def save(self, *args: Any, **options: Any) -> None:
        """Save the animation as a file, as Matplotlib does."""
        with _with_our_ffmpeg():
            super().save(*args, **options)

    def to_html5_video(self, *args: Any, **options: Any) -> str:
        """Return the animation as a `<video>` element."""
        with _with_our_ffmpeg():
            return super().to_html5_video(*args, **options)

    def to_jshtml(self, *args: Any, **options: Any) -> str:
        """Return the animation as a page with buttons, with all its frames."""
        with mpl.rc_context({"animation.embed_limit": UNLIMITED}):
            return super().to_jshtml(*args, **options)


def _with_our_ffmpeg() -> AbstractContextManager[None]:
    return mpl.rc_context({"animation.ffmpeg_path": ffmpeg_path()})
