from itertools import groupby

import pytest
from playwright.sync_api import expect

from seeing import LONG, caption, eventually, fingerprint, point, settle, state

GAME = """
trace = mv.play(mv.Board.random("intermediate", seed=3, first=(0, 0)), first=(0, 0))
s = trace.scrubber(step=0)
seen = []
s.observe(lambda change: seen.append((change.name, change.new)), ["step", "playing", "speed"])
s
"""

CANVAS = """() => {
  const canvas = document.querySelector('.minevis .mv-canvas');
  return [...new Uint32Array(canvas.getContext('2d').getImageData(0, 0, 200, 200).data.buffer)];
}"""


@pytest.fixture
def scrubbed(open_notebook):
    return open_notebook(GAME).ready()


def click(notebook, label):
    notebook.page.locator(".minevis").first.get_by_role("button", name=label, exact=True).click()
    settle(notebook.page)


def test_python_and_the_scrubber_follow_each_other_and_a_game_goes_on_from_here(scrubbed):
    page = scrubbed.page
    step = state(page)["step"]
    click(scrubbed, "Menu")
    click(scrubbed, "Play on")
    board = page.locator(".mv-away .mv-playground[data-ready]")
    board.wait_for()
    fits = page.locator(".mv-away .mv-canvas").bounding_box()
    assert fits["width"] > 150
    assert "your turn" in board.locator(".mv-text").inner_text()
    assert scrubbed.ask("int((s.opened.position.view != trace[s.step].view).sum())") == 0
    board.get_by_role("button", name="Let it finish").click()
    eventually(lambda: scrubbed.ask("s.opened.session.over"))
    page.get_by_role("button", name=f"Back to step {step}").click()
    settle(page)
    assert not page.locator(".mv-away").count()
    assert state(page)["step"] == step
    eventually(lambda: scrubbed.ask("s.opened.comm is None"))
    page.keyboard.press("ArrowRight")
    assert state(page)["step"] > step
    # python and the scrubber follow each other
    click(scrubbed, "Move forward")
    step = state(page)["step"]
    assert step > 0
    eventually(lambda: scrubbed.ask("s.step") == step)
    click(scrubbed, "Play")
    eventually(lambda: scrubbed.ask("s.playing"))
    click(scrubbed, "Pause")
    eventually(lambda: scrubbed.ask("s.playing") is False)
    eventually(lambda: scrubbed.ask("s.step") == state(page)["step"])
    assert ["playing", True] in scrubbed.ask("seen")
    assert scrubbed.ask("int((s.snapshot.view != trace[s.step].view).sum())") == 0
    scrubbed.ask("s.step = 40")
    eventually(lambda: state(page)["step"] == 40)
    for theme in ("dark", "classic"):  # the tiles of the second are sent when they are asked for
        scrubbed.ask(f"s.theme = '{theme}'")
        eventually(lambda theme=theme: state(page)["theme"] == theme)
    words = page.locator(".mv-curve-words").first  # worked out once it is on the screen
    eventually(lambda: words.inner_text().startswith("chance to win"))
    scrubbed.ask("s.panels = ['zero', 'board']")
    eventually(lambda: state(page)["panels"] == ["board", "zero"])
    scrubbed.ask("s.speed = 100")
    scrubbed.ask("s.playing = True")
    eventually(lambda: state(page)["step"] > 60)
    scrubbed.ask("s.playing = False")
    eventually(lambda: not state(page)["playing"])
    page.evaluate(HELD_PICTURES)
    other = "mv.play(mv.Board.random('intermediate', seed=6, first=(0, 0)), first=(0, 0))"
    scrubbed.ask(f"s.show({other})")
    scrubbed.ask("setattr(s, 'step', 40)")  # while its film begins
    settle(page, LONG)  # the page hears of the step
    page.evaluate("release()")
    eventually(lambda: 36 <= state(page)["step"] <= 44, told=lambda: state(page))
    scrubbed.ask("setattr(s, 'film', b'no film')")
    expect(page.get_by_text("cannot be shown")).to_be_visible()
    scrubbed.ask("s.show(trace)")
    scrubbed.ready()


