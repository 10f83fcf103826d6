"""`minevis runs`: what a store holds."""

import argparse
import csv
import json
import sys
from pathlib import Path
from typing import Any

from minevis.commands.trials import STORE

COLUMNS = ("run", "player", "board", "first", "safe_radius", "rules_version")


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "runs",
        help="list, show or export the games that a store keeps",
        description="List the runs of a store, show one of them, or export all as CSV.",
    )
    command.set_defaults(run=run)
    command.add_argument("what", choices=("list", "show", "export"), nargs="?", default="list")
    command.add_argument("number", type=int, nargs="?", help="which run to show")
    command.add_argument("--store", default=STORE, metavar="FILE", help=f"default: {STORE}")


def run(options: argparse.Namespace) -> None:
    """Print what was asked for."""
    from minevis.core import tables
    from minevis.experiments.runner.store import Store

    if (options.what == "show") != (options.number is not None):
        raise ValueError("runs show needs the number of a run, and only runs show takes one")
    if not Path(options.store).exists():
        raise ValueError(f"{options.store}: there is no such store")
    with Store(options.store) as store:
        runs = store.runs()
        if options.what == "list":
            print(tables.text([_short(run) for run in runs]) if runs else "No runs yet.")
        elif options.what == "show":
            _show(store, _find(runs, options.number))
        else:
            _export(runs)


def _find(runs: list[Any], number: int) -> Any:
    for run in runs:
        if run.number == number:
            return run
    raise ValueError(f"run {number}: there is no such run, see: python -m minevis runs list")


def _about(run: Any) -> dict[str, Any]:
    """What was played, from the key of the run."""
    key = json.loads(run.key)
    height, width, mines = key["level"]
    return {
        "run": run.number,
        "player": run.player,
        "board": f"{height}×{width}/{mines}",
        "first": key["first"],
        "safe_radius": key["safe_radius"],
        "rules_version": key["rules_version"],
    }


def _short(run: Any) -> dict[str, str]:
    from minevis.experiments.statistics import Estimate

    about = _about(run)
    games, won = (sum(getattr(chunk, name) for chunk in run.chunks) for name in ("games", "won"))
    radius = "unprotected" if about["safe_radius"] is None else f"radius {about['safe_radius']}"
    first = "the player's own" if about["first"] is None else f"{_click(about['first'])}, {radius}"
    return {
        "run": str(run.number),
        "player": run.player,
        "board": about["board"],
        "first click": first,
        "games": f"{games:,}",
        "win ratio and 95 % interval": str(Estimate.of_counts(won, games)),
    }


def _click(first: Any) -> str:
    return first if isinstance(first, str) else str(tuple(first))


def _show(store: Any, run: Any) -> None:
    """One run: its parts, its totals, and the seeds it covers."""
    from minevis.core import tables

    for name, value in {**_short(run), **json.loads(run.key)["player"]}.items():
        print(f"{name}: {value}")
    tally = store.tally(run)
    won, lost, lost_first, _ = tally.counts
    print(f"won {won:,}, lost {lost + lost_first:,} ({lost_first:,} on the first click)\n")
    print(tables.text([_span(chunk) for chunk in run.chunks]))


def _span(chunk: Any) -> dict[str, str]:
    start = int(chunk.start)
    return {
        "seeds": f"{start} to {start + chunk.games - 1}",
        "games": f"{chunk.games:,}",
        "won": f"{chunk.won:,}",
    }


def _export(runs: list[Any]) -> None:
    """All chunks as CSV on stdout, one a line."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*COLUMNS, "first_seed", "games", "won", "lost", "lost_first", "guesses"])
    for run in runs:
        about = list(_about(run).values())
        for chunk in run.chunks:
            guesses = sum(i * n for i, n in enumerate(json.loads(chunk.guesses)))
            lost = chunk.lost + chunk.lost_first
            counts = (chunk.games, chunk.won, lost, chunk.lost_first, guesses)
            writer.writerow([*about, int(chunk.start), *counts])
