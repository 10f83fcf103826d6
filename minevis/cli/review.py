"""`minevis review`: a game, click by click, or a summary of many games."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Group, Parameter

from minevis.cli import options
from minevis.errors import TraceFormatError
from minevis.solver.guess.effort import DEFAULT_EFFORT
from minevis.utils import tables
from minevis.utils.files import output_file
from minevis.utils.formatting import quantity

if TYPE_CHECKING:
    from minevis.trace.trace import Trace

MANY = Group.create_ordered("Many games")


def review(
    files: Annotated[list[Path], Parameter(name="FILE")],
    /,
    *,
    effort: options.Effort = None,
    page: options.File = None,
    video: Annotated[options.File, Parameter(help=f"Film the game: {options.FILMS}.")] = None,
    pace: Annotated[str | None, Parameter(choices=("story", "clock"))] = None,
    clicks: bool = False,
    quiet: bool = False,
    workers: Annotated[options.Whole | None, Parameter(group=MANY)] = None,
    store: Annotated[options.Store, Parameter(group=MANY)] = None,
) -> None:
    """Print the reason for every click of a game, and compare guesses with the best ones. For many
    games, print how often they are won, where points are lost and which ideas are slow. Replays
    need the extra `replays`. `solve --record FILE` records the game of a player.

    Parameters
    ----------
    files
        A replay (.avf, .evf, .rmv, .mvf, .rawvf), or a trace as JSON lines; '-' is stdin; or a
        folder, a .zip file, a history saved by the app or several files, to summarise many games.
        In a folder, files with these suffixes, and .json and .jsonl with a trace, are read.
    effort
        How hard the reviewer looks before a guess (default: normal).
    page
        Write the review as one page: .html.
    pace
        Of the video: story: with time for the reasons; clock: at the speed of the game, pauses cut
        to a minute (default: story).
    clicks
        Print every click in a row.
    quiet
        No progress bar, and no line about the store.
    workers
        Number of processes (default: all cores).
    store
        Saves reviews, so that no file is reviewed twice; none saves no review.
    """
    effort = effort or DEFAULT_EFFORT
    if pace is not None and video is None:
        raise ValueError("--pace is for a video: say where to write it, --video FILE")
    first, *more = files
    from minevis.replays.archives import history_of  # not for the help

    has_many = first.suffix.lower() == ".zip" or history_of(first)
    is_one = not (more or has_many) and (str(first) == "-" or not first.is_dir())
    if is_one:
        asked = {"--store": store is not None, "--workers": workers is not None}
        rule = "is for many games: give a folder, or several files"
    else:
        asked = {"--video": video is not None, "--clicks": clicks}
        rule = "is for one game, not for many"
    for name, is_given in asked.items():
        if is_given:
            raise ValueError(f"{name} {rule}")
    if page is not None:
        options.check_page_name(page)
    if is_one:
        _review_one(first, effort, page, video, pace, clicks, quiet)
    else:
        _review_many(files, effort, workers, store, page, quiet)


def _review_one(
    file: Path,
    effort: str,
    page: Path | None,
    video: Path | None,
    pace: str | None,
    clicks: bool,
    quiet: bool,
) -> None:
    """Review one game, print its story, and write the page and the film."""
    from minevis.reviews.review import review  # not for the help

    if video is not None:
        options.check_film(video)
    trace = _trace_of(file)
    reviewed = review(trace, effort=effort, progress=not quiet)
    if page is not None:
        from minevis.web.report import save_game  # the review of one game takes a second

        with output_file(page):
            save_game(page, trace, trace.with_reasons(reviewed), reviewed, progress=not quiet)
    if video is not None:
        shown = trace.with_verdicts(reviewed) if pace == "clock" else trace.with_reasons(reviewed)
        with output_file(video):
            shown.video(video, pace=pace or "story", progress=not quiet)
    print(reviewed)
    print("", *reviewed.story[1:], sep="\n")
    if clicks:
        rows = [
            {
                "event": str(click.index),
                "seconds": "" if click.seconds is None else f"{click.seconds:.2f}",
                "verdict": " ".join(click.sentences),
            }
            for click in reviewed.clicks
        ]
        print("", tables.text(rows), sep="\n")


def _review_many(
    files: list[Path],
    effort: str,
    workers: int | None,
    store: Path | None,
    page: Path | None,
    quiet: bool,
) -> None:
    """Review all files, print a summary, and name the unread ones."""
    from minevis.replays.many import profile
    from minevis.replays.profile import with_short_names

    summary = profile(files, effort=effort, workers=workers, store=store, progress=not quiet)
    if summary.partial and store is not None:  # stop at once: finished reviews are not lost
        kept, missing = quantity(len(summary.games), "game"), quantity(summary.missing, "file")
        print(f"{kept} reviewed and kept in {store}, {missing} to go:", end=" ")
        print("the same command goes on from there.")
        raise KeyboardInterrupt
    if page is not None:
        with output_file(page):
            summary.save(page, progress=not quiet)
    print(summary)
    if summary.damaged:
        unread = with_short_names(summary).damaged
        print("", "Not read:", *(f"  {name}: {why}" for name, why in unread), sep="\n")
    options.say_kept(store, quiet)
    if summary.partial:
        raise KeyboardInterrupt


def _trace_of(name: Path) -> "Trace":
    from minevis.replays.reading import game_in
    from minevis.trace.serialization import MOST_BYTES
    from minevis.trace.trace import Trace

    if str(name) != "-":
        return game_in(name)[0]
    text = ""
    try:
        text = sys.stdin.read(MOST_BYTES + 1)
        return Trace.from_json(text)
    except (TraceFormatError, UnicodeDecodeError) as error:
        if text.lstrip().startswith("{"):
            raise TraceFormatError(f"stdin: {error}") from error
        rule = "this is not a trace, and replays are read from files only"
        raise TraceFormatError(f"stdin: {rule}") from error
