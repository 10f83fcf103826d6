"""The public `Trace`: a record of a run that can be seen, filmed, scrubbed and reviewed.

This is the one module that looks down on pictures, widgets and reviews; they take a
`minevis.core.record.Record` and know nothing of it. Each is loaded on first use.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from minevis.core.record import Record

if TYPE_CHECKING:
    from minevis.reviewing import Review
    from minevis.show.export.picture import Picture
    from minevis.show.export.video import InlineVideo
    from minevis.widgets.scrubber import Scrubber


class Trace(Record):
    """A run, event by event, and every way to show it. `trace[i]` is the `Snapshot`
    after event `i`.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> trace
    <Trace 1×3, 3 events, 1 move, 0 guesses, won>
    >>> trace.frame(-1).dtype
    dtype('uint8')
    """

    def frame(self, index: int, **options: Any) -> np.ndarray:
        """The picture after event `index`: uint8 RGB [h, w, 3].

        Options are those of `minevis.show.frame.frames.Layout.of`: `panels`, `cell`,
        `theme`, `crop` and more.
        """
        from minevis.show.frame.frames import frame

        return frame(self, index, **options)

    def picture(self, index: int, **options: Any) -> "Picture":
        """The picture after event `index` as a notebook shows it; options as in `frame`."""
        from minevis.show.export.picture import picture_of

        return picture_of(self, index, **options)

    def video(self, path: str | Path, **options: Any) -> Path:
        """Write the run as a video and return its path.

        The suffix decides: .mp4, .webm, .gif or .webp. Options are those of
        `minevis.show.export.video.write_video`: `fps`, `detail`, `panels`, `crop`,
        `frames`, `moves` and more. Raises `EncoderError` when it cannot be written.
        """
        from minevis.show.export.video import write_video

        return write_video(self, path, **options)

    def show(self, **options: Any) -> "InlineVideo":
        """The run as a video that a notebook shows inline.

        Options are those of `minevis.show.export.video.inline_video`: `fps`, `autoplay`,
        `loop`, `controls`, `width`, `max_width` and those of `video`.
        """
        from minevis.show.export.video import inline_video

        return inline_video(self, **options)

    def scrubber(self, **options: Any) -> "Scrubber":
        """The run as a widget to play, step through and question.

        Options are those of `minevis.widgets.scrubber.Scrubber`: `panels`, `theme`,
        `speed`, `step`, `detail`. Its `save` writes one HTML file that works offline.
        """
        from minevis.widgets.scrubber import Scrubber

        return Scrubber(self, **options)

    def review(self, **options: Any) -> "Review":
        """Each guess beside the best there was; see `minevis.reviewing.review`."""
        from minevis.reviewing import review

        return review(self, **options)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What a notebook shows: the run to step through, else a video, else a picture."""
        from minevis.widgets.film.fallback import bundle_of

        return bundle_of(self)

    def plot(self, index: int, **options: Any) -> Any:
        """The snapshot after event `index` as a Matplotlib figure of vectors, for papers.

        Options are those of `minevis.show.export.figure.plot`: `panels`, `theme`, `crop`, `words`.
        """
        from minevis.show.export.figure import plot

        return plot(self, index, **options)

    def animation(
        self, *, fps: float = 10, look: dict[str, Any] | None = None, **chosen: Any
    ) -> Any:
        """The run as a Matplotlib animation; see `minevis.show.export.figure.animation`."""
        from minevis.show.export.figure import animation

        return animation(self, fps=fps, look=look or {}, **chosen)

    def strip(self, **options: Any) -> np.ndarray:
        """The key moments in one picture: uint8 RGB [h, w, 3]."""
        from minevis.show.export.stills import strip

        return strip(self, **options)

    def frames_to(
        self, folder: str | Path, *, look: dict[str, Any] | None = None, **chosen: Any
    ) -> list[Path]:
        """Write a PNG file for each beat into `folder`."""
        from minevis.show.export.stills import write_frames

        return write_frames(self, folder, look=look or {}, **chosen)
