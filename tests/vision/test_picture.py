"""Positions read from pictures: in skins of our own, distorted, and bad ones."""

import os
import re
import struct
import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from zlib import compress, crc32

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import minevis as mv
from minevis.vision.counter import mines_left
from minevis.vision.lattice import Axis, Lattice
from skins import FONTS, SKINS, as_jpeg, draw, middle_of_game, on_desktop, photographed, scaled

GAMES = {
    "beginner": middle_of_game("beginner", 0, 0.4),
    "late": middle_of_game("beginner", 2, 0.8),
    "intermediate": middle_of_game("intermediate", 1, 0.5),
    "expert": middle_of_game("expert", 3, 0.35, flags=False),
}
MINED = mv.Board.random("intermediate", seed=1, first=(4, 4), safe_radius=1).mined
LOST = np.where(MINED & (GAMES["intermediate"].view == -1), -3, GAMES["intermediate"].view)


def wrong_cells(reading, position):
    """Return the cells that were read wrongly; all of them if the size is wrong."""
    if reading.position.shape != position.shape:
        return {"size"}
    return {tuple(cell) for cell in np.argwhere(reading.position.view != position.view).tolist()}


def has_a_doubtful_edge(reading):
    doubtful = np.zeros(reading.position.shape, dtype=bool)
    for cell in reading.doubtful:
        doubtful[cell] = True
    return any(line.all() for line in (doubtful[0], doubtful[-1], doubtful.T[0], doubtful.T[-1]))


@pytest.mark.parametrize(
    ("skin", "game"),
    [*((skin, "beginner") for skin in SKINS), *zip(SKINS, cycle([*GAMES][1:]), strict=False)],
)
def test_every_skin_is_read(skin, game):
    position = GAMES[game]
    reading = mv.Position.from_image(draw(position, SKINS[skin]))
    assert not wrong_cells(reading, position)
    assert len(reading.doubtful) < (1 if skin == "flat" else 0.1 * position.view.size)
    assert reading.position.mines is None  # no counter is drawn


CHANGES = {
    "scaled by a fraction": lambda picture: scaled(picture, 1.37),
    "jpeg": lambda picture: as_jpeg(picture, 85),
    "smaller": lambda picture: scaled(picture, 0.8),
    "without its surroundings": lambda picture: picture[60:-60, 30:-30],
    "alpha": lambda picture: np.dstack([picture, np.full(picture.shape[:2], 255, "u1")]),
}


@pytest.mark.parametrize(("skin", "change"), [*zip(2 * [*SKINS], cycle(CHANGES), strict=False)])
def test_scaled_and_compressed_pictures_are_read(skin, change):
    position = GAMES["beginner"]
    reading = mv.Position.from_image(CHANGES[change](draw(position, SKINS[skin])))
    assert not wrong_cells(reading, position)


@pytest.mark.parametrize("theme", mv.THEMES)
def test_our_own_frames_are_read_in_every_theme(theme):
    board = mv.Board.random("beginner", seed=7, first=(4, 4), safe_radius=1)
    trace = mv.play(board, first=(4, 4))
    index = next(i for i, event in enumerate(trace.events) if type(event).__name__ == "Opened")
    position = mv.Position(np.where(trace[index].view >= 0, trace[index].view, -1))
    for look in ({}, {"panels": ("board",)}, {"max_width": 640}):
        frame = trace.frame(index, theme=theme, **look)
        reading = mv.Position.from_image(frame)
        assert wrong_cells(reading, position) <= set(reading.doubtful)  # the click has a frame
        assert len(wrong_cells(reading, position)) <= 1


@pytest.mark.parametrize("seed", [2, 3])
def test_of_two_panels_the_board_is_read(seed):
    """The constraints next to it, all of them met at the end, are a grid of the same size."""
    trace = mv.play(mv.Board.random("beginner", seed=seed, first=(0, 0)), first=(0, 0))
    picture = trace.frame(len(trace) - 1, panels=("board", "constraints"))
    reading = mv.Position.from_image(picture)
    assert not wrong_cells(reading, mv.Position(trace[-1].view))
    reading = replace(reading, doubtful=((0, 0),))
    with pytest.warns(UserWarning, match="1 doubtful cell: compare reading.overlay"):
        assert mv.analyze(reading) == mv.analyze(reading.position)
    won = replace(reading, position=mv.Position.parse("mines 1\n1#"))
    with pytest.warns(UserWarning, match="doubtful"):
        assert float(mv.win_chance(won)) == 1


