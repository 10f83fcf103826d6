"""A press counts for the cell it began on, in every board, by mouse, touch and pen."""

import pytest

import minevis as mv
from seeing import HERE, eventually, settle
from unhosted import save_widget

LISTEN = f"""() => {{
  window.acted = [];
  const act = (cell, how = "first") => void window.acted.push([cell, how]);
  Object.assign({HERE}.widget, {{ act, pick: (cell) => act(cell) }});
}}"""
BOX = f"""(cell) => {{
  const {{ left, top, side }} = {HERE}.widget.stage.visible[0].boxOf(cell);
  return [left, top, side];
}}"""
FITTED = f"""() => {{
  const {{ viewport }} = {HERE}.widget.stage;
  if (viewport?.zoomed) viewport.toggle();
}}"""
SMALL = f"() => {HERE}.widget.request({{ do: 'choose', level: [100, 100, 999], radius: 1 }})"
SHOWN = "document.querySelector('nav [aria-current]').textContent"
SLIPS = [(0.3, True), (0.45, False)]  # of a cell beyond the border


@pytest.fixture(params=["mouse", "touch", "pen"])
def hand(request):
    """Press a place, move to others and let go, by a mouse, a finger or a pen."""

    def press(page, start, *way, button="left"):
        screen = page.context.new_cdp_session(page)
        if request.param == "touch":
            for kind, at in [("touchStart", start), *(("touchMove", at) for at in way)]:
                points = [dict(zip("xy", at, strict=True))]
                screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            held = {"pointerType": request.param, "button": button, "clickCount": 1}
            end = (way or [start])[-1]
            steps = [("mouseMoved", start), ("mousePressed", start)]
            steps += [("mouseMoved", at) for at in way] + [("mouseReleased", end)]
            for kind, (x, y) in steps:
                held["buttons"] = 0 if kind == "mouseReleased" else {"left": 1, "right": 2}[button]
                screen.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **held})
        settle(page)
        screen.detach()

    press.kind = request.param
    return press


def acted(page):
    page.evaluate(f"{HERE}.widget.stage.input && ({HERE}.widget.stage.input.tapped = null)")
    return page.evaluate("window.acted.splice(0)")  # and a second tap is no double one


def slip(page, press, cell, *, beyond, down=False):
    """Press just inside the right or lower border of a cell, and let go beyond it."""
    left, top, side = page.evaluate(BOX, cell)
    inside, middle = side - min(1, side / 8), side / 2
    further = beyond * side if beyond > 1 / 3 else min(beyond * side, 8)  # a finger pans after more
    ends = [(left + end, top + middle) for end in (inside, side + further)]
    if down:
        ends = [(left + y - top, top + x - left) for x, y in ends]
    press(page, *ends)


PARTS = ["play", "small", "analyse", "practise", "watch"]


def test_a_slip_is_for_the_pressed_cell_or_for_none(open_page, saved_app, hand):
    touch = {"has_touch": True, "is_mobile": True} if hand.kind == "touch" else {}
    page = open_page(saved_app, (1280, 800), "#play", **touch)
    for part in PARTS:
        if part == "small":
            page.evaluate(SMALL)
        else:
            page.evaluate("(hash) => { window.location.hash = hash; }", part)
            eventually(lambda part=part: page.evaluate(SHOWN).lower() == part)
            page.wait_for_selector(".minevis[data-ready]")
        if part == "analyse":
            page.get_by_text("Why?", exact=True).click()
        settle(page)
        page.evaluate(FITTED)
        settle(page)
        page.evaluate(LISTEN)
        cell = page.evaluate(f"{HERE}.widget.puzzle?.asked[0] ?? {HERE}.widget.stage.width + 1")
        side = page.evaluate(BOX, cell)[2]
        assert side < 8 if part == "small" else side > 15
        for beyond, counts in SLIPS:
            for down in (False, True):
                slip(page, hand, cell, beyond=beyond, down=down)
                assert acted(page) == ([[cell, "first"]] if counts else []), (part, beyond, down)
        page.evaluate(f"() => {{ delete {HERE}.widget.act; }}")


def test_a_slip_of_the_right_button_flags_the_pressed_cell(open_page, saved_app):
    page = open_page(saved_app, (1280, 800), "#play")
    page.evaluate(LISTEN)
    left, top, side = page.evaluate(BOX, 10)
    for beyond, counts in SLIPS:
        page.mouse.move(left + side - 2, top + 5)
        page.mouse.down(button="right")
        page.mouse.move(left + side * (1 + beyond), top + 5)
        page.mouse.up(button="right")
        assert acted(page) == ([[10, "second"]] if counts else [])


def test_an_unsteady_finger_flags_the_pressed_cell(open_page, saved_app):
    page = open_page(saved_app, (400, 800), "#play", has_touch=True, is_mobile=True)
    page.evaluate(LISTEN)
    left, top, side = page.evaluate(BOX, 10)
    screen = page.context.new_cdp_session(page)
    for kind, x in (("touchStart", left + side - 2), ("touchMove", left + side + 4)):
        points = [{"x": x, "y": top + side / 2}]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    eventually(lambda: page.evaluate("window.acted.length"))
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settle(page)
    assert acted(page) == [[10, "second"]]


SENT = "() => window.sent.map(({ do: name, cell, cells }) => [name, cells ?? cell])"


def test_a_stroke_of_the_editor_begins_beyond_a_slip(open_page, tmp_path):
    editor = mv.Editor(mv.Position.fresh((4, 4), 3))
    page = open_page(save_widget(tmp_path / "editor.html", editor))
    left, top, side = page.evaluate(BOX, 5)
    for beyond, _ in SLIPS:
        page.mouse.move(left + side - 2, top + side / 2)
        page.mouse.down()
        page.mouse.move(left + side * (1 + beyond), top + side / 2)
        page.mouse.up()
    assert page.evaluate(SENT) == [["paint", 5], ["brush", [5, 6]]]
