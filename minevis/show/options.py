"""The options of every picture: their names, types, units and defaults, written once.

Wherever a picture is made, the same words mean the same. `takes` holds a function to
them: it lists them in its docstring and answers a wrong one with those that are near.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from inspect import cleandoc
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypedDict, TypeVar, cast

if TYPE_CHECKING:
    from minevis.show.export.ffmpeg import Encoder
    from minevis.show.panels.panels import Panel
    from minevis.show.tiles.theme import Theme

P = ParamSpec("P")
R = TypeVar("R")
Crop = tuple[int, int, int, int]
Range = tuple[int, int]


class BoardLook(TypedDict, total=False):
    """How boards and the frame around them look, whatever is on them.

    >>> sorted(BoardLook.__annotations__)[:3]
    ['crop', 'theme']
    """

    theme: "str | Theme"
    crop: Crop | None


class PlotOptions(BoardLook, total=False):
    """A figure of vectors.

    >>> sorted(PlotOptions.__annotations__)[:3]
    ['crop', 'panels', 'theme']
    """

    panels: "Panel | Sequence[Panel]"
    words: bool


class FrameLook(BoardLook, total=False):
    """How a frame looks, but for its panels and its width.

    >>> sorted(FrameLook.__annotations__)[:3]
    ['caption', 'cell', 'coordinates']
    """

    cell: int | None
    coordinates: bool
    caption: bool
    legend: bool


class CameraLook(TypedDict, total=False):
    """What a picture of fixed format shows of the board, and how it names cells.

    >>> sorted(CameraLook.__annotations__)
    ['camera', 'format', 'labels']
    """

    format: str | None
    camera: str | None
    labels: str | None


class Look(FrameLook, CameraLook, total=False):
    """How a frame looks.

    >>> sorted(Look.__annotations__)[:3]
    ['camera', 'caption', 'cell']
    """

    panels: "Panel | Sequence[Panel]"
    max_width: int


class RaceLook(FrameLook, total=False):
    """How a race looks: its panels are boards.

    >>> sorted(RaceLook.__annotations__)[:3]
    ['caption', 'cell', 'coordinates']
    """

    max_width: int


class StripOptions(Look, total=False):
    """The key moments of a run in one picture.

    >>> sorted(StripOptions.__annotations__)[:3]
    ['camera', 'caption', 'cell']
    """

    moments: int
    columns: int


class Timing(TypedDict, total=False):
    """Which part of a run is shown, and how fast.

    >>> sorted(Timing.__annotations__)[:3]
    ['budget', 'fps', 'frames']
    """

    fps: float
    budget: float
    frames: Range | None
    moves: Range | None
    pace: str | float
    seconds: float | None


class Pacing(Timing, total=False):
    """Which moments are shown, and for how long.

    >>> sorted(Pacing.__annotations__)[:3]
    ['budget', 'cards', 'detail']
    """

    detail: int
    cards: bool


class FramesOptions(Look, Pacing, total=False):
    """A run as one picture a beat, or as an animation of Matplotlib.

    >>> sorted(FramesOptions.__annotations__)[:3]
    ['budget', 'camera', 'caption']
    """

    look: Look | None


class InlineOptions(FrameLook, CameraLook, Timing, total=False):
    """A run as a video, but for its width: it chooses by itself what is not said.

    >>> sorted(InlineOptions.__annotations__)[:3]
    ['budget', 'camera', 'caption']
    """

    panels: "Panel | Sequence[Panel]"
    detail: int | None
    cards: bool | None
    progress: bool
    encoder: "Encoder | None"


class VideoOptions(InlineOptions, total=False):
    """A run as a video.

    >>> sorted(VideoOptions.__annotations__)[:3]
    ['budget', 'camera', 'caption']
    """

    max_width: int


class OnPage(TypedDict, total=False):
    """How a video stands on a page.

    >>> sorted(OnPage.__annotations__)[:3]
    ['autoplay', 'controls', 'loop']
    """

    autoplay: bool
    loop: bool
    controls: bool
    width: int | None
    max_width: int | None
    preview: bool


class ShowOptions(InlineOptions, OnPage, total=False):
    """A run as a video on a page.

    >>> sorted(ShowOptions.__annotations__)[:3]
    ['autoplay', 'budget', 'camera']
    """


class RaceInlineOptions(FrameLook, total=False):
    """A race as a video, but for its width.

    >>> sorted(RaceInlineOptions.__annotations__)[:3]
    ['caption', 'cell', 'coordinates']
    """

    fps: float
    seconds: float | None
    progress: bool
    encoder: "Encoder | None"


class RaceVideoOptions(RaceInlineOptions, total=False):
    """A race as a video.

    >>> sorted(RaceVideoOptions.__annotations__)[:3]
    ['caption', 'cell', 'coordinates']
    """

    max_width: int


class RaceShowOptions(RaceInlineOptions, OnPage, total=False):
    """A race as a video on a page.

    >>> sorted(RaceShowOptions.__annotations__)[:3]
    ['autoplay', 'caption', 'cell']
    """


class ScrubberOptions(TypedDict, total=False):
    """A run to step through.

    >>> sorted(ScrubberOptions.__annotations__)[:3]
    ['detail', 'panels', 'playing']
    """

    panels: "Sequence[Panel]"
    theme: str
    speed: float
    step: int
    playing: bool
    detail: int
    steps: int


class RaceScrubberOptions(TypedDict, total=False):
    """A race to step through.

    >>> sorted(RaceScrubberOptions.__annotations__)[:3]
    ['playing', 'speed', 'step']
    """

    theme: str
    speed: float
    step: int
    playing: bool


class PracticePageOptions(TypedDict, total=False):
    """Puzzles as a page in a file.

    >>> sorted(PracticePageOptions.__annotations__)
    ['theme', 'title']
    """

    title: str
    theme: str


class RacePageOptions(PracticePageOptions, total=False):
    """A race as a page in a file.

    >>> sorted(RacePageOptions.__annotations__)
    ['progress', 'theme', 'title']
    """

    progress: bool


class PageOptions(RacePageOptions, total=False):
    """A run as a page in a file.

    >>> sorted(PageOptions.__annotations__)[:3]
    ['answers', 'detail', 'progress']
    """

    detail: int
    steps: int
    answers: bool


class Option(NamedTuple):
    """What an option means, in which unit, and what it is by default.

    >>> Option("frames a second", 10).line("fps")
    '    fps: frames a second (default: 10)'
    """

    meaning: str
    default: object
    default_words: str = ""  # the default in words, where its value says too little

    def line(self, name: str) -> str:
        """The option as a line of a docstring."""
        return f"    {name}: {self.meaning} (default: {self.default_words or repr(self.default)})"


OPTIONS = {
    "format": Option(
        '"wide" (1920×1080), "square" (1080×1080) or "tall" (1080×1920)',
        None,
        '"wide" for films, else what the panels need',
    ),
    "camera": Option(
        '"follow" what happens, or show the "whole" board',
        None,
        '"follow" in films that show more than 20 rows or columns',
    ),
    "labels": Option(
        'name cells by "letters" that they bear, or by "coordinates"',
        None,
        "letters in a format",
    ),
    "panels": Option(
        'what stands side by side: names of `minevis.PANELS`, "tree", or panels of one\'s own',
        ("board", "constraints"),
        '"board", "constraints"',
    ),
    "cell": Option("width of a cell in px, 2 … 128", None, "as large as makes a good frame"),
    "theme": Option('"paper", "classic", "dark" or a `Theme` of one\'s own', "paper"),
    "crop": Option(
        "row, col, height, width of the part shown, in cells", None, "None, the whole board"
    ),
    "coordinates": Option("numbers of rows and columns along the rims", True),
    "caption": Option("all that stands below the panels", True),
    "legend": Option("what the marks mean, on a line below the panels", True),
    "max_width": Option(
        "most width of the frame in px, up to 3840, where the smallest cells and the words fit; "
        "a format is at most as wide as it says",
        1920,
    ),
    "words": Option("titles and the caption", True),
    "moments": Option("how many pictures at most, 1 … 24", 6),
    "columns": Option("how many stand side by side at most", 3),
    "fps": Option("frames a second", 10, "30 where a camera moves in a video, else 10"),
    "detail": Option(
        "0 moves, 1 deductions, odds and guesses too, 2 the steps of searches too",
        None,
        "2 where a panel draws searches, else 1",
    ),
    "budget": Option("seconds for the search steps of a whole trace", 25.0),
    "frames": Option("(a, b) keeps frames a … b - 1", None),
    "moves": Option("(a, b) keeps moves a … b - 1: a click and the thinking before it", None),
    "pace": Option('"story", "even", "clock" (as it was played) or moments a second', "story"),
    "seconds": Option("the length in all", None, "None, as long as it takes"),
    "cards": Option("a title and a closing card", None, "for a whole run told as a story"),
    "progress": Option("a bar while it is written", False),
    "encoder": Option(
        "what writes the file, see `minevis.show.export.ffmpeg`", None, "that of its suffix"
    ),
    "look": Option("how it looks as one dict, instead of single options", None),
    "autoplay": Option("play at once, without sound", False),
    "loop": Option("begin again at the end", False),
    "controls": Option("show the player's buttons", True),
    "width": Option("width of the player in px", None, "None, that of the video"),
    "preview": Option("add a small GIF for hosts that show no videos", False),
    "speed": Option(
        "beats a second while it plays, 0.25 … 240; up to 6, what is told stays until it is read",
        6.0,
    ),
    "step": Option("the number of the event shown", 0),
    "playing": Option("whether it plays at once", False),
    "steps": Option("most steps of searches that are kept", 2000),
    "title": Option("the title of the page", None, "what it shows and the name of the file"),
    "answers": Option("what is known of each cell, for one who asks without a kernel", True),
}


# Of the page that a widget writes.
AS_SHOWN = {
    "theme": OPTIONS["theme"]._replace(default=None, default_words="that of the widget"),
    "detail": OPTIONS["detail"]._replace(default=None, default_words="that of the widget, else 2"),
    "progress": OPTIONS["progress"]._replace(default=True),
}


# Of a film, which is less wide where it is not encoded as a video.
FILM_WIDTH = OPTIONS["max_width"]._replace(
    default_words="1920; 960 or less for .gif and .webp, unless panels or cell are given"
)

PRESETS: MappingProxyType[str, VideoOptions] = MappingProxyType(
    {
        "phone": {"format": "tall", "camera": "follow", "labels": "letters"},
        "talk": {"format": "wide"},
        "readme": {"format": "square", "max_width": 640, "seconds": 30.0},
    }
)
"""The options of a film by what it is for: `trace.video("solve.mp4", **mv.PRESETS["phone"])`."""


def takes(options: type, **others: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Hold a function to the `options` (a `TypedDict`) that it takes by keyword.

    They are listed at the end of its docstring; `others` are defaults that are not those
    of `OPTIONS`. A keyword that is none of them raises a `TypeError` naming the near ones, and
    a switch that is neither on nor off a `ValueError`; None leaves it as it is by default.

    >>> @takes(Pacing)
    ... def film(**options):
    ...     return options
    >>> film(fps=5)
    {'fps': 5}
    """
    names = sorted(options.__annotations__)
    rows = [_row(name, others).line(name) for name in names]

    def hold(function: Callable[P, R]) -> Callable[P, R]:
        code = function.__code__
        own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

        @wraps(function)
        def held(*args: P.args, **given: P.kwargs) -> R:
            check_names([name for name in given if name not in own], names, function.__name__)
            return function(*args, **given)

        held.__doc__ = "\n".join([cleandoc(function.__doc__ or ""), "", "Options:", *rows])
        return held

    return hold


