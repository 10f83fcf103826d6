"""Finding a browser to drive, and saying clearly what is missing where there is none."""

import os
import shutil
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
