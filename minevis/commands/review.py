"""`minevis review`: a game, click by click, or a summary of many games."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from minevis.commands.arguments import (
    FILMS,
    STORE,
    Command,
    add_effort,
    add_quiet,
    add_store,
    check_film,
    say_kept,
)
from minevis.core import tables
from minevis.core.errors import TraceFormatError
from minevis.core.files import check_output, output
from minevis.core.formatting import percent, quantity
from minevis.core.proofs import IDEA_WORDS
from minevis.core.serialization import MOST_BYTES
from minevis.replays.reading import game_in
from minevis.reviewing import Review, ReviewedClick, review
from minevis.solver.guessing.effort import DEFAULT_EFFORT
from minevis.trace import Trace

if TYPE_CHECKING:
    from minevis.replays.profile import Profile


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a replay (.avf, .evf, .rmv, .mvf, .rawvf), or a trace as JSON lines; '-' is stdin; "
        "or a folder, a .zip file or several files, to summarise many games. In a folder, files "
        "with these suffixes, and .json and .jsonl with a trace, are read",
    )
    add_effort(parser, "the reviewer", default=DEFAULT_EFFORT)
    parser.add_argument("--page", metavar="FILE", help="write the review as one page: .html")
    parser.add_argument("--video", metavar="FILE", help=f"film the game: {FILMS}")
    parser.add_argument(
        "--pace",
        choices=("story", "clock"),
        help="story: with time for the reasons; clock: at the speed of the game, "
        "pauses cut to a minute (default: story)",
    )
    parser.add_argument("--clicks", action="store_true", help="print every click in a row")
    many = parser.add_argument_group("many games")
    many.add_argument(
        "--workers", type=_processes, metavar="N", help="number of processes (default: all cores)"
    )
    about = "saves reviews, so that no file is reviewed twice; none saves nothing"
    add_store(many, about)
    add_quiet(parser)


def _processes(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number of processes, 1 or more")
    return int(text)


def _execute(options: argparse.Namespace) -> None:
    if options.pace is not None and options.video is None:
        raise ValueError("--pace is for a video: say where to write it, --video FILE")
    first, *more = options.files
    if more or Path(first).suffix.lower() == ".zip" or (first != "-" and Path(first).is_dir()):
        return _execute_many(options)
    asked = {
        "--store": options.store not in (STORE, None),
        "--workers": options.workers is not None,
    }
    for name, given in asked.items():
        if given:
            raise ValueError(f"{name} is for many games: give a folder, or several files")
    return _execute_one(first, options)


def _execute_one(name: str, options: argparse.Namespace) -> None:
    _check_page(options.page)
    if options.video is not None:
        check_film(options.video)
    trace = _trace_of(name)
    found = review(trace, effort=options.effort, progress=not options.quiet)
    if options.page is not None:
        _save_page(options.page, trace, found, progress=not options.quiet)
    if options.video is not None:
        shown = trace.with_verdicts(found) if options.pace == "clock" else trace.with_reasons(found)
        pace = options.pace or "story"
        with output(options.video):
            shown.video(options.video, pace=pace, progress=not options.quiet)
    print(found)
    print("", *found.story[1:], sep="\n")
    if options.clicks:
        print("", tables.text([_click_line(click) for click in found.clicks]), sep="\n")


def _click_line(click: ReviewedClick) -> dict[str, str]:
    """The basis of a click, as a row of text."""
    chord = click.guess is not None and click.guess.chord
    is_flag = click.proof is not None and click.proof.mined
    return {
        "event": str(click.index),
        "seconds": "" if click.seconds is None else f"{click.seconds:.2f}",
        "cell": f"chord {click.cell}" if chord else str(click.cell),
        "rests on": f"{click.kind} mine" if is_flag and click.kind == "proven" else click.kind,
        "risk": percent(click.risk) if click.guess is not None else "",
        "safe": "" if click.safe is None else str(click.safe),
        "by": "" if click.proof is None else IDEA_WORDS[click.proof.kind],
    }


def _execute_many(options: argparse.Namespace) -> None:
    """Review all files, print a summary, and name those that were not read."""
    for name, given in (("--video", options.video is not None), ("--clicks", options.clicks)):
        if given:
            raise ValueError(f"{name} is for one game, not for many")
    from minevis.replays.many import profile

    _check_page(options.page)
    found = profile(
        options.files,
        effort=options.effort,
        workers=options.workers,
        store=options.store,
        progress=not options.quiet,
    )
    if found.partial and options.store is not None:  # stop at once: finished reviews are not lost
        print(_kept_note(found, options.store))
        raise KeyboardInterrupt
    if options.page is not None:
        with output(options.page):
            found.save(options.page, progress=not options.quiet)
    print(found)
    if found.damaged:
        print("", "Not read:", *(f"  {name}: {why}" for name, why in found.damaged), sep="\n")
    say_kept(options)
    if found.partial:
        raise KeyboardInterrupt


def _kept_note(found: "Profile", store: str) -> str:
    kept = quantity(len(found.games), "game")
    return (
        f"{kept} reviewed and kept in {store}, {quantity(found.missing, 'file')} to go: "
        "the same command goes on from there."
    )


# Rarely used modules are imported when they are used: reviewing one game takes a second.
def _check_page(path: str | None) -> None:
    """Raises `ValueError` for a page that could not be written, before any work."""
    if path is not None:
        from minevis.widgets.film.page import check_suffix

        check_output(check_suffix(path))


def _save_page(path: str, trace: Trace, found: Review, *, progress: bool) -> None:
    from minevis.widgets.report import save_game

    with output(path):
        save_game(path, trace, trace.with_reasons(found), found, progress=progress)


def _trace_of(name: str) -> Trace:
    if name != "-":
        return Trace.of(game_in(name)[0])
    text = ""
    try:
        text = sys.stdin.read(MOST_BYTES + 1)
        return Trace.from_json(text)
    except (TraceFormatError, UnicodeDecodeError) as error:
        if text.lstrip().startswith("{"):
            raise TraceFormatError(f"stdin: {error}") from error
        rule = "this is no trace; a replay is read from a file, whose ending tells its kind"
        raise TraceFormatError(f"stdin: {rule}") from error


REVIEW = Command(
    name="review",
    summary="the reason of each click of a game, and the cost of each guess",
    description="Print the reason of each click of a game, and compare each guess with the one "
    "that the player `best` would have made. For many games, print how often they are won, where "
    "points are lost and which ideas are slow. Replays need the extra `replays`. "
    "`solve --record FILE` records the game of a player.",
    add_options=_add_options,
    execute=_execute,
)
