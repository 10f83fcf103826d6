"""Other forms of arguments: a position from a file, an array or a picture; players by name."""

import re

import numpy as np
import pytest
from PIL import Image

import minevis as mv

TEXT = "1#\n##"
POSITION = mv.Position.parse(TEXT, mines=1)
BOARD = mv.Board.random("beginner", seed=3)
TRACE = mv.play(mv.Board.random("beginner", seed=7, first=(4, 4), safe_radius=1), first=(4, 4))
SHOWN = TRACE[1]


def least(outlook):
    """A guess that returns a cell."""
    odds = np.where(outlook.covered, outlook.odds, 2.0)
    return np.unravel_index(odds.argmin(), odds.shape)


@pytest.mark.parametrize(
    "given",
    [
        TEXT,
        TEXT.splitlines(),
        POSITION.view,
        np.where(POSITION.view < 0, np.nan, 1),
        mv.Position(POSITION.view),
    ],
)
def test_a_position_in_any_form_has_the_number_of_mines_that_is_given(given):
    assert mv.analyze(given, mines=1) == mv.analyze(POSITION)
    assert mv.thoughts(given, mines=1) == mv.thoughts(POSITION)
    assert mv.win_chance(given, mines=1) == mv.win_chance(POSITION)
    assert [*mv.explain(given, mines=1)] == [*mv.explain(POSITION)]


def test_a_position_is_read_from_a_file_a_picture_or_a_snapshot(tmp_path):
    pixels = TRACE.frame(1, panels="board")
    Image.fromarray(pixels).save(tmp_path / "shot.PNG")
    right = mv.Position(SHOWN.view, 10)
    right.save(tmp_path / "position.txt")
    right.save(tmp_path / "position.mine")
    picture = [tmp_path / "shot.PNG", str(tmp_path / "shot.PNG"), pixels, Image.fromarray(pixels)]
    files = [tmp_path / "position.txt", str(tmp_path / "position.mine")]
    for given in (*files, SHOWN):
        assert mv.analyze(given, mines=10).position == right
    read = mv.Position.from_image(pixels, 10).position
    for given in picture:
        with pytest.warns(UserWarning, match="doubtful cell") as warned:
            assert mv.analyze(given, mines=10).position == read
        assert warned[0].filename == __file__  # the line that asks


def test_a_number_of_mines_that_contradicts_and_a_board_are_refused():
    with pytest.raises(mv.BoardFormatError, match="mines=3: this position has 1"):
        mv.analyze(POSITION, mines=3)
    with pytest.raises(mv.BoardFormatError, match="mines"):
        mv.analyze("mines 1\n1#", mines=3)
    with pytest.raises(TypeError, match=r"shows every mine: .* mv.play\(board\)\[5\] or mv.Game"):
        mv.analyze(BOARD)
    with pytest.raises(ValueError, match=re.escape("mv.compare(level, players) plays many games")):
        mv.trials("beginner", ["exact", "csp"])


def test_a_guess_is_a_player_by_its_name_and_as_a_function():
    by_name = mv.play(BOARD, "least_risk", first=(0, 0))
    assert by_name.start.player == "least_risk"
    assert by_name.moves == mv.play(BOARD, mv.Player(guess="least_risk"), first=(0, 0)).moves
    own = mv.play(BOARD, least, first=(0, 0))
    assert own.start.player == "least"
    assert mv.play(BOARD, lambda outlook: outlook.covered, first=(0, 0)).start.player != "<lambda>"
    result = mv.compare("beginner", ["least_risk", least], games=3, progress=False)
    assert [run.task.player.name for run in result.trials] == ["least_risk", "least"]
    assert mv.trials("beginner", "corners", games=2, progress=False).games == 2
    assert mv.race(BOARD, ["best", "corners"], first=(0, 0)).names == ("best", "corners")


def test_a_guess_returns_a_cell_or_a_mask():
    def first_covered(outlook):
        return tuple(np.argwhere(outlook.covered)[0].tolist())

    def masked(outlook):
        mask = np.zeros_like(outlook.covered)
        mask[first_covered(outlook)] = True
        return mask

    one, same = (mv.play(BOARD, each, first=(0, 0)) for each in (first_covered, masked))
    assert one.guesses
    opened = [[e for e in each.events if isinstance(e, mv.events.Opened)] for each in (one, same)]
    assert opened[0] == opened[1]
    for wrong, told in {(9, 0): "the board is 9×9", (0, 0): "no covered cell"}.items():
        with pytest.raises(ValueError, match=told):
            mv.play(BOARD, mv.Player(guess=lambda outlook, wrong=wrong: wrong), first=(0, 0))
    with pytest.raises(ValueError, match=r"returns a cell \(row, col\) or a bool array of shape"):
        mv.play(BOARD, mv.Player(guess=lambda outlook: 5), first=(0, 0))


def test_an_event_is_found_by_the_beginning_of_its_name_and_a_snapshot_has_its_caption():
    assert TRACE.find("open") == TRACE.find(mv.events.Opened) == TRACE.find("Opened")
    with pytest.raises(ValueError, match="unknown event 'nothing': choose from Started"):
        TRACE.find("nothing")
    with pytest.raises(ValueError, match="unknown event ''"):
        TRACE.find("")
    with pytest.raises(ValueError, match="no Exploded among the events from number 0 on"):
        TRACE.find("explode")
    assert mv.caption(TRACE[3]) == mv.caption(TRACE.events[3])


@pytest.mark.parametrize("name", mv.PRESETS)
def test_a_preset_is_an_option_of_films_which_other_options_overrule(name):
    from minevis.render.options import look_and_pacing

    assert look_and_pacing({"preset": name}) == look_and_pacing(mv.PRESETS[name])
    assert look_and_pacing({"preset": name, "max_width": 300})[0].max_width == 300
    assert look_and_pacing({"preset": name, "look": {"format": "wide"}})[0].format == "wide"