def test_two_panels_are_not_one_board():
    """A column without edges lies between them, as wide as a cell."""
    trace = mv.play(mv.Board.random("beginner", seed=2, first=(0, 0)), first=(0, 0))
    picture = trace.frame(1, theme="classic", panels=("board", "constraints"))
    reading = mv.Position.from_image(picture)
    assert wrong_cells(reading, mv.Position(trace[1].view)) <= set(reading.doubtful)


HONEST = [  # game, cell, and what happens to the picture
    *(("intermediate", 16, lambda picture, q=q: as_jpeg(picture, q)) for q in (50, 20)),
    *(("intermediate", 24, lambda picture, t=t: photographed(picture, t)) for t in (0.01, 0.02)),
    ("lost", 18, lambda picture: as_jpeg(picture, 40)),
]


@pytest.mark.parametrize(
    ("skin", "game", "cell", "change"),
    [
        *((skin, *HONEST[at % 2]) for at, skin in enumerate(SKINS)),
        *((skin, *HONEST[2 + at % 2]) for at, skin in enumerate(SKINS)),
        *((skin, *HONEST[4]) for skin in ("glass", "dark", "gaps")),
        # lines at the edge of a straightened picture are no ones
        *(
            ("glass", "expert", 32, lambda picture, t=t: photographed(picture, t))
            for t in (0.013, 0.023)
        ),
    ],
    ids=map(str, range(17)),
)
def test_what_a_bad_picture_hides_is_doubtful_or_an_error(skin, game, cell, change):
    position = mv.Position(LOST) if game == "lost" else GAMES[game]
    try:
        reading = mv.Position.from_image(change(draw(position, SKINS[skin], cell)))
    except mv.PictureError:
        return
    wrong = wrong_cells(reading, position)
    assert wrong <= set(reading.doubtful) or (wrong == {"size"} and has_a_doubtful_edge(reading))


def test_a_straightened_picture_is_read():
    position = GAMES["intermediate"]
    picture = photographed(draw(position, SKINS["flat"]), 0.015)
    assert not wrong_cells(mv.Position.from_image(picture), position)


def test_a_board_is_found_on_a_desktop():
    position = GAMES["expert"]
    reading = mv.Position.from_image(on_desktop(draw(position, SKINS["bevel"], counter=99)))
    assert not wrong_cells(reading, position)
    assert reading.position.mines == 99
    left, top, width, height = reading.box
    assert (left, top) == pytest.approx((730, 320), abs=2)
    assert (width, height) == pytest.approx((720, 384), abs=4)


@pytest.mark.parametrize("slant", [0, 0.1, 0.15])
@pytest.mark.parametrize("thin", [False, True])
def test_the_mine_counter_is_read(slant, thin):
    board = Lattice(Axis(30, 24, 9), Axis(60, 24, 9))
    for count in range(0, 1000, 37):
        picture = draw(GAMES["beginner"], SKINS["bevel"], counter=count)
        above = picture[10:52]
        above = cv2.erode(above, np.ones((2, 1))) if thin else above
        turn = np.array([[1, -slant, slant * len(above)], [0.0, 1, 0]])
        picture[10:52] = cv2.warpAffine(above, turn, above.shape[1::-1], borderMode=1)
        assert mines_left(np.ascontiguousarray(picture[:, :, ::-1]), board) == count


