"""Reads a position from a picture, and says how sure that is."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from minevis.errors import PictureError
from minevis.game.grid import EDGES, neighbour_counts
from minevis.game.grid import edges_of as edges_named
from minevis.utils.formatting import quantity
from minevis.utils.opening import load_picture
from minevis.utils.showing import ShownAsPicture, Writer
from minevis.vision import questions
from minevis.vision.counter import mines_left, shows, typeface
from minevis.vision.doubts import UNREADABLE, USUAL, Layouts, box_of, cut_sides, surroundings
from minevis.vision.extent import FoundBoard, boards, scaled, shapes_in_box
from minevis.vision.lattice import (
    FEWEST,
    LARGEST_BOARD,
    Axis,
    Lattice,
    edges_of,
    outermost,
    straightened,
)
from minevis.vision.naming import Named, Naming
from minevis.vision.network import OUTSIDE, reader_network
from minevis.vision.questions import Question

if TYPE_CHECKING:
    from minevis.film.picture import Picture
    from minevis.game.position import Position

LARGEST_SIDE = 2400  # pixels; larger pictures are scaled down
MOST_IN_CONFLICT = 0.25  # share of cells of clues that contradict each other
MOST_IN_ALL = 0.35  # share of doubtful cells
MOST_BROKEN = 0.04  # share of cells whose clues may not fit their neighbours
TURNS = 2  # times that a picture is straightened
TRY = "A larger picture, or box=(x, y, width, height) with shape=(rows, columns), may help"
WHERE = "box=(x, y, width, height) with shape=(rows, columns) says where it lies"
CROP = "If this is a part of a larger board, say so with part=True (--part all)"
SMALLEST_CELL = 6  # pixels
AT_BORDER = 0.1  # share of a cell between the last line and the end of the picture
HALF = 0.5  # share of a line that the picture must show for its cells to count
LESS = 0.8  # share of the best value with which a board counts as much
MOVED = 0.03  # share of a cell by which the network looks beside the lattice, as a test
TRIED = 3  # grids that are tried until one can be read
BLUE, ORANGE = (30, 110, 255), (255, 120, 0)


class Raw(NamedTuple):
    """The reading of a picture, before a position is made of it."""

    picture: np.ndarray  # uint8 [height, width, 3], RGB
    lattice: Lattice
    view: np.ndarray  # int8 [rows, columns]
    doubtful: np.ndarray  # bool [rows, columns]
    mines_left: int | None
    mines: int | None = None  # on the entire board
    notes: tuple[str, ...] = ()
    others: tuple[Lattice, ...] = ()  # boards that the picture shows too
    factor: float = 1.0  # by which the picture was made smaller
    questions: tuple[Question, ...] = ()
    part: str = ""  # edges that are no edges of the board


@dataclass(frozen=True, eq=False, slots=True)
class PictureReading(ShownAsPicture):
    """A position that was read from a picture, and how sure that is.

    `mv.analyze`, `mv.thoughts` and `mv.win_chance` take a reading as well as a position.

    Attributes
    ----------
    position : Position
        What the cells show. Its number of mines is known if it was given, or if the picture has a
        mine counter that can be read.
    doubtful : tuple of tuple of int
        Cells (row, col) that may as well show something else, or whose clue does not fit its
        neighbours. Compare them with the picture; `overlay` marks them.
    notes : tuple of str
        What the reading left out, in sentences: lines cut off by the edge of the picture, the frame
        of an animation.
    questions : tuple of Question
        What the picture leaves open: where the board ends, whether a colour is a flag, which of
        two boards is meant. Each names the option that answers it, as in `part="b"`.
    part : str
        The edges of the picture that are no edges of the board: letters of "tblr", as `analyze`
        takes them, and does for a reading. Given, or seen by clues that need mines beyond them.
    mines_left : int or None
        What the mine counter shows: the mines less the flags. None if no counter can be read.
    box : tuple of float
        Place of the board, as (x, y, width, height) in pixels of the picture, as the option `box`
        has it. A picture taken from the side is straightened first.

    Examples
    --------
    >>> board = mv.Board.random("beginner", seed=7, first=(4, 4), safe_radius=1)
    >>> frame = mv.play(board, first=(4, 4)).frame(1, panels=("board",))
    >>> reading = mv.Position.from_image(frame)
    >>> reading.position.shape
    (9, 9)
    >>> reading.overlay().save("check.png")
    """

    position: "Position"
    doubtful: tuple[tuple[int, int], ...]
    mines_left: int | None
    box: tuple[float, float, float, float]
    pixels: np.ndarray = field(repr=False)  # uint8 [height, width, 3], RGB
    notes: tuple[str, ...] = ()
    factor: float = field(default=1.0, repr=False)  # a large picture is made smaller by it
    questions: tuple[Question, ...] = ()
    part: str = ""

    def overlay(self) -> Image.Image:
        """Return the picture with the reading drawn over it, to be checked in one look.

        Covered cells are blue. Flags, mines and numbers are in the lower right corner of their
        cells. Doubtful cells have an orange frame.

        Returns
        -------
        PIL.Image.Image
            The picture, larger if its cells are small. Jupyter shows it; `.save(path)` keeps it.
        """
        x, y, width, height = (self.factor * each for each in self.box)
        rows, columns = self.position.shape
        zoom = max(1, round(32 / min(width / columns, height / rows)))
        image = Image.fromarray(self.pixels)
        image = image.resize((image.width * zoom, image.height * zoom), Image.Resampling.NEAREST)
        draw = ImageDraw.Draw(image, "RGBA")
        pitch_x, pitch_y = zoom * width / columns, zoom * height / rows
        font = typeface("DejaVuSans-Bold", max(8, int(0.45 * pitch_y)))
        marks = str(self.position).splitlines()[-rows:]
        for row, col in np.ndindex(rows, columns):
            left, top = zoom * x + col * pitch_x, zoom * y + row * pitch_y
            right, bottom = left + pitch_x - 1, top + pitch_y - 1
            mark = marks[row][col]
            if mark in "#F":
                draw.rectangle((left, top, right, bottom), fill=(*BLUE, 70))
            if mark != "#":
                place = (right - 1, bottom - 1)
                draw.text(place, mark, 0, font, "rb", stroke_width=2, stroke_fill="white")
            if (row, col) in self.doubtful:
                frame = (left + 1, top + 1, right - 1, bottom - 1)
                draw.rectangle(frame, outline=ORANGE, width=max(2, int(0.08 * pitch_x)))
        return image

    def picture(self) -> "Picture":  # type: ignore[override]  # it has no theme
        """Return the `overlay` with a description, as a picture that a notebook shows."""
        from minevis.film.picture import Picture

        return Picture(np.asarray(self.overlay()), repr(self)[1:-1])

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Whether the picture turns dark with its page: a photograph does not."""
        return False

    def _writers(self) -> dict[str, Writer]:
        # without super(), which a class with slots and decorators does not know
        return {**self.position._writers(), **ShownAsPicture._writers(self)}

    def __repr__(self) -> str:
        rows, columns = self.position.shape
        doubts = quantity(len(self.doubtful), "doubtful cell") if self.doubtful else "no doubts"
        counter = "" if self.mines_left is None else f", mines left: {self.mines_left}"
        notes = "".join(f", {note}" for note in (*self.notes, *self.questions))
        return f"<PictureReading {rows}×{columns}, {doubts}{counter}{notes}>"


