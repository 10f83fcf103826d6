"""The options of pictures and films, described once: `Look` and `Pacing`.

The same names have the same meaning for all pictures. None means the default. Type checkers read
the single options of a call from typed dicts: their names and types are those of the classes.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from numbers import Real
from operator import index as whole
from typing import TYPE_CHECKING, Any, Literal, Self, TypedDict

import numpy as np

from minevis.utils.checks import check_count, check_range
from minevis.utils.hints import did_you_mean, unknown_name
from minevis.utils.options import CAMERAS, FORMATS, IDEAS, LABELS, OPENINGS, PresetName, ThemeName
from minevis.utils.tables import Registry

if TYPE_CHECKING:
    from minevis.film.ffmpeg import Encoder
    from minevis.render.panels import Panel
    from minevis.render.tiles.theme import Theme

Crop = tuple[int, int, int, int]  # row, col, height, width, in cells
Range = tuple[int, int]

SMALLEST, LARGEST = 2, 128  # px of a cell
WIDEST = 3840  # px: the largest size that video players accept
PACES = ("story", "even", "clock")
RATES = (0.01, 1000.0)  # moments a second
FRAME_RATES = (0.5, 1000.0)  # ffmpeg holds the ns of a frame in 31 bits: 2.1 s of them
BUDGETS = (0.0, 86_400.0)  # seconds of all searches together
LENGTHS = (0.001, 86_400.0)  # seconds of a film: at most a day
SCREEN_ONLY = ("format", "camera", "labels")
NO_IDEA = ("moves", "opening", "cards", "budget")  # options that an idea chooses
LAYOUT_ONLY = ("cell", "coordinates", "caption", "legend")


class Options:
    """Options whose default is None."""

    def given(self) -> dict[str, Any]:
        """Return the options with a value."""
        values = ((each.name, getattr(self, each.name)) for each in fields(self))  # type: ignore[arg-type]
        return {name: value for name, value in values if value is not None}

    def filled(self, **defaults: Any) -> Self:
        """Return the options with `defaults` in place of None."""
        return replace(self, **{**defaults, **self.given()})  # type: ignore[type-var]

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True, kw_only=True)
class Look(Options):
    """The look of a frame.

    Parameters
    ----------
    panels : str or sequence
        The panels side by side: names of `minevis.PANELS`, "tree", or custom panels. By default
        "board" and "constraints". With `format`, one or two panels ("wide": up to six), and a tree
        next to them; every panel follows the action.
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

    panels: "Panel | Sequence[Panel] | None" = None
    cell: int | None = None
    theme: "ThemeName | str | Theme | None" = None
    crop: Crop | None = None
    coordinates: bool | None = None
    caption: bool | None = None
    legend: bool | None = None
    max_width: int | None = None
    format: Literal["wide", "square", "tall"] | str | None = None
    camera: Literal["follow", "whole"] | str | None = None
    labels: Literal["letters", "coordinates"] | str | None = None

    def __post_init__(self) -> None:
        from minevis.render.panels import check_panels
        from minevis.render.tiles.theme import theme_of

        theme_of(self.theme)
        if self.panels is not None:
            self._set(panels=check_panels(self.panels))
            if not self.panels:
                raise ValueError("panels=(): at least one panel is needed")
        if self.cell is not None:
            self._set(cell=check_count("cell", self.cell, least=SMALLEST, most=LARGEST))
        if self.max_width is not None:
            self._set(max_width=check_count("max_width", self.max_width, most=WIDEST))
        if self.crop is not None:
            self._set(crop=_crop(self.crop))
        for name in ("coordinates", "caption", "legend"):
            check_switch(name, getattr(self, name))
        for name, known in zip(SCREEN_ONLY, (FORMATS, CAMERAS, LABELS), strict=True):
            check_choice(name, getattr(self, name), known)
        if self.on_screen:
            for name in self.given().keys() & {*LAYOUT_ONLY}:
                raise ValueError(f"{name}={getattr(self, name)!r}: formats and cameras choose that")

    @property
    def on_screen(self) -> bool:
        """Whether the frame has a format; otherwise it is as large as its panels need."""
        return bool(self.format or self.labels or self.camera == "follow")