@pytest.mark.parametrize(("text", "left"), [("40", 40), ("4O", None), ("140", None), ("39", None)])
@pytest.mark.parametrize("below", [False, True])
def test_a_plain_number_is_the_counter_if_it_is_that_of_the_level(text, left, below):
    position = mv.Position(np.where(GAMES["intermediate"].view < 0, -1, GAMES["intermediate"].view))
    image = Image.fromarray(draw(position, SKINS["checker"]))
    font = ImageFont.truetype(str(FONTS / "DejaVuSans.ttf"), 20)
    place = (200, image.height - 40 if below else 20)
    ImageDraw.Draw(image).text(place, f"Mines: {text}", "white", font)
    reading = mv.Position.from_image(image)
    assert not wrong_cells(reading, position)
    assert (reading.mines_left, reading.position.mines) == (left, left)


def test_the_counter_and_the_flags_give_the_number_of_mines_if_a_layout_fits():
    position = GAMES["beginner"]
    flags = int((position.view == -2).sum())
    assert flags
    picture = draw(position, SKINS["bevel"], counter=position.mines - flags)
    reading = mv.Position.from_image(picture)
    assert reading.mines_left == position.mines - flags
    assert reading.position == position
    assert mv.Position.from_image(picture, mines=12).position.mines == 12
    with pytest.raises(mv.PictureError, match="no layout of 1 mine fits"):
        mv.Position.from_image(draw(GAMES["expert"], SKINS["bevel"], counter=1))
    with pytest.raises(mv.PictureError, match="no layout of 999 mines fits"):
        mv.Position.from_image(draw(GAMES["late"], SKINS["bevel"]), mines=999)


def test_flags_that_break_a_clue_are_doubtful_or_the_clue_is():
    view = GAMES["expert"].view.copy()
    for row, col in np.argwhere(view == 1):
        near = np.argwhere(view[row - 1 : row + 2, col - 1 : col + 2] == -1) if row and col else ()
        if len(near) > 1:
            break
    for down, right in near[:2]:
        view[row - 1 + down, col - 1 + right] = -2
    reading = mv.Position.from_image(draw(mv.Position(view), SKINS["bevel"]))
    flags = {(row - 1 + down, col - 1 + right) for down, right in near[:2]}
    assert {(row, col), *flags} & set(reading.doubtful)
    assert wrong_cells(reading, mv.Position(view)) <= set(reading.doubtful)


def test_box_and_shape_say_where_the_board_lies():
    position = GAMES["beginner"]
    picture = draw(position, SKINS["gaps"], margin=(37, 81))
    box = (37, 81, 9 * 24, 9 * 24)
    for options in ({"box": box}, {"box": box, "shape": (9, 9)}, {"shape": (9, 9)}):
        assert not wrong_cells(mv.Position.from_image(picture, **options), position)
    with pytest.raises(mv.PictureError, match="a board has 1 to 2,500 cells"):
        mv.Position.from_image(picture, shape=(100, 100))
    with pytest.raises(mv.PictureError, match="a board has 1 to 2,500 cells"):
        mv.Position.from_image(picture, shape=(0, 9))
    with pytest.raises(mv.PictureError, match="a cell needs 6 pixels"):
        mv.Position.from_image(picture, box=box, shape=(9, 40))
    for outside in ((0, 0, 3, 3), (9000, 9000, 50, 50)):
        with pytest.raises(mv.PictureError, match="pixels, within the picture"):
            mv.Position.from_image(picture, box=outside)


def test_the_box_of_a_large_picture_is_in_its_own_pixels():
    position = GAMES["intermediate"]
    picture = draw(position, SKINS["flat"], 160, margin=(200, 100))
    reading = mv.Position.from_image(np.hstack([picture, picture]))
    (boxes,) = [each.answers for each in reading.questions if each.option == "box"]
    places = [[200, 100, 2560, 2560], [200 + picture.shape[1], 100, 2560, 2560]]
    assert np.abs(sorted(np.array(boxes, int).tolist()) - np.array(places)).max() < 6
    assert np.abs(np.array(places) - reading.box).sum(1).min() < 12
    options = {"box": reading.box, "shape": (16, 16)}
    again = mv.Position.from_image(np.hstack([picture, picture]), **options)
    assert not wrong_cells(again, position)
    image, pixels = np.asarray(reading.overlay()), reading.pixels
    changed = np.argwhere((image != pixels).any(2))
    left, top, width, height = reading.factor * np.array(reading.box)
    assert (changed >= [top - 2, left - 2]).all()
    assert (changed <= [top + height + 2, left + width + 2]).all()


