"""Finding a browser to drive, fetching one where there is none, and saying what is missing.

Run as a script, it sees to it that there is a browser: the one on this machine, else
Playwright's own Chromium, else, for root on Debian or Ubuntu, the distribution's.
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

# Chromium without a window to draw, as Playwright's own, takes half the processor time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-background-networking"]
MISSING = (
    "no browser to test in: install chromium (Debian: apt install chromium-headless-shell) or "
    "run `python -m playwright install --with-deps --only-shell chromium`, or name one in "
    "MINEVIS_BROWSER"
)
APT = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]


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


def required():
    """Whether tests fail where there is no browser, rather than being skipped."""
    return os.environ.get("CI") == "true"


def works():
    """Whether a browser starts: one that is installed may still lack a library."""
    try:
        with launched():
            return True
    except RuntimeError:
        return False


def from_playwright():
    """Playwright's own Chromium; for root with the libraries of the system that it needs."""
    print("Fetching Playwright's Chromium to test in", flush=True)
    options = ["--only-shell", *(["--with-deps"] if _may_install() else [])]
    return _quietly(sys.executable, "-m", "playwright", "install", *options, "chromium")


def from_distribution():
    """Chromium by apt, where that can be had and we may."""
    if not _may_install():
        return False
    print("Fetching the distribution's Chromium to test in", flush=True)
    install = [*APT, "install", "-y", "--no-install-recommends"]
    names = (SHELL, "chromium")  # older Debian and Ubuntu lack the first
    return _quietly(*APT, "update") and any(_quietly(*install, name) for name in names)


def _may_install():
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def _quietly(*command):
    """Whether a command succeeds; what it says is for nobody."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return not subprocess.run(command, capture_output=True, env=environment, check=False).returncode


def provide():
    """See to it that there is a browser; returns whether there is.

    On a server, a new machine for each run, the quick one is worth fetching.
    """
    if required() and not (os.environ.get("MINEVIS_BROWSER") or shutil.which(SHELL)):
        from_distribution()
    if works() or any(fetch() and works() for fetch in (from_playwright, from_distribution)):
        return True
    end = "will fail" if required() else "will be skipped"
    print(f"The browser tests {end}: {MISSING}", file=sys.stderr)
    return False


if __name__ == "__main__":
    provide()