def read_picture(
    source: object,
    box: tuple[float, float, float, float] | None,
    shape: tuple[int, int] | None,
    mines: int | None,
    frame: int,
    flags: str | None = None,
    part: bool | str = False,
) -> Raw:
    """Return the reading of `source` (a path or an array); `Position.from_image` describes it."""
    picture, factor, frames = _loaded(source, frame)
    notes = [f"frame {frame} of {frames} was read: frame= chooses another"] if frames > 1 else []
    try:
        raw = _read(picture, factor, box, shape, edges_named(part), flags)
        return _possible(raw._replace(factor=factor), mines, notes)
    except PictureError as error:
        where = f"{source}: " if isinstance(source, (str, Path)) else ""
        raise PictureError(f"{where}{error}") from error


def _read(
    picture: np.ndarray,
    factor: float,
    box: tuple[float, float, float, float] | None,
    shape: tuple[int, int] | None,
    edges: str,
    flags: str | None,
) -> Raw:
    """Return the reading of a loaded picture."""
    image = np.ascontiguousarray(picture[:, :, ::-1])  # BGR, as OpenCV has it
    if flags is not None:
        questions.colour_of(flags)  # an error before the long search
    if box is not None:
        if len(box) != 4:
            raise PictureError(f"box={box}: four numbers, (x, y, width, height) in pixels")
        x, y, width, height = (factor * float(each) for each in box)
        box = (x, y, width, height)
    if shape is not None and len(shape) != 2:
        raise PictureError(f"shape={shape}: two numbers, (rows, columns)")
    if shape is not None and not (min(shape) >= 1 and shape[0] * shape[1] <= LARGEST_BOARD):
        raise PictureError(f"shape={shape}: a board has 1 to {LARGEST_BOARD:,} cells here")
    given = image
    if box is None:
        image, candidates = _straightened(image, shape)
    else:
        candidates = _boards_in_box(image, box, shape)
    reasons = []
    read: list[tuple[FoundBoard, Named]] = []
    for board in candidates[:TRIED]:
        if any(board.lattice.overlaps(other.lattice) for other, _ in read):
            continue  # the board may be a second grid in the picture
        named = None
        try:
            window = scaled(image, board.lattice)
            moved = scaled(image, board.lattice.moved(MOVED))
            passes = [board.names, *(reader_network()(each) for each in (window, moved))]
            named = Naming(passes, window, _whole(board.lattice, image, edges)).named()
            if (named.view == -1).all() and named.doubtful.mean() < MOST_IN_ALL:
                if read:
                    continue
                fresh = _fresh(image, board.lattice, known=shape is not None)
                return fresh._replace(doubtful=named.doubtful)
            if flags is not None:
                colours = questions.colours(image[:, :, ::-1], board.lattice)
                known = questions.flagged(colours, named.view, flags)
                view = np.where(known, np.int8(-2), named.view)
                named = replace(named, view=view, doubtful=named.doubtful & ~known)
            _check(named)
        except PictureError as reason:
            hints = _hints(image, board.lattice, named, edges) if named else ()
            reasons.append(". ".join((str(reason), TRY, *hints)))
        else:
            read.append((board, named))
    if not read:
        size = f"{picture.shape[1]}×{picture.shape[0]}"
        reasons.append(f"no board found in {size} pixels. {WHERE}")
        raise PictureError(reasons[0])
    best = max(board.value for board, _ in read)
    read.sort(key=lambda each: (each[0].value < LESS * best, sum(a.start for a in each[0].lattice)))
    (lattice, _, at_edge, _), named = read[0]
    usual = shape is None and lattice.shape in USUAL
    if image is not given and shape is None and not usual:  # seen from the side: a line is lost
        for side, room in lattice.room(image).items():
            outermost(at_edge)[side][:] |= abs(room) > AT_BORDER
    picture = np.ascontiguousarray(image[:, :, ::-1])
    doubtful = named.doubtful.copy()
    others = tuple(other.lattice for other, _ in read[1:])
    left = mines_left(image, lattice)
    raw = Raw(picture, lattice, named.view, doubtful, left, others=others, part=edges)
    if usual and not at_edge.any():
        return raw
    if box or shape:
        asked = () if shape else tuple(questions.of_ends(lattice.shape, at_edge))
        return raw._replace(doubtful=doubtful | at_edge, questions=asked)
    return _with_cut_lines(raw, at_edge)


