"""Finding a browser to drive, and saying clearly what is missing where there is none.

Run as a script, it fetches Playwright's own Chromium where no other is installed; with
`--installed` it only tells by its exit code whether one is.
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
MISSING = (
    "no browser to test in: install chromium (Debian: apt install chromium) or run "
    "`python -m playwright install chromium`, or name one in MINEVIS_BROWSER"
)


def installed():
    """The path of a browser on this machine; None leaves it to Playwright's own."""
    named = os.environ.get("MINEVIS_BROWSER")
    if named:
        return named
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched():
    """A running Chromium. Raises `RuntimeError` with one plain message when there is none."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise RuntimeError("the browser tests need playwright: pip install playwright") from error
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=installed(), args=FLAGS)
        except Error as error:
            raise RuntimeError(MISSING) from error
        yield browser
        browser.close()


def provide():
    """See to it that there is a browser; where that fails, say so and go on."""
    if installed() is not None:
        return
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    if subprocess.run(command, check=False).returncode:
        print(f"The browser tests will fail: {MISSING}", file=sys.stderr)


if __name__ == "__main__":
    if "--installed" in sys.argv:
        sys.exit(installed() is None)
    provide()
