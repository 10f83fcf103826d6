"""Commands about many games: `trials`, `runs`, `ladder`, and `warm-up`, which compiles players."""

import csv
import sys
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from minevis.cli import options
from minevis.utils import tables
from minevis.utils.files import check_output, output_file
from minevis.utils.formatting import quantity
from minevis.utils.hints import unknown_name
from minevis.utils.options import MEANINGS
from minevis.utils.progress import compiling_for

if TYPE_CHECKING:
    from minevis.experiments.compare import Comparison
    from minevis.experiments.store import StoredChunk, StoredRun
    from minevis.experiments.trials import Trials

_first = options.numbers(2, "a first click is ROW,COL, uniform or none", "uniform", "none")
First = Annotated[Any, options.read_by(_first, "ROW,COL", show_default=False)]
WORKERS = "an integer of 1 or more, or the tcp://… address of a Dask scheduler, is needed"
COLUMNS = (
    *("run", "player", "board", "first", "safe_radius", "rules_version"),
    *("first_seed", "games", "won", "lost", "lost_first", "guesses"),
)
ANALYZE = "analyze"  # by kernels too, but only if they are compiled
NAMES = (*MEANINGS, ANALYZE)


def _workers(text: str) -> Any:
    number = options.numbers(1, WORKERS, allowed=lambda count: count >= 1)
    return text if ":" in text else number(text)


def trials(
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
    store: options.Store = None,
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
        A file that keeps finished games, so that they are not played again.
    quiet
        No progress bar, and no line about the store.
    """
    if chart is not None:
        if chart.suffix.lower() not in (".png", ".svg", ".pdf"):
            raise ValueError(f"{chart}: a chart is written as .png, .svg or .pdf")
        check_output(chart)
    from minevis.experiments import compare, trials  # not for the help

    given: dict[str, Any] = {"games": games, "seed": seed, "first": first}
    given |= {"safe_radius": safe_radius, "workers": workers, "store": store}
    given["progress"] = not quiet
    players, level = options.chosen_players(player, effort), board.chosen()
    result: Trials | Comparison
    if len(players) == 1:
        result = trials.trials(level, players[0], **given)
    else:
        result = compare.compare(level, players, **given)
    print(result)
    if chart is not None:
        figure = result.guesses_chart() if isinstance(result, trials.Trials) else result.plot()
        with output_file(chart):
            figure.savefig(chart, facecolor=figure.get_facecolor())
    options.say_kept(store, quiet)
    if result.partial:
        raise KeyboardInterrupt


def runs(
    what: Literal["list", "show", "export"] = "list",
    number: options.Whole | None = None,
    /,
    *,
    store: options.Store = options.STORE,
) -> None:
    """List the runs of a store, show one of them, or export all as CSV.

    Parameters
    ----------
    what
        list, show or export: what to print.
    number
        The run to show.
    store
        The file with the games.
    """
    from minevis.experiments.store import Store  # not for the help

    if (what == "show") != (number is not None):
        raise ValueError("runs show needs the number of a run, and only runs show takes one")
    if store is None:
        raise ValueError("runs needs a store: name it, --store FILE")
    if not store.exists():
        raise ValueError(f"{store}: no such file; minevis trials --store FILE writes one")
    with Store(store) as games:
        kept = games.runs()
        if what == "list":
            print(tables.text([_facts(run) for run in kept]) if kept else "No runs yet.")
            if count := games.reviewed():
                reviewed = quantity(count, "reviewed game")
                print(f"\nIt keeps {reviewed}, which minevis review reads from it.")
        elif number is None:
            _export(kept)
        elif 1 <= number <= len(kept):
            _show(kept[number - 1])
        else:
            raise ValueError(f"run {number}: no such run; python -m minevis runs list shows all")


def _facts(run: "StoredRun") -> dict[str, str]:
    """A run in a line of a table."""
    from minevis.experiments.statistics import Estimate
    from minevis.experiments.task import first_click_text, level_text

    return {
        "run": str(run.number),
        "player": run.player,
        "board": level_text(run.key.level),
        "first click": first_click_text(run.key.first, run.key.safe_radius),
        "games": f"{run.games:,}",
        "win ratio and 95 % interval": str(Estimate.of_counts(run.won, run.games)),
    }


def _show(run: "StoredRun") -> None:
    """Print one run: parts, totals, and covered seeds."""
    for name, value in {**_facts(run), **run.key.player}.items():
        print(f"{name}: {value}")
    lost_first = sum(chunk.lost_first for chunk in run.chunks)
    lost = run.games - run.won
    print(f"won {run.won:,}, lost {lost:,} ({lost_first:,} on the first click)\n")
    print(tables.text(_seeds(run.chunks)))


def _seeds(chunks: "Sequence[StoredChunk]") -> list[dict[str, str]]:
    """Return the ranges of consecutive seeds, as table rows."""
    rows: list[list[int]] = []  # the first seed, one past the last, games won
    for chunk in chunks:
        if not rows or rows[-1][1] != chunk.start:
            rows.append([chunk.start, chunk.start, 0])
        rows[-1][1] += chunk.games
        rows[-1][2] += chunk.won
    return [
        {"seeds": f"{start} to {stop - 1}", "games": f"{stop - start:,}", "won": f"{won:,}"}
        for start, stop, won in rows
    ]


def _export(kept: "Sequence[StoredRun]") -> None:
    """All chunks as CSV on stdout, one a line."""
    from minevis.experiments.task import level_text

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run in kept:
        key = run.key
        first = list(key.first) if isinstance(key.first, tuple) else key.first
        facts = (level_text(key.level), first, key.safe_radius, key.rules_version)
        for chunk in run.chunks:
            lost = chunk.games - chunk.won
            counts = (chunk.games, chunk.won, lost, chunk.lost_first, chunk.guesses)
            writer.writerow([run.number, run.player, *facts, chunk.start, *counts])


def ladder() -> None:
    """Print the win ratios shipped with the project."""
    from minevis.experiments import ladder  # not for the help

    print(ladder.ladder())


def players() -> None:
    """Print the players, how they guess, and how many expert games they win."""
    from minevis.players import PLAYERS  # not for the help

    print(PLAYERS)


def warm_up(
    *names: Annotated[str, Parameter(name="name", help=f"{', '.join(NAMES)} (default: all).")],
    quiet: bool = False,
) -> None:
    """Compile the kernels of players and of analyze, so that their first use does not wait for it.
    Shared kernels are compiled once. If all are compiled, this takes a moment.

    Parameters
    ----------
    quiet
        Do not announce long compiling.
    """
    from minevis.engine import analysis, kernels
    from minevis.engine._jit import COMPILATIONS, FOLDER
    from minevis.players import player_of

    names = names or NAMES
    for name in names:
        if name not in NAMES:
            raise ValueError(unknown_name("name", name, NAMES))
    players = {name: player_of(name) for name in names if name != ANALYZE}
    for name in names:
        ready = partial(kernels.warm_up, players[name]) if name in players else analysis.warm_up
        since, before = perf_counter(), COMPILATIONS.count
        with compiling_for(name, progress=not quiet):
            ready()
        is_new = COMPILATIONS.count > before
        how = f"compiled in {perf_counter() - since:.0f} s" if is_new else "compiled already"
        print(f"{name}: {how}", flush=True)
    where = FOLDER or "this process only: no folder to keep them in can be written"
    print(f"Their kernels are kept in {where}.")
