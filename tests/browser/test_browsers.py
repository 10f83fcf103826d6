"""How a browser is found and fetched, and what is said where there is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import browsers

FOLDER = Path(__file__).parent
LAUNCH = "import browsers\nwith browsers.launched():\n    print('it runs')"
ROOT = FOLDER.parents[1]
NEEDS_ONE = f"{FOLDER / 'test_page.py'}::test_names_are_text_never_markup"


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=FOLDER,
        env={**os.environ, **environment},
        check=False,
    )


def test_a_missing_browser_is_said_in_one_plain_sentence(tmp_path):
    done = run("-c", LAUNCH, MINEVIS_BROWSER=str(tmp_path / "none"))
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(f"RuntimeError: {browsers.MISSING}")
    assert "apt install chromium" in browsers.MISSING


def test_the_one_on_the_path_is_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MINEVIS_BROWSER", raising=False)
    assert browsers.installed() is None
    (tmp_path / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / "chromium").chmod(0o755)
    assert browsers.installed() == str(tmp_path / "chromium")


@pytest.fixture
def fetched(monkeypatch):
    """Which sources were asked, on a machine where only those of `works_after` help."""
    asked = []

    monkeypatch.setenv("CI", "")

    def set_up(*works_after):
        monkeypatch.setattr(browsers, "works", lambda: bool(set(asked) & set(works_after)))
        for name in ("from_playwright", "from_distribution"):
            monkeypatch.setattr(browsers, name, lambda name=name: asked.append(name) or True)
        return asked

    return set_up


def test_a_browser_that_starts_is_enough(fetched, monkeypatch):
    asked = fetched()
    monkeypatch.setattr(browsers, "works", lambda: True)
    assert browsers.provide()
    assert asked == []


@pytest.mark.parametrize("present", [True, False])
def test_a_server_fetches_the_quick_one(fetched, monkeypatch, present):
    asked = fetched()
    monkeypatch.setenv("CI", "true")
    monkeypatch.delenv("MINEVIS_BROWSER", raising=False)
    monkeypatch.setattr(browsers, "works", lambda: True)
    monkeypatch.setattr(browsers.shutil, "which", lambda name: name if present else None)
    assert browsers.provide()
    assert asked == ([] if present else ["from_distribution"])


def test_playwrights_own_comes_first_the_distributions_next(fetched):
    asked = fetched("from_playwright")
    assert browsers.provide()
    assert asked == ["from_playwright"]
    asked.clear()
    asked = fetched("from_distribution")
    assert browsers.provide()
    assert asked == ["from_playwright", "from_distribution"]


@pytest.mark.parametrize(("ci", "end"), [("true", "will fail"), ("", "will be skipped")])
def test_where_none_can_be_had_it_says_so_and_goes_on(fetched, capsys, monkeypatch, ci, end):
    fetched()
    monkeypatch.setenv("CI", ci)
    assert not browsers.provide()
    assert capsys.readouterr().err.strip() == f"The browser tests {end}: {browsers.MISSING}"


def test_only_root_asks_the_distribution(monkeypatch):
    asked = []
    monkeypatch.setattr(browsers.subprocess, "run", lambda command, **_: asked.append(command))
    monkeypatch.setattr(browsers, "_may_install", lambda: False)
    assert not browsers.from_distribution()
    assert asked == []


@pytest.mark.parametrize(("ci", "end"), [("", "1 skipped"), ("true", "1 error")])
def test_without_a_browser_tests_are_skipped_loudly_but_fail_in_ci(ci, end):
    environment = {"CI": ci, "MINEVIS_BROWSER": "/no/such/browser", "PYTHONPATH": str(ROOT)}
    done = run("-m", "pytest", "-p", "no:cacheprovider", "-n", "0", NEEDS_ONE, **environment)
    assert end in done.stdout.splitlines()[-1]
    assert ("NO BROWSER" in done.stdout) == (ci == "")
