import shlex
from pathlib import Path

import pytest

from minevis.cli.main import main


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command line in an empty folder, with files by name: (exit code, out, err)."""
    monkeypatch.chdir(tmp_path)

    def call(line, **texts):
        """Write `a_txt=...` to a.txt, and run the command."""
        for name, text in texts.items():
            Path(name.replace("_", ".")).write_text(text, "utf-8")
        code = main(shlex.split(line))
        return (code, *capsys.readouterr())

    return call
