"""A notebook open in JupyterLab or Notebook 7, and a line to its kernel around the browser."""

import json
import re
import time

from playwright.sync_api import expect

import lab
from seeing import PATIENCE, Hand, eventually

NAME = "notebook.ipynb"
ADDRESSES = {  # a workspace of its own has one tab only
    "lab": f"/lab/workspaces/tests/tree/{NAME}?reset",
    "notebook": f"/notebooks/{NAME}",
}
IS_OPEN = "() => Boolean(window.jupyterapp) && !document.querySelector('.jp-Dialog')"
READ_ANEW = "() => window.jupyterapp.shell.currentWidget.context.revert()"
HAS_RUN = re.compile(r"\[(\*|\d+)\]")  # the number of a cell, or that it waits or runs
BEGIN = "import kernel_line, time, minevis as mv; kernel_line.listen()"


def is_tidy(page):
    """Whether a window can show the notebook of the next test, without a question."""
    return page.evaluate(IS_OPEN)


class Notebook(Hand):
    """A notebook with these cells, all run. `ask(code)` evaluates in its kernel."""

    def __init__(self, page, front, *cells: str) -> None:
        app, address, folder = front
        super().__init__(page)
        self.folder = folder
        for left in ("ask.txt", "told.txt"):
            (folder / left).unlink(missing_ok=True)
        lab.notebook(folder, NAME, BEGIN, *cells)
        self.address, self.is_killed = address, False
        if page.evaluate(IS_OPEN):
            page.evaluate(READ_ANEW)
        else:
            page.goto(address + ADDRESSES[app])
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        expect(page.locator(".jp-InputPrompt", has_text=HAS_RUN)).to_have_count(0)
        eventually(self._idle)  # else it asks for a kernel
        self.run_all()
        if not self._begun():  # the menu can be there before the kernel is
            self.run_all()

    def _sessions(self):
        """The kernels of the server, and the notebook that each belongs to."""
        return self.page.request.get(f"{self.address}/api/sessions").json()

    def _idle(self):
        """Whether the server has a kernel for this notebook, and the page knows it."""
        self.page.wait_for_timeout(100)
        kernels = {each["path"]: each["kernel"] for each in self._sessions()}
        status = self.page.locator("[data-status]").first.get_attribute("data-status")
        return NAME in kernels and kernels[NAME]["execution_state"] == status == "idle"

    def _begun(self, wait=20_000):
        """Whether the last cell waits to run, or has run; that may take a busy machine seconds."""
        prompt = self.page.locator(".jp-InputPrompt").last
        try:
            expect(prompt).to_have_text(HAS_RUN, timeout=wait)
        except AssertionError:
            return False
        return True

    def run_all(self):
        self.page.get_by_text("Run", exact=True).first.click()
        self.page.get_by_text("Run All Cells", exact=True).first.click()

    def ready(self, count=1):
        found = self.page.locator(".minevis[data-ready]")
        found.nth(count - 1).wait_for()
        return self

    def ask(self, code):
        told = self.folder / "told.txt"
        (self.folder / "part.txt").write_text(code)
        (self.folder / "part.txt").rename(self.folder / "ask.txt")
        deadline = time.monotonic() + PATIENCE
        while not told.exists():
            assert time.monotonic() < deadline, f"the kernel did not answer {code!r}"
            time.sleep(0.02)
        answer = json.loads(told.read_text())
        told.unlink()
        return answer

    def kill_kernel(self):
        """End the kernel as a crash does, and wait until the page says that it starts another."""
        self.is_killed = True
        (self.folder / "ask.txt").write_text("__import__('os')._exit(1)")
        said = self.page.get_by_text("Kernel Restarting").or_(self.page.locator(".jp-Dialog"))
        said.first.wait_for()
        self.page.keyboard.press("Escape")

    def close(self, *, leave_kernel):
        """Empty the kernel for the next notebook, or end it."""
        if not leave_kernel:
            for session in self._sessions():
                self.page.request.delete(f"{self.address}/api/sessions/{session['id']}")
        elif not self.is_killed:
            self.ask("kernel_line.forget()")

    def cells(self):
        """How many cells the notebook has, and the type of each."""
        return self.page.locator(".jp-Notebook .jp-Cell").count()
