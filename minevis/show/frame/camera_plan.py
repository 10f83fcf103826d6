"""Frames of a fixed format: the places on a picture that is wide, square or tall.

One view of the board, through a window that may follow what happens; a small map; below or
next to it the sentences, and a search tree that comes and leaves. Lengths are in px, and those
of text such that a phone, 360 points wide, shows it in letters one can read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from minevis.core.errors import check_count
from minevis.core.grid import Shape
from minevis.core.names import CAMERAS, FORMATS, LABELS
from minevis.show.frame.layout import HARD_LIMIT, check_crop
from minevis.show.frame.measures import Place
from minevis.show.options import PRESETS, Crop
from minevis.show.panels.panels import Panel, check_panels, drawn_panel, name_of
from minevis.show.tiles.atlas import LARGEST
from minevis.show.tiles.theme import Theme, theme_of
from minevis.show.timing.camera import Box, Lens

FOLLOWED = 20  # rows or columns: larger views are followed by default
CELL = {"wide": 92, "square": 66, "tall": 98}  # px: the widest that a cell is shown
SMALLEST_WIDTH = 240  # px


@dataclass(frozen=True)
class Places:
    """The places with a tree, or without one."""

    view: Place
    text: Place  # the sentences
    map: Place | None
    tree: Place | None


@dataclass(frozen=True)
class CameraPlan:
    """The plan of a frame of fixed format. Make it with `CameraPlan.of`."""

    shape: Shape  # of the board, in cells
    crop: Crop  # the cells that are ever shown
    format: str
    camera: str
    labels: str
    panel: Panel  # of the view
    drawn: Panel | None  # drawn next to it when it has something to say
    cell: int  # the widest that a cell is shown
    theme: Theme
    width: int
    height: int
    body: int  # font size of the sentences
    badge: Place
    counters: Place
    title: Place  # the meaning of the numbers in the view
    legend: Place
    strip: Place  # the timeline
    alone: Places
    beside: Places  # a tree

    @classmethod
    def of(
        cls,
        shape: Shape,
        *,
        format: str = "wide",
        camera: str | None = None,
        labels: str | None = None,
        panels: Panel | Sequence[Panel] = ("board", "tree"),
        theme: str | Theme | None = None,
        crop: Crop | None = None,
        max_width: int | None = None,
    ) -> "CameraPlan":
        """Return the plan for a board of `shape`.

        `format` is "wide" (1920×1080 px), "square" (1080×1080) or "tall" (1080×1920),
        smaller with `max_width`; `camera` "follow" or "whole", by default "follow" if more
        than 20 rows or columns are shown; `labels` "letters" (by default) or "coordinates".
        Raises `ValueError` for other values.
        """
        _check("format", format, tuple(FORMATS))
        _check("camera", camera, (*CAMERAS, None))
        _check("labels", labels, (*LABELS, None))
        shown, drawn = _view_and_drawing(panels)
        window = check_crop(crop, shape)
        camera = camera or ("follow" if max(window[2:]) > FOLLOWED else "whole")
        labels = labels or "letters"
        return cls(
            shape=shape,
            crop=window,
            format=format,
            camera=camera,
            labels=labels,
            panel=shown,
            drawn=drawn,
            theme=theme_of(theme),
            **_Draft(format, camera == "follow", max_width).places(),
        )

    def lens(self, *, tree: bool = False) -> Lens:
        """Return the lens of windows, with or without a tree next to them."""
        view = (self.beside if tree else self.alone).view
        return Lens(Box(*_ends(self.crop)), view.height, view.width, self.cell)


def _check(name: str, value: str | None, known: tuple[str | None, ...]) -> None:
    """Raises `ValueError` unless `value` is `known`."""
    if name == "format" and value in PRESETS:
        raise ValueError(f"format={value!r} is a preset: pass **minevis.PRESETS[{value!r}]")
    if value not in known:
        listed = ", ".join(repr(each) for each in known if each)
        raise ValueError(f"{name}={value!r}: choose from {listed}")


def _view_and_drawing(panels: Panel | Sequence[Panel]) -> tuple[Panel, Panel | None]:
    """Return the panel of the view, and the one drawn next to it. Raises `ValueError`."""
    chosen = check_panels(panels)
    shown = [each for each in chosen if drawn_panel(each) is None]
    drawn = [each for each in chosen if drawn_panel(each) is not None]
    if len(shown) != 1 or len(drawn) > 1:
        names = ", ".join(map(name_of, chosen))
        rule = "a format shows one panel, and a tree next to it; without format= all are shown"
        raise ValueError(f"panels={names}: {rule}")
    return shown[0], drawn[0] if drawn else None


def _ends(crop: Crop) -> tuple[int, int, int, int]:
    row, col, height, width = crop
    return row, col, row + height, col + width


class _Draft:
    """The places of one format, at one size."""

    def __init__(self, format: str, mapped: bool, max_width: int | None) -> None:
        self.format, self.mapped = format, mapped
        self.full = FORMATS[format]
        if max_width is not None:
            max_width = check_count("max_width", max_width, most=HARD_LIMIT)
        wide = min(max_width or self.full[0], self.full[0])
        if wide < SMALLEST_WIDTH:
            raise ValueError(
                f"max_width={max_width}: a format is at least {SMALLEST_WIDTH} px wide"
            )
        self.scale = wide / self.full[0]

    def px(self, length: float) -> int:
        """A length at full size, as it is here."""
        return round(length * self.scale)

    def at(self, left: float, top: float, width: float, height: float) -> Place:
        """A place at full size, as it is here."""
        return Place(self.px(left), self.px(top), self.px(width), self.px(height))

    def places(self) -> dict[str, Any]:
        """All places and sizes, by the names of a `CameraPlan`."""
        width, height = (length + length % 2 for length in map(self.px, self.full))
        cell = CELL[self.format] if self.mapped else LARGEST
        sizes = {"width": width, "height": height, "cell": max(self.px(cell), 8)}
        return sizes | {"wide": self.wide, "square": self.square, "tall": self.tall}[self.format]()

    def tall(self) -> dict[str, Any]:
        """Map above, the view in the middle, sentences below; the tree above the sentences."""
        map_place = self.at(470, 56, 562, 304) if self.mapped else None
        return {
            "body": self.px(41),
            "badge": self.at(48, 60, 250, 74),
            "counters": self.at(48, 160, 400 if self.mapped else 984, 150),
            "title": self.at(48, 366, 984, 40),
            "legend": self.at(48, 1756, 984, 88),
            "strip": self.at(48, 1856, 984, 34),
            "alone": Places(
                self.at(48, 412, 984, 984), self.at(48, 1426, 984, 322), map_place, None
            ),
            "beside": Places(
                self.at(48, 412, 984, 520),
                self.at(48, 1570, 984, 180),
                map_place,
                self.at(48, 956, 984, 600),
            ),
        }

    def wide(self) -> dict[str, Any]:
        """The view at the left; at the right map, sentences and legend; the tree for the map."""
        left, room = 1212, 660
        map_place = self.at(left, 262, room, 240) if self.mapped else None
        top = 524 if self.mapped else 280
        return {
            "body": self.px(44),
            "badge": self.at(left, 56, 270, 80),
            "counters": self.at(left, 146, room, 104),
            "title": self.at(48, 20, 1120, 40),
            "legend": self.at(left, 900, room, 92),
            "strip": self.at(48, 1020, 1824, 32),
            "alone": Places(
                self.at(48, 66, 1120, 924), self.at(left, top, room, 890 - top), map_place, None
            ),
            "beside": Places(
                self.at(48, 66, 840, 924),
                self.at(920, 706, 952, 184),
                None,
                self.at(920, 262, 952, 440),
            ),
        }

    def square(self) -> dict[str, Any]:
        """The view at the left, map and counters at the right, sentences below."""
        map_place = self.at(724, 132, 320, 172) if self.mapped else None
        return {
            "body": self.px(36),
            "badge": self.at(724, 40, 220, 66),
            "counters": self.at(724, 330 if self.mapped else 140, 320, 156),
            "title": self.at(36, 6, 664, 32),
            "legend": self.at(36, 958, 1008, 60),
            "strip": self.at(36, 1030, 1008, 28),
            "alone": Places(
                self.at(36, 40, 664, 664), self.at(36, 726, 1008, 226), map_place, None
            ),
            "beside": Places(
                self.at(36, 40, 664, 440),
                self.at(36, 830, 1008, 124),
                map_place,
                self.at(36, 490, 1008, 334),
            ),
        }
