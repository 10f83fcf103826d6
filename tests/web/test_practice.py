"""Practice, without a browser: what the page holds, and what it does not show."""

import json
import re
import zlib
from base64 import b85decode

import numpy as np
import pytest
import traitlets

import minevis as mv
from figure_positions import IMPASSE
from film_reading import unpacked
from minevis.game.grid import cells_of
from minevis.game.position import ViewCode
from minevis.practice.puzzle import PUZZLE_KINDS, Puzzle
from minevis.render.camera import Window
from minevis.web.practice import Practice, practice_figure, save_practice
from minevis.web.puzzles import practice_pack, puzzle_answers, shown
from minevis.words.english import PHRASES
from puzzles_made import MADE


def unsealed(data):
    key, plain = len(data), bytearray()
    for byte in data:
        key = (key * 1103515245 + 12345) & 0x7FFFFFFF
        plain.append(byte ^ (key >> 16 & 255))
    return json.loads(zlib.decompress(bytes(plain)))


def test_the_pack_holds_every_puzzle_with_its_answers():
    head, parts = unpacked(practice_pack(MADE))
    entries, answers = head["practice"]["puzzles"], unsealed(parts["answers"].tobytes())
    assert [entry["kind"] for entry in entries] == sorted(
        (puzzle.kind for puzzle in MADE), key=PUZZLE_KINDS.index
    )
    for entry, answer in zip(entries, answers, strict=True):
        puzzle = next(each for each in MADE if each.kind == entry["kind"])
        window = Window.of(puzzle.window)
        for name, cells in (("safe", puzzle.safe), ("mines", puzzle.mines)):
            assert answer[name] == list(map(window.flat, cells))
        assert answer["some"] is bool(puzzle.safe)
        certain = {*answer["safe"], *answer["mines"]}
        assert {cell for cell, _ in answer["odds"]} == set(entry["asked"]) - certain


def test_nothing_of_an_answer_is_in_plain_sight():
    page = Practice(MADE).page()
    text = re.search(r'class="minevis-film">([^<]+)<', page)[1]
    packed = b85decode(text.translate(str.maketrans(",./", "<>&")))
    inflated = zlib.decompress(packed)
    for answer in (puzzle_answers(puzzle) for puzzle in MADE):
        for hint in answer["hints"]:
            assert hint["text"].encode() not in inflated
            assert hint["text"] not in page
    head, _ = unpacked(packed)
    assert set(head["practice"]["puzzles"][0]) == {
        *("id", "kind", "corner", "height", "width", "codes", "sides", "asked", "left", "rank")
    }


def in_the_middle():
    """A puzzle of four covered cells between two rows of clues, in the middle of a board."""
    view = np.full((20, 30), ViewCode.COVERED, np.int8)
    view[6:13, 7:17] = 0
    view[9, 10:14] = ViewCode.COVERED
    for row in (8, 10):
        view[row, 9:15] = (0, 1, 2, 2, 1, 0)
    view[6, 7:17] = view[12, 7:17] = 1
    asked = ((9, 10), (9, 11), (9, 12), (9, 13))
    view[8, 10:14] = view[10, 10:14] = (1, 2, 2, 1)
    return Puzzle.of("1-2-2-1", mv.Position(view, 60), asked)


def test_the_window_is_cut():
    puzzle = in_the_middle()
    assert puzzle.window == (7, 8, 5, 8)
    entry = shown(puzzle)
    assert (entry["height"], entry["width"]) == (5, 8)
    assert entry["corner"] == (7, 8)
    assert entry["asked"] == [18, 19, 20, 21]
    assert entry["left"] is None


def test_hints_come_in_two_steps_and_give_nothing_away():
    for puzzle in MADE:
        first, second = puzzle_answers(puzzle)["hints"]
        assert first["text"].startswith("Look at")
        assert second["text"] == PHRASES[f"idea {puzzle.kind}"]
        marked = {cell for cell, _ in (*first["marks"], *second["marks"])}
        assert not marked & set(shown(puzzle)["asked"])


def test_every_kind_has_its_words_and_other_themes_are_named():
    assert {f"idea {kind}" for kind in PUZZLE_KINDS} <= set(PHRASES)
    practice = Practice(MADE)
    with pytest.raises(traitlets.TraitError, match="unknown theme 'pink': choose from auto, "):
        practice.theme = "pink"


def test_two_hundred_puzzles_fit_into_400_kilobytes(tmp_path):
    """By what ten more of several kinds add."""
    some = mv.puzzles(("count", "1-1", "1-2", "chain", "anything"), 15, seed=4, progress=False)
    few, many = (
        save_practice(tmp_path / "page.html", part).stat().st_size for part in (some[::3], some)
    )
    assert few + (many - few) / 10 * 195 < 400_000


def test_the_widget_shows_what_it_was_given_and_saves_it(tmp_path):
    practice = Practice(MADE, theme="dark")
    assert practice.puzzles == MADE
    assert repr(practice) == "<Practice of 4 puzzles: 1-2-2-1, anything, mines left, guess>"
    assert "<iframe" in practice.fallback()["text/html"]
    path = practice.save(tmp_path / "set.html")
    assert "<title>Minesweeper to practise: 4 puzzles · set</title>" in path.read_text("utf-8")
    named = b"\xfcben.html".decode("utf-8", "surrogateescape")
    assert " · \ufffdben</title>" in practice.save(tmp_path / named).read_text("utf-8")
    with pytest.raises(ValueError, match=r"\.html"):
        practice.save(tmp_path / "set.txt")


def test_a_figure_is_one_piece_of_html_that_loads_nothing():
    figure = practice_figure(MADE[:2])
    assert figure.count("<iframe") == 1
    assert not re.search(r"(src|href)=.{0,6}https?:", figure)
    asks = "Two clues: 1-2-2-1. A cell in the outline can be proven safe. Which?"
    assert f'alt="{asks}"' in figure
    assert f'title="{asks}"' in figure


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="unknown kind 'luck'"):
        Practice("luck")
    with pytest.raises(ValueError, match="must be at least one"):
        practice_pack(())
    with pytest.raises(ValueError, match="not both"):
        Practice([MADE[0], "count"])
    with pytest.raises(ValueError, match="there are no puzzles: a game without a needless guess"):
        Practice(())
    for some in ([5], [MADE[0], 5], ["count", 5]):
        with pytest.raises(ValueError, match="^5 is neither a puzzle nor a kind: choose from"):
            Practice(some)


def test_a_guess_says_how_often_perfect_play_wins_after_it_and_after_others():
    position = mv.Position.parse(IMPASSE)
    puzzle = Puzzle.of("guess", position, cells_of(position.covered), best=((3, 0),))
    answers, best = puzzle_answers(puzzle), mv.win_chance(position)
    assert best.exact
    wins = dict(answers["wins"])
    assert len(wins) == len(answers["odds"])
    assert wins[answers["best"][0]] == max(wins.values()) == round(10_000 * best.value)
    assert wins[0] == 4000
    said = "Perfect play wins 60 % after it, and at most 60 % after any other cell."
    assert answers["guess"]["text"].endswith(said)