@dataclass(frozen=True, kw_only=True)
class Pacing(Options):
    """The moments of a run to show, and their durations.

    Parameters
    ----------
    fps : float
        Frames per second. By default 30 in .mp4 and .webm if anything moves, otherwise 10.
    detail : int
        0 shows moves; 1 adds deductions, odds and guesses; 2 also adds the steps of searches. By
        default 2 if a panel draws searches, otherwise 1; 0 for a game in less than 8 seconds that
        has no time for reasons.
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
    motion : bool
        Draw changes in motion, on by default. False cuts from picture to picture.
    idea : str or int
        Film one moment of 12 to 25 seconds: a question, time to think, the reason, the click and
        what it brought. "hardest" is the hardest moment (a game without any reason is filmed
        whole), "first two clues" the first deduction from two clues, "guess" the boldest guess,
        "loss" the guess that lost, and a number a move, counted from 0. By default whole games in
        less than 45 seconds show their hardest moments.
    """

    fps: float | None = None
    detail: int | None = None
    budget: float | None = None
    frames: Range | None = None
    moves: Range | None = None
    pace: Literal["story", "even", "clock"] | str | float | None = None
    seconds: float | None = None
    cards: bool | None = None
    opening: Literal["question", "title"] | str | None = None
    motion: bool | None = None
    idea: Literal["hardest", "first two clues", "guess", "loss"] | str | int | None = None

    def __post_init__(self) -> None:
        if self.fps is not None:
            check_range("fps", self.fps, FRAME_RATES, "frames a second")
        if self.detail is not None:
            self._set(detail=check_count("detail", self.detail, least=0, most=2))
        if self.budget is not None:
            check_range("budget", self.budget, BUDGETS, "seconds for searches")
        for name in ("frames", "moves"):
            self._set(**{name: _range(name, getattr(self, name))})
        if self.pace is not None and self.pace not in PACES:
            check_range("pace", self.pace, RATES, '"story", "even", "clock" or moments a second')
        if self.seconds is not None:
            check_range("seconds", self.seconds, LENGTHS, "the length in all", ", or None")
            if self.pace not in (None, *PACES):
                raise ValueError(
                    f"pace={self.pace!r} and seconds={self.seconds!r}: give one of them"
                )
        check_switch("cards", self.cards)
        check_switch("motion", self.motion)
        check_choice("opening", self.opening, OPENINGS)
        self._check_idea()

    def _check_idea(self) -> None:
        if self.idea is None:
            return
        if isinstance(self.idea, str):
            check_choice("idea", self.idea, IDEAS)
        else:
            self._set(idea=check_count("idea", self.idea, least=0))
        for name in NO_IDEA:
            if (value := getattr(self, name)) is not None:
                raise ValueError(f"idea={self.idea!r} and {name}={value!r}: an idea chooses that")
        if self.pace not in (None, "story") or self.detail not in (None, 1):
            raise ValueError(f"idea={self.idea!r}: it is told as a story, with detail=1")


def _crop(crop: Any) -> Crop:
    """Return a part of a board. Raises `ValueError` if it is none of any board."""
    four = isinstance(crop, Sequence | np.ndarray) and len(crop) == 4
    if not (four and all(isinstance(number, Real) and number % 1 == 0 for number in crop)):
        raise ValueError(f"crop={crop!r}: it must be (row, col, height, width), in integers")
    row, col, height, width = (int(number) for number in crop)
    if height < 1 or width < 1:
        raise ValueError(f"crop={crop!r} is empty: height and width must be at least 1")
    return row, col, height, width


def _range(name: str, span: Range | None) -> Range | None:
    if span is None:
        return None
    rule = f"{name}={span!r}: it must be (first, end), integers with 0 <= first < end"
    try:
        first, end = map(whole, span)
    except (TypeError, ValueError):
        raise ValueError(rule) from None
    if not 0 <= first < end:
        raise ValueError(rule)
    return first, end


def check_switch(name: str, value: object) -> None:
    """Raise `ValueError` unless `value` is True, False or None."""
    if not isinstance(value, bool | np.bool_ | None):
        raise ValueError(f"{name}={value!r}: it must be True or False")


def check_choice(name: str, value: object, known: Collection[str]) -> None:
    """Raise `ValueError` unless `value` is None or `known`."""
    if name == "format" and value in PRESETS:
        raise ValueError(f"format={value!r} is a preset: pass preset={value!r} to a film")
    if value is not None and value not in known:
        names = ", ".join(map(repr, known))
        raise ValueError(f"{name}={value!r}: choose from {names}{did_you_mean(value, known)}")


class RaceLookOptions(TypedDict, total=False):
    """The options of `Look` that a race takes."""

    cell: int | None
    theme: "ThemeName | str | Theme | None"
    crop: Crop | None
    coordinates: bool | None
    caption: bool | None
    legend: bool | None
    max_width: int | None


