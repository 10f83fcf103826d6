"""`minevis analyze`: the exact odds of a position, why a cell is safe or a mine, and its page."""

import sys
from dataclasses import replace
from functools import partial
from io import BytesIO
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from minevis.cli import options
from minevis.errors import ContradictionError
from minevis.game.board import LEVELS
from minevis.game.grid import EDGES, Cell, cells_of, edges_of
from minevis.game.position import PICTURE_FILES, POSITION_FILES, Position
from minevis.render.options import drop_none
from minevis.utils.files import check_output, output_file, write_whole

if TYPE_CHECKING:
    from minevis.solver.analysis import Analysis
    from minevis.vision.reading import PictureReading

OneCell = options.read_by(options.numbers(2, "a cell is ROW,COL"), "ROW,COL")
OneBox = options.read_by(options.numbers(4, "a box is X,Y,WIDTH,HEIGHT in pixels"), "X,Y,W,H")
Density = options.read_by(lambda text: text if text in LEVELS else options.number(text), "P|LEVEL")
Edges = options.read_by(lambda text: EDGES if text == "all" else edges_of(text), "EDGES")


def analyze(
    file: Path,
    /,
    *more: Annotated[Path, Parameter(show=False)],
    mines: options.Whole | None = None,
    density: Annotated[float | str | None, Density] = None,
    part: Annotated[str | None, Edges] = None,
    overlay: options.File = None,
    shape: options.Size | None = None,
    frame: options.Whole | None = None,
    box: Annotated[tuple[int, int, int, int] | None, OneBox] = None,
    flags: Annotated[str | None, Parameter(negative="")] = None,
    ignore_flags: bool = False,
    why: Annotated[Cell | None, OneCell] = None,
    page: options.File = None,
    json: bool = False,
) -> None:
    """Print the exact odds of a position: '#' covered, 0-8 opened ('.' is 0), 'F' flagged, '*'
    exploded, a first line such as 'mines 10'. A picture can be a screenshot of any program.

    Parameters
    ----------
    file
        A position: text, .mine or a picture; '-' is stdin.
    mines
        Number of mines on the board, if the text does not give it.
    density
        Chance of a mine in any cell, or a level that has it, if the number of mines is unknown
        (by default every layout counts the same).
    part
        For a part of a board: the edges that are cut, of t, b, l and r, or all.
    overlay
        Of a picture: write it with the reading drawn over it: .png.
    shape
        Of a picture: the size of its board.
    frame
        Of an animated picture: which frame to read.
    box
        Of a picture: where its board lies, in pixels.
    flags
        Of a picture: the colour of flags that are only a colour, such as "#55aa33".
    ignore_flags
        Work without the flags of the position.
    why
        Only explain why this cell is safe or a mine.
    page
        Write the steps of the solver as a page: .html.
    json
        Print JSON.
    """
    from minevis.analysis import analyze, of_picture  # not for the help
    from minevis.cli.plain_text import odds_json

    if more:
        raise ValueError(f"one position at a time: here are {1 + len(more)} files")
    if page is not None:
        options.check_page_name(page)
    if part and mines is not None:
        raise ValueError("--mines is for a whole board: leave it out, or leave out --part")
    if overlay is not None:
        if overlay.suffix.lower() != ".png":
            raise ValueError(f"{overlay}: its name must end with .png")
        check_output(overlay)
    reading = None
    if file.suffix.lower() in (*PICTURE_FILES, ".pdf", ".svg"):
        options_of_picture = drop_none(box=box, shape=shape, frame=frame, flags=flags, part=part)
        reading = Position.from_image(file, mines, **options_of_picture)
        position = _say_reading(reading, overlay, json)
        part = part or (reading.part if mines is None else "")
    else:
        for name in drop_none(overlay=overlay, box=box, shape=shape, frame=frame, flags=flags):
            raise ValueError(f"--{name} is for pictures: {', '.join(PICTURE_FILES)}")
        parse, load = partial(Position.parse, mines=mines), partial(Position.load, mines=mines)
        position = options.parsed_file(parse, file, load, POSITION_FILES)
    if part and page is not None:
        raise ValueError("--page shows the steps on a whole board, and this is a part of one")
    try:
        analysis = analyze(
            position, trust_flags=not ignore_flags, density=density, part=part or False
        )
    except ContradictionError as error:
        raise of_picture(error, reading.notes if reading else ()) from None
    if reading:
        analysis = replace(analysis, doubtful=reading.doubtful)
    if page is not None:
        from minevis.api.playing import thoughts  # only the odds take a quarter of a second
        from minevis.web.page import save
        from minevis.words.advice import conditions_of

        with output_file(page):
            save(page, thoughts(position), detail=2, note="\n".join(conditions_of(analysis)))
    text = odds_json(analysis) if json else str(analysis)
    if why is not None:
        text = _why(analysis, why, json)
    if json and reading:
        certain = cells_of(analysis.surely_safe)
        doubts = {"doubtful": reading.doubtful, "safe_whatever_they_show": certain}
        asked = [{"text": each.text, "answers": each.commands} for each in reading.questions]
        found = loads(text) | (doubts if reading.doubtful else {})
        text = dumps(found | {"notes": reading.notes, "questions": asked})
    print(text)


def _say_reading(reading: "PictureReading", overlay: Path | None, json: bool) -> Position:
    """Return the position of a picture, and print its size and its notes."""
    height, width = reading.position.shape
    print(f"Read from the picture: {height}×{width} cells", file=sys.stderr)
    if reading.mines_left is not None:
        print(f"Mine counter: {reading.mines_left}", file=sys.stderr)
    for note in () if json else reading.notes:
        print(f"Note: {note}")
    for question in () if json else reading.questions:
        print(f"Question: {question}")
    if overlay is not None:
        picture = BytesIO()
        reading.overlay().save(picture, "PNG")
        with output_file(overlay):
            write_whole(overlay, picture.getvalue())
        print(f"Overlay: {overlay}", file=sys.stderr)
    return reading.position


def _why(analysis: "Analysis", cell: Cell, as_json: bool) -> str:
    """Explain why a cell is safe, or a mine; give the chance of any other cell."""
    from minevis.cli.plain_text import chance_json, chance_text, proof_json
    from minevis.words.advice import conditions_of
    from minevis.words.captions import caption
    from minevis.words.proof_captions import asked_about

    if cell in cells_of(analysis.position.covered & ~(analysis.safe | analysis.mined)):
        text = chance_json(analysis, cell) if as_json else chance_text(analysis, cell)
    else:
        proof = asked_about(analysis.proof(cell), cell)
        text = proof_json(proof) if as_json else caption(proof)
    return text if as_json else "\n".join((*conditions_of(analysis), text))