def test_the_overlay_marks_what_was_read(tmp_path):
    position = GAMES["beginner"]
    reading = mv.Position.from_image(draw(position, SKINS["bevel"]))
    overlay = np.array(reading.overlay()).astype(int)
    zoom = overlay.shape[1] // reading.pixels.shape[1]
    plain = np.kron(reading.pixels, np.ones((zoom, zoom, 1), int))
    changed = (overlay != plain).any(2)
    for (row, col), code in np.ndenumerate(position.view):
        top, left = zoom * (60 + 24 * row), zoom * (30 + 24 * col)
        assert changed[top + 6 : top + 24 * zoom - 6, left + 6 : left + 24 * zoom - 6].any(), code
    assert not changed[: zoom * 50].any()
    assert reading.picture().size == overlay.shape[1::-1]
    assert repr(reading).startswith("<PictureReading 9×9, ")


FRESH = [
    ("bevel", (9, 9), 24, 10),
    ("bevel", (16, 30), 41, None),
    ("bevel", (12, 21), 20, 35),  # no usual level, but a counter
    ("gaps", (16, 16), 24, None),
    ("checker", (14, 18), 30, None),
    ("glass", (9, 9), 31, None),
]


@pytest.mark.parametrize(("skin", "shape", "cell", "counter"), FRESH)
def test_a_board_before_its_first_click_is_covered(skin, shape, cell, counter):
    position = mv.Position.fresh(shape, counter or 10)
    reading = mv.Position.from_image(draw(position, SKINS[skin], cell, counter=counter))
    assert not wrong_cells(reading, position)
    assert reading.position.mines == counter
    assert not reading.doubtful


@pytest.mark.parametrize(
    ("skin", "colour"), [("bevel", "000000"), ("flat", "b01818"), ("checker", "ff9900")]
)
def test_shown_mines_are_mines_in_any_colour(skin, colour):
    left = int((LOST == -3).sum())
    picture = draw(mv.Position(LOST), replace(SKINS[skin], mine=colour), counter=left)
    reading = mv.Position.from_image(picture)
    assert wrong_cells(reading, mv.Position(LOST)) <= set(reading.doubtful)
    assert len(reading.doubtful) < 10


