from pathlib import Path

from mypy import api

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
