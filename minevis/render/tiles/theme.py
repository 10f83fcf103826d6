"""Colours: every colour of a picture has a name in a `Theme`.

A colour is an RGB tuple of ints from 0 to 255.
"""

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np

from minevis.utils.appearance import AUTO as AUTO
from minevis.utils.appearance import Chosen
from minevis.utils.files import asset_path, read_start
from minevis.utils.hints import helpful, unknown_name
from minevis.utils.tables import Registry

Colour = tuple[int, int, int]
Stops = tuple[tuple[float, Colour], ...]

COUNTS = {"clues": 8, "tints": 6}  # tints: of components, side by side on one board
FILE, MOST_BYTES = "theme.toml", 100_000


@dataclass(frozen=True)
class Theme:
    """The colours of one look. `clues[n - 1]` is the colour of the clue n.

    `theme="my/folder"` reads colours from a file `theme.toml`, and tiles, of that folder.

    `tiles` is a folder of custom base pictures, square PNG files by the names
    covered, opened, flag, flag_letter, wrong, mine, mine_letter and exploded, with sides of at
    most 2048 px; missing ones are drawn from the colours. Raises `ValueError`, naming the field,
    for an invalid value: a colour is a tuple of three ints, there are eight `clues` and six
    `tints`, and the places of stops rise from 0 to 1.

    >>> from dataclasses import replace
    >>> import minevis as mv
    >>> sea = replace(mv.THEMES["paper"], name="sea", covered=(120, 170, 190))
    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> trace.frame(-1, theme=sea).dtype
    dtype('uint8')
    """

    name: str
    ground: Colour  # of the entire frame
    line: Colour  # between cells
    rim: Colour  # around a panel
    opened: Colour
    covered: Colour
    ink: Colour  # text on the ground
    quiet: Colour  # subtitles, counters, coordinates
    figure: Colour  # figures on heat
    clues: tuple[Colour, ...]
    left: Colour  # constraint tile: mines left, upper left
    open_left: Colour  # constraint tile: covered cells left, lower right
    safe: Colour
    mine: Colour
    clue_ring: Colour
    search: Colour
    guess: Colour
    letter: Colour  # a mine that spells a word
    letter_ground: Colour
    flag: Colour
    pole: Colour
    future: Colour  # the part that the timeline has not reached
    deduction: Colour  # ticks of the timeline
    shadow: Colour
    shine: Colour
    heat_stops: Stops  # safe to deadly; light enough for dark figures all the way
    zero_stops: Stops  # the chance of a zero: the bluer, the likelier
    zero_figure: Colour  # figures on the chance of a zero
    tints: tuple[Colour, ...]
    bevel: bool = False  # square keys with a bevel, as in the classic game
    tiles: str | Path = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not isinstance(self.tiles, str | Path):
            raise ValueError(f"name={self.name!r:.80}, tiles={self.tiles!r:.80}: both are texts")
        if not isinstance(self.bevel, bool):
            raise ValueError(f"bevel={self.bevel!r:.80}: it is True or False")
        for each in fields(self):
            value = getattr(self, each.name)
            if each.type == Colour:
                value = check_colour(each.name, value)
            elif each.type == tuple[Colour, ...]:
                value = _check_colours(each.name, value)
            elif each.type == Stops:
                value = _check_stops(each.name, value)
            object.__setattr__(self, each.name, value)

    @classmethod
    def load(cls, folder: str | Path) -> "Theme":
        """Return the theme of a folder: colours in `theme.toml`, and pictures of tiles.

        The colours that it leaves out are those of "paper". Raises `ValueError`, naming the
        file, for an unknown name or an invalid colour.

        >>> Theme.load(asset_path("tiles") / "dark").ground
        (22, 24, 29)
        """
        try:
            return replace(PAPER, name=Path(folder).name, tiles=folder, **_colours(folder))
        except ValueError as error:
            raise ValueError(f"{Path(folder) / FILE}: {error}") from error

    @cached_property
    def heat(self) -> np.ndarray:
        """Colours of 0 to 100 % chance of a mine, blue to red: uint8 [101, 3]."""
        return colour_ramp(self.heat_stops)

    @cached_property
    def zero_heat(self) -> np.ndarray:
        """Colours of 0 to 100 % chance of a zero, pale to blue: uint8 [101, 3]."""
        return colour_ramp(self.zero_stops)


def _colours(folder: str | Path) -> dict[str, Any]:
    """Return the values of the file of a theme. Raises `ValueError` for unknown names."""
    file = Path(folder) / FILE
    if file.resolve().parent != Path(folder).resolve():
        raise ValueError("this link leads out of the folder of the theme")
    tables = tomllib.loads(read_start(file, MOST_BYTES).decode())
    known = [each.name for each in fields(Theme) if each.name not in ("name", "tiles")]
    for name in tables:
        if name not in known:
            raise ValueError(unknown_name("colour", name, known))
    return {name: _as_tuples(value) for name, value in tables.items()}


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


def check_colour(name: str, colour: object) -> Colour:
    """Return a colour of plain ints. Raises `ValueError`, naming the field, for an invalid one."""
    parts = colour if isinstance(colour, tuple) else ()
    if len(parts) != 3 or not all(_is_channel(part) for part in parts):
        rule = "a colour is a tuple (red, green, blue), integers from 0 to 255"
        raise ValueError(f"{name}={repr(colour)[:80]}: {rule}")
    red, green, blue = map(int, parts)
    return red, green, blue


