"""What a test sees of a scrubber: its state, its pixels, its words."""

import time

HERE = "document.querySelector('.minevis')"
COLOUR = """([panel, row, col, across, down]) => {
  const root = document.querySelector('.minevis');
  const stage = root.widget.stage;
  const shown = stage.panels.find((each) => each.name === panel);
  const x = shown.left + Math.floor((col + across) * shown.cell);
  const y = shown.top + Math.floor((row + down) * shown.cell);
  return [...shown.canvas.getContext('2d').getImageData(x, y, 1, 1).data.slice(0, 3)];
}"""
PRINT = """(panel) => {
  const root = document.querySelector('.minevis');
  const { stage, tree } = root.widget;
  const { canvas } = stage.panels.find((each) => each.name === panel) ?? tree;
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  let sum = 0;
  for (let i = 0; i < data.length; i += 1) sum = (sum * 31 + data[i]) | 0;
  return sum;
}"""
# A board may be drawn again at any time, on another canvas: it is looked for each time.
POINT = """async ([panel, row, col]) => {
  const root = document.querySelector('.minevis');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let before, now;
  do {
    const { stage } = root.widget;
    const shown = stage.panels.find((each) => each.name === panel);
    shown.canvas.scrollIntoViewIfNeeded();
    before = now;
    await frame();
    const { left, top, side } = shown.boxOf(row * stage.width + col);
    now = [left + side / 2, top + side / 2];
  } while (`${now}` !== `${before}`);
  return now;
}"""
STATE = """() => {
  const { player, film, panels, theme } = document.querySelector('.minevis').widget;
  return { beat: player.beat, step: film.events[player.beat], playing: player.playing,
    speed: player.speed, panels, theme: theme.name, kind: film.kinds[player.beat] };
}"""


def state(page):
    return page.evaluate(STATE)


DROP = """([name, data]) => {
  const given = new DataTransfer();
  given.items.add(new File([Uint8Array.from(data)], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true }));
}"""
DRAW = """async (frames) => {
  for (let i = 0; i < frames; i += 1) await new Promise((done) => requestAnimationFrame(done));
}"""
PATIENCE = 300  # seconds until waiting fails: beside busy programs all takes ten times as long
LONG = 60  # frames: whatever a page does by itself is done by then, on a slow machine too


def settle(page, frames=2):
    """Wait until a page has drawn its answer, or for some frames."""
    page.evaluate(DRAW, frames)


def resize(page, size):
    """Give the window of a page another size, and wait until the page has taken it."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    settle(page, 4)  # the size of the page is seen once it is drawn


def touch(page, *moments, until=None):
    """Put fingers on a page, then to other places, moment by moment, and lift them."""
    line = page.context.new_cdp_session(page)
    for number, places in enumerate(moments):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(places)]
        kind = "touchMove" if number else "touchStart"
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        settle(page)
    if until:
        eventually(until)  # while the fingers are still down
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settle(page)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    settle(page)


def choose(page, *panels):
    page.evaluate(f"(names) => {HERE}.widget.choosePanels(names)", panels)
    settle(page)


def seek(page, step):
    page.evaluate(f"() => {{ const s = {HERE}.widget; s.player.seek(s.film.beatOf({step})); }}")
    settle(page)


def colour(page, panel, row, col, across=0.5, down=0.5):
    """The colour at a place within a cell: [r, g, b]."""
    return page.evaluate(COLOUR, [panel, row, col, across, down])


def fingerprint(page, panel="board"):
    """A number that stands for all pixels of a panel."""
    return page.evaluate(PRINT, panel)


def point(page, row, col, panel="board"):
    """Where the middle of a cell lies on the screen, once its panel is in sight and at rest."""
    return page.evaluate(POINT, [panel, int(row), int(col)])  # NumPy's are none of JSON


def caption(page):
    return page.locator(".mv-text").first.inner_text()


def axe(page, kinds=("minor", "moderate", "serious", "critical"), options=None, **where):
    """The faults of these kinds that axe-core finds: rule and first element."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"preload": False, **(options or {})}  # from disk a page may load no file
    found = Axe().run(page, options=options, **where).response
    assert len(found["passes"]) > 10
    faults = [fault for fault in found["violations"] if fault["impact"] in kinds]
    return [(fault["id"], fault["nodes"][0]["html"]) for fault in faults]


def eventually(look, *, told=lambda: ""):
    """Look until it is true, for a limited time; `told` says what is seen instead."""
    deadline = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < deadline, told()
        time.sleep(0.05)


class Hand:
    """A hand on the first widget of a page: it clicks, and waits for what follows."""

    def __init__(self, page):
        self.page = page

    @property
    def root(self):
        return self.page.locator(".minevis").first

    def tap(self, row, col, panel="board", **options):
        moment = self.root.get_attribute("data-moment")
        self.page.mouse.click(*point(self.page, row, col, panel), **options)
        self.answered(moment)

    def press(self, label):
        moment = self.root.get_attribute("data-moment")
        self.root.get_by_role("button", name=label, exact=True).click()
        self.answered(moment)

    def answered(self, moment):
        """Wait until something is shown after `moment`, and all is answered."""
        eventually(
            lambda: self.root.get_attribute("data-moment") != moment and self._all_answered(),
            told=lambda: f"still at {moment}: {self.page.locator('body').inner_text()[-1500:]}",
        )
        settle(self.page)

    def _all_answered(self):
        """Whether nothing that this widget asked is still open."""
        answered = "own?.waits === own?.answered && !Number(dataset.asking ?? 0)"
        return self.root.evaluate(f"({{ widget: own, dataset }}) => {answered}")
