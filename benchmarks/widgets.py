"""Widgets: how fast scrubber, page and playground answer, in a real browser"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from measuring import Row, game, processor_seconds, timed

import minevis as mv
from minevis.api.app import save_app
from minevis.web.page import save

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "browser"))

SIZE = {"width": 1280, "height": 900}
LONG = 10_000  # beats
SCRUBBER = "document.querySelector('.minevis').scrubber"
FRAME = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"
RATE = f"""async (speed) => {{
  const {{ player }} = {SCRUBBER};
  player.seek(0); player.setSpeed(speed); player.play();
  const start = performance.now();
  await new Promise((done) => setTimeout(done, 3000));
  player.pause();
  return player.place / ((performance.now() - start) / 1000);
}}"""
SEEK = f"""async () => {{
  const scrubber = {SCRUBBER};
  const times = [];
  for (let i = 0; i < 300; i += 1) {{
    scrubber.player.beat = Math.floor(Math.random() * scrubber.film.length);
    const start = performance.now();
    scrubber.draw();
    times.push(performance.now() - start);
    {FRAME}
  }}
  return times;
}}"""
STEPS = f"""async (steps) => {{
  const scrubber = {SCRUBBER};
  scrubber.player.seek(0);
  for (let i = 0; i < steps; i += 1) {{
    scrubber.player.step(1);
    scrubber.draw();
    if (i % 20 === 0) {FRAME}
  }}
}}"""
HELD = f"""async () => {{
  const {{ player, timeline }} = {SCRUBBER};
  player.seek(0);
  let late = 0;
  for (let i = 1; i <= 100; i += 1) {{
    const press = new KeyboardEvent('keydown', {{ key: 'ArrowRight', bubbles: true }});
    timeline.element.dispatchEvent(press);
    {FRAME}
    late += Number(timeline.element.getAttribute('aria-valuenow')) < i;
  }}
  return late;
}}"""
PICK = f"""async () => {{
  const scrubber = {SCRUBBER};
  scrubber.player.seek(scrubber.player.shown[300]);
  const times = [];
  for (let cell = 0; cell < scrubber.film.area; cell += 7) {{
    const start = performance.now();
    await scrubber.pick(cell);
    times.push(performance.now() - start);
    {FRAME}
  }}
  return times;
}}"""
WHY = f"""async (step) => {{
  const scrubber = {SCRUBBER};
  scrubber.player.seek(scrubber.film.beatOf(step));
  await new Promise((done) => setTimeout(done, 600));
  const covered = [...scrubber.film.codes(0).keys()].filter((i) => scrubber.film.codes(0)[i] < 32);
  const times = [];
  for (const cell of covered.slice(0, 40)) {{
    const start = performance.now();
    await scrubber.pick(cell);
    {FRAME}
    times.push(performance.now() - start);
  }}
  return times;
}}"""
PLAY = f"""async () => {{
  const {{ widget }} = document.querySelector('.minevis');
  const cells = [...Array(widget.state.width * widget.state.height).keys()].reverse();
  const times = [];
  for (const cell of cells.slice(0, 60)) {{
    if (widget.state.over) await widget.request({{ do: 'back' }});
    const before = widget.state.moment;
    const start = performance.now();
    widget.act(cell, times.length % 2 === 0);
    while (widget.state.moment === before) await new Promise((done) => setTimeout(done, 1));
    {FRAME}
    times.push(performance.now() - start);
  }}
  return times;
}}"""

PAINTED = """
new MutationObserver((changes, watch) => {
  if (!document.querySelector('.minevis[data-begun]')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.painted = Date.now() / 1000; }));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-begun'] });