def _is_channel(part: object) -> bool:
    return isinstance(part, Integral) and not isinstance(part, bool) and 0 <= int(part) <= 255


def _check_colours(name: str, colours: object) -> tuple[Colour, ...]:
    """Return the colours of the eight clues, or of the tints. Raises `ValueError`."""
    items = colours if isinstance(colours, tuple) else ()
    plain = tuple(check_colour(f"{name}[{at}]", colour) for at, colour in enumerate(items))
    if len(plain) != COUNTS[name]:
        rule = f"a tuple of {COUNTS[name]} colours is needed"
        raise ValueError(f"{name}={repr(colours)[:80]}: {rule}")
    return plain


def _check_stops(name: str, stops: object) -> Stops:
    """Return the stops of a ramp, from left to right. Raises `ValueError`."""
    items = stops if isinstance(stops, tuple) else ()
    places = [float(stop[0]) for stop in items if _is_stop(stop)]
    if not 2 <= len(places) == len(items) or any(a >= b for a, b in pairwise(places)):
        rule = "a tuple of two or more pairs (place, colour) is needed, places rising from 0 to 1"
        raise ValueError(f"{name}={repr(stops)[:80]}: {rule}")
    colours = [check_colour(f"{name}[{at}]", colour) for at, (_, colour) in enumerate(items)]
    return tuple(zip(places, colours, strict=True))


def _is_stop(stop: object) -> bool:
    """Return whether `stop` is a pair whose first part is a place from 0 to 1."""
    if not isinstance(stop, tuple) or len(stop) != 2:
        return False
    place = stop[0]
    return isinstance(place, Real) and not isinstance(place, bool) and 0 <= float(place) <= 1


def colour_ramp(stops: Stops) -> np.ndarray:
    """101 colours along `stops`, pairs of a position in 0 … 1 and a colour: uint8 [101, 3]."""
    # Matplotlib's colormaps give the same within 1 of 255, and take a quarter of a second to load
    at = np.linspace(0.0, 1.0, 101)
    where = [place for place, _ in stops]
    channels = [np.interp(at, where, [colour[i] for _, colour in stops]) for i in range(3)]
    return np.rint(np.stack(channels, axis=1)).astype(np.uint8)


def rgb(colour: Colour) -> tuple[float, float, float]:
    """`colour` as Matplotlib takes it: red, green and blue, 0 … 1."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`first` with `share` (0 … 1) of `second` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 … 1, as WCAG 2 defines it."""
    parts = np.array(colour) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(first: Colour, second: Colour) -> float:
    """The WCAG 2 contrast ratio of two colours, 1 … 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


LOOKS = {
    "paper": "light, for pages and print",
    "classic": "grey keys with a bevel, as in the classic game",
    "dark": "for dark pages and screens",
}
PAPER = Theme("paper", **_colours(asset_path("tiles") / "paper"))
THEMES: Registry[Theme] = Registry(
    {name: replace(Theme.load(asset_path("tiles") / name), tiles="") for name in LOOKS},
    {"meaning": LOOKS.get},
)
"""The themes by name. You can pass your own `Theme` instead of a name."""


@helpful
def set_theme(theme: str) -> None:
    """Set the theme of everything shown from now on. An argument `theme=` takes precedence.

    Parameters
    ----------
    theme : str
        "auto" (the default) or a name in `minevis.THEMES`. With "auto", pictures, films, charts,
        analyses and widgets in a notebook are dark on a dark page; files are "paper".

    Raises
    ------
    ValueError
        For an unknown theme.

    Examples
    --------
    >>> mv.set_theme("dark")
    >>> mv.play(mv.Board.parse("..*"), first=(0, 0)).frame(-1)[0, 0].tolist()
    [22, 24, 29]
    >>> mv.set_theme("auto")
    """
    Chosen.theme = theme_name(theme)


def theme_name(theme: object) -> str:
    """Return `theme` if it is "auto" or the name of a theme. Raises `ValueError` otherwise."""
    names = (AUTO, *THEMES)
    if not isinstance(theme, str) or theme not in names:
        raise ValueError(unknown_name("theme", theme, names))
    return theme


def theme_of(theme: str | Path | Theme | None) -> Theme:
    """Return the theme of that name or folder; a `Theme` is returned unchanged.

    Raises `ValueError`. None and "auto" are the chosen theme, and "paper" if this is "auto" too.
    """
    if isinstance(theme, Theme):
        return theme
    if theme is None or (isinstance(theme, str) and theme == AUTO):
        return PAPER if Chosen.theme == AUTO else THEMES[Chosen.theme]
    if isinstance(theme, str | Path) and theme not in THEMES and (Path(theme) / FILE).is_file():
        return Theme.load(theme)
    if not isinstance(theme, str):
        rule = 'a name, or a Theme such as dataclasses.replace(minevis.THEMES["paper"], name="own")'
        raise ValueError(f"theme={repr(theme)[:80]}: {rule}")
    if theme not in THEMES:
        raise ValueError(unknown_name("theme", theme, THEMES))
    return THEMES[theme]
