"""Practice, without a browser: what the page holds, and what it does not show."""

import json
import re
import zlib

import numpy as np
import pytest
import traitlets

import minevis as mv
from figure_positions import IMPASSE
from film_reading import packs_in, unpacked
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


def test_the_pack_holds_every_puzzle_with_its_answers_and_hints():
    head, parts = unpacked(practice_pack(MADE))
    entries, answers = head["practice"]["puzzles"], unsealed(parts["answers"].tobytes())
    puzzles = sorted(MADE, key=lambda puzzle: PUZZLE_KINDS.index(puzzle.kind))
    for puzzle, entry, answer in zip(puzzles, entries, answers, strict=True):
        assert entry["kind"] == puzzle.kind
        window = Window.of(puzzle.window)
        for name, cells in (("safe", puzzle.safe), ("mines", puzzle.mines)):
            assert answer[name] == list(map(window.flat, cells))
        assert answer["some"] is bool(puzzle.safe)
        certain = {*answer["safe"], *answer["mines"]}
        assert {cell for cell, _ in answer["odds"]} == set(entry["asked"]) - certain
        first, second = answer["hints"]  # which give nothing away
        assert first["text"].startswith("Look at")
        assert second["text"] == PHRASES[f"idea {puzzle.kind}"]
        marked = {cell for cell, _ in (*first["marks"], *second["marks"])}
        assert not marked & set(entry["asked"])


def test_the_page_of_two_hundred_puzzles_is_small_and_shows_nothing_of_an_answer(tmp_path):
    page = Practice(MADE).page()
    (packed,) = packs_in(page)
    for answer in map(puzzle_answers, MADE):
        for hint in answer["hints"]:
            assert hint["text"].encode() not in zlib.decompress(packed)
            assert hint["text"] not in page
    head, _ = unpacked(packed)
    assert set(head["practice"]["puzzles"][0]) == {
        *("id", "kind", "corner", "height", "width", "codes", "sides", "asked", "left", "rank")
    }
    # By what ten more of several kinds add.
    some = mv.puzzles(("count", "1-1", "1-2", "chain", "anything"), 15, seed=4, progress=False)
    few, many = (
        save_practice(tmp_path / "page.html", part).stat().st_size for part in (some[::3], some)
    )
    assert few + (many - few) / 10 * 195 < 400_000


def test_the_window_is_cut():
    """Four covered cells between two rows of clues, in the middle of a board."""
    view = np.full((20, 30), ViewCode.COVERED, np.int8)
    view[6:13, 7:17] = 0
    view[9, 10:14] = ViewCode.COVERED
    view[6, 7:17] = view[12, 7:17] = 1
    view[8, 9:15] = view[10, 9:15] = (0, 1, 2, 2, 1, 0)
    asked = ((9, 10), (9, 11), (9, 12), (9, 13))
    puzzle = Puzzle.of("1-2-2-1", mv.Position(view, 60), asked)
    assert puzzle.window == (7, 8, 5, 8)
    entry = shown(puzzle)
    assert (entry["corner"], entry["height"], entry["width"]) == ((7, 8), 5, 8)
    assert (entry["asked"], entry["left"]) == ([18, 19, 20, 21], None)


def test_the_widget_shows_what_it_was_given_and_saves_it(tmp_path):
    practice = Practice(MADE, theme="dark")
    assert practice.puzzles == MADE
    assert repr(practice) == "<Practice of 4 puzzles: 1-2-2-1, anything, mines left, guess>"
    assert "<iframe" in practice.fallback()["text/html"]
    text = practice.save(tmp_path / "set.html").read_text("utf-8")
    assert "<title>Minesweeper to practise: 4 puzzles · set</title>" in text
    with pytest.raises(ValueError, match=r"\.html"):
        practice.save(tmp_path / "set.txt")
    with pytest.raises(traitlets.TraitError, match="unknown theme 'pink': choose from auto, "):
        practice.theme = "pink"
    figure = practice_figure(MADE[:2])
    assert figure.count("<iframe") == 1
    assert not re.search(r"(src|href)=.{0,6}https?:", figure)
    asks = "Two clues: 1-2-2-1. A cell in the outline can be proven safe. Which?"
    assert f'alt="{asks}"' in figure
    assert f'title="{asks}"' in figure


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ("luck", "unknown kind 'luck'"),
        ([MADE[0], "count"], "not both"),
        ((), "there are no puzzles: a game without a needless guess"),
        *((some, "^5 is neither a puzzle nor a kind: choose") for some in ([5], [MADE[0], 5])),
    ],
)
def test_what_is_no_set_of_puzzles_is_named(given, rule):
    with pytest.raises(ValueError, match=rule):
        Practice(given)


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
