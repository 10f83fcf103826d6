from base64 import b64decode
from xml.etree import ElementTree

import numpy as np
import pytest

import minevis as mv
from minevis.game import cell_picture
from minevis.game.cell_picture import picture_html
from minevis.render.tiles.theme import PAPER

SVG = "{http://www.w3.org/2000/svg}"
POSITION = mv.Position.parse("mines 4\n#1#F\n####\n####")


def svg_of(html):
    image = ElementTree.fromstring(html[: html.index('">')] + '"/>')
    assert image.tag == "img"
    head, data = image.get("src").split(",")
    assert head == "data:image/svg+xml;base64"
    return ElementTree.fromstring(b64decode(data))


def texts(html):
    found = {}
    for each in svg_of(html).iter(f"{SVG}text"):
        cell = int(float(each.get("y"))), int(float(each.get("x")))
        if float(each.get("x")) > 0 and float(each.get("y")) > 0:
            found[cell] = each.text
    return found


def test_a_board_shows_its_mines_and_clues():
    board = mv.Board.parse("*..\n...")
    html = board._repr_html_()
    assert texts(html) == {(0, 1): "1", (1, 0): "1", (1, 1): "1"}
    assert len(svg_of(html).findall(f"{SVG}circle")) == 1
    assert 'alt="&lt;Board 2×3, 1 mine, 3BV 2&gt;"' in html


def test_a_game_shows_no_more_than_the_player_sees():
    game = mv.Game(mv.Board.parse("*..\n...\n**."))
    game.open((0, 1))
    assert texts(game._repr_html_()) == {(0, 1): "1"}
    assert not svg_of(game._repr_html_()).findall(f"{SVG}circle")
    game.open((2, 0))
    assert len(svg_of(game._repr_html_()).findall(f"{SVG}circle")) == 1


def test_an_analysis_draws_its_odds():
    found = mv.analyze(POSITION)
    shown = texts(found._repr_html_())
    for cell in np.argwhere(POSITION.covered).tolist():
        chance = found.probability[tuple(cell)]
        assert shown.pop(tuple(cell)) == f"{100 * chance:.0f}"
    assert shown == {(0, 1): "1"}
    certain = mv.analyze("mines 1\n1#")._repr_html_()
    assert texts(certain) == {(0, 0): "1", (0, 1): "100"}


def test_a_large_board_is_words():
    board = mv.Board(np.zeros((101, 100), bool))
    assert board._repr_html_() == "<pre>&lt;Board 101×100, 0 mines, 3BV 1&gt;</pre>"


def test_the_colours_are_those_of_the_theme():
    def code(colour):
        return "#{:02x}{:02x}{:02x}".format(*colour)

    for name in ("ground", "covered", "opened", "mine", "safe", "ink", "quiet"):
        assert getattr(cell_picture, name.upper()) == code(getattr(PAPER, name))
    assert code(PAPER.rim) == cell_picture.LINE
    assert tuple(map(code, PAPER.clues)) == cell_picture.CLUES
    stops = [colour for place, colour in PAPER.heat_stops if place in (0, 0.25, 0.5, 0.75, 1)]
    assert list(cell_picture.HEAT) == stops


def test_words_are_no_markup():
    assert "<b>" not in picture_html(np.array([[1]]), "<b>")


def test_a_table_has_a_row_for_each_covered_cell():
    found = mv.analyze(POSITION)
    frame = found.to_frame()
    assert len(frame) == POSITION.covered.sum()
    for _, row in frame.iterrows():
        cell = row.row, row.col
        assert row.mine == found.probability[cell]
        assert row.zero == found.zero_probability[cell]
        assert (row.safe, row.mined) == (found.safe[cell], found.mined[cell])
    assert list(mv.analyze("mines 0\n00").to_frame().columns) == list(frame.columns)


@pytest.mark.parametrize("ask", [mv.analyze, mv.win_chance, mv.thoughts])
def test_a_game_or_a_text_is_as_good_as_a_position(ask):
    game = mv.Game(mv.Board.parse("*.."))
    game.open((0, 1))
    answers = [repr(ask(given)) for given in (game.position, game, "mines 1\n#1#")]
    assert len(set(answers)) == 1
    with pytest.raises(TypeError, match="a Position is needed"):
        ask(game.board)


def test_a_chance_to_win_is_a_table():
    exact = mv.win_chance("mines 1\n#1#")._repr_html_()
    assert ">50 %<" in exact
    assert ">perfect play<" in exact
    played = mv.win_chance(mv.Position.fresh((5, 5), 5), games=50)._repr_html_()
    assert ">50 games of exact<" in played
