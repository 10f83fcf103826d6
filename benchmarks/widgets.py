"""How immediate the scrubber is, in a real Chromium: prints rates and times.

Asked of it: 60 beats a second give at least 55 on a 16×30 board with three panels,
a random seek under 10 ms, a click to its picture under 120 ms, loading under 1 s.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

import minevis as mv  # noqa: E402
from browsers import launched  # noqa: E402
from minevis.widgets.page import save  # noqa: E402

RATE = """async (speed) => {
  const { player } = document.querySelector('.minevis').scrubber;
  player.seek(0); player.hasten(speed); player.play();
  const start = performance.now();
  await new Promise((done) => setTimeout(done, 3000));
  player.pause();
  return player.place / ((performance.now() - start) / 1000);
}"""
SEEK = """() => {
  const scrubber = document.querySelector('.minevis').scrubber;
  const times = [];
  for (let i = 0; i < 200; i += 1) {
    scrubber.player.beat = Math.floor(Math.random() * scrubber.film.length);
    const start = performance.now();
    scrubber.draw();
    times.push(performance.now() - start);
  }
  return times;
}"""
HELD = """async () => {
  const { player, timeline } = document.querySelector('.minevis').scrubber;
  player.seek(0);
  const start = performance.now();
  for (let i = 0; i < 100; i += 1) {
    const press = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
    timeline.element.dispatchEvent(press);
    await new Promise((done) => setTimeout(done, 15));
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [player.place, performance.now() - start];
}"""
PICK = """async () => {
  const scrubber = document.querySelector('.minevis').scrubber;
  scrubber.player.seek(scrubber.player.shown[300]);
  const times = [];
  for (let cell = 0; cell < scrubber.film.area; cell += 7) {
    const start = performance.now();
    await scrubber.pick(cell);
    times.push(performance.now() - start);
  }
  return times;
}"""


def main():
    """Measure and print."""
    trace = mv.play(mv.Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        started = time.perf_counter()
        path = save(Path(folder) / "solve.html", trace)
        took = time.perf_counter() - started
        print(f"page: {path.stat().st_size:,} bytes, written in {took:.1f} s")
        long = save(Path(folder) / "long.html", trace, steps=10_000, answers=False)
        for name, file in (("whole game", path), ("longest", long)):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            started = time.perf_counter()
            page.goto(file.as_uri())
            page.wait_for_selector("[data-ready]")
            beats = page.evaluate("() => document.querySelector('.minevis').scrubber.film.length")
            print(f"load, {name}: {beats:,} beats in {time.perf_counter() - started:.2f} s")
        for speed in (30, 60, 120, 240):
            print(f"asked {speed} beats a second, got {page.evaluate(RATE, speed):.1f}")
        seeks = sorted(page.evaluate(SEEK))
        print(f"random seek: median {median(seeks):.2f} ms, worst {seeks[-1]:.2f} ms")
        steps, took = page.evaluate(HELD)
        print(f"arrow key held: {steps} of 100 steps shown after {took:.0f} ms of presses")
        picks = sorted(page.evaluate(PICK))
        print(f"why, without a kernel: median {median(picks):.1f} ms, worst {picks[-1]:.1f} ms")


if __name__ == "__main__":
    main()
