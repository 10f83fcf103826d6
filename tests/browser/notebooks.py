"""A notebook open in a real JupyterLab, and a line to its kernel around the browser."""

import json
import time
from pathlib import Path

import lab

LINE = """
import json, pathlib, threading, time, traceback
import minevis as mv
def _listen():
    ask, told = pathlib.Path("ask.txt"), pathlib.Path("told.txt")
    while True:
        if ask.exists():
            code = ask.read_text()
            ask.unlink()
            try:
                answer = eval(code, globals())
            except SyntaxError:
                answer = exec(code, globals())
            except Exception as error:
                answer = repr(error)
            pathlib.Path("new.txt").write_text(json.dumps(answer, default=str))
            pathlib.Path("new.txt").rename(told)
        time.sleep(0.02)
threading.Thread(target=_listen, daemon=True).start()
"""


class Notebook:
    """A notebook with these cells, all run. `ask(code)` evaluates in its kernel."""

    def __init__(self, page, address, folder: Path, name: str, *cells: str) -> None:
        self.page, self.folder = page, folder
        for left in ("ask.txt", "told.txt"):
            (folder / left).unlink(missing_ok=True)
        (folder / "line.txt").write_text(LINE)
        lab.notebook(folder, f"{name}.ipynb", "exec(open('line.txt').read())", *cells)
        self.address = address
        page.goto(f"{address}/lab/workspaces/{name}/tree/{name}.ipynb?reset")  # one tab only
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        page.get_by_text("| Idle").wait_for(timeout=30_000)  # else it asks for a kernel
        self.run_all()

    def run_all(self):
        """Run every cell from the menu."""
        self.page.get_by_text("Run", exact=True).first.click()
        self.page.get_by_text("Run All Cells", exact=True).first.click()

    def ready(self, count=1):
        """The widgets, once they stand."""
        found = self.page.locator(".minevis[data-ready]")
        found.nth(count - 1).wait_for(timeout=25_000)
        return found

    def ask(self, code, *, seconds=15):
        """The value of `code` in the kernel."""
        told = self.folder / "told.txt"
        (self.folder / "part.txt").write_text(code)
        (self.folder / "part.txt").rename(self.folder / "ask.txt")
        deadline = time.monotonic() + seconds
        while not told.exists():
            assert time.monotonic() < deadline, f"the kernel did not answer {code!r}"
            time.sleep(0.02)
        answer = json.loads(told.read_text())
        told.unlink()
        return answer

    def close(self):
        """End all kernels of the server."""
        sessions = f"{self.address}/api/sessions"
        for session in self.page.request.get(sessions).json():
            self.page.request.delete(f"{sessions}/{session['id']}")

    def cells(self):
        """How many cells the notebook has, and the type of each."""
        return self.page.locator(".jp-Notebook .jp-Cell").count()
