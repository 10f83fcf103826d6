"""A trace as a video, in a file or inline in a notebook."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from math import inf, isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Unpack, cast

import numpy as np

from minevis.film.beats import Grouping, beats
from minevis.film.cards import key_moment
from minevis.film.ffmpeg import (
    Encoder,
    FrameStream,
    captions_beside,
    encode_film,
    encoder_for,
    small_mp4,
    written,
)
from minevis.film.frames import frames as frames_of
from minevis.film.moments import Beat
from minevis.film.picture import Picture, describe_run, small_png
from minevis.film.script import Cue, chapters, cues_of, srt, vtt
from minevis.film.sound import soundtrack
from minevis.render.options import (
    PACES,
    Look,
    Moments,
    Pacing,
    ShownFilm,
    check_switch,
    element_and_film,
    look_and_pacing,
)
from minevis.render.page import Page, film_page, page_of, wide_by_default
from minevis.render.panels import drawn_panel
from minevis.render.tiles.theme import Theme
from minevis.trace.trace import Trace
from minevis.utils.appearance import AUTO, MARK, STYLE, follows_page
from minevis.utils.progress import progress_bar
from minevis.utils.showing import write_as

PALETTE_FRAMES = 12
SMALL_FPS, SMALL_SECONDS, SMALL_WIDTH = 5, 12.0, 640  # of a preview
FPS, MOVING_FPS = 10, 30  # without and with a moving camera
REASONS = 8.0  # seconds: a shorter film of a game has no time for them
VIDEOS = (".mp4", ".webm")
PICTURE_WIDTH = {"wide": 960, "square": 640, "tall": 540}  # px, of small films
INLINE_WIDTH = {"wide": 720, "square": 540, "tall": 430}  # px, of films in a notebook
QUALITIES = (33, 38)  # of films in a notebook, the second for long games
CARRIED = 800_000  # bytes: more of them, and a film is packed closer
LARGE = 1_000_000  # bytes: worth a word


@dataclass(frozen=True)
class VideoPlan:
    """A video before it is written: `draw` gives the frames of beats, `beats` are all of its."""

    draw: Callable[[list[Beat]], Iterator[np.ndarray]]
    beats: list[Beat]
    layout: Page
    fps: float
    cues: Sequence[Cue] = ()
    chapters: str = ""
    sound: np.ndarray | None = None

    def write(self, path: Path, *, progress: bool = False, encoder: Encoder | None = None) -> Path:
        """Write it as the video `path`, and return the path.

        Raises `EncoderError` if writing fails; no file is left behind.
        """
        total = sum(beat.hold for beat in self.beats)
        frames = progress_bar(
            self.draw(self.beats), progress=progress, total=total, unit="frame", desc="video"
        )
        size = (self.layout.height, self.layout.width)
        # a failed video ends its bar before the error is raised
        with self._captioned(path), closing(frames):
            words = srt(self.cues), self.chapters
            stream = FrameStream(frames, size, self.fps, self._samples, *words, self.sound)
            encode_film(path, stream, encoder)
        return path

    @contextmanager
    def _captioned(self, path: Path) -> Iterator[None]:
        """Write captions next to the film of the block, if they belong there.

        They are written first and take their name last: neither is left without the other.
        """
        beside = captions_beside(path)
        if beside is None or not self.cues:
            yield
            return
        with written(beside) as part:
            part.write_text(vtt(self.cues), encoding="utf-8")
            yield

    def _samples(self) -> np.ndarray:
        """Return typical pixels: every other row of a few frames."""
        return np.concatenate([frame[::2] for frame in self.draw(_samples(self.beats))])


def write_video(
    trace: Trace,
    path: str | Path,
    *,
    progress: bool = False,
    encoder: Encoder | None = None,
    sound: bool = False,
    **options: Unpack[Moments],
) -> Path:
    """Write `trace` as a video and return its path, as `Trace.video` describes.

    Memory does not grow with the length. Raises `ValueError` for invalid options and `EncoderError`
    if writing fails; no file is left behind.
    """
    target = Path(path)
    encoder = encoder_for(target, encoder)
    check_switch("sound", sound)
    return _write(trace, target, *look_and_pacing(options), progress, encoder, sound)


def _write(
    trace: Trace,
    path: Path,
    look: Look,
    pacing: Pacing,
    progress: bool = False,
    encoder: Encoder | None = None,
    sound: bool = False,
) -> Path:
    suffix = path.suffix.lower()
    if suffix in VIDEOS:
        layout = film_page(trace.shape, look)
    elif look.panels:  # moves and cells of a film would take much room
        layout = page_of(trace.shape, look)
    else:
        layout = film_page(trace.shape, _less_wide(look))
    shown, fps = planned_beats(trace, pacing, layout, suffix)
    moves = pacing.motion is not False
    plan = VideoPlan(
        lambda some: frames_of(trace, some, layout, fps=fps, motion=moves),
        shown,
        layout,
        fps,
        cues_of(trace, shown, fps, crop=layout.cropped),
        chapters(trace, shown, fps),
        soundtrack(trace, shown, layout, fps, motion=moves) if sound else None,
    )
    return plan.write(path, progress=progress, encoder=encoder)


def _less_wide(look: Look, widths: Mapping[str, int] = PICTURE_WIDTH) -> Look:
    """Return the look of a small film, unless the size is given."""
    fixed = look.panels is None or look.format is not None or wide_by_default(look)
    if not (fixed and look.max_width is None and look.cell is None):
        return look
    widths = PICTURE_WIDTH if look.panels and wide_by_default(look) else widths
    return replace(look, max_width=widths[look.format or "wide"])


def planned_beats(
    trace: Trace, pacing: Pacing, layout: Page, suffix: str
) -> tuple[list[Beat], float]:
    """Return the beats of a video with its default choices, and the frames per second."""
    follows = layout.format or pacing.motion is not False
    moving = (follows and suffix in VIDEOS) or pacing.pace == "clock"
    several = layout.beside if len(layout.panels) > 1 else None
    whole = pacing.moves is None and pacing.frames is None and pacing.pace in (None, "story")
    grouping: Grouping = "stepwise" if layout.format else "grouped"  # whether sentences gather
    planned = partial(beats, trace, grouping=grouping, crop=layout.cropped)
    pacing = pacing.filled(fps=MOVING_FPS if moving else FPS, motion=True)
    if pacing.idea is not None:
        return planned(pacing), pacing.fps or FPS
    chosen = pacing.filled(
        detail=2 if any(map(drawn_panel, (several or layout).panels)) else 1,
        cards=whole or pacing.opening is not None,
    )
    fps, seconds = chosen.fps or FPS, chosen.seconds or inf
    if whole and pacing.detail is None and chosen.detail == 1 and seconds < REASONS:
        told = planned(replace(chosen, seconds=None, cards=False))
        if sum(beat.hold for beat in told) > seconds * fps:
            chosen = replace(chosen, detail=0)
    return planned(chosen), fps


def _samples(shown: list[Beat]) -> list[Beat]:
    """Return a few typical beats, evenly spread."""
    count = min(PALETTE_FRAMES, len(shown))
    chosen = [shown[(2 * i + 1) * len(shown) // (2 * count)] for i in range(count)]
    return [Beat(beat.index, 1) for beat in chosen]


@dataclass(frozen=True)
class InlineVideo:
    """A video shown by a notebook. `data` is a complete MP4 file."""

    data: bytes = field(repr=False)
    autoplay: bool = False
    loop: bool = False
    controls: bool = True
    width: int | None = None  # px
    max_width: int | None = None  # px
    words: str = ""  # for those who cannot see it
    preview: bytes = field(default=b"", repr=False)  # a GIF for hosts that show no videos
    still: bytes = field(default=b"", repr=False)  # a PNG for paper: nbconvert's LaTeX and PDF
    dark: bytes = field(default=b"", repr=False)  # the MP4 for a dark page
    follows: bool = field(default=False, repr=False)  # whether it turns dark with its page

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        data = {"text/html": self._repr_html_(), "text/plain": repr(self)}
        about: dict[str, Any] = {}
        if self.dark:
            about["text/html"] = {"dark": b64encode(self.dark).decode("ascii")}
        if self.still:
            data["image/png"] = b64encode(self.still).decode("ascii")
            about["image/png"] = {"alt": self.words}
        return data, about

    def _repr_html_(self) -> str:
        # Jupyter strips a <source> child from a notebook it does not trust, not a src.
        source = f"data:video/mp4;base64,{b64encode(self.data).decode('ascii')}"
        film = f'<video src="{source}" {self._attributes()}>{self._fallback()}</video>'
        return film + STYLE if self.follows else film

    def _fallback(self) -> str:
        """The replacement for hosts without videos."""
        if not self.preview:
            return ""
        data = b64encode(self.preview).decode("ascii")
        return f'<img src="data:image/gif;base64,{data}" alt="{escape(self.words)}">'

    def _attributes(self) -> str:
        limit = "100%" if self.max_width is None else f"min(100%, {self.max_width}px)"
        words = [f'style="max-width: {limit}; height: auto"', "playsinline"]
        if self.follows:
            words.append(f'class="{MARK}"')
        if self.width is not None:
            words.append(f'width="{self.width}"')
        if self.autoplay:
            words.append("autoplay muted")  # browsers block autoplay with sound
        if self.words:
            words.append(f'aria-label="{escape(self.words)}"')
        words += [name for name in ("loop", "controls") if getattr(self, name)]
        return " ".join(words)

    def save(self, path: str | Path) -> Path:
        """Write the film as an .mp4 file, or its picture as a .png file, and return the path.

        Raises `EncoderError` for another ending, which `Trace.video` may write, and if writing
        fails.
        """

        def film(path: Path) -> Path:
            with written(path) as part:
                part.write_bytes(self.data)
            return path

        return write_as(path, {".mp4": film, ".png": lambda path: self.picture().save(path)})

    def picture(self) -> Picture:
        """Return the picture of the key moment. Raises `ValueError` for a film without one."""
        if not self.still:
            raise ValueError("this film has no picture of a moment")
        return Picture.of_png(self.still, self.words)

    def __repr__(self) -> str:
        return f"<InlineVideo, {len(self.data) / 1e6:.1f} MB of MP4: a notebook shows it>"


def inline_video(trace: Trace, **options: Unpack[ShownFilm]) -> InlineVideo:
    """`trace` as a video inside a notebook.

    `width` and `max_width` are the size of the player on the page, in px. `preview` adds a short,
    small GIF for hosts that show only pictures. Further options are those of `write_video`; the
    theme "auto" adds a dark film for dark exported pages. By default the film is 720 px wide
    instead of 1920, has ten frames per second, and is compressed more, long games most: the film of
    an expert game mostly stays under 800 kB. For a film above 1 MB it prints a line. Raises the
    errors of `write_video`, and `ValueError` for a width that is not a positive integer.
    """
    shown: Any = options
    if options.get("theme") == AUTO:
        dark = inline_video(trace, **{**shown, "theme": "dark", "preview": False})
        light = inline_video(trace, **{**shown, "theme": "paper"})
        return replace(light, dark=dark.data, follows=True)
    element, film = element_and_film(options)
    preview, progress = film.pop("preview", False), film.pop("progress", False)
    encoder, sound = film.pop("encoder", None), film.pop("sound", False)
    check_switch("sound", sound)
    look, pacing = look_and_pacing(cast(Moments, film))
    sized = look if encoder else _less_wide(look, INLINE_WIDTH)
    if sized is not look and pacing.pace != "clock":
        pacing = pacing.filled(fps=FPS)
    qualities = [encoder] if sized is look else map(small_mp4, QUALITIES)

    def write(path: Path) -> Path:
        for encoder in qualities:
            _write(trace, path, sized, pacing, progress, encoder, sound)
            if path.stat().st_size <= CARRIED:
                break
        return path

    def write_small(path: Path) -> Path:
        small = replace(look, cell=None, max_width=SMALL_WIDTH)
        return _write(trace, path, small, _brief(pacing))

    return inline(
        write,
        still=lambda: _still(trace, look, pacing),
        small=write_small if preview else None,
        words=describe_run(trace),
        theme=look.theme,
        **element,
    )


def _brief(pacing: Pacing) -> Pacing:
    """Return the pacing of a preview: frames are numbered as in the film."""
    if pacing.frames is not None:
        return pacing
    free = pacing.pace in (None, *PACES)
    return replace(pacing, fps=SMALL_FPS, seconds=SMALL_SECONDS if free else None)


def _still(trace: Trace, look: Look, pacing: Pacing) -> np.ndarray:
    """Return the picture of the film's key moment."""
    layout = film_page(trace.shape, _less_wide(look))
    shown, _ = planned_beats(trace, pacing, layout, ".mp4")
    moment = key_moment(trace, {beat.index for beat in shown})
    return next(frames_of(trace, [Beat(moment, 1)], layout))


