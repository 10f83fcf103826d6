"""`minevis solve`: play a board, then tell its story or film it."""

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
    names,
    pixels,
    span,
    whole_numbers,
)
from minevis.commands.plain_text import outcome, story
from minevis.core.files import check_output, output, write_whole
from minevis.playing import play
from minevis.show.options import FILM_WIDTH, OPTIONS, PRESETS, Option
from minevis.show.panels.panels import DRAWN, PANELS
from minevis.show.screen.screen import CAMERAS, FOLLOWED, FORMATS, LABELS
from minevis.show.tiles.theme import THEMES
from minevis.trace import Trace

CONTENT = ("fps", "pace", "seconds", "budget", "moves", "frames", "cards")
SCREEN = ("format", "camera", "labels")
LOOK = ("theme", "panels", "cell", "crop", "max_width", "coordinates", "legend", "caption")


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_board(parser.add_argument_group("the board"))
    add_player(parser)
    parser.add_argument(
        "--detail",
        type=int,
        choices=(0, 1, 2),
        help="0 moves, 1 reasons, 2 searches (default: 1, and 2 with a tree)",
    )
    parser.add_argument("--quiet", action="store_true", help="no bar, and the last line only")
    parser.add_argument("--record", metavar="FILE", help="write the run as JSON lines to FILE")
    _add_content(parser.add_argument_group("the video"))
    _add_look(parser.add_argument_group("the look of the video"))


def _add_content(video: argparse._ArgumentGroup) -> None:
    video.add_argument("--video", type=Path, metavar="FILE", help=FILMS)
    video.add_argument("--fps", type=float, help=_said(OPTIONS["fps"]))
    video.add_argument(
        "--pace",
        type=pace,
        help="story: long at what is new, or even, or moments a second (default: story)",
    )
    video.add_argument("--seconds", type=float, help="the length of the video, in all")
    video.add_argument("--budget", type=float, help=_said(OPTIONS["budget"]))
    video.add_argument("--moves", type=span, metavar="A,B", help="only moves A to B - 1, from 0")
    video.add_argument("--frames", type=span, metavar="A,B", help="only frames A to B - 1")
    video.add_argument(
        "--cards",
        action=argparse.BooleanOptionalAction,
        help="a title and a closing card (default: for a whole game as a story)",
    )


def _said(option: Option) -> str:
    return f"{option.meaning} (default: {option.default_words or option.default})"


def _add_screen(look: argparse._ArgumentGroup) -> None:
    look.add_argument(
        "--for",
        dest="preset",
        choices=tuple(PRESETS),
        help="phone: tall and followed; talk: wide; readme: square and small, 30 seconds",
    )
    look.add_argument("--format", choices=tuple(FORMATS), help="1920×1080, 1080×1080, 1080×1920")
    look.add_argument(
        "--camera",
        choices=CAMERAS,
        help=f"default: follow where more than {FOLLOWED} rows or columns are shown",
    )
    look.add_argument("--labels", choices=LABELS, help="default: letters")


def _add_look(look: argparse._ArgumentGroup) -> None:
    _add_screen(look)
    look.add_argument("--theme", help=f"{', '.join(THEMES)} (default: paper)")
    panels = ", ".join((*PANELS, *DRAWN))
    look.add_argument("--panels", type=names, metavar="A,B", help=f"side by side: {panels}")
    look.add_argument("--cell", type=pixels, metavar="PX", help="width of a cell")
    look.add_argument("--max-width", type=pixels, metavar="PX", help=_said(FILM_WIDTH))
    look.add_argument(
        "--crop", type=whole_numbers, metavar="ROW,COL,H,W", help="part of the board, in cells"
    )
    for name, words in (
        ("coordinates", "row and column numbers along the rims"),
        ("legend", "what the marks mean"),
        ("caption", "all that stands below the panels"),
    ):
        action = argparse.BooleanOptionalAction
        look.add_argument(f"--{name}", action=action, help=f"{words} (default: shown)")


def pace(text: str) -> str | float:
    """A pace: "story" and "even" as they are, else a number.

    >>> pace("story"), pace("2.5")
    ('story', 2.5)
    """
    if text in ("story", "even"):
        return text
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: story, even or a number") from None


def _execute(options: argparse.Namespace) -> None:
    """Play a board, then print its story or write its video."""
    _check_outputs(options)
    board, first, (player,) = board_of(options), first_of(options), chosen_players(options)
    trace = play(board, player, first=first, seed=options.seed, progress=not options.quiet)
    if options.record is not None:
        with output(options.record):
            write_whole(options.record, trace.to_json())
    if options.video:
        _film(trace, options)
    if not options.quiet:
        print(board, end="\n\n")
    if not (options.video or options.quiet):
        detail = 1 if options.detail is None else options.detail
        print(*story(trace, detail), sep="\n", end="\n\n")
    print(outcome(trace), *([f"The video is {options.video}."] if options.video else []))


def _video_options(options: argparse.Namespace) -> dict[str, Any]:
    """Those of the video that are given, by name."""
    chosen = {name: getattr(options, name) for name in (*CONTENT, *SCREEN, *LOOK)}
    given = {name: value for name, value in chosen.items() if value is not None}
    return {**PRESETS.get(options.preset, {}), **given}


def _check_outputs(options: argparse.Namespace) -> None:
    """Whether what is to be written can be, asked before anything is played."""
    if options.record is not None:
        check_output(options.record)
    given = _video_options(options)
    if options.video is None and given:
        name = next(iter(given)).replace("_", "-")
        raise ValueError(f"--{name} is for a video: say where to write it, --video FILE")
    if options.video is not None:
        check_film(options.video)
        if options.record is not None and options.video.resolve() == Path(options.record).resolve():
            raise ValueError(f"{options.video}: one file for the video and for the record")


def _film(trace: Trace, options: argparse.Namespace) -> None:
    detail = {} if options.detail is None else {"detail": options.detail}
    with output(options.video):
        trace.video(options.video, progress=not options.quiet, **detail, **_video_options(options))


SOLVE = Command(
    name="solve",
    summary="play a board, tell every step or film it",
    description="Play a board and tell every step as text, or film it with --video.",
    add_options=_add_options,
    execute=_execute,
)
