"""The options of a video: what it tells and how long, and how it looks."""

import argparse
from pathlib import Path
from typing import Any

from minevis.commands.arguments import names, span, whole_numbers
from minevis.show.panels.panels import DRAWN, PANELS
from minevis.show.tiles.theme import THEMES
from minevis.trace import Trace

TELLING = ("detail", "fps", "pace", "seconds", "budget", "moves", "frames", "cards")
LOOKS = ("theme", "panels", "cell", "crop", "max_width", "coordinates", "legend", "caption")


def add_video(command: Any) -> None:
    """Add the options that `film` reads."""
    _add_telling(command.add_argument_group("the video"))
    _add_looks(command.add_argument_group("the look of the video"))


def _add_telling(video: Any) -> None:
    video.add_argument("--video", type=Path, metavar="FILE", help=".mp4, .webm, .gif or .webp")
    video.add_argument("--fps", type=float, help="frames a second (default: 10)")
    video.add_argument(
        "--pace",
        type=pace,
        help="story: long at what is new, or even, or moments a second (default: story)",
    )
    video.add_argument("--seconds", type=float, help="the length of the video, in all")
    video.add_argument("--budget", type=float, help="seconds for all searches (default: 20)")
    video.add_argument("--moves", type=span, metavar="A,B", help="only moves A to B - 1, from 0")
    video.add_argument("--frames", type=span, metavar="A,B", help="only frames A to B - 1")
    video.add_argument(
        "--cards",
        action=argparse.BooleanOptionalAction,
        help="a title and a closing card (default: for a whole game as a story)",
    )


def _add_looks(look: Any) -> None:
    look.add_argument("--theme", help=f"{', '.join(THEMES)} (default: paper)")
    panels = ", ".join((*PANELS, *DRAWN))
    look.add_argument(
        "--panels", type=names, metavar="A,B", help=f"{panels} (default: board,constraints)"
    )
    look.add_argument("--cell", type=int, metavar="PX", help="width of a cell")
    look.add_argument("--max-width", type=int, metavar="PX", help="of the video (default: 1920)")
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
    """ "story" and "even" as they are, else a number."""
    if text in ("story", "even"):
        return text
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: story, even or a number") from None


def film(trace: Trace, options: argparse.Namespace) -> None:
    """Write the video that `options` ask for."""
    options.video.parent.mkdir(parents=True, exist_ok=True)
    wishes = {name: getattr(options, name) for name in (*TELLING, *LOOKS)}
    given = {name: wish for name, wish in wishes.items() if wish is not None}
    trace.video(options.video, progress=not options.quiet, **given)
