"""`minevis solve`: play a board, then describe or film it."""

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
from minevis.core.files import check_output, output
from minevis.playing import play
from minevis.show.frame.camera_plan import CAMERAS, FORMATS, LABELS
from minevis.show.options import PRESETS, Look, Pacing, given, meaning
from minevis.show.panels.panels import DRAWN, PANELS
from minevis.show.tiles.theme import THEMES
from minevis.trace import Trace


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_board(parser.add_argument_group("the board"))
    add_player(parser)
    parser.add_argument(
        "--detail",
        type=int,
        choices=(0, 1, 2),
        help="0 moves, 1 reasons, 2 searches (default: 1; with a tree 2)",
    )
    parser.add_argument("--quiet", action="store_true", help="no bar, and only the last line")
    parser.add_argument("--record", metavar="FILE", help="write the run as JSON lines to FILE")
    video = parser.add_argument_group("the video")
    video.add_argument("--video", type=Path, metavar="FILE", help=FILMS)
    _add_described(video, Pacing)
    look = parser.add_argument_group("the look of the video")
    look.add_argument(
        "--for",
        dest="preset",
        choices=tuple(PRESETS),
        help="phone: tall, follows the action; talk: wide; readme: square and small, 30 seconds",
    )
    _add_described(look, Look)


def _add_described(group: argparse._ArgumentGroup, options: type) -> None:
    """Add the options of a class that the command line can read, with their meaning."""
    for name in options.__annotations__:
        if name in READ:
            flag = f"--{name.replace('_', '-')}"
            text = meaning(name).removesuffix(".")
            group.add_argument(flag, **{"help": text[:1].lower() + text[1:], **READ[name]})


def pace(text: str) -> str | float:
    """A pace: "story" and "even" as they are, otherwise a number.

    >>> pace("story"), pace("2.5")
    ('story', 2.5)
    """
    if text in ("story", "even"):
        return text
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: story, even or a number") from None


SWITCH: dict[str, Any] = {"action": argparse.BooleanOptionalAction}
READ: dict[str, dict[str, Any]] = {  # how the options of a film are read
    **dict.fromkeys(("cards", "coordinates", "legend", "caption"), SWITCH),
    **{name: {"type": float} for name in ("fps", "seconds", "budget")},
    "moves": {
        "type": span,
        "metavar": "A,B",
        "help": "only moves A to B - 1, from 0: each is a click and the thinking before it",
    },
    "frames": {"type": span, "metavar": "A,B", "help": "only frames A to B - 1, from 0"},
    **{name: {"type": pixels, "metavar": "PX"} for name in ("cell", "max_width")},
    "pace": {"type": pace, "help": '"story" (the default), "even", or moments a second'},
    "theme": {"help": f"{', '.join(THEMES)} (default: paper)"},
    "panels": {
        "type": names,
        "metavar": "A,B",
        "help": f"side by side: {', '.join((*PANELS, *DRAWN))}",
    },
    "crop": {
        "type": whole_numbers,
        "metavar": "ROW,COL,H,W",
        "help": "only this part of the board, in cells",
    },
    "format": {"choices": tuple(FORMATS)},
    "camera": {"choices": CAMERAS},
    "labels": {"choices": LABELS},
}


def _execute(options: argparse.Namespace) -> None:
    """Play a board, then print its story or write its video."""
    _check_outputs(options)
    board, first, (player,) = board_of(options), first_of(options), chosen_players(options)
    trace = play(board, player, first=first, seed=options.seed, progress=not options.quiet)
    if options.record is not None:
        with output(options.record):
            trace.save(options.record)
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
    asked = given(**{name: getattr(options, name) for name in READ})
    return {**PRESETS.get(options.preset, {}), **asked}


def _check_outputs(options: argparse.Namespace) -> None:
    """Check that the files can be written, before anything is played."""
    if options.record is not None:
        check_output(options.record)
    asked = _video_options(options)
    if options.video is None and asked:
        name = next(iter(asked)).replace("_", "-")
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
    summary="play a board, print every step or film it",
    description="Play a board and print every step as text, or film it with --video.",
    add_options=_add_options,
    execute=_execute,
)