def inline(
    write: Callable[[Path], Path],
    *,
    still: Callable[[], np.ndarray] | None = None,
    words: str = "",
    small: Callable[[Path], Path] | None = None,
    theme: str | Theme | None = None,
    **element: Any,
) -> InlineVideo:
    """Return the MP4 made by `write` for a notebook; see `inline_video`.

    `small` writes a GIF in the same way, and `still` draws the picture for paper. `element` are the
    options of the video player.
    """
    element |= {name: _pixels(name, element.get(name)) for name in ("width", "max_width")}
    with TemporaryDirectory() as folder:
        data = write(Path(folder, "video.mp4")).read_bytes()
        gif = small(Path(folder, "small.gif")).read_bytes() if small else b""
    if len(data) + len(gif) > LARGE:
        print(
            f"This film adds {4 / 3 * (len(data) + len(gif)) / 1e6:.1f} MB to the notebook: moves= "
            "and seconds= make it shorter, video() writes it to a file of its own."
        )
    png = small_png(still()) if still else b""
    shown: Any = {"words": words, "preview": gif, "still": png, "follows": follows_page(theme)}
    return InlineVideo(data, **element, **shown)


def _pixels(name: str, value: float | None) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name}={value!r}: it must be a number of px")
    if not isfinite(value) or value < 1 or value != int(value):
        raise ValueError(f"{name}={value!r}: it must be a positive integer of px")
    return int(value)