def contradictory(position):
    """A position with one clue more by one: no clue is wrong alone, but no layout is left."""
    for row, col in np.argwhere(position.view > 0).tolist():
        view = position.view.copy()
        view[row, col] += 1
        near = view[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
        if (near < 0).sum() >= view[row, col]:
            try:
                mv.analyze(mv.Position(view, None))
            except mv.ContradictionError:
                return mv.Position(view), (row, col)
    raise AssertionError("no such clue")


@pytest.mark.parametrize("game", ["intermediate", "expert"])
def test_clues_that_contradict_each_other_are_doubtful(game):
    position, (row, col) = contradictory(GAMES[game])
    reading = mv.Position.from_image(draw(position, SKINS["bevel"]))
    assert not wrong_cells(reading, position)
    assert any(abs(row - r) < 3 and abs(col - c) < 3 for r, c in reading.doubtful)


def test_boxes_without_digits_are_no_board():
    """Filled boxes and empty ones, all in one colour, as a terminal draws them."""
    picture = np.full((400, 400, 3), 40, np.uint8)
    for row, col in np.ndindex(9, 9):
        corner, other = (25 + 40 * col, 25 + 40 * row), (55 + 40 * col, 55 + 40 * row)
        cv2.rectangle(picture, corner, other, (230, 220, 180), 1 if (row * col) % 3 else -1)
    with pytest.raises(mv.PictureError):
        mv.Position.from_image(picture, box=(20, 20, 360, 360), shape=(9, 9))


def test_a_line_that_the_edge_cuts_off_is_named():
    position = GAMES["intermediate"]
    picture = draw(position, SKINS["flat"], margin=(30, 60))
    reading = mv.Position.from_image(picture[: 60 + 12 * 24 + 9, : 30 + 14 * 24 + 8])
    assert not wrong_cells(reading, mv.Position(position.view[:12, :14]))
    assert reading.notes == (
        "a row below the last one is cut off by the edge of the picture",
        "a column right of the last one is cut off by the edge of the picture",
    )
    assert mv.Position.from_image(picture).notes == ()


def test_a_crop_is_a_part_of_a_board_and_asks_where_the_board_goes_on():
    position = GAMES["intermediate"]
    picture = draw(position, SKINS["flat"], margin=(0, 0))[2 * 24 : 9 * 24, 3 * 24 : 12 * 24]
    framed = np.pad(picture, ((30, 30), (30, 30), (0, 0)), constant_values=255)
    with pytest.raises(mv.PictureError, match="part=True"):
        mv.Position.from_image(framed)
    read = mv.Position.from_image(framed, part=True)
    assert not wrong_cells(read, mv.Position(position.view[2:9, 3:12]))
    reading = mv.Position.from_image(picture)
    (question,) = [each for each in reading.questions if each.option == "part"]
    assert question.answers[0] == reading.part
    assert str(question).startswith("Does the board go on ")
    assert f"--part {reading.part}" in str(question)
    read = mv.Position.from_image(picture, part=True)
    assert read.part == "tblr"
    assert {each.option for each in read.questions} <= {"shape"}
    assert not wrong_cells(read, mv.Position(position.view[2:9, 3:12]))
    with warnings.catch_warnings(action="ignore"):
        assert mv.analyze(read).part == mv.analyze(picture, part="tblr").part == "tblr"
        found = mv.analyze(reading)
    assert found.part == reading.part
    inside = MINED[2:9, 3:12]
    assert not (found.safe & inside).any()
    assert not (found.mined & ~inside).any()


def test_flags_that_are_only_a_colour_are_asked_for():
    position = GAMES["late"].unflagged()
    picture = draw(position, SKINS["flat"], margin=(0, 0))
    mined = mv.analyze(position.unflagged()).mined.copy()
    mined[np.cumsum(mined).reshape(mined.shape) > 6] = False
    for row, col in np.argwhere(mined).tolist():
        picture[row * 24 + 3 : row * 24 + 22, col * 24 + 3 : col * 24 + 22] = (30, 180, 40)
    reading = mv.Position.from_image(picture)
    (question,) = [each for each in reading.questions if each.option == "flags"]
    assert question.values == ("#1eb428",)
    assert "green" in str(question)
    assert "--flags '#1eb428'" in str(question)
    answered = mv.Position.from_image(picture, flags="#1eb428")
    assert ((answered.position.view == -2) == mined).all()
    assert not answered.questions
    with pytest.raises(mv.PictureError, match="no cell without a number has this colour"):
        mv.Position.from_image(picture, flags="#ff0000")


@pytest.mark.parametrize("skin", ["bevel", "gaps", "glass"])
def test_a_column_that_is_nearly_whole_is_read_or_left_out_and_named(skin):
    position = GAMES["intermediate"]
    reading = mv.Position.from_image(draw(position, SKINS[skin])[:, : 30 + 15 * 24 - 3])
    view = position.view[:, : reading.position.shape[1]]
    assert wrong_cells(reading, mv.Position(view)) <= set(reading.doubtful)
    assert view.shape[1] in (14, 15)
    assert "column" in reading.notes[0]


@pytest.mark.parametrize("skin", ["bevel", "flat", "dark"])
def test_a_line_under_another_window_is_named(skin):
    position = GAMES["expert"]
    picture = draw(position, SKINS[skin])
    picture[60 + 15 * 24 :] = (90, 90, 100)
    reading = mv.Position.from_image(picture)
    assert wrong_cells(reading, mv.Position(position.view[:15])) <= set(reading.doubtful)
    assert "of a board of 16×30 a line is hidden or cut off" in reading.notes[-1]


def test_two_boards_are_named():
    boards = [draw(GAMES[name], SKINS["bevel"]) for name in ("beginner", "late")]
    reading = mv.Position.from_image(np.hstack(boards))
    (question,) = reading.questions
    assert question.option == "box"
    assert [box[:2] for box in question.answers] in ([(30, 60), (306, 60)], [(30, 60), (307, 60)])
    with pytest.warns(UserWarning, match="Which of the boards"):
        mv.analyze(reading)


def test_the_frame_of_an_animation_is_named_and_chosen(tmp_path):
    first, second = (draw(GAMES[name], SKINS["bevel"]) for name in ("beginner", "late"))
    path = tmp_path / "game.gif"
    Image.fromarray(first).save(path, save_all=True, append_images=[Image.fromarray(second)])
    assert not wrong_cells(mv.Position.from_image(path), GAMES["beginner"])
    reading = mv.Position.from_image(path, frame=1)
    assert not wrong_cells(reading, GAMES["late"])
    assert reading.notes == ("frame 1 of 2 was read: frame= chooses another",)
    with pytest.raises(mv.PictureError, match=r"game\.gif: frame=2: there are frames 0 to 1"):
        mv.Position.from_image(path, frame=2)


def bad_pictures():
    """Pictures that show no board of Minesweeper, by name."""
    rng = np.random.default_rng(1)
    chess = np.kron(np.indices((8, 8)).sum(0) % 2, np.ones((50, 50), int))
    chess = np.where(chess[..., None] == 1, (181, 136, 99), (240, 217, 181)).astype(np.uint8)
    pieces = chess.copy()
    for row, col in [(r, c) for r in (0, 1, 6, 7) for c in range(8)]:
        colour = (0, 0, 0) if row < 2 else (255, 255, 255)
        middle = (col * 50 + 25, row * 50 + 28)
        cv2.circle(pieces, middle, 8 + 3 * ((row + col) % 3), colour, -1)
        cv2.line(pieces, middle, (middle[0], middle[1] - 18), colour, 5)
    sudoku = np.full((450, 450, 3), 255, np.uint8)
    for line in range(10):
        cv2.line(sudoku, (line * 50, 0), (line * 50, 450), (0, 0, 0), 3 if line % 3 == 0 else 1)
        cv2.line(sudoku, (0, line * 50), (450, line * 50), (0, 0, 0), 3 if line % 3 == 0 else 1)
    for row, col in np.ndindex(9, 9):
        digit = str((3 * row + row // 3 + col) % 9 + 1)
        cv2.putText(sudoku, digit, (col * 50 + 14, row * 50 + 38), 0, 1.1, (20, 20, 20), 2)
    smooth = cv2.GaussianBlur(rng.integers(0, 256, (400, 600, 3), dtype=np.uint8), (0, 0), 9)
    return {
        "blank": np.full((480, 640, 3), 255, np.uint8),
        "noise": rng.integers(0, 256, (300, 300, 3), dtype=np.uint8),
        "clouds": cv2.normalize(smooth, None, 0, 255, cv2.NORM_MINMAX),
        "empty chess board": chess,
        "chess game": pieces,
        "sudoku": sudoku,
        "one pixel": np.zeros((1, 1, 3), np.uint8),
        "very wide": np.full((50, 20_000, 3), 128, np.uint8),
        "odd size, no clue yet": draw(mv.Position.fresh((7, 9), 10), SKINS["bevel"]),
    }


@pytest.mark.parametrize("name", bad_pictures())
def test_other_pictures_are_refused(name):
    with pytest.raises(mv.PictureError, match=r"box=\(x, y|shape=\(rows|too small"):  # what to try
        mv.Position.from_image(bad_pictures()[name])


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ({"flags": "red"}, "flags='red': a colour"),
        ({"box": (1, 2, 3)}, "box=(1, 2, 3): four numbers"),
        ({"shape": (9,)}, "shape=(9,): two numbers"),
    ],
    ids=str,
)
def test_an_impossible_option_is_named_before_the_board(option, rule):
    with pytest.raises(mv.PictureError, match=re.escape(rule)):
        mv.Position.from_image(np.zeros((90, 90, 3), np.uint8), **option)


def test_files_that_are_no_pictures_are_refused(tmp_path):
    text = tmp_path / "text.png"
    text.write_text("no picture")
    with pytest.raises(mv.PictureError, match=r"text\.png: no readable picture"):
        mv.Position.from_image(text)
    broken = tmp_path / "broken.png"
    Image.fromarray(draw(GAMES["beginner"], SKINS["bevel"])).save(broken)
    broken.write_bytes(broken.read_bytes()[:-2000])
    with pytest.raises(mv.PictureError):
        mv.Position.from_image(broken)
    with pytest.raises(FileNotFoundError):
        mv.Position.from_image(tmp_path / "none.png")
    with pytest.raises(mv.PictureError, match=r"an array of float64 \[3, 3\]: a picture is uint8"):
        mv.Position.from_image(np.zeros((3, 3)))


def png(width, height, *, extra=b"", rows=1):
    """A black picture of that size in its header, with that number of bytes of rows."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = chunk(b"IHDR", header), extra and chunk(b"zTXt", extra)
    return b"".join(
        (b"\x89PNG\r\n\x1a\n", *parts, chunk(b"IDAT", compress(bytes(rows))), chunk(b"IEND", b""))
    )


HOSTILE = {  # what is in a file named .png, and what is said of it
    "PostScript": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "no readable picture"),
    "a thin picture": (png(1, 60_000_000, rows=120_000_000), "1×60000000 pixels: too small"),
    "many pixels": (png(8000, 8000, rows=8000 * 1001), "8000×8000 pixels: at most 60,000,000"),
    "a bomb": (png(20_000, 20_000, rows=20_000 * 2501), "at most 60,000,000 pixels"),
    "a text": (png(99, 99, extra=b"a\0\0" + compress(bytes(5 << 20))), "is damaged: .* too large"),
    "no board": (png(99, 99, rows=99 * 14), "no board found in 99×99 pixels"),
}
READ = """
import resource, sys
import minevis as mv
import minevis.vision.reading
from pathlib import Path
for limit in Path("/proc/self/status").read_text().splitlines():
    if limit.startswith("VmSize"):  # kB
        most = (int(limit.split()[1]) << 10) + (256 << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
for path in sys.argv[1:]:
    try:
        mv.Position.from_image(path)
    except mv.PictureError as error:
        print(error)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="sizes of processes are unknown")
def test_hostile_pictures_start_no_program_and_take_no_memory(tmp_path):
    ghostscript, started = tmp_path / "gs", tmp_path / "started"
    ghostscript.write_text(f"#!/bin/sh\ntouch {started}\nexit 1\n")
    ghostscript.chmod(0o755)
    paths = [tmp_path / f"{name}.png" for name in HOSTILE]
    for path, (content, _) in zip(paths, HOSTILE.values(), strict=True):
        path.write_bytes(content)
    own = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [sys.executable, "-W", "ignore", "-c", READ, *map(str, paths)]
    result = subprocess.run(command, env=own, capture_output=True, text=True)
    assert not started.exists()
    lines = result.stdout.splitlines()
    for line, path, (_, said) in zip(lines, paths, HOSTILE.values(), strict=True):
        assert re.match(rf"{re.escape(str(path))}: .*{said}", line), result


def test_what_is_no_file_or_too_large_a_one_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(mv.PictureError, match=r"pipe\.png: this is not a file"):
        mv.Position.from_image(tmp_path / "pipe.png")
    with (tmp_path / "sparse.webp").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(mv.PictureError, match=r"sparse\.webp: a picture has at most 256 MB"):
        mv.Position.from_image(tmp_path / "sparse.webp")


@pytest.mark.parametrize("suffix", ["png", "gif", "bmp", "webp", "tif", "jpg"])
def test_picture_files_of_all_kinds_are_read(tmp_path, suffix):
    position = GAMES["beginner"]
    path = tmp_path / f"shot.{suffix}"
    Image.fromarray(draw(position, SKINS["bevel"])).save(path)
    assert not wrong_cells(mv.Position.from_image(path), position)
