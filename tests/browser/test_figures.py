import pytest

import minevis as mv
from conftest import watch
from figure_positions import FOURTEEN, IMPASSE, TWO_CELLS
from notebooks import figures
from seeing import eventually

WIDE, NARROW = {"width": 900, "height": 700}, {"width": 372, "height": 760}
FIGURE = "document.querySelector('script.minevis-figure').nextElementSibling.widget"
WHERE = f"""(cell) => {{
  const box = {FIGURE}.board.panel.boxOf(cell);
  return [box.left + box.side / 2, box.top + box.side / 2];
}}"""


BOTH = pytest.mark.parametrize("open_figure", ["mouse", "touch"], indirect=True)


@pytest.fixture
def open_figure(request, browser, tmp_path):
    """Open a figure from disk, narrow with a finger, or with `BOTH` also wide with a mouse."""
    touch = getattr(request, "param", "touch") == "touch"
    context = browser.new_context(viewport=NARROW if touch else WIDE, has_touch=touch, offline=True)
    tab = context.new_page()
    faults = watch(tab)

    def press(cell):
        x, y = tab.evaluate(WHERE, cell)
        (tab.touchscreen.tap if touch else tab.mouse.click)(x, y)

    def opened(figure):
        tab.goto(figure.save(tmp_path / "figure.html").as_uri())
        tab.locator(".mv-figure[data-ready]").wait_for()
        tab.press_cell = press
        return tab

    yield opened
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert faults == []


def said(tab):
    return tab.locator(".mv-said").inner_text().replace("\N{NO-BREAK SPACE}", " ")


@BOTH
def test_the_question_answers_a_click_on_the_board(open_figure):
    tab = open_figure(figures.question(mv.Position.parse(FOURTEEN), (0, 0), (1, 0)))
    assert said(tab) == ""
    assert tab.locator(".mv-answer").is_hidden()
    tab.press_cell(8)
    eventually(lambda: "A is a mine in 36 % of all cases, B in 64 %" in said(tab))
    assert "The best click is elsewhere: (2, 0) is a mine in only 0 %" in said(tab)
    assert "only 3 ways to meet the clues, and A is a mine in 2 of them" in said(tab)
    count, hits = tab.locator(".mv-sum"), f"{FIGURE}.deals.layouts.filter((each) => each.has(8))"
    assert count.inner_text() == f"{tab.evaluate(hits + '.length')} of 100 explode"
    tab.locator("button", has_text="10,000 at once").click()
    eventually(lambda: count.inner_text().endswith(" of 10,000 explode"))
    assert tab.evaluate(hits + ".length / 10_000") == pytest.approx(28 / 44, abs=0.02)
    assert tab.locator(".mv-letter").all_inner_texts() == ["A", "B"]
    assert tab.locator(".mv-card").count() == 0  # the reason waits
    tab.locator("button", has_text="Elsewhere").click()
    eventually(lambda: "Elsewhere is right" in said(tab))
    tab.locator("button", has_text="Show why").click()
    eventually(lambda: tab.locator(".mv-card").count() == 3)
    shares = tab.locator(".mv-key li").all_inner_texts()
    assert shares == ["A is a mine: 36 %, 16 layouts", "B is a mine: 64 %, 28 layouts"]
    eventually(lambda: tab.locator(".mv-weights path").count() == 3)
    assert widths(tab) == pytest.approx([8 / 44, 8 / 44, 28 / 44], abs=0.02)


def widths(tab):
    """The share of each part of the first joined bar."""
    parts = tab.locator(".mv-joined").first.locator("i").all()
    sizes = [(part.bounding_box() or {"width": 0})["width"] for part in parts]
    return [size / sum(sizes) for size in sizes]


@BOTH
def test_configurations_go_on_and_off_and_mines_may_be_added(open_figure):
    tab = open_figure(figures.configurations(mv.Position.parse(FOURTEEN)))
    assert "67 % by the plain average, 36 % exactly" in said(tab)
    tab.locator("input[type=range]").focus()
    before = widths(tab)
    tab.keyboard.press("ArrowRight")
    eventually(lambda: "67 % by the plain average, 50 % exactly" in said(tab))
    assert sum(before[:2]) == pytest.approx(16 / 44, abs=0.02)
    assert sum(widths(tab)[:2]) == pytest.approx(0.5, abs=0.02)
    assert tab.locator(".mv-joined + span").first.inner_text() == "Exact odds: 50 %"
    tab.locator(".mv-switch").nth(2).click()
    eventually(lambda: "100 % by the plain average, 100 % exactly" in said(tab))