"""
PHONE = {"width": 390, "height": 844}
SLOWER = 4  # times: the processor of a phone
PLAYED = "document.querySelector('.minevis').widget"
OPENED = f"""async () => {{
  const widget = {PLAYED};
  const covered = () => widget.state.codes.board.filter((code) => code < 32).length;
  const moves = () => widget.stage.visible.some((panel) => panel.motion.frame > 0);
  const [before, times] = [covered(), []];
  const next = () => new Promise(requestAnimationFrame);
  widget.activate(16 * 8 + 8, 'first');
  while (!moves()) await next();
  let last = await next();
  while (moves()) {{
    const now = await next();
    times.push(now - last);
    last = now;
  }}
  await new Promise((done) => setTimeout(done, 1000));
  const pens = CanvasRenderingContext2D.prototype;
  let draws = 0;
  for (const name of ['drawImage', 'fillRect', 'putImageData']) {{
    const draw = pens[name];
    pens[name] = function (...all) {{ draws += 1; return draw.apply(this, all); }};
    setTimeout(() => {{ pens[name] = draw; }}, 1000);
  }}
  await new Promise((done) => setTimeout(done, 1000));
  return [before - covered(), times, draws];
}}"""
BOARD = "mv.Board.random('expert', seed=5, first=(0, 0))"


def rows() -> Iterator[Row]:
    """The page first, then the widgets in a JupyterLab with a real kernel."""
    from browsers import launched

    trace = game(seed=5)
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        yield from of_page(browser, Path(folder), trace)
        yield from of_opening(browser, Path(folder))
        yield from of_kernel(browser, Path(folder))


def of_page(browser, folder: Path, trace: mv.Trace) -> Iterator[Row]:
    """A whole expert game, and a film of 10,000 beats."""
    path = folder / "solve.html"
    took = processor_seconds(lambda: save(path, trace, progress=False))
    yield Row("an expert game as a page is built, processor time", f"{took:.1f}", "s")
    yield Row("an expert game as a page", f"{path.stat().st_size / 1000:.0f}", "kB", "under 400")
    page = browser.new_page(viewport=SIZE)
    page.goto(path.as_uri())
    page.wait_for_selector("[data-ready]")
    page.wait_for_timeout(1500)
    for speed, aim in ((60, "at least 55"), (120, ""), (240, "")):
        got = page.evaluate(RATE, speed)
        yield Row(f"{speed} beats a second asked, 16×30, three panels", f"{got:.1f}", "/s", aim)
    yield from spread("a random seek", page.evaluate(SEEK), "under 10")
    yield Row("arrow key held: steps late", f"{page.evaluate(HELD)}", "of 100", "0")
    yield from spread("why, without a kernel", page.evaluate(PICK), "")
    page.close()
    yield from of_large_page(browser, folder)
    took, beats = loading(browser, folder)
    yield Row(f"a page of {beats:,} beats loads", f"{took:.2f}", "s", "under 1")


def of_opening(browser, folder: Path) -> Iterator[Row]:
    """The app's game on a phone with a slow processor: frames while an opening moves."""
    page = browser.new_page(viewport=PHONE, reduced_motion="no-preference")
    page.goto(save_app(folder / "app.html").as_uri() + "#play")
    page.wait_for_selector("[data-ready]")
    line = page.context.new_cdp_session(page)
    times = []
    for _ in range(5):
        page.evaluate(f"{PLAYED}.request({{ do: 'choose', level: [16, 16, 12], seed: 19 }})")
        page.wait_for_timeout(500)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        cells, taken, draws = page.evaluate(OPENED)
        line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        times += taken
    words = f"an opening of {cells} cells on a phone, {SLOWER} times slower"
    yield Row(f"{words}: frames a second", f"{1000 * len(times) / sum(times):.0f}", "/s", "60")
    yield Row("  its longest frame", f"{max(times):.0f}", "ms", "under 34")
    yield Row("  draws in the second after", f"{draws}", "", "0")
    page.close()


