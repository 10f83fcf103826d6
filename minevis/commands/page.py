"""`minevis page` and `minevis race`: one player on a board, or several, to step through."""

import argparse
from pathlib import Path
from typing import Any

from minevis.commands.arguments import (
    FILMS,
    Command,
    add_board,
    add_player,
    board_of,
    check_film,
    chosen_players,
    first_of,
)
from minevis.commands.plain_text import outcome
from minevis.core.errors import EncoderError
from minevis.core.files import check_output, output
from minevis.playing import IN_RACE, play, race
from minevis.show.tiles.theme import THEMES
from minevis.widgets.film.film import AUTO, check_size
from minevis.widgets.film.page import ENDINGS, MOST_ANSWERED, check_suffix, save
from minevis.widgets.race.race_page import save_races


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .html file to write")
    add_board(parser.add_argument_group("the board"))
    add_player(parser)
    parser.add_argument(
        "--theme", default=AUTO, help=f"{', '.join(THEMES)} (default: that of the page around it)"
    )
    parser.add_argument(
        "--detail", type=int, default=2, choices=(0, 1, 2), help="0 moves, 1 reasons, 2 searches"
    )
    parser.add_argument(
        "--answers",
        action=argparse.BooleanOptionalAction,
        help="keep the proofs of all cells and the chance to win, which takes minutes on large "
        f"boards (default: on boards of up to {MOST_ANSWERED:,} cells)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _execute(options: argparse.Namespace) -> None:
    """Play a board and write its page."""
    check_output(check_suffix(options.file))
    (player,) = chosen_players(options)
    bar = not options.quiet
    board, first = board_of(options), first_of(options)
    check_size(board.shape)
    trace = play(board, player, first=first, seed=options.seed, progress=bar)
    with output(options.file):
        look = _given(options, "theme", "detail", "answers")
        save(options.file, trace, progress=bar, **look)
    print(outcome(trace), f"The page is {options.file}.")


PAGE = Command(
    name="page",
    summary="a solved board as one HTML file to step through",
    description="Play a board and write the game as one HTML file that works offline: play it, "
    "step through it, click a cell to see why.",
    add_options=_add_options,
    execute=_execute,
)


def _add_race_options(parser: argparse.ArgumentParser) -> None:
    about = f"what to write: .html, a page to step through; or a film, {FILMS}"
    parser.add_argument("file", type=Path, metavar="FILE", help=about)
    add_board(parser.add_argument_group("the board"))
    add_player(parser, ", ".join(IN_RACE), several=True)
    parser.add_argument(
        "--theme", help=f"{', '.join(THEMES)} (default: paper; for a page: that of its host)"
    )
    film = parser.add_argument_group("the film")
    film.add_argument("--fps", type=float, help="frames per second (default: 10)")
    film.add_argument("--seconds", type=float, help="the length of the film")
    parser.add_argument("--quiet", action="store_true", help="no bar, and only the last line")


def _race(options: argparse.Namespace) -> None:
    """Let the players play, then write their page or their film."""
    is_page = options.file.suffix.lower() in ENDINGS
    look = _page_look(options) if is_page else _film_look(options)
    asked = options.player or options.effort is not None
    players = chosen_players(options) if asked else IN_RACE
    board, first, quiet = board_of(options), first_of(options), options.quiet
    if is_page:
        check_size(board.shape)
    runs = race(board, players, first=first, seed=options.seed, progress=not quiet)
    with output(options.file):
        if is_page:
            save_races(options.file, runs, progress=not quiet, **look)
        else:
            runs.video(options.file, progress=not quiet, **look)
    if not quiet:
        for name, trace in zip(runs.names, runs.traces, strict=True):
            print(f"{name}: {outcome(trace)}")
    print(f"The {'page' if is_page else 'film'} is {options.file}.")


def _page_look(options: argparse.Namespace) -> dict[str, Any]:
    """The options of a page that are given, once it is known that it can be written."""
    check_output(options.file)
    for name in ("fps", "seconds"):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} is for a film: {options.file} is a page")
    return _given(options, "theme")


def _film_look(options: argparse.Namespace) -> dict[str, Any]:
    """The options of a film that are given, once it is known that it can be written."""
    try:
        check_film(options.file)
    except ValueError as error:
        if not isinstance(error.__cause__, EncoderError):  # it is not about the ending
            raise
        raise ValueError(f"{error}; or {ENDINGS[0]}, for a page") from error
    return _given(options, "theme", "fps", "seconds")


def _given(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(options, name)) is not None}


RACE = Command(
    name="race",
    summary="several players on one board, as a page to step through or a film",
    description="Let several players play the same board, move by move, and write the race as one "
    "HTML file that works offline, or as a film.",
    add_options=_add_race_options,
    execute=_race,
)
