"""Figures: what they tell is worked out, and none of it stands there to be read."""

from html import unescape
from io import BytesIO
from math import comb

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from figure_positions import FOURTEEN, IMPASSE, TWO_CELLS
from minevis.game.grid import neighbour_counts
from minevis.render.options import Look
from minevis.render.page import page_of_panels
from minevis.solver.counting.endgame import Endgame
from minevis.solver.counting.sampling import layouts_of
from minevis.web.fallback import board_png
from minevis.web.sheets import known_snapshot
from notebooks import figures


@pytest.fixture(scope="module")
def fourteen():
    return mv.Position.parse(FOURTEEN)


@pytest.fixture(scope="module")
def made(fourteen):
    board = mv.Board.random("beginner8", seed=10, first=(3, 3), safe_radius=1)
    race = mv.race(mv.Board.random("beginner", seed=2), ["counting", "exact"], first=(0, 0))
    return [
        figures.question(fourteen, (0, 0), (1, 0)),
        figures.configurations(fourteen),
        figures.search(fourteen),
        figures.window(board),
        figures.first_click("beginner", boards=5),
        figures.guess(mv.Position.parse(IMPASSE)),
        figures.layouts(board, (3, 3)),
        figures.one_more(fourteen),
        figures.solved("mines left", games=100),
        figures.plot_record(board, mv.play(board, first=(3, 3))),
        figures.two_numbers(mv.thoughts(fourteen)[1]),
        figures.bet(race),
        figures.estimate("Games won", {"counting": 0.01}, "exact", 0.38),
    ]


def test_the_question_tells_configurations_from_layouts(fourteen):
    told = figures.question(fourteen, (0, 0), (1, 0)).data
    first, second = told["cells"]
    assert told["mined"] == [2, 1]
    assert (told["exact"][first], told["exact"][second]) == (3636, 6364)
    assert told["layouts"] == [16, 28]
    assert sum(told["layouts"]) == mv.analyze(fourteen).configurations
    assert [card["ways"] for card in told["configurations"]] == [8, 8, 28]


def test_a_question_says_that_nothing_is_safe_only_if_it_is_so(fourteen):
    impasse = mv.Position.parse(TWO_CELLS)
    told = figures.question(impasse, (0, 3), (1, 3)).data
    assert told["stuck"]
    assert not figures.question(fourteen, (0, 0), (1, 0)).data["stuck"]
    assert told["layouts"] == [2 * comb(48, 4), comb(48, 5)]
    assert sum(told["layouts"]) == mv.analyze(impasse).configurations
    cards = told["configurations"]
    assert [card["ways"] for card in cards] == [194_580, 194_580, 1_712_304]
    assert {(card["height"], card["width"], len(card["codes"])) for card in cards} == {(5, 4, 20)}


def test_the_position_of_the_first_question_is_from_a_real_game(root):
    kept = mv.Position.load(root / "assets" / "positions" / "two_cells.txt")
    assert kept == mv.Position.parse(TWO_CELLS)
    board = mv.Board.random("beginner8", seed=9430, first=(0, 0), safe_radius=1)
    moments = mv.play(board, first=(0, 0))
    assert any((moments[i].view == kept.view).all() for i in range(len(moments)))


@pytest.mark.parametrize("cells", [((0, 0), (2, 0)), ((0, 0), (7, 7)), ((0, 0), (3, 0))])
def test_a_question_is_of_two_cells_with_one_mine_between_them(fourteen, cells):
    with pytest.raises(ValueError, match="just one of them must be a mine"):
        figures.question(fourteen, *cells)


def test_configurations_are_all_that_fit_a_frontier_in_one_piece(fourteen):
    told = figures.configurations(fourteen).data
    assert (told["left"], told["flags"], told["interior"]) == (6, 4, 8)
    assert (told["least"], told["most"]) == (4, 13)
    assert sorted(map(sum, told["table"])) == [4, 5, 5]
    with pytest.raises(ValueError, match="one component"):
        figures.configurations(mv.Position.parse("mines 2\n#1001#"))


def test_one_mine_more_is_counted_by_its_places_and_its_ways():
    """Of 48 cells with four mines 44 are free, and each layout with five is made in five ways."""
    told = figures.one_more(mv.Position.parse(TWO_CELLS)).data
    mines, cells = len(told["placed"]), len(told["cells"])
    assert (mines, cells - mines) == (4, 44)
    assert told["fewer"] * (cells - mines) == told["ways"] * (mines + 1)
    asked = figures.question(mv.Position.parse(TWO_CELLS), (0, 3), (1, 3)).data
    ways = [card["ways"] for card in asked["configurations"]]
    assert sorted(set(ways)) == [told["fewer"], told["ways"]] == [194_580, 1_712_304]