def split(options: FramesOptions | VideoOptions) -> tuple[Look, Pacing]:
    """Those of `options` that say how a frame looks, and those that say when.

    >>> split({"cell": 12, "detail": 0})
    ({'cell': 12}, {'detail': 0})
    """
    whole = cast(Mapping[str, object], options.get("look") or {})
    look: dict[str, object] = {**whole}
    pacing: dict[str, object] = {}
    for name, value in options.items():
        if name in Pacing.__annotations__:
            pacing[name] = value
        elif name not in ("look", "progress", "encoder"):
            look[name] = value
    return cast(Look, look), cast(Pacing, pacing)


def _row(name: str, others: dict[str, object]) -> Option:
    """The option `name`, with another default where `others` has one."""
    option = OPTIONS[name]
    if name not in others:
        return option
    other = others[name]
    return other if isinstance(other, Option) else Option(option.meaning, other)


def check_names(given: Sequence[str], known: Sequence[str], where: str) -> None:
    """Raises `TypeError` for the first of `given` that is not `known`, naming near ones.

    >>> check_names(["fsp"], ["fps", "pace"], "video")
    Traceback (most recent call last):
        ...
    TypeError: video takes no option 'fsp': did you mean 'fps'?
    """
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=3, cutoff=0.5)
            hint = f"did you mean {_either(near)}?" if near else f"it takes {', '.join(known)}"
            raise TypeError(f"{where} takes no option {name!r}: {hint}")


def _either(names: Sequence[str]) -> str:
    """ "'a'" or "'a', 'b' or 'c'"."""
    quoted = [repr(name) for name in names]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]
