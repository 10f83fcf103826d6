"""`minevis runs`: the contents of a store."""

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from minevis.cli import options
from minevis.utils import tables
from minevis.utils.formatting import quantity

if TYPE_CHECKING:
    from minevis.experiments.runner.store import StoredChunk, StoredRun

COLUMNS = (
    *("run", "player", "board", "first", "safe_radius", "rules_version"),
    *("first_seed", "games", "won", "lost", "lost_first", "guesses"),
)


def main(
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
    from minevis.experiments.runner.store import Store  # not for the help

    if (what == "show") != (number is not None):
        raise ValueError("runs show needs the number of a run, and only runs show takes one")
    if store is None:
        raise ValueError("runs looks into a store: say which, --store FILE")
    if not store.exists():
        raise ValueError(f"{store}: there is no such store")
    with Store(store) as games:
        runs = games.runs()
        if what == "list":
            print(tables.text([_facts(run) for run in runs]) if runs else "No runs yet.")
            if count := games.reviewed():
                reviewed = quantity(count, "reviewed game")
                print(f"\nIt keeps {reviewed}, which minevis review reads from it.")
        elif number is not None:
            _show(_find(runs, number))
        else:
            _export(runs)


def _find(runs: "Sequence[StoredRun]", number: int) -> "StoredRun":
    for run in runs:
        if run.number == number:
            return run
    raise ValueError(f"run {number}: there is no such run, see: python -m minevis runs list")


def _facts(run: "StoredRun") -> dict[str, str]:
    """A run in a line of a table."""
    from minevis.experiments.runner.task import first_click_text, level_text
    from minevis.experiments.statistics import Estimate

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


def _export(runs: "Sequence[StoredRun]") -> None:
    """All chunks as CSV on stdout, one a line."""
    from minevis.experiments.runner.task import level_text

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run in runs:
        key = run.key
        first = list(key.first) if isinstance(key.first, tuple) else key.first
        facts = (level_text(key.level), first, key.safe_radius, key.rules_version)
        for chunk in run.chunks:
            lost = chunk.games - chunk.won
            counts = (chunk.games, chunk.won, lost, chunk.lost_first, chunk.guesses)
            writer.writerow([run.number, run.player, *facts, chunk.start, *counts])