def test_boards_turn_blue_by_the_easiest_idea_that_solves_them():
    for view in figures.solved("search", games=100).data["views"]:
        level = view["name"]
        for idea, rules in figures.RULES_OF.items():
            odds = "exact" if idea == "search" else None
            player = mv.Player(rules=rules, odds=odds, guess="uniform")
            run = mv.trials(level, player, games=100, safe_radius=1, progress=False)
            solved = [
                each != "-" and int(each) <= view["ideas"].index(idea) for each in view["solved"]
            ]
            assert solved == (run.games_frame().guesses == 0).tolist()
    for level, needed in figures.NEED_SUPPOSING.items():
        first = mv.Board.random(level, seed=needed[0], first=(0, 0), safe_radius=1)
        assert mv.rate(first, (0, 0)).hardest == "suppose"


def test_a_guess_tells_what_every_click_wins():
    position = mv.Position.parse(IMPASSE)
    told = figures.guess(position).data
    assert told["layouts"] == mv.analyze(position).configurations == 15
    perfect = Endgame(layouts_of(position))
    for cell in np.flatnonzero(position.view == -1).tolist():
        shows, won = told["shows"][cell], told["won"][cell]
        assert (sum(won), shows.count(-1)) == (
            perfect.wins_of(cell),
            perfect.mined[cell].bit_count(),
        )
        assert not any(mine and win for mine, win in zip(np.array(shows) < 0, won, strict=True))
    assert max(told["wins"]) / 15 == pytest.approx(float(mv.win_chance(position)))
    board = mv.Board.parse("*..\n...")
    told = figures.layouts(board, (1, 1)).data
    assert sorted(told["layouts"]) == ["000001", "000100", "001000", "010000", "100000"]
    assert told["truth"] == "100000"
    for first, size in (((0, 0), board), ((0, 0), mv.Board.random("expert", seed=1, first=(0, 0)))):
        with pytest.raises(ValueError, match="at most 5,000 layouts"):
            figures.layouts(size, first)
    with pytest.raises(ValueError, match="nothing is safe"):
        figures.guess(mv.Position.parse("mines 1\n##1\n111"))


def test_windows_and_first_clicks_are_those_of_the_games():
    board = mv.Board.parse("*..\n.*.")
    told = figures.window(board).data
    mined = np.array(told["mined"]).reshape(2, 3)
    assert (neighbour_counts(mined.astype(bool)) == board.clues).all()
    told = figures.first_click("beginner", boards=20).data
    corner, edge, middle = told["places"]
    assert corner["zeros"] > edge["zeros"] > middle["zeros"]
    boards = [mv.Board.random("beginner", seed=seed, first=(0, 0)) for seed in range(20)]
    assert corner["zeros"] == sum(board.clues[0, 0] == 0 for board in boards)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (figures.guess, "position='x': a Position is needed"),
        (figures.configurations, "position='x': a Position is needed"),
        (lambda x: figures.question(x, (0, 0), (0, 1)), "position='x': a Position is needed"),
        (lambda x: figures.first_click(boards=x), "boards='x': it must be an integer"),
    ],
)
def test_what_no_figure_can_be_drawn_of_is_named(make, told):
    with pytest.raises((TypeError, ValueError), match=told):
        make("x")


def test_each_has_a_still_and_words_that_wait_and_no_answer_in_plain_sight(made):
    for figure in made:
        html = figure._repr_mimebundle_()["text/html"]
        assert "Run this cell to use it." in html
        assert figure.still.startswith(b"\x89PNG")
        assert len(figure.words) > 20
        assert f'alt="{figure.words}"' in html
        assert html.index("<img") < html.index("<iframe")
        text = unescape(html.partition("<iframe")[2]).replace("http://www.w3.org/2000/svg", "")
        assert "mv-figure" in text
        for hidden in ('"wins"', '"layouts"', '"lanes"', '"mined"', "://"):
            assert hidden not in text, figure.words


def test_stills_bear_the_letters_of_what_is_asked(fourteen):
    position, fresh = fourteen, mv.Position.fresh((9, 9), 10)
    asked = figures.question(position, (0, 0), (1, 0))
    first = figures.first_click("beginner", boards=2)
    assert "on A, (0, 0), on B, (1, 0), or elsewhere?" in asked.words
    assert "A in the corner, B on the edge or C in the middle" in first.words
    for figure, shown, named in (
        (asked, position, {(0, 0), (1, 0)}),
        (first, fresh, {(0, 0), (0, 4), (4, 4)}),
    ):
        with_letters = np.asarray(Image.open(BytesIO(figure.still)).convert("RGB")).astype(int)
        without = board_png(known_snapshot(shown, None), theme="auto")
        bare = np.asarray(Image.open(BytesIO(without)).convert("RGB"))
        place = page_of_panels(shown.shape, Look(panels="board", cell=20, caption=False)).grids[0]
        rows, cols = np.nonzero(np.abs(with_letters - bare).max(axis=2) > 60)
        cells = {
            ((y - place.top) // 20, (x - place.left) // 20) for y, x in zip(rows, cols, strict=True)
        }
        assert cells == named


def test_a_figure_saves_as_a_page(made, tmp_path):
    assert made[0].save(tmp_path / "figure.html").read_text("utf-8") == made[0].page()
    with pytest.raises(ValueError, match="html"):
        made[0].save(tmp_path / "figure.txt")