def test_the_first_picture_is_there_before_the_rest_which_fills_it_in(open_notebook):
    notebook = open_notebook(
        "import threading; held = threading.Event()",
        "from minevis.web.scrubber import Scrubber\n"
        "whole = Scrubber.complete\n"
        "Scrubber.complete = lambda self: (held.wait(60), whole(self))[1]\n" + GAME,
    )
    page = notebook.page
    page.locator(".minevis[data-begun]").first.wait_for()
    assert page.locator(".minevis[data-ready]").count() == 0
    before = [fingerprint(page), caption(page)]
    assert len({*page.evaluate(CANVAS)}) > 2  # the board is painted
    notebook.ask("held.set()")
    notebook.ready()
    settle(page)
    assert [fingerprint(page), caption(page)] == before
    click(notebook, "Move forward")
    eventually(lambda: fingerprint(page) != before[0])
    assert page.locator(".minevis").count() == 1
    notebook.ask("setattr(Scrubber, 'complete', whole)")


HELD_PICTURES = """() => {
  const fast = createImageBitmap;
  const held = new Promise((go) => { window.release = go; });
  window.createImageBitmap = (...given) => held.then(() => fast(...given));
}"""


GONE = """
from minevis.web.fallback import WIDGET, display_both
gone = {WIDGET: {"version_major": 2, "version_minor": 0, "model_id": "gone"}}
still = lambda: {"text/html": "<p>a still</p>", "text/plain": ""}
display_both(gone, still, "minevis-gone")
display({**gone, "text/plain": ""}, raw=True)
"""


