import pytest
from playwright.sync_api import expect

from marimo_app import served

pytest.importorskip("marimo", reason="marimo is not installed: pip install 'minevis[marimo]'")

SCRUBBER = 'mv.play(mv.Board.random("beginner", seed=5, first=(0, 0)), first=(0, 0)).scrubber()'
PLAYGROUND = 'mv.Playground("beginner", seed=4)'
RACE = (
    'mv.race(mv.Board.random("beginner", seed=24, first=(0, 0)), ["counting", "exact"], '
    "first=(0, 0)).scrubber(step=0)"
)
PLACE = """(root, cell) => {
  const [panel] = root.widget.stage.panels;
  const { left, top, side } = panel.boxOf(cell);
  return [left + side / 2, top + side / 2];
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("marimo"), SCRUBBER, PLAYGROUND, RACE) as running:
        yield running


def click(root, cell, **options):
    root.locator("canvas").first.scroll_into_view_if_needed()
    root.page.mouse.click(*root.evaluate(PLACE, cell), **options)


def test_scrubber_playground_and_race_answer(tab, tmp_path):
    with served(tmp_path, SCRUBBER, PLAYGROUND, RACE) as address:
        tab.goto(address)
        roots = tab.locator(".minevis[data-ready]")
        expect(roots).to_have_count(3)
        steps_and_answers_why(roots.nth(0))
        opens_flags_and_helps(roots.nth(1))
        steps_with_curves_from_the_kernel(roots.nth(2))


def steps_and_answers_why(scrubber):
    caption = scrubber.locator(".mv-text").first
    before = caption.inner_text()
    scrubber.get_by_role("button", name="Step forward", exact=True).click()
    expect(caption).not_to_have_text(before)
    uncertain = "({ widget: { film, player } }) => film.view(player.beat).lastIndexOf('#')"
    cell = scrubber.evaluate(uncertain)
    click(scrubber, cell)
    expect(caption).to_contain_text("of the 3.6 × 10⁷ layouts that fit")
    click(scrubber, cell)
    expect(caption).to_contain_text("A layout that fits, with a mine at")
    scrubber.get_by_role("button", name="Search", exact=True).click()
    expect(scrubber.locator(".mv-tree canvas")).to_be_visible()
    scrubber.get_by_role("button", name="Play on", exact=True).click()
    expect(caption).to_contain_text("No board can be opened")


def opens_flags_and_helps(playground):
    caption = playground.locator(".mv-text").first
    click(playground, 0)
    expect(caption).to_contain_text("opens")
    covered = playground.evaluate("(root) => root.widget.state.codes.board.length - 1")
    click(playground, covered, button="right")
    expect(caption).to_contain_text("flag", ignore_case=True)
    playground.get_by_role("button", name="Hint").click()
    expect(playground.locator(".mv-badge").first).to_have_text("HINT")


def steps_with_curves_from_the_kernel(race):
    race.scroll_into_view_if_needed()  # only then it asks for what takes time
    expect(race.locator(".mv-curve-words")).to_contain_text("chance to win")
    race.get_by_role("button", name="Next win or loss", exact=True).click()
    expect(race.locator("[data-panel='1'] .mv-standing")).to_have_text("✕ out")