def test_a_search_by_hand_breaks_a_clue_and_goes_back(open_figure):
    tab = open_figure(figures.search(mv.Position.parse(TWO_CELLS)))
    press = lambda name: tab.locator(f"button:text-is('{name}')").click()  # noqa: E731
    assert "Next is (0, 3)" in said(tab)
    tab.press_cell(3)  # as "Mine"
    press("Mine")
    eventually(lambda: "The 2 at (0, 2) now has too many mines" in said(tab))
    assert tab.locator("button:text-is('Mine')").is_disabled()
    press("Go back")
    for name in ("No mine", "Mine", "No mine"):
        press(name)
    eventually(lambda: "you have found a configuration" in said(tab))
    press("Search the rest")
    eventually(lambda: "3 configurations, 16 tries" in said(tab))
    tree = tab.locator(".mv-words canvas").get_attribute("aria-label")
    assert "tries 16  ·  dead ends 6  ·  configurations 3" in tree
    press("Begin again")
    eventually(lambda: "Next is (0, 3)" in said(tab))
    for name in ("Mine", "Go back", "No mine", "Mine", "Search the rest"):  # skips the first branch
        press(name)
    eventually(lambda: "1 configuration, 8 tries, 3 dead ends." in said(tab))


LATE = """() => {
  let now = 0;
  performance.now = () => { now += 10_000; return now; };
  window.setInterval = (step) => step(); // once: by then all the time is over
}"""


def test_a_search_takes_as_many_tries_as_the_solver_and_the_cells_can_be_shuffled(open_figure):
    tab = open_figure(figures.search(mv.Position.parse(FOURTEEN)))
    tab.locator("button", has_text="Search the rest").click()
    eventually(lambda: "3 configurations, 80 tries, 38 dead ends" in said(tab))
    shuffle = tab.locator("button", has_text="Shuffle")
    shuffle.click()
    score = tab.locator(".mv-words p", has_text="Tries: ")
    assert score.inner_text().endswith("Tries in earlier orders: 80.")
    tab.evaluate(f"{FIGURE}.order.sort((one, other) => (5 * one) % 14 - (5 * other) % 14)")
    tab.locator("button", has_text="Search the rest").click()
    eventually(lambda: tab.evaluate(f"{FIGURE}.tries > 3"))
    shuffle.click()  # stops the search at once
    assert tab.evaluate(f"{FIGURE}.tries") == 0
    tab.evaluate(LATE)
    tab.locator("button", has_text="Search the rest").click()
    eventually(lambda: "Everything has been tried: 3 configurations" in said(tab))


def test_the_window_adds_up_what_it_covers(open_figure):
    tab = open_figure(figures.window(mv.Board.parse("*..\n.*.\n...")))
    assert tab.locator(".mv-figure > *").first.bounding_box()["x"] >= 14  # away from the rim
    tab.press_cell(2)
    eventually(lambda: tab.locator(".mv-sum").inner_text() == "0 + 1 + 0 = 1")
    tab.locator("canvas").first.focus()
    tab.keyboard.press("ArrowDown")
    eventually(lambda: "(1, 2)" in said(tab))


def test_first_clicks_are_compared(open_figure):
    figure = figures.first_click("beginner", boards=20)
    tab = open_figure(figure)
    tab.press_cell(0)
    zeros = figure.data["places"][0]["zeros"]
    eventually(lambda: f"{zeros} of 20 boards" in said(tab))
    tab.locator("button", has_text="middle").click()
    eventually(lambda: tab.locator(".mv-found li").count() == 2)