@pytest.mark.parametrize("front", ["lab", "notebook"], indirect=True)
def test_only_a_living_widget_hides_its_still_and_its_keys_change_no_cell(open_notebook):
    notebook = open_notebook(GAME, GONE).ready()
    page = notebook.page
    said = page.get_by_text("model not found")  # by the host: below the still, and by itself
    expect(said).to_have_count(2)
    expect(page.get_by_text("a still", exact=True)).to_be_visible()
    expect(said.first).not_to_be_visible()
    expect(said.last).to_be_visible()  # what is not ours keeps its words
    page.faults.clear()  # the host tells its console too

    def cells():
        return notebook.cells(), page.locator(".jp-Notebook").inner_text().count("trace.scrubber")

    before = cells()
    page.locator(".mv-timeline").focus()
    for key in (*"abddxmyzcv00jk", "Enter", "Shift+Enter", "Escape", "Delete"):
        page.keyboard.press(key)
    page.locator("[data-panel=board] .mv-canvas").focus()
    for key in (*"abddxmyzcv", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    settle(page, LONG)
    assert cells() == before
    still = page.locator(f".{notebook.ask('s.fallback_class')}")
    assert still.count() == 1
    assert not still.is_visible()
    page.evaluate("() => document.querySelector('.jp-OutputArea .minevis').remove()")
    page.evaluate(
        "() => document.querySelectorAll('style').forEach((each) => "
        "each.textContent.includes('.minevis-') && each.remove())"
    )
    still.wait_for()
    expect(still.locator("img")).to_be_visible()
    expect(still).to_contain_text("needs a kernel")


BOARDS = ("p = mv.Playground('beginner', seed=4)\np", "e = mv.Editor('mines 2\\n1##\\n###')\ne")
BEATS = (
    "() => [...document.querySelectorAll('.mv-film')].map((e) => e.widget?.player?.beat ?? null)"
)
MOVES = """() => [...document.querySelectorAll('.mv-playground')]
  .map((each) => each.widget?.state.moves ?? null)"""


def test_shown_twice_and_run_again_widgets_stay_sound(open_notebook):
    notebook = open_notebook(*BOARDS, "p", "e", GAME, "s").ready(6)
    page = notebook.page
    step = page.locator(".mv-film").first.get_by_role("button", name="Step forward", exact=True)
    for _ in range(2):
        notebook.tap(0, 0)
        eventually(lambda: page.evaluate(MOVES) == [1, 1])
        step.click()
        eventually(lambda: page.evaluate(BEATS) == [1, 1])
        assert notebook.ask("len(p.session.moves)") == 1
        notebook.run_all()
        eventually(lambda: page.evaluate(MOVES) == [0, 0])
        eventually(lambda: page.evaluate(BEATS) == [0, 0])


def test_without_a_kernel_runs_still_play_and_boards_say_so(open_notebook):
    notebook = open_notebook(GAME, *BOARDS, "p", "x = mv.explorer()\nx").ready(5)
    page = notebook.page
    notebook.kill_kernel()
    click(notebook, "Step forward")
    assert state(page)["beat"] == 1
    page.mouse.click(*point(page, 14, 14))
    eventually(lambda: "(14, 14)" in caption(page))
    boards = [page.locator(".minevis[data-ready]").nth(number) for number in (1, 2, 3)]
    for board in boards:
        canvas = board.locator("canvas").first
        canvas.focus()
        canvas.press("Enter")
    said = ("NO KERNEL", "ODDS", "NO KERNEL")  # the editor works without it
    for board, badge in zip(boards, said, strict=True):
        expect(board.locator(".mv-badge").first).to_have_text(badge)
    explorer = page.locator(".mv-explorer")
    explorer.get_by_label("Level").select_option("beginner")
    expect(explorer.locator(".mv-badge").first).to_have_text("NO KERNEL")
    expect(explorer.locator(".mv-text").first).to_contain_text("this is still the old run")


CHOSEN = "(choice) => choice.selectedOptions[0]?.text.replaceAll('\\u00a0', ' ')"
IS_WHOLE = "(choice) => choice.labels[0].scrollWidth <= choice.labels[0].clientWidth"


EXPLORED = """() => [".mv-explorer", ".jp-WindowedPanel-outer"].map(
  (part) => document.querySelector(".minevis").closest(part).clientHeight)"""


def test_the_explorer_dims_fits_into_the_pane_and_says_that_any_board_will_do(open_notebook):
    notebook = open_notebook("x = mv.explorer()\nx").ready()
    page = notebook.page
    page.evaluate(WATCH)
    page.get_by_label("Seed").fill("3")
    page.get_by_label("Seed").press("Tab")
    eventually(lambda: page.evaluate("() => window.seen.some(({ opacity }) => opacity < 1)"))
    changed = "({ opacity, said }) => opacity === '1' && said !== window.seen[0].said"
    eventually(lambda: page.evaluate(f"() => [window.seen.at(-1)].some({changed})"))
    seen = page.evaluate("() => window.seen")
    assert {(each["roots"], *each["alpha"]) for each in seen} == {(1, 255)}  # a board, always drawn
    assert len({each["high"] for each in seen}) == 1  # what stands below does not move
    games = [list(moments) for _, moments in groupby(seen, key=lambda each: each["said"])]
    assert len(games) == 2  # the one before, and the one asked for
    before, after = ([each["opacity"] for each in game] for game in games)
    # Dim until the other one is there; a busy browser may hear of it before it has drawn it.
    assert before[:2] == ["1", "0.5"]
    assert after[-1] == "1"
    # the explorer fits into the pane and says that any board will do
    for width, height in ((1366, 660), (1400, 950), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        eventually(lambda: (lambda high, pane: high <= pane)(*page.evaluate(EXPLORED)))
    choice = notebook.page.get_by_label("No guess, by")
    eventually(lambda: choice.evaluate(CHOSEN) == "any board")
    assert choice.evaluate(IS_WHOLE)
    choice.select_option("count")
    eventually(lambda: notebook.ask("x.no_guess.value") == "count")
    choice.select_option(index=0)
    eventually(lambda: notebook.ask("x.no_guess.index") == 0)
    eventually(lambda: notebook.ask("x.problem.value") == "")
    eventually(lambda: choice.evaluate(CHOSEN) == "any board")


WATCH = """() => {
  window.seen = [];
  const isSeen = (each) => each.offsetParent && getComputedStyle(each).visibility === 'visible';
  const look = () => {
    const roots = [...document.querySelectorAll('.minevis')].filter(isSeen);
    const boards = [...document.querySelectorAll('.mv-stage canvas')].filter(isSeen);
    const alpha = boards.map((board) => {
      const pen = board.getContext('2d');
      return pen.getImageData(board.width >> 1, board.height >> 1, 1, 1).data[3];
    });
    const dimmed = document.querySelector('.mv-waiting');
    const opacity = dimmed ? getComputedStyle(dimmed).opacity : '1';
    const said = roots[0]?.querySelector('.mv-text')?.innerText;
    const now = { roots: roots.length, alpha, opacity, said, high: roots[0]?.offsetHeight };
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""


EXPERT = """
trace = mv.play(mv.Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))
s = trace.scrubber(detail=2)
s
"""
RACE = """
race = mv.race(mv.Board.random("expert", seed=30, first=(0, 0)), ["counting", "csp", "exact"],
               first=(0, 0))
s = race.scrubber()
s
"""
IN_PANE = """() => {
  const frame = document.querySelector('.jp-OutputArea iframe');
  const root = (frame?.contentDocument ?? document).querySelector('.minevis');
  const pane = (frame ?? root).closest('.jp-WindowedPanel-outer');
  const [field, buttons] = ['.mv-field', '.mv-buttons'].map((part) =>
    [...root.querySelectorAll(part)].find((each) => each.offsetParent).getBoundingClientRect());
  const high = buttons.bottom - (frame ? 0 : field.top);
  return [root.offsetHeight, high, pane.clientHeight, field.width, root.clientWidth];
}"""


def fits(root, high, pane, board, room):
    return high <= root <= pane and 120 < board <= room


@pytest.mark.parametrize("shown", [EXPERT, RACE], ids=["game", "race"])
def test_boards_sentence_and_transport_fit_into_the_pane(open_notebook, shown):
    notebook = open_notebook(shown).ready()
    page = notebook.page
    choices = ["board", "probability"], ["board", "tree"]
    for panels in ([], *choices) if shown is EXPERT else ([],):
        if panels:
            notebook.ask(f"setattr(s, 'panels', {panels})")
            eventually(lambda panels=panels: state(page)["panels"] == panels)
        low = () if panels else ((640, 400),)  # room for one board
        for width, height in ((1280, 800), (1366, 660), (1400, 950), *low):
            page.set_viewport_size({"width": width, "height": height})
            eventually(lambda: fits(*page.evaluate(IN_PANE)))


def test_slow_work_is_acknowledged_and_its_answer_shown(open_notebook):
    slow = "pick = p.session.pick\np.session.pick = lambda: (held.wait(60), pick())[1]"
    hear = "heard = []\np.on_msg(lambda _, message, __: heard.append(message.get('do')))"
    game = "import threading; held = threading.Event()\np = mv.Playground('beginner', seed=4)"
    notebook = open_notebook(f"{game}\n{slow}\n{hear}\np").ready()
    page = notebook.page
    notebook.tap(0, 0)
    page.locator("[data-panel=board] .mv-canvas").focus()
    page.keyboard.press("p")
    badge = page.locator(".mv-badge")
    eventually(lambda: badge.inner_text() == "BUSY")
    notebook.ask("held.set()")
    eventually(lambda: badge.inner_text() == "PICK")
    # while it waits nothing is asked, up to three times, and this the kernel hears when it is free
    nudges = "heard[heard.index('pick') + 1 :]"
    eventually(lambda: set(notebook.ask(nudges)) == {None}, told=lambda: notebook.ask("heard"))
    assert len(notebook.ask(nudges)) <= 3


def test_a_race_is_stepped_through_and_python_sees_where_it_stands(open_notebook):
    notebook = open_notebook(RACE).ready()
    page = notebook.page
    words = page.locator(".mv-curve-words")
    expect(words).to_contain_text("chance to win")  # the kernel works it out
    click(notebook, "Step forward")
    eventually(lambda: notebook.ask("s.step") == state(page)["step"] > 0)
    notebook.ask("setattr(s, 'step', 36)")
    expect(page.locator(".mv-text").first).to_contain_text("“counting” falls at")
    notebook.ask("setattr(s, 'theme', 'classic')")  # its tiles are fetched
    eventually(lambda: state(page)["theme"] == "classic")
    click(notebook, "Play")
    eventually(lambda: notebook.ask("s.playing"))


def test_the_page_of_a_bare_race_fits_into_the_pane(open_notebook):
    page = open_notebook(RACE.replace("s = race.scrubber()\ns", "race")).page
    page.frame_locator(".jp-OutputArea iframe").locator("[data-ready]").wait_for()
    eventually(lambda: fits(*page.evaluate(IN_PANE)))