class LookOptions(RaceLookOptions, total=False):
    """The options of `Look`."""

    panels: "Panel | Sequence[Panel] | None"
    format: Literal["wide", "square", "tall"] | str | None
    camera: Literal["follow", "whole"] | str | None
    labels: Literal["letters", "coordinates"] | str | None


class PacingOptions(TypedDict, total=False):
    """The options of `Pacing`."""

    fps: float | None
    detail: int | None
    budget: float | None
    frames: Range | None
    moves: Range | None
    pace: Literal["story", "even", "clock"] | str | float | None
    seconds: float | None
    cards: bool | None
    opening: Literal["question", "title"] | str | None
    motion: bool | None
    idea: Literal["hardest", "first two clues", "guess", "loss"] | str | int | None


class PlotLook(TypedDict, total=False):
    """The look of cells in a Matplotlib figure: options of `Look`, and `words`: with captions."""

    theme: "ThemeName | str | Theme | None"
    crop: Crop | None
    words: bool


class TracePlotLook(PlotLook, total=False):
    """The look of a moment in a Matplotlib figure."""

    panels: "Panel | Sequence[Panel]"


class VideoElement(TypedDict, total=False):
    """The video player on a page: what it does, and its width in px."""

    autoplay: bool
    loop: bool
    controls: bool
    width: int | None


class RaceFilm(RaceLookOptions, total=False):
    """The options of a race as a film."""

    fps: float | None
    seconds: float | None
    motion: bool
    progress: bool
    encoder: "Encoder | None"


class ShownRace(RaceFilm, VideoElement, total=False):
    """The options of a race in a notebook. `max_width` is that of the player."""

    preview: bool


class Moments(LookOptions, PacingOptions, total=False):
    """The options of a film as pictures: those of `Look` and `Pacing`."""

    look: "Look | LookOptions | None"
    preset: PresetName | str | None


class FilmOptions(Moments, total=False):
    """All options of a film as a file."""

    progress: bool
    encoder: "Encoder | None"
    sound: bool


class ShownFilm(FilmOptions, VideoElement, total=False):
    """The options of a film in a notebook. `max_width` is that of the player."""

    preview: bool


PRESETS: Registry[FilmOptions] = Registry(
    {
        "phone": {"format": "tall", "camera": "follow", "labels": "letters", "idea": "hardest"},
        "talk": {"format": "wide"},
        "readme": {"format": "square", "max_width": 640, "idea": "hardest"},
    },
    {"options": lambda name: ", ".join(f"{key}={it!r}" for key, it in PRESETS[name].items())},
)
"""The options of a film by what it is for: `trace.video("solve.mp4", preset="phone")`.

"readme" is made to be seen 640 px wide and "talk" 1280 px: there text is at least 13 px high.
"phone" is made for 390 px: at least 9 px.
"""


def drop_none(**options: Any) -> dict[str, Any]:
    """Return the options except None."""
    return {name: value for name, value in options.items() if value is not None}


def element_and_film(options: "ShownFilm | ShownRace") -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of the video player on a page, and the options of the film."""
    film: dict[str, Any] = {**options}
    names = (*VideoElement.__annotations__, "max_width")
    return {name: film.pop(name) for name in names if name in film}, film


def look_of(options: Mapping[str, Any]) -> Look:
    """Return the look with single options. Raises `TypeError` for unknown ones."""
    for name in options.keys() - LookOptions.__annotations__:
        hint = did_you_mean(name, [*FilmOptions.__annotations__, "trace"], "options")
        raise TypeError(f"unknown option {name!r}{hint}")
    return Look(**options)


def look_and_pacing(options: Moments) -> tuple[Look, Pacing]:
    """Return the look of a film, and its pacing. Raises `TypeError` for unknown options."""
    asked: dict[str, Any] = {**options}
    look, preset = asked.pop("look", None) or {}, asked.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        raise ValueError(unknown_name("preset", preset, PRESETS))
    whole = look.given() if isinstance(look, Look) else look
    chosen = drop_none(**asked)
    if chosen.keys() & {*NO_IDEA, "pace", "detail", "seconds"}:
        chosen.setdefault("idea", None)  # a preset's idea gives way
    asked = {**PRESETS.get(preset, {}), **whole, **chosen}
    pacing = {name: asked.pop(name) for name in PacingOptions.__annotations__ if name in asked}
    return look_of(asked), Pacing(**pacing)