def test_a_click_rules_out_layouts(open_figure):
    board = mv.Board.random("beginner8", seed=10, first=(3, 3), safe_radius=1)
    tab = open_figure(figures.layouts(board, (3, 3)))
    assert "Some of the 2,852 layouts that fit" in said(tab)
    tab.press_cell(2 * 8 + 5)
    eventually(lambda: "(2, 5) is a mine in none of 2,852 layouts: it is safe" in said(tab))
    after = mv.Game(board)
    after.open((3, 3))
    after.open((2, 5))
    left = mv.analyze(after.position).configurations
    assert (
        f"It opens and shows 1. That rules out {2852 - left:,} layouts: {left:,} are left"
        in said(tab)
    )
    tab.press_cell(1 * 8 + 2)  # a mine
    eventually(lambda: "And it is one: you have lost" in said(tab))
    tab.locator("button", has_text="Begin again").click()
    eventually(lambda: "Some of the 2,852 layouts" in said(tab))


def test_one_mine_more_hops_and_five_layouts_become_one(open_figure):
    tab = open_figure(figures.one_more(mv.Position.parse(TWO_CELLS)))
    assert "194,580 layouts with 4 mines" in said(tab)
    assert tab.locator(".mv-mosaic").is_hidden()
    tab.locator("button", has_text="Add a mine").click()
    eventually(lambda: tab.locator(".mv-sum").inner_text() == "44 free places")
    tab.locator("button", has_text="Is each a new layout?").click()
    eventually(lambda: tab.locator(".mv-sum").inner_text() == "44 / 5 = 8.8")
    assert "1,712,304" in said(tab)
    places = f"{FIGURE}.mosaic.boards.slice(-10).map(({{ x, y }}) => `${{x}} ${{y}}`)"
    eventually(lambda: len(set(tab.evaluate(places))) == 6)  # five apart, and five in one place
    tab.locator("button", has_text="Begin again").click()
    eventually(lambda: tab.locator(".mv-mosaic").is_hidden())


@BOTH
def test_a_board_goes_on_from_chapter_to_chapter(open_figure):
    """What is certain opens, what is not stays covered; a later chapter goes on from there."""
    board = mv.Board.parse("*...\n....\n....\n...*")
    start = mv.Position.parse("mines 2\n####\n11##\n00##\n00##")
    goal = mv.Position.parse("mines 2\n####\n110#\n00##\n00##")
    told = {"asks": "Which cell is safe?", "told": "That was it.", "certain": True}
    tab = open_figure(figures.plot(board, start, chapter=2, goal=goal, **told))
    tab.press_cell(0)
    eventually(lambda: "(0, 0) is not certain" in said(tab))
    tab.locator("button", has_text="No cell is certain").click()
    eventually(lambda: "Look again" in said(tab))
    tab.press_cell(10)
    eventually(lambda: said(tab) == "(2, 2) is safe. It opens and shows 1. You can prove more.")
    tab.press_cell(6)
    eventually(lambda: said(tab) == "(1, 2) is safe. It opens and shows 0. That was it.")
    open_figure(figures.plot(board, start, chapter=3, **told))
    tab.press_cell(10)  # open since chapter 2
    assert said(tab) == ""
    tab.press_cell(0)
    eventually(lambda: "(0, 0) is a mine, whatever fits the clues" in said(tab))
    open_figure(figures.plot_record(board, mv.play(board, first=(3, 0))))
    reader = tab.locator(".mv-board").first
    eventually(lambda: reader.locator(".mv-letter").all_inner_texts() == ["1", "2", "?"])
    open_figure(figures.plot_record(board, mv.play(board, first=(3, 0)), chapter=4))
    assert "not over yet" in said(tab)  # no mine is told before the last chapter
    assert tab.locator(".mv-letter").count() == 0
    tab.locator("button", has_text="Show").click()
    eventually(lambda: reader.locator(".mv-letter").all_inner_texts() == ["1", "2", "?"])


def test_nobody_guesses_where_a_cell_is_safe(open_figure):
    board, start = mv.Board.parse("*..."), mv.Position.parse("mines 1\n####")
    tab = open_figure(figures.plot(board, start, otherwise="guess", told="Won."))
    tab.press_cell(1)  # a guess; now the last cell is safe
    eventually(lambda: "It opens and shows 1" in said(tab))
    tab.press_cell(0)
    eventually(lambda: "(0, 0) is not certain" in said(tab) and "Some cell is safe" in said(tab))


