"""`minevis solve`: play a board, then describe or film it."""

from dataclasses import asdict, field, fields, make_dataclass
from inspect import getdoc
from typing import Annotated

from cyclopts import Group, Parameter

from minevis.cli import options
from minevis.render.options import PRESETS, Look, Pacing, Range, drop_none
from minevis.utils.files import check_output, output_file, write_whole
from minevis.utils.options import CAMERAS, FORMATS, LABELS, OPENINGS

VIDEO = Group.create_ordered("The video")
_range = options.numbers(2, "a range is A,B, with 0 <= A < B", allowed=lambda a, b: 0 <= a < b)
_pixels = options.numbers(1, "an integer of px, 1 or more", allowed=lambda px: px > 0)
_part = options.numbers(4, "a part of the board is ROW,COL,HEIGHT,WIDTH")
Pixels = Annotated[int | None, options.read_by(_pixels, "PX")]
ABOUT_PANELS = "Side by side: board, constraints, probability, zero, regions, guess, tree."


def _pace(text: str) -> float | str:
    rule = "story, even or a number"
    return text if text in ("story", "even") else options.number(text, rule)


def _idea(text: str) -> str | int:
    return int(text) if text.isdecimal() else text.replace("-", " ")


READERS: dict[object, object] = {  # of options, by name or by type
    float | None: options.Number | None,
    int | None: Pixels,
    bool | None: options.Switch,
    Range | None: Annotated[tuple[int, int] | None, options.read_by(_range, "A,B")],
    "pace": Annotated[
        float | str | None,
        options.read_by(
            _pace, "PACE", help='"story" (the default), "even", or moments per second.'
        ),
    ],
    "idea": Annotated[
        str | int | None,
        options.read_by(
            _idea, "IDEA", help="hardest, first two clues, guess, loss, or a move's number."
        ),
    ],
    "opening": Annotated[str | None, Parameter(choices=OPENINGS)],
    "theme": options.Theme,
    "crop": Annotated[tuple[int, ...] | None, options.read_by(_part, "ROW,COL,H,W")],
    "panels": Annotated[
        tuple[str, ...] | None,
        options.read_by(options.split, "A,B", help=ABOUT_PANELS),
    ],
    "format": Annotated[str | None, Parameter(choices=tuple(FORMATS))],
    "camera": Annotated[str | None, Parameter(choices=CAMERAS)],
    "labels": Annotated[str | None, Parameter(choices=LABELS)],
}
FilmOptions = make_dataclass(
    "FilmOptions",
    [
        (each.name, READERS.get(each.name) or READERS[each.type], field(default=None))
        for each in (*fields(Pacing), *fields(Look))
        if each.name != "detail"  # which is of the printed steps too
    ],
    namespace={"__doc__": f"{getdoc(Pacing)}\n\n{getdoc(Look)}", "__module__": __name__},
    frozen=True,
    kw_only=True,
)
Parameter(name="*", group=VIDEO)(FilmOptions)
DEFAULTS = FilmOptions()


def solve(
    *,
    player: options.Player = "exact",
    effort: options.Effort = None,
    detail: options.Detail | None = None,
    quiet: bool = False,
    record: options.File = None,
    video: Annotated[options.File, Parameter(help=f"{options.FILMS}.", group=VIDEO)] = None,
    preset: Annotated[
        str | None, Parameter(name=("--preset", "--for"), choices=tuple(PRESETS), group=VIDEO)
    ] = None,
    sound: Annotated[bool, Parameter(negative=(), group=VIDEO)] = False,
    board: options.Board = options.RANDOM_BOARD,
    film: FilmOptions = DEFAULTS,  # type: ignore[valid-type]
) -> None:
    """Play a board and print every step as text, or film it with --video.

    Parameters
    ----------
    effort
        How hard the player best looks before a guess (default: normal).
    detail
        0 moves, 1 reasons, 2 searches (default: 1; with a tree 2).
    quiet
        No bar, and only the last line.
    record
        Write the run as JSON lines to FILE.
    preset
        Phone: tall, the hardest moment; talk: wide; readme: square and small, the
        hardest moment.
    sound
        Add sound: openings tick, and a mine booms.
    """
    look = drop_none(preset=preset, sound=sound or None, **asdict(film))
    if record is not None:
        check_output(record)
    if video is not None:
        options.check_film(video)
        if record is not None and video.resolve() == record.resolve():
            raise ValueError(f"{video}: one file for the video and for the record")
    elif look:
        name = next(iter(look)).replace("_", "-")
        raise ValueError(f"--{name} is for a video: say where to write it, --video FILE")
    from minevis.api.playing import play
    from minevis.cli.plain_text import outcome, story_lines  # not for the help

    truth, first = board.made()
    (who,) = options.chosen_players([player], effort)
    trace = play(truth, who, first=first, seed=board.seed, progress=not quiet)
    if record is not None:
        with output_file(record):
            write_whole(record, trace.to_json())
    if video is not None:
        with output_file(video):
            trace.video(video, progress=not quiet, **drop_none(detail=detail), **look)
    if not quiet:
        print(truth, end="\n\n")
    if not (video or quiet):
        print(*story_lines(trace, 1 if detail is None else detail), sep="\n", end="\n\n")
    print(outcome(trace), *([f"The video is {video}."] if video else []))