def _with_cut_lines(raw: Raw, at_edge: np.ndarray) -> Raw:
    """Return a reading in which lines that the picture shows in part are covered and doubtful.

    Cells `at_edge` are doubtful where no such line is added.
    """
    (x, y), view = raw.lattice, raw.view
    rooms, cut = raw.lattice.room(raw.picture), cut_sides(raw.picture, raw.lattice)
    more = {side: int(side in cut and room >= HALF) for side, room in rooms.items()}
    for side, cells in outermost(at_edge).items():
        cells[1:-1] &= not more[side]
    doubtful = raw.doubtful | at_edge
    lines = ((more["above"], more["below"]), (more["left"], more["right"]))
    lattice = Lattice(
        x.part(-more["left"], x.count + more["right"]),
        y.part(-more["above"], y.count + more["below"]),
    )
    view = np.pad(view, lines, constant_values=-1)
    doubtful = np.pad(doubtful, lines, constant_values=True)
    for side, room in lattice.room(raw.picture).items():
        if room < -UNREADABLE:
            outermost(view)[side][:] = -1
            outermost(doubtful)[side][:] = True
    asked = tuple(questions.of_ends(view.shape, np.pad(at_edge, lines)))
    return raw._replace(lattice=lattice, view=view, doubtful=doubtful, questions=asked)


