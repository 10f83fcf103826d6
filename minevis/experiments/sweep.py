"""`sweep`: one thing varies, the rest stays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minevis.errors import BoardFormatError
from minevis.experiments.compare import names_apart, play_all
from minevis.experiments.results import Results
from minevis.experiments.store import Store
from minevis.experiments.task import First, Task, first_click_text
from minevis.experiments.trials import Trials
from minevis.experiments.workers import Workers
from minevis.game.board import Level, level_of
from minevis.players import AnyPlayer
from minevis.utils.hints import helpful
from minevis.utils.options import AnyLevel

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from minevis.render.tiles.theme import Theme


@dataclass(frozen=True, repr=False)
class Sweep(Results):
    """The results of `sweep`: games for several values of one setting.

    Attributes
    ----------
    varied : str
        The setting.
    values : tuple
        The values played; fewer than given if the run was stopped.
    trials : tuple of Trials
        The results by value.

    Examples
    --------
    >>> sweep("beginner", mines=[5, 15], games=100, progress=False)
    <Sweep over mines: 5: 99.00 %, 15: 74.00 %>
    """

    varied: str
    values: tuple[Any, ...]  # of whatever varied: numbers, sizes, players, None
    trials: tuple[Trials, ...]

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return len(self.trials) < len(self.values) or any(run.partial for run in self.trials)

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the win ratios with 95 % intervals, by the value of the setting.

        Numbers have a numeric axis and a curve. Players and sizes are side by side.
        """
        from minevis.experiments.charts import curve_chart

        if not all(isinstance(value, Real) for value in self.values):
            return super()._chart(ax, theme)
        dots, varied = self._dots(), self.varied.replace("_", " ")
        places = [float(value) for value in self.values[: len(dots)]]
        return curve_chart(places, dots, varied, self._subtitle(), theme, ax=ax)

    def _runs(self) -> list[tuple[Any, Trials]]:
        return list(zip(self.values, self.trials, strict=False))

    def _differing(self) -> str:
        return self.varied

    def _about(self) -> str:
        return f"over {self.varied}"

    def _notes(self) -> list[str]:
        return ["stopped early"] if self.partial else []

    def _caption(self) -> str:
        task = self.trials[0].task
        if self.varied == "player":
            return f"Players on {task.conditions}"
        if self.varied == "safe_radius":
            return f"Player {task}, first click {task.first}"
        board = "" if self.varied == "size" else f" on {task.level.height}×{task.level.width}"
        click = first_click_text(task.first, task.safe_radius)
        return f"Player {task.player}{board}, first click {click}"


@helpful
def sweep(
    level: AnyLevel = "expert",
    player: AnyPlayer | Sequence[AnyPlayer] = "exact",
    *,
    mines: Sequence[int] | None = None,
    density: Sequence[float] | None = None,
    size: Sequence[tuple[int, int]] | None = None,
    safe_radius: int | Sequence[int | None] | None = 0,
    first: First = (0, 0),
    games: int = 10_000,
    seed: int = 0,
    workers: Workers = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
) -> Sweep:
    """Play games for several values of one setting.

    Exactly one of `player`, `mines`, `density`, `size` and `safe_radius` is a list.

    Parameters
    ----------
    level : str or tuple of int
        A name from `minevis.LEVELS`, or (height, width, mines).
    player : str or Player, or a sequence of them
        The player or players.
    mines : sequence of int, optional
        Numbers of mines.
    density : sequence of float, optional
        Mines per cell.
    size : sequence of tuple of int, optional
        Sizes (height, width), with the density of `level`.
    safe_radius : int, None, or a sequence of them
        The protection of the first click, as in `Board.random`.
    first : tuple of int, str or None
        The first click, as in `trials`.
    games, seed, workers, store, progress
        As in `trials`.

    Returns
    -------
    Sweep
        The results by value.

    Raises
    ------
    ValueError
        If not exactly one setting is a non-empty list, two players have the same name, or the
        radius varies while `first` is None. This is checked before the first game.
    StoreError, WorkersLostError
        As in `trials`.

    Examples
    --------
    >>> sweep("beginner", player=["counting", "exact"], games=100, progress=False)
    <Sweep over player: counting: 72.00 %, exact: 91.00 %>
    """
    choices: dict[str, Any] = {"mines": mines, "density": density, "size": size}
    choices |= {"safe_radius": safe_radius, "player": player}
    varied, values = _varied(choices)
    if varied == "safe_radius" and first is None:
        rule = "the player's own first click is never protected"
        raise ValueError(f"safe_radius={values} with first=None: {rule}")
    if varied == "player":
        names_apart(values)
    base, tasks = level_of(level), []
    for value in values:
        chosen = {"player": player, "safe_radius": safe_radius, varied: value}
        one: Any = chosen["player"]
        task = Task.of(
            _level(base, varied, value), one, games=games, seed=seed, first=first,
            safe_radius=chosen["safe_radius"],
        )  # fmt: skip
        tasks.append(task)
    runs = play_all(tasks, workers=workers, store=store, progress=progress)
    return Sweep(varied, tuple(values), runs)


def _varied(choices: dict[str, Any]) -> tuple[str, list[Any]]:
    """Return the name and the values of the only list among choices. Raises `ValueError`."""
    for name in ("mines", "density", "size"):
        if choices[name] is not None and not _is_list(choices[name]):
            raise ValueError(f"{name}={choices[name]!r}: it must be a list of values")
    lists = {name: list(given) for name, given in choices.items() if _is_list(given)}
    if len(lists) != 1:
        given = f"{', '.join(lists)} are" if lists else "none is"
        rule = "give exactly one of mines, density, size, safe_radius or player as a list"
        raise ValueError(f"{rule}: {given} given")
    ((name, values),) = lists.items()
    if not values:
        raise ValueError(f"{name}=[]: the list must not be empty")
    return name, values


def _is_list(given: object) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, str)


def _sides(size: Any) -> tuple[int, int]:
    """Height and width in cells."""
    if not isinstance(size, Iterable) or len(sides := tuple(size)) != 2:
        raise BoardFormatError(f"size {size!r}: it must be a pair (height, width)")
    height, width, _ = level_of((*sides, 0))
    return height, width


def _level(base: Level, varied: str, value: Any) -> Level:
    """`base` with the value in its place."""
    if varied == "mines":
        return level_of((base.height, base.width, value))
    if varied == "density":
        density = float(value) if isinstance(value, Real) else nan
        if not 0 <= density <= 1:
            raise BoardFormatError(f"density {value!r}: it must be from 0 to 1 mines per cell")
        return level_of((base.height, base.width, round(density * base.height * base.width)))
    if varied == "size":
        height, width = _sides(value)
        cells = base.height * base.width
        return level_of((height, width, round(base.mines * height * width / cells)))
    return base
