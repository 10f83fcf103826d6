"""Proofs step by step under the hand: what is supposed as discs, the ways of cases as cards."""

import pytest

import minevis as mv
from minevis.render.scene import A_MINE, NO_MINE
from minevis.render.tiles.atlas import Mark
from minevis.solver.events import Flagged, Proved
from minevis.web.fallback import page_bundle
from minevis.web.page import save
from proof_positions import CASES, CASES_CELL, CHAIN, CHAIN_CELL
from seeing import HERE, Hand, caption, colour, eventually, point, seek
from unhosted import save_widget

CARDS = ".mv-ways:not([hidden]) canvas"
SUPPOSED = f"() => [...{HERE}.widget.stage.panels[0].supposed]"
MARKED = f"() => [...{HERE}.widget.stage.panels[0].overlay]"
BOXES = """() => [".mv-ways", ".mv-stage"].map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return { left, top, right, bottom };
})"""
SHOWN = """([row, col]) => {
  const { state } = document.querySelector('.minevis').widget;
  return Math.floor(state.codes.board[row * state.width + col] / 32);
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proofs")
    return {
        text: save(folder / f"{name}.html", mv.thoughts(mv.Position.parse(text)))
        for name, text in (("cases", CASES), ("chain", CHAIN))
    }


@pytest.fixture
def shown(open_page, pages):
    def opened(text, step=0):
        page = open_page(pages[text], (1280, 900))
        seek(page, step)
        return page

    return opened


def ask(page, cell, begins):
    page.mouse.click(*point(page, *cell))
    eventually(lambda: begins in caption(page))


def test_what_a_page_supposes_is_drawn_full_or_hollow(shown):
    page = shown(CHAIN)
    bare = colour(page, "board", *CHAIN_CELL)
    ask(page, CHAIN_CELL, "Click the cell again for the five steps")
    assert page.evaluate(SUPPOSED) == []
    ask(page, CHAIN_CELL, "1 of 5: Suppose that (12, 26) is a mine.")
    flat = CHAIN_CELL[0] * 30 + CHAIN_CELL[1]
    assert page.evaluate(SUPPOSED) == [[flat, A_MINE]]
    assert max(colour(page, "board", *CHAIN_CELL)) < 60 < min(bare)  # a full disc
    ask(page, CHAIN_CELL, "2 of 5")
    discs = dict(page.evaluate(SUPPOSED))
    assert discs[flat] == A_MINE
    hollow = next(divmod(cell, 30) for cell, tile in discs.items() if tile == NO_MINE)
    assert min(colour(page, "board", *hollow)) > 180  # light in the middle, dark around
    ring = [max(colour(page, "board", *hollow, across=0.5, down=d / 100)) for d in range(20, 40)]
    assert min(ring) < 90
    for number in (3, 4, 5):
        ask(page, CHAIN_CELL, f"{number} of 5")
    assert flat not in dict(page.evaluate(SUPPOSED))  # refuted: covered again
    page.keyboard.press("ArrowRight")
    eventually(lambda: page.evaluate(SUPPOSED) == [])


def test_beside_an_answer_the_moment_marks_what_is_known_alone_and_no_tip_covers_it(shown):
    page, first = shown(CHAIN), mv.thoughts(mv.Position.parse(CHAIN)).find(Proved)
    seek(page, first)
    drawn = f"() => [...{HERE}.widget.stage.panels[0].shown].map((code) => code % 32)"
    told = set(page.evaluate(drawn))
    assert Mark.CLUE in told
    ask(page, CHAIN_CELL, "Click the cell again for the five steps")
    answered = dict(page.evaluate(MARKED))
    marks = page.evaluate(drawn)
    assert all(marks[cell] == mark for cell, mark in answered.items())
    beside = {mark for cell, mark in enumerate(marks) if cell not in answered}
    assert beside <= {Mark.NONE, Mark.KNOWN_SAFE, Mark.KNOWN_MINED}
    assert page.locator(".mv-tip").is_hidden()
    page.mouse.move(*point(page, CHAIN_CELL[0] - 1, CHAIN_CELL[1]))
    assert page.locator(".mv-tip").is_visible()
    seek(page, first + 1)
    seek(page, first)
    assert set(page.evaluate(drawn)) == told


def test_the_page_of_a_position_tells_nothing_of_a_game(open_page, tmp_path):
    thoughts = mv.thoughts(mv.Position.parse("1#", mines=1))
    page = open_page(save(tmp_path / "position.html", thoughts))
    assert page.locator(".mv-summary").inner_text() == "as player exact sees it"
    assert page.locator(".mv-moves").is_hidden()  # there is nothing to list
    page.evaluate(f"() => {HERE}.widget.toggleList()")
    assert page.locator(".mv-moves-foot button").first.is_visible()
    assert page.locator(".mv-none").is_hidden()
    assert page.locator(".mv-moves button[aria-pressed]").first.is_hidden()
    assert "with 1 mine, solved step by step." in page_bundle(thoughts)["text/html"]


def test_of_a_flagged_cell_the_page_proves_that_it_is_a_mine(film, trace):
    index = trace.find(Flagged)
    cell = trace.events[index].cells[0]
    seek(film, index)
    ask(film, cell, f"{cell} is a mine")


def test_a_page_shows_the_ways_of_cases_as_cards_that_hide_nothing_spoken_of(
    shown, open_page, pages
):
    page = shown(CASES)
    ask(page, CASES_CELL, "Click the cell again for the five steps")
    assert page.locator(CARDS).count() == 0
    for number in (1, 2, 3, 4, 5):
        ask(page, CASES_CELL, f"{number} of 5")
    assert page.locator(CARDS).count() == 2
    cards, stage = page.evaluate(BOXES)
    assert stage["left"] <= cards["left"] < cards["right"] <= stage["right"]
    assert stage["top"] <= cards["top"] < cards["bottom"] <= stage["bottom"] + 1
    for row, col in ((0, 23), (4, 22), (4, 25)):  # around which the ways differ
        x, y = point(page, row, col)
        inside = cards["left"] <= x <= cards["right"] and cards["top"] <= y <= cards["bottom"]
        assert not inside
    ask(page, CASES_CELL, "Click the cell again for the five steps")
    assert page.locator(CARDS).count() == 0
    events = mv.thoughts(mv.Position.parse(CASES)).events
    proofs = (i for i, event in enumerate(events) if isinstance(event, Proved))
    phone = open_page(pages[CASES], (390, 800), has_touch=True)
    for told in (number for number in proofs if events[number].proof.kind == "cases"):
        seek(phone, told)  # the beat that tells a proof by cases has its cards
        eventually(lambda: phone.locator(CARDS).count() == 2)
        cards, _ = phone.evaluate(BOXES)
        assert 0 <= cards["left"] < cards["right"] - 100 < 290
    phone.keyboard.press("ArrowLeft")
    eventually(lambda: phone.locator(CARDS).count() == 0)


WIDGETS = {"playground": lambda position: mv.Playground(position=position), "editor": mv.Editor}


@pytest.mark.parametrize(
    ("widget", "text", "cell"),
    [("playground", CHAIN, CHAIN_CELL), ("editor", CASES, CASES_CELL)],
    ids=["chain", "cases"],
)
def test_playground_and_editor_show_steps_with_discs_and_cards(
    open_page, tmp_path, widget, text, cell
):
    board = WIDGETS[widget](mv.Position.parse(text))
    hand = Hand(open_page(save_widget(tmp_path / "widget.html", board)))
    hand.page.get_by_text("Why?", exact=True).click()
    hand.tap(*cell)
    assert "again for the" in caption(hand.page)
    hand.tap(*cell)
    assert caption(hand.page).startswith("1 of 5: ")
    if text == CHAIN:
        assert hand.page.evaluate(SHOWN, list(cell)) == A_MINE
    for _ in range(4):
        hand.tap(*cell)
    assert caption(hand.page).startswith("5 of 5: ")
    assert hand.page.evaluate(SHOWN, list(cell)) != A_MINE
    assert hand.page.locator(CARDS).count() == (2 if text == CASES else 0)
    if widget == "playground":
        said = []
        while len(said) < 2 or "Ask again" in said[-1]:
            hand.press("Hint")
            said.append(caption(hand.page))
        assert "Look at these" in said[0]
        assert [text.partition(" ")[0] for text in said[1:]] == list("123456789")[: len(said) - 1]
        assert "is safe" in said[-1]
