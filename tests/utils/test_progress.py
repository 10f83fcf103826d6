"""The line about kernels that are being compiled."""

import io
import sys

import pytest

from minevis.utils import progress
from minevis.utils.progress import announce_compiling, compiling_for


@pytest.mark.parametrize("announced", [True, False])
def test_long_compiling_is_announced_in_one_line(announced, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with compiling_for("exact", progress=announced):
        announce_compiling(kept=True).cancel()  # within five seconds
        assert sys.stderr.getvalue() == ""
        monkeypatch.setattr(progress, "LINE_DELAY", 0)
        timer = announce_compiling(kept=False)
        if announced:
            timer.join()
    how = "in memory, as no folder to keep them in can be written"
    line = f"minevis: compiling exact, {how}; this takes a minute or two\n"
    assert sys.stderr.getvalue() == (line if announced else "")
