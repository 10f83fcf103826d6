import io
import sys

import pytest

from minevis.utils import progress
from minevis.utils.progress import CompilingProgress, compiling_for


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_counts_the_kernels_up_to_their_total(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "PROGRESS_DELAY", 0)
    monkeypatch.setitem(progress.COMPILING_BAR, "mininterval", 0)
    with compiling_for("exact", progress=True):
        shown = CompilingProgress(9, kept=True)
    for done in (6, 9):
        shown.update(done)
    shown.close()
    seen = [text.split(" |")[0] for text in sys.stderr.getvalue().split("\r") if text.strip()]
    assert seen == [f"compiling exact, once: kernel {number} of 9" for number in (1, 7, 9)]


@pytest.mark.parametrize(("stream", "wanted"), [(Terminal, False), (io.StringIO, True)])
def test_elsewhere_one_line_says_so_after_a_while(stream, wanted, monkeypatch):
    """In files and pipes, and on terminals without progress bars."""
    monkeypatch.setattr(sys, "stderr", stream())
    with compiling_for("exact", progress=wanted):
        CompilingProgress(9, kept=True).close()  # within five seconds
        assert sys.stderr.getvalue() == ""
        monkeypatch.setattr(progress, "LINE_DELAY", 0)
        shown = CompilingProgress(9, kept=False)
        shown.timer.join()
    shown.update(6)
    shown.close()
    memory = "in memory, as no folder to keep them in can be written"
    assert sys.stderr.getvalue() == f"minevis: compiling exact, {memory}: 9 kernels\n"
