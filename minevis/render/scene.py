"""The content of one frame, before it is drawn."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace

import numpy as np

from minevis.game.grid import Cell, Cells
from minevis.render.panels import Layer
from minevis.render.tiles.atlas import Tile
from minevis.render.tiles.theme import Colour

A_MINE, NO_MINE = Tile.SUPPOSED + 11, Tile.SUPPOSED + 1


@dataclass(frozen=True, eq=False)
class Drawn:
    """A panel that has drawn itself: its pixels (uint8 [h, w, 3]) and its words."""

    pixels: np.ndarray
    title: str = ""
    subtitle: str = ""
    keys: Set[str] = frozenset()  # entries of the legend
    cells: Cells = ()  # of the board, that it is about
    letters: Mapping[Cell, str] | None = None  # of these cells, in the sentences too
    moving: Callable[[float], np.ndarray] | None = None  # the pixels on their way, at a share


@dataclass(frozen=True, eq=False)
class Scene:
    """One frame: its panels and its words.

    `spoken` (bool [H, W]) marks the cells in question. With None, no cell is faded.
    """

    layers: tuple[Layer | Drawn, ...]
    badge: tuple[str, Colour] = ("", (0, 0, 0))  # without words there is no badge
    counters: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    named: tuple[Cells, ...] = ()  # the cells of the sentences
    coming: tuple[str, ...] = ()  # sentences of the same event still to come
    gathering: bool = True  # whether the sentences have been said one after the other
    spoken: np.ndarray | None = None
    letters: Mapping[Cell, str] = field(default_factory=dict)
    numbers: Mapping[Cell, tuple[int, int]] = field(default_factory=dict)
    map: np.ndarray | None = None  # uint16 [H, W]: pictures
    keys: Set[str] = frozenset()  # more entries of the legend
    headline: str = ""  # large, above the sentences

    @property
    def boards(self) -> list[Layer]:
        """The panels that are maps of cells."""
        return [layer for layer in self.layers if isinstance(layer, Layer)]

    @property
    def board(self) -> Layer:
        """The first map of cells."""
        return self.boards[0]

    def redrawn(self, change: Callable[[Layer], Layer]) -> "Scene":
        """Return the scene with a change to all maps of cells."""
        layers = (change(layer) if isinstance(layer, Layer) else layer for layer in self.layers)
        return replace(self, layers=tuple(layers))


def without_words(scene: Scene, words: tuple[str, ...] = ()) -> Scene:
    """A scene without its sentences and the letters of their cells, with other `words`."""
    return replace(scene, sentences=words, named=(), coming=(), letters={}, gathering=False)