def of_large_page(browser, folder: Path) -> Iterator[Row]:
    """A game on 50×50 cells: its page is built, sought in and played through."""
    board = mv.Board.random(height=50, width=50, mines=500, seed=1, first=(25, 25))
    trace = mv.play(board, first=(25, 25))
    path = folder / "large.html"
    took, _ = timed(lambda: save(path, trace, progress=False))
    yield Row("a page of 50×50 cells is built", f"{took:.1f}", "s", "under 8")
    yield Row("a page of 50×50 cells", f"{path.stat().st_size / 1000:.0f}", "kB")
    page = browser.new_page(viewport=SIZE)
    page.goto(path.as_uri())
    page.wait_for_selector("[data-ready]")
    page.wait_for_timeout(1500)
    yield from spread("a random seek on 50×50 cells", page.evaluate(SEEK), "under 20")
    before, after = (memory(page, steps) for steps in (200, 2000))
    yield Row("memory after 200 steps there", f"{before:.0f}", "MB")
    yield Row("memory after 2,000 steps there", f"{after:.0f}", "MB", "as before")
    page.close()


def memory(page, steps: int) -> float:
    """MB that the page holds once so many steps have been drawn."""
    page.evaluate(STEPS, steps)
    line = page.context.new_cdp_session(page)
    line.send("HeapProfiler.collectGarbage")
    return line.send("Runtime.getHeapUsage")["usedSize"] / 1e6


def loading(browser, folder: Path) -> tuple[float, int]:
    """Seconds until a long film stands, and its beats: expert games end to end."""
    seed = 0
    longest = game(seed=5)
    while len(longest) < 2 * LONG:
        seed += 1
        longest = max(longest, game(seed=seed), key=len)
    path = save(folder / "long.html", longest, steps=LONG)
    page = browser.new_page(viewport=SIZE)

    def load():
        page.goto(path.as_uri())
        page.wait_for_selector("[data-ready]")

    took = min(timed(load)[0] for _ in range(3))
    beats = page.evaluate(f"() => {SCRUBBER}.film.length")
    page.close()
    return took, beats


def of_kernel(browser, folder: Path) -> Iterator[Row]:
    """From a click to the picture that answers it, next to a running kernel."""
    import lab
    from front_ends import Notebook

    film = f"t = mv.play({BOARD}, first=(0, 0))\nt.scrubber()"
    asked = (
        ("a scrubber asked why, by kernel", film, WHY, (100,), "under 120"),
        ("a click in a playground", "mv.Playground('expert')", PLAY, (), "under 60"),
    )
    with lab.server(folder) as address:
        yield from first_paint(browser, address, folder)
        for what, code, script, arguments, aim in asked:
            page = window(browser)
            notebook = Notebook(page, ("lab", address, folder), code)
            notebook.ready()
            time.sleep(1)
            yield from spread(what, page.evaluate(script, *arguments), aim)
            notebook.close(leave_kernel=False)
            page.close()


def window(browser):
    """A window of its own for a notebook."""
    page = browser.new_page(viewport=SIZE)
    page.is_shared = False
    return page


def first_paint(browser, address: str, folder: Path) -> Iterator[Row]:
    """From the moment that a cell begins to run to the picture, in a kernel that has just begun."""
    from front_ends import Notebook

    play = f"t = mv.play({BOARD}, first=(0, 0))"
    both = f"import time\nbegun = time.time()\n{play}\nt.scrubber()"
    shown = f"import time\n{play}\nbegun = time.time()\nt.scrubber()"
    for what, code in (("a game is played and seen", both), ("a game played is seen", shown)):
        times = []
        for _ in range(3):
            page = window(browser)
            page.add_init_script(PAINTED)
            notebook = Notebook(page, ("lab", address, folder), code)
            notebook.ready()
            painted = page.wait_for_function("window.painted").json_value()
            times.append(painted - notebook.ask("begun", seconds=60))
            notebook.close(leave_kernel=False)
            page.close()
        aim = "under 1" if code == shown else ""
        yield Row(f"{what} in JupyterLab, from the cell on", f"{median(times):.2f}", "s", aim)


def spread(what: str, times: list[float], aim: str) -> Iterator[Row]:
    """The median of `times`, in ms, and the worst of them."""
    yield Row(what, f"{median(times):.1f}", "ms", aim)
    yield Row(f"{what}, worst of {len(times)}", f"{max(times):.1f}", "ms")
