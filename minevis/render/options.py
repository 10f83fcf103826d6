"""The options of pictures and films, described once.

The same names have the same meaning for all pictures. None means the default.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from minevis.utils.hints import unknown_name
from minevis.utils.tables import Registry

if TYPE_CHECKING:
    from minevis.film.ffmpeg import Encoder
    from minevis.render.panels import Panel
    from minevis.render.tiles.theme import Theme

Crop = tuple[int, int, int, int]
Range = tuple[int, int]


class RaceLook(TypedDict, total=False):
    """The look of boards and the frame around them.

    Parameters
    ----------
    cell : int
        Width of a cell in px, 2 to 128. By default chosen to suit the size of the frame.
    theme : str or Theme
        A name in `minevis.THEMES` or a custom `Theme`. By default that of `mv.set_theme`.
    crop : tuple of int
        The part shown, as (row, col, height, width) in cells. By default the entire board.
    coordinates : bool
        Numbers of rows and columns along the rims, on by default.
    caption : bool
        Everything below the panels, on by default.
    legend : bool
        The legend of the marks, on a line below the panels, on by default.
    max_width : int
        Largest width of the frame in px, up to 3840. By default 1920; 960 or less for .gif and
        .webp. The frame may be wider if the smallest cells or the words need it. A format is
        never wider than its own size.
    """

    cell: int | None
    theme: "str | Theme | None"
    crop: Crop | None
    coordinates: bool | None
    caption: bool | None
    legend: bool | None
    max_width: int | None


class PlotLook(TypedDict, total=False):
    """The look of cells in a Matplotlib figure: `theme` and `crop` as in `RaceLook`.

    Parameters
    ----------
    words : bool
        The title and the caption, on by default.
    """

    theme: "str | Theme | None"
    crop: Crop | None
    words: bool


class TracePlotLook(PlotLook, total=False):
    """The look of a moment in a Matplotlib figure, with its `panels`."""

    panels: "Panel | Sequence[Panel]"


class VideoElement(TypedDict, total=False):
    """The video player on a page: what it does, and its width in px."""

    autoplay: bool
    loop: bool
    controls: bool
    width: int | None


class RaceFilm(RaceLook, total=False):
    """The options of a race as a film: `RaceLook` and some of `Pacing` and `FilmOptions`."""

    fps: float
    seconds: float | None
    progress: bool
    encoder: "Encoder | None"


class ShownRace(RaceFilm, VideoElement, total=False):
    """The options of a race in a notebook. `max_width` is that of the player."""

    preview: bool


class Look(RaceLook, total=False):
    """The look of a frame: the options of `RaceLook`, and its content.

    Parameters
    ----------
    panels : str or sequence
        The panels side by side: names of `minevis.PANELS`, "tree", or custom panels. By default
        "board" and "constraints". In wide films of several panels, every panel follows the action.
    format : str
        "wide" (1920×1080), "square" (1080×1080) or "tall" (1080×1920). By default "wide" for
        films; otherwise the frame is as large as the panels need.
    camera : str
        "follow" the action, or show the "whole" board. By default "follow" in films that show more
        than 20 rows or columns.
    labels : str
        Name cells by "letters" written on them (the default if `format` is set), or by
        "coordinates".
    """

    panels: "Panel | Sequence[Panel] | None"
    format: str | None
    camera: str | None
    labels: str | None


class Pacing(TypedDict, total=False):
    """The moments of a run to show, and their durations.

    Parameters
    ----------
    fps : float
        Frames per second. By default 30 in .mp4 and .webm if the camera moves, otherwise 10.
    detail : int
        0 shows moves; 1 adds deductions, odds and guesses; 2 also adds the steps of searches. By
        default 2 if a panel draws searches, otherwise 1.
    budget : float
        The most time that the film gives to search steps, in seconds; 25 by default.
    frames : tuple of int
        Keep frames a to b - 1, counted from 0.
    moves : tuple of int
        Keep moves a to b - 1, counted from 0, with the reasoning before them.
    pace : str or float
        "story" (the default, which stays longer on new ideas), "even", "clock" (as it was played,
        pauses cut to a minute), or a number of moments per second.
    seconds : float
        The length of the film, at most a day. By default long enough to read all explanations.
    cards : bool
        Add an opening and a closing card. On by default if the entire run is filmed at the pace
        "story". Short films have no cards.
    opening : str
        Begin with the hardest moment of the game as a "question" and rewind (the default), or with
        a "title" card.
    """

    fps: float | None
    detail: int | None
    budget: float | None
    frames: Range | None
    moves: Range | None
    pace: str | float | None
    seconds: float | None
    cards: bool | None
    opening: str | None


class Moments(Look, Pacing, total=False):
    """The options of a film as pictures: `Look` and `Pacing`.

    Parameters
    ----------
    look : Look
        The look as one dict, in place of single options.
    preset : str
        A name in `minevis.PRESETS`: other options of the film in a word.
    """

    look: Look | None
    preset: str | None


class FilmOptions(Moments, total=False):
    """All options of a film as a file.

    Parameters
    ----------
    progress : bool
        Show a bar while the film is written.
    encoder : Encoder
        The encoder that writes the file, see `minevis.film.ffmpeg`. By default the
        one for the suffix of the file.
    """

    progress: bool
    encoder: "Encoder | None"


class ShownFilm(FilmOptions, VideoElement, total=False):
    """The options of a film in a notebook. `max_width` is that of the player."""

    preview: bool


PRESETS: Registry[FilmOptions] = Registry(
    {
        "phone": {"format": "tall", "camera": "follow", "labels": "letters"},
        "talk": {"format": "wide"},
        "readme": {"format": "square", "max_width": 640, "seconds": 30.0},
    },
    {"options": lambda name: ", ".join(f"{key}={it!r}" for key, it in PRESETS[name].items())},
)
"""The options of a film by what it is for: `trace.video("solve.mp4", preset="phone")`."""


def drop_none(**options: Any) -> dict[str, Any]:
    """Return the options except None."""
    return {name: value for name, value in options.items() if value is not None}


def element_and_film(options: "ShownFilm | ShownRace") -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of the video player on a page, and the options of the film."""
    film: dict[str, Any] = {**options}
    names = (*VideoElement.__annotations__, "max_width")
    return {name: film.pop(name) for name in names if name in film}, film


def split(options: Moments) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of a frame's look, and of its timing."""
    preset = options.get("preset")
    if preset is not None and preset not in PRESETS:
        raise ValueError(unknown_name("preset", preset, PRESETS))
    chosen: Mapping[str, Any] = {} if preset is None else PRESETS[preset]
    asked = drop_none(**{**chosen, **(options.get("look") or {}), **drop_none(**options)})
    for name in ("look", "preset"):
        asked.pop(name, None)
    pacing = {name: asked.pop(name) for name in Pacing.__annotations__ if name in asked}
    return asked, pacing
