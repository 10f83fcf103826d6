"""`minevis trials`: many games, and how often they are won."""

from typing import TYPE_CHECKING, Annotated, Any

from minevis.cli import options
from minevis.utils.files import check_output, output

if TYPE_CHECKING:
    from minevis.experiments.compare import Comparison
    from minevis.experiments.trials import Trials

_first = options.numbers(2, "a first click is ROW,COL, uniform or none", "uniform", "none")
First = Annotated[Any, options.read_by(_first, "ROW,COL", show_default=False)]
WORKERS = "an integer of 1 or more, or the tcp://… address of a Dask scheduler, is needed"


def _workers(text: str) -> Any:
    number = options.numbers(1, WORKERS, allowed=lambda count: count >= 1)
    return text if ":" in text else number(text)


def main(
    *,
    board: options.Level = options.EXPERT,
    player: options.Players = ("exact",),
    effort: options.Effort = None,
    games: options.Whole = 10_000,
    seed: options.Whole = 0,
    first: First = (0, 0),
    safe_radius: options.Radius = 0,
    chart: options.File = None,
    workers: Annotated[int | str | None, options.read_by(_workers, "N|ADDRESS")] = None,
    store: options.Store = options.STORE,
    quiet: bool = False,
) -> None:
    """Play many games and count how they end. With several players, compare them on the same
    boards.

    Parameters
    ----------
    effort
        How hard the player best looks before a guess (default: normal).
    games
        Number of games per player.
    seed
        Seed of the first game.
    first
        First click; uniform: random; none: the player chooses (default: 0,0).
    chart
        Write a chart: .png, .svg or .pdf.
    workers
        Number of threads, or tcp://… of a Dask scheduler (default: all cores).
    store
        Saves finished games, so that they are not played again; none saves nothing.
    quiet
        No progress bar, and no line about the store.
    """
    if chart is not None:
        if chart.suffix.lower() not in (".png", ".svg", ".pdf"):
            raise ValueError(f"{chart}: a chart is written as .png, .svg or .pdf")
        check_output(chart)
    from minevis.experiments.compare import compare  # not for the help
    from minevis.experiments.trials import trials

    given: dict[str, Any] = {"games": games, "seed": seed, "first": first}
    given |= {"safe_radius": safe_radius, "workers": workers, "store": store}
    given["progress"] = not quiet
    players, level = options.chosen_players(player, effort), board.chosen()
    result: Trials | Comparison
    if len(players) == 1:
        result = one = trials(level, players[0], **given)
        draw = one.guesses_chart
    else:
        result = several = compare(players, level, **given)
        draw = several.chart
    print(result)
    if chart is not None:
        figure = draw()
        with output(chart):
            figure.savefig(chart, facecolor=figure.get_facecolor())
    options.say_kept(store, quiet)
    if result.partial:
        raise KeyboardInterrupt
