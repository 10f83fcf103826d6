"""Changes that move: settled at the end, never in the way, and cut where no motion is wanted."""

import pytest

from seeing import HERE, eventually, fingerprint, press, seek, settle, state

MOVING = f"{HERE}.widget.stage.visible.some((panel) => panel.motion.frame > 0)"
# A page whose frames wait until they are let go, and are counted
FRAMES = """(() => {
  const frame = window.requestAnimationFrame.bind(window);
  const held = (window.held = []);
  window.asked = 0;
  window.hold = false;
  window.requestAnimationFrame = (act) => {
    window.asked += 1;
    return window.hold ? held.push(act) : frame(act);
  };
  window.release = () => {
    window.hold = false;
    for (const act of held.splice(0)) frame(act);
  };
})()"""
# Frames 10 ms apart by the clock of the page: of each, how often every cell is drawn
WORK = f"""() => {{
  const {{ canvas, cell }} = {HERE}.widget.stage.visible[0];
  const pen = canvas.getContext('2d');
  const [draw, real] = [pen.drawImage, performance.now];
  let time = performance.now();
  performance.now = () => time;
  const frames = [];
  pen.drawImage = function (...all) {{
    const [x, y, wide] = all.slice(5);
    const frame = frames.at(-1);
    for (let i = 0; i < wide; i += cell) frame[[x + i, y]] = (frame[[x + i, y]] ?? 0) + 1;
    return draw.apply(this, all);
  }};
  for (let held; (held = window.held.splice(0)).length && frames.length < 99; time += 10) {{
    frames.push({{}});
    for (const act of held) act(time);
  }}
  delete pen.drawImage;
  performance.now = real;
  return frames;
}}"""
REDRAWN = f"""() => {{
  const {{ widget }} = {HERE};
  for (const panel of widget.stage.panels) panel.version = -1;
  widget.draw();
}}"""


@pytest.fixture
def playing(open_page, saved_app):
    """Open the app's game, with motion unless told otherwise, on a board with a large opening."""

    def opened(motion="no-preference"):
        page = open_page(saved_app, link="#play", reduced_motion=motion)
        page.evaluate(FRAMES)
        page.evaluate(f"{HERE}.widget.request({{ do: 'choose', level: [9, 9, 10], seed: 4 }})")
        settle(page, 4)
        return page

    return opened


def act(page, cell, how="first"):
    page.evaluate(f"([cell, how]) => {HERE}.widget.input.does(cell, how)", [cell, how])


def covered(page):
    return page.evaluate(
        f"{HERE}.widget.state.codes.board.flatMap((code, cell) => (code < 32 ? [cell] : []))"
    )


def is_settled(page):
    """Whether nothing moves, and the board looks as if it were drawn anew."""
    eventually(lambda: not page.evaluate(MOVING))
    seen = fingerprint(page)
    page.evaluate(REDRAWN)
    return seen == fingerprint(page)


@pytest.mark.parametrize("games", [1, 2])
def test_frames_draw_only_cells_that_move(playing, games):
    page = playing()
    for _ in range(games - 1):  # left for the next one
        act(page, 40)
        eventually(lambda: len(covered(page)) < 81)
        page.evaluate(f"{HERE}.widget.request({{ do: 'choose', level: [9, 9, 10], seed: 4 }})")
        eventually(lambda: len(covered(page)) == 81)
        eventually(lambda: not page.evaluate(MOVING))
    page.evaluate("window.hold = true")
    act(page, 40)
    eventually(lambda: page.evaluate(MOVING))
    frames = page.evaluate(WORK)
    assert len(frames) <= 17  # of 10 ms: an opening is in nobody's way
    assert max(times for cells in frames for times in cells.values()) <= 2
    for cell in {cell for cells in frames for cell in cells}:
        drawn = [cell in cells for cells in frames]
        first = drawn.index(True)
        assert sum(drawn) <= 11  # it moves for 90 ms, then it is left
        assert all(drawn[first : first + sum(drawn)])
    assert is_settled(page)


def test_odds_of_the_editor_move_and_settle(open_page, saved_app):
    page = open_page(saved_app, link="#constructor", reduced_motion="no-preference")
    text = "###\n#1#\n###\nmines 2"
    page.evaluate(f"(text) => {HERE}.widget.request({{ do: 'text', text }})", text)
    eventually(lambda: page.evaluate(f"{HERE}.widget.state.width") == 3)
    eventually(lambda: not page.evaluate(MOVING))
    page.evaluate(FRAMES)
    page.evaluate("window.hold = true")
    page.evaluate(f"{HERE}.widget.request({{ do: 'paint', cell: 4, mark: '2' }})")
    eventually(lambda: page.evaluate(MOVING))
    page.evaluate("window.release()")
    assert is_settled(page)


def test_a_click_during_an_opening_counts_at_once_and_a_page_at_rest_draws_nothing(playing):
    page = playing()
    page.evaluate("window.hold = true")
    act(page, 40)
    eventually(lambda: page.evaluate(MOVING))
    cell = covered(page)[0]
    act(page, cell, "second")
    eventually(lambda: cell not in covered(page))
    assert page.evaluate(MOVING)
    page.evaluate("window.release()")
    assert is_settled(page)
    settle(page, 12)
    asked = page.evaluate("window.asked")
    settle(page, 12)  # which asks for frames itself
    assert page.evaluate("window.asked") - asked <= 12


@pytest.mark.parametrize("by", ["system", "menu"])
def test_without_motion_changes_are_cut(playing, by):
    page = playing("reduce" if by == "system" else "no-preference")
    box = page.locator(".mv-menu input[type=checkbox]").first
    assert box.is_disabled() == (by == "system")
    if by == "menu":
        page.evaluate(f"{HERE}.widget.menu.open()")
        box.uncheck()
        page.evaluate(f"{HERE}.widget.menu.close()")
    page.evaluate("window.hold = true")
    act(page, 40)
    eventually(lambda: len(covered(page)) < 81)
    assert not page.evaluate(MOVING)
    page.evaluate("window.release()")
    assert is_settled(page)


def test_a_film_moves_in_steps_forwards(open_page, saved):
    page = open_page(saved, reduced_motion="no-preference")
    page.evaluate(FRAMES)
    seek(page, 0)
    assert not page.evaluate(MOVING)
    page.evaluate("window.hold = true")
    page.evaluate(f"{HERE}.widget.player.step(1); {HERE}.widget.draw()")
    assert page.evaluate(MOVING)
    page.evaluate("window.release()")
    assert is_settled(page)
    page.evaluate(f"{HERE}.widget.player.step(-1); {HERE}.widget.draw()")
    assert not page.evaluate(MOVING)
    press(page, "End")
    assert not page.evaluate(MOVING)
    assert state(page)["beat"] > 100