def _possible(raw: Raw, mines: int | None, notes: list[str]) -> Raw:
    """Return a possible reading: the cells of contradictory clues are doubtful.

    Raises `PictureError` if many cells are, or if the number of mines fits no layout.
    """
    view, doubtful, left = raw.view, raw.doubtful.copy(), raw.mines_left
    cell_colours = questions.colours(raw.picture, raw.lattice)
    whole = _whole(raw.lattice, raw.picture, raw.part)
    lacks = _lacking(view, (view < 0) | doubtful) & ~doubtful
    while (clues := (layouts := Layouts(view, doubtful, whole)).conflict()).size:
        doubtful.flat[clues] = True
        near = np.zeros_like(doubtful)
        near.flat[clues] = True
        doubtful |= ((view < -1) | (view == 0)) & (neighbour_counts(near) > 0)
    if (doubtful & ~raw.doubtful).sum() > MOST_IN_CONFLICT * view.size:
        crop = f". {CROP}" if lacks.any() and not raw.part else ""
        raise PictureError(f"{_too_doubtful(doubtful)}. {TRY}{crop}")
    if doubtful.mean() > MOST_IN_ALL:
        raise PictureError(f"{_too_doubtful(doubtful)}. {TRY}")
    if left is not None and left + (view < -1).sum() > view.size:
        left = None
    total, usual = mines, USUAL.get(view.shape)
    if left is None and usual and layouts.allow(usual):
        count = usual - int((view == -2).sum())
        left = count if shows(raw.picture, raw.lattice, count) else None
    if mines is None and left is not None:
        flags, shown = int((view == -2).sum()), view == -3  # the counter knows no shown mines
        total = left + flags
        if shown.sum() and shown.sum() + flags + doubtful.sum() < total:
            doubtful |= shown & (shown.sum() > 1)  # a lost game shows all mines
            total = None
        elif total < flags + shown.sum() and doubtful.any():
            total = None
    if total is not None and whole.all() and not layouts.allow(total):
        raise PictureError(
            f"a board of {view.shape[0]}×{view.shape[1]} cells, but no layout of"
            f" {quantity(total, 'mine')} fits what they show: give the number of mines, or"
            " crop the picture to the board"
        )
    notes += surroundings(raw.picture, raw.lattice)
    asked = [*raw.questions, *questions.of_flags(cell_colours, view, doubtful)]
    part = raw.part
    if not part:
        cut = [] if view.shape in USUAL else cut_sides(raw.picture, raw.lattice)
        parts = questions.open_edges(raw.picture, raw.lattice, lacks, cut)
        part = "".join(parts[:1])
        asked += [questions.of_part(parts)] if parts else []
    if raw.others:
        boxes = [box_of(each, raw.factor) for each in (raw.lattice, *raw.others)]
        asked.append(questions.of_boards(boxes))
    return raw._replace(
        view=view,
        doubtful=doubtful,
        mines_left=left,
        mines=total,
        notes=tuple(notes),
        questions=tuple(asked),
        part=part,
    )


def _lacking(view: np.ndarray, closed: np.ndarray) -> np.ndarray:
    """Return the outermost clues that need more mines than they see `closed` cells."""
    lacks: np.ndarray = (view > 0) & (neighbour_counts(closed) < view)
    lacks[1:-1, 1:-1] = False
    return lacks


def _hints(image: np.ndarray, lattice: Lattice, named: Named, edges: str) -> Iterator[str]:
    """Yield the options that may make cells readable."""
    if not edges and _lacking(named.view, named.view < 0).any():
        yield CROP
    colours = questions.colours(image[:, :, ::-1], lattice)
    yield from map(str, questions.of_flags(colours, named.view, named.doubtful))


def _fresh(image: np.ndarray, lattice: Lattice, known: bool) -> Raw:
    """Return a fully covered board, if its size or its counter says so."""
    left = mines_left(image, lattice)
    rows, columns = lattice.shape
    counted = left is not None and 0 < left < rows * columns
    if not (known or counted or (rows, columns) in USUAL):
        raise PictureError(
            f"a grid of {rows}×{columns} equal cells. Without an opened cell it may be no"
            " board. If it is one, pass shape=(rows, columns)"
        )
    view = np.full(lattice.shape, -1, dtype=np.int8)
    picture = np.ascontiguousarray(image[:, :, ::-1])
    return Raw(picture, lattice, view, np.zeros(view.shape, dtype=bool), left)


def _loaded(source: object, frame: int = 0) -> tuple[np.ndarray, float, int]:
    """Return a picture as RGB (uint8 [height, width, 3]), how it was scaled, how many there are.

    Transparent pixels become white.
    """
    if not isinstance(source, (str, Path, Image.Image)):
        array = np.asarray(source)
        if array.dtype != np.uint8 or array.ndim not in (2, 3):
            raise PictureError(
                f"an array of {array.dtype} {list(array.shape)}: a picture is uint8"
                " [height, width], [height, width, 3] (RGB) or [height, width, 4]"
            )
        try:
            source = Image.fromarray(np.ascontiguousarray(array))
        except (TypeError, ValueError) as error:
            raise PictureError(f"an array of {list(array.shape)}: {error}") from error
    layer, frames = load_picture(source, _check_size, frame)
    factor = _factor(layer)
    if factor < 1:
        size = [max(1, round(factor * each)) for each in layer.size]
        layer = layer.resize((size[0], size[1]), Image.Resampling.BOX)
    white = Image.new("RGBA", layer.size, "white")
    return np.array(Image.alpha_composite(white, layer).convert("RGB")), factor, frames


