"""Changes that move: settled at the end, never in the way, and cut where no motion is wanted."""

import pytest

from seeing import HERE, eventually, fingerprint, press, seek, settle, state

MOVING = f"{HERE}.widget.stage.visible.some((panel) => panel.motion.frame > 0)"
# A page whose frames wait until they are let go, and are counted
FRAMES = """(() => {
  const frame = window.requestAnimationFrame.bind(window);
  const held = [];
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
        page.evaluate(f"{HERE}.widget.request({{ do: 'choose', level: [9, 9, 3] }})")
        settle(page, 4)
        return page

    return opened


def act(page, cell, how="first"):
    page.evaluate(f"([cell, how]) => {HERE}.widget.activate(cell, how)", [cell, how])


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


def test_an_opening_moves_and_settles(playing):
    page = playing()
    page.evaluate("window.hold = true")
    before = fingerprint(page)
    act(page, 40)
    eventually(lambda: page.evaluate(MOVING))
    assert len(covered(page)) < 81  # the game does not wait
    assert fingerprint(page) == before  # but nothing has been seen of it
    page.evaluate("window.release()")
    assert is_settled(page)
    assert fingerprint(page) != before


def test_a_click_during_an_opening_counts_at_once(playing):
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


def test_a_page_at_rest_draws_nothing(playing):
    page = playing()
    act(page, 40)
    eventually(lambda: len(covered(page)) < 81)
    eventually(lambda: not page.evaluate(MOVING))
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
    page.evaluate(f"{HERE}.widget.player.step(1); {HERE}.widget.draw()")
    assert page.evaluate(MOVING)
    assert is_settled(page)
    page.evaluate(f"{HERE}.widget.player.step(-1); {HERE}.widget.draw()")
    assert not page.evaluate(MOVING)
    press(page, "End")
    assert not page.evaluate(MOVING)
    assert state(page)["beat"] > 100
