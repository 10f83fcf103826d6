"""The saved page in Firefox, from disk. Skipped, and said so, where there is no Firefox."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import firefox
import minevis as mv

pytestmark = pytest.mark.skipif(
    firefox.installed() is None,
    reason="no Firefox on this machine (Debian: apt install firefox-esr)",
)
SCRUBBER = "document.querySelector('.minevis').scrubber"
READY = (
    "new Promise((done) => { const look = () => document.querySelector('[data-ready]') "
    "? done(true) : setTimeout(look, 50); look(); })"
)
REST = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
ARROW_RIGHT = "\ue014"
PLACE = f"""(() => {{
  const {{ stage }} = {SCRUBBER};
  const box = stage.panels[0].boxOf(CELL);
  return [box.left + box.side / 2, box.top + box.side / 2];
}})()"""


def test_the_page_works_in_firefox(saved, trace, tmp_path):
    with firefox.launched(tmp_path / "profile") as tab:
        tab.open(saved.as_uri())
        assert tab.run(READY)
        tab.run(f"{SCRUBBER}.player.seek(0)")
        tab.run(REST)
        first = seen(tab)
        assert first.reshape(-1, 3).std(axis=0).min() > 4
        tab.run("document.querySelector('.mv-timeline').focus()")
        tab.press(ARROW_RIGHT)
        tab.run(REST)
        assert tab.run(f"{SCRUBBER}.player.beat") == 1
        told = tab.run("document.querySelector('.mv-text').textContent")
        assert told == mv.caption(trace.events[tab.run(f"{SCRUBBER}.film.events[1]")])
        assert (seen(tab) != first).any()
        covered = int(np.flatnonzero(trace[1].view == -1)[-1])
        tab.click(*tab.run(PLACE.replace("CELL", str(covered))))
        tab.run(REST)
        badge = tab.run("document.querySelector('.mv-badge').textContent")
        assert badge not in ("", "OPEN", "START")
        assert tab.errors == []


def seen(tab):
    return np.asarray(Image.open(BytesIO(tab.screenshot())).convert("RGB"))