def _check_size(image: Image.Image) -> None:
    if round(_factor(image) * min(image.size)) < 10 * FEWEST:
        raise PictureError(f"{image.width}×{image.height} pixels: too small for a board")


def _factor(image: Image.Image) -> float:
    """Return by how much a picture is made smaller."""
    return min(1.0, LARGEST_SIDE / max(1, *image.size))


def _straightened(
    image: np.ndarray, shape: tuple[int, int] | None
) -> tuple[np.ndarray, list[FoundBoard]]:
    """Return a picture in which the board is not seen from the side, and the candidates."""
    for turn in range(TURNS + 1):
        both = edges_of(image)
        candidates = boards(image, both, shape)
        if not candidates or turn == TURNS:
            break
        straight = straightened(image, both, candidates[0].lattice)
        if straight is None:
            break
        image = straight
    return image, candidates


def _boards_in_box(
    image: np.ndarray,
    box: tuple[float, ...],
    shape: tuple[int, int] | None,
) -> list[FoundBoard]:
    """Return the boards that may fill the box, with an empty mask of doubtful cells."""
    x, y, width, height = box
    outside = not (-width < x < image.shape[1] and -height < y < image.shape[0])
    if min(width, height) < 10 or outside:
        raise PictureError(f"box={box}: (x, y, width, height) in pixels, within the picture")
    if shape and min(width / shape[1], height / shape[0]) < SMALLEST_CELL:
        raise PictureError(f"box={box} with shape={shape}: a cell needs {SMALLEST_CELL} pixels")
    candidates = []
    for rows, columns in [shape] if shape else shapes_in_box(image, box):
        lattice = Lattice(Axis(x, width / columns, columns), Axis(y, height / rows, rows))
        names = reader_network()(scaled(image, lattice))
        inside = float(-np.exp(names[..., OUTSIDE]).mean())
        candidates.append(FoundBoard(lattice, inside, np.zeros((rows, columns), bool), names))
    return sorted(candidates, key=lambda board: -board.value)


def _whole(lattice: Lattice, image: np.ndarray, part: str = "") -> np.ndarray:
    """Return which cells have all their neighbours within the picture (bool [rows, columns]).

    They do not at the edges `part`. A board at the edge of the picture may continue outside. A
    board one line short of a usual size may continue under a window.
    """
    whole = np.ones(lattice.shape, dtype=bool)
    rows, columns = lattice.shape
    cut, room = cut_sides(image, lattice), lattice.room(image)
    for edge, (side, line) in zip(EDGES, outermost(whole).items(), strict=True):
        longer = (rows, columns + 1) if side in ("left", "right") else (rows + 1, columns)
        if edge in part or room[side] < 0.5 or side in cut or longer in USUAL:
            line[:] = False
    return whole


def _check(named: Named) -> None:
    """Raise a `PictureError` unless the reading can be a board of Minesweeper."""
    rows, columns = named.view.shape
    if not (named.view > 0).any():
        raise PictureError(
            f"a grid of {rows}×{columns} cells, but no print on them looks enough like a digit:"
            " covered and opened cells cannot be told apart"
        )
    if named.broken.sum() > max(3, MOST_BROKEN * named.view.size):
        raise PictureError(
            f"a grid of {rows}×{columns} cells, but no board: the clues at"
            f" {_cells(named.broken)} do not fit their neighbours"
        )
    if named.doubtful.mean() > MOST_IN_ALL:
        raise _too_doubtful(named.doubtful)


def _too_doubtful(doubtful: np.ndarray) -> PictureError:
    rows, columns = doubtful.shape
    return PictureError(
        f"a grid of {rows}×{columns} cells that cannot be read: {doubtful.sum()} cells"
        f" are doubtful, among them {_cells(doubtful)}"
    )


def _cells(mask: np.ndarray, most: int = 5) -> str:
    cells = [f"({row}, {col})" for row, col in np.argwhere(mask)[:most]]
    return ", ".join(cells) + (" and others" if mask.sum() > most else "")