def test_clues_turn_into_two_numbers(open_figure):
    thoughts = mv.thoughts(mv.Position.parse("mines 2\n###\n121"))
    figure = figures.two_numbers(thoughts[1])
    tab = open_figure(figure)
    seen = f"{FIGURE}.turned.codes"
    assert tab.evaluate(seen) == figure.data["codes"]
    tab.locator("button", has_text="Two numbers").click()
    eventually(lambda: tab.evaluate(seen) == figure.data["numbers"])
    tab.locator("button", has_text="Two numbers").click()
    eventually(lambda: tab.evaluate(seen) == figure.data["codes"])


def test_boards_turn_blue_and_sort_themselves(open_figure):
    figure = figures.solved("two clues", games=400)
    tab = open_figure(figure)
    for view in figure.data["views"]:
        tab.locator("button", has_text=view["name"]).click()
        blue = 400 - view["solved"].count("-")
        eventually(lambda blue=blue: said(tab).startswith(f"{blue} boards turn blue"))
        dots = f"{FIGURE}.mosaic.boards.filter(({{ cells }}) => cells[0] === 'search')"
        eventually(lambda blue=blue, dots=dots: tab.evaluate(f"{dots}.length") == blue)
    rows = f"{dots}.map(({{ y }}) => y)"
    eventually(lambda: max(tab.evaluate(rows)) == (blue - 1) // 20)
    tab.locator("button", has_text="Sort").click()
    eventually(lambda: max(tab.evaluate(rows)) > (blue - 1) // 20)


def test_a_guess_is_judged(open_figure):
    tab = open_figure(figures.guess(mv.Position.parse(IMPASSE)))
    assert tab.locator(".mv-letter").count() == 0
    tab.press_cell(0)
    eventually(lambda: "6 of the 15 games" in said(tab) and "40 %" in said(tab))
    tab.press_cell(24)
    eventually(lambda: "No cell is better" in said(tab))
    places = tab.evaluate(f"{FIGURE}.mosaic.boards.map(({{ x, y }}) => [x < 4.5, y > 4])")
    assert [places.count(place) for place in ([True, False], [False, False])] == [6, 4]
    tab.locator("button", has_text="Show all").click()
    eventually(lambda: tab.locator(".mv-letter").count() == 10)


def test_a_guess_of_a_share_is_compared_with_the_answer(open_figure):
    tab = open_figure(figures.estimate("Games won", {"counting": 0.01}, "exact", 0.376))
    values = tab.locator("output:visible")
    assert values.all_inner_texts() == ["1 %", "1 %"]
    tab.locator("input[type=range]").fill("50")
    assert values.all_inner_texts() == ["1 %", "50 %"]
    tab.locator("button", has_text="Show the answer").click()
    eventually(lambda: said(tab) == "You said 50 %. It is 38 %.")
    assert values.all_inner_texts() == ["1 %", "50 %", "38 %"]


def test_a_bet_is_won_or_lost(open_figure):
    race = mv.race(mv.Board.random("beginner", seed=2), ["counting", "exact"], first=(0, 0))
    tab = open_figure(figures.bet(race))
    assert "won by" not in tab.locator("body").inner_text()  # it is not given away
    tab.locator("button", has_text="counting").click()
    eventually(lambda: "You bet on counting, and lose" in said(tab))
    eventually(lambda: "chance to win" in tab.locator(".mv-curve-words").inner_text())


def test_in_a_frame_a_figure_is_as_dark_as_the_notebook_around_it(browser, tmp_path):
    figure = figures.question(mv.Position.parse(FOURTEEN), (0, 0), (1, 0))
    frame = figure._repr_mimebundle_()["text/html"]
    host = tmp_path / "host.html"
    host.write_text(f'<meta charset="utf-8"><body data-jp-theme-light="false">{frame}', "utf-8")
    page = browser.new_page(viewport=WIDE, offline=True)
    page.goto(host.as_uri())
    framed = page.frame_locator("iframe").locator(".mv-figure[data-ready]")
    red = "(each) => Number(/[0-9]+/.exec(getComputedStyle(each).backgroundColor)[0])"
    assert framed.evaluate(red) < 60
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    eventually(lambda: framed.evaluate(red) > 200)
    page.close()
