"""What is said where there is no browser to test in."""

import os
import subprocess
import sys
from pathlib import Path

import browsers

FOLDER = Path(__file__).parent
LAUNCH = "import browsers\nwith browsers.launched():\n    print('it runs')"


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


def test_it_looks_on_the_path_and_tells_by_its_exit_code(tmp_path):
    assert run("browsers.py", "--installed", PATH=str(tmp_path), MINEVIS_BROWSER="").returncode == 1
    (tmp_path / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / "chromium").chmod(0o755)
    assert run("browsers.py", "--installed", PATH=str(tmp_path), MINEVIS_BROWSER="").returncode == 0


def test_where_nothing_can_be_fetched_it_says_so_and_goes_on(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import subprocess\nsubprocess.run = lambda *a, **k: subprocess.CompletedProcess(a, 1)\n"
    )
    done = run("browsers.py", PATH="", MINEVIS_BROWSER="", PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    assert done.stderr.strip() == f"The browser tests will fail: {browsers.MISSING}"
