from pathlib import Path

import jedi
import pytest
from mypy import api

import minevis

ROOT = Path(__file__).parents[1]

WRONG = """\
import minevis as mv

board = mv.Board.random("beginner", seed=3)
trace = mv.play(board, playr="exact")
trace.video("a.mp4", secnds=10)
mv.trials("beginner", games="10")
mv.caption(3)
"""
ERRORS = [
    (4, 'Unexpected keyword argument "playr" for "play"'),
    (5, 'Unexpected keyword argument "secnds" for "video" of "Trace"'),
    (6, 'Argument "games" to "trials" has incompatible type "str"; expected "int"'),
    (7, 'Argument 1 to "caption" has incompatible type "int"'),
]


def test_a_type_checker_finds_wrong_calls(tmp_path, monkeypatch):
    script = tmp_path / "script.py"
    script.write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    kept = ["--config-file", f"{ROOT}/pyproject.toml", "--cache-dir", f"{ROOT}/.mypy_cache"]
    out, _, code = api.run([*kept, str(script)])
    lines = out.splitlines()
    for number, message in ERRORS:
        assert any(f":{number}: error: {message}" in line for line in lines), out
    assert code == 1
    assert len([line for line in lines if ": error: " in line]) == len(ERRORS), out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import minevis as mv\nmv.", set(minevis.__all__)),
        ("import minevis as mv\nmv.Board.", {"random", "parse", "word", "load"}),
        (
            'import minevis as mv\ntrace = mv.play(mv.Board.parse("*."))\ntrace.',
            {"video", "frame", "scrubber", "moves"},
        ),
    ],
)
@pytest.mark.usefixtures("private_jedi_cache")
def test_an_editor_completes_public_names(text, expected):
    names = {found.name for found in jedi.Script(text).complete()}
    assert expected <= names
