"""Examples in Markdown: Python blocks in which a comment is the output of the line above it."""

import ast
import doctest
import io
import re
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

BLOCK = re.compile(
    r"^(?P<not_run><!-- not run: .+ -->\n\n?)?```python\n(?P<code>.*?)^```$", re.M | re.S
)
OUTPUT = re.compile(r"# ?(.*)")


def run_examples(path: Path, **names: Any) -> int:
    """Run the Python blocks of a file in turn, and return how many outputs were compared.

    Every comment at the left margin must follow an expression, and equal what Python shows for it.
    `...` stands for any text.
    """
    text = path.read_text(encoding="utf-8")
    assert ">>>" not in text, f"{path.name}: prompts cannot be pasted"
    compared = 0
    for block in BLOCK.finditer(text):
        if not block["not_run"]:
            line = text.count("\n", 0, block.start("code"))
            compared += _run(block["code"], f"{path.name}, block at line {line}", names)
    return compared


def _run(code: str, where: str, names: dict[str, Any]) -> int:
    lines, statements = code.splitlines(), ast.parse(code).body
    starts = [_start(each) for each in statements]
    assert not _output(lines[: starts[0]]), f"{where}: begins with a comment"
    compared = 0
    for statement, (_, end) in zip(statements, pairwise([*starts, len(lines)]), strict=True):
        shown = io.StringIO()
        with redirect_stdout(shown):
            exec(compile(ast.Interactive([statement]), where, "single"), names)
        want = _output(lines[statement.end_lineno : end])
        if want:
            source = f"{where}: {ast.unparse(statement)}"
            example = doctest.Example(source, want)
            checker = doctest.OutputChecker()
            same = checker.check_output(example.want, shown.getvalue(), doctest.ELLIPSIS)
            difference = checker.output_difference(example, shown.getvalue(), doctest.ELLIPSIS)
            assert same, f"{source}\n{difference}"
            compared += 1
    return compared


def _start(statement: ast.stmt) -> int:
    """The index of a statement's first line, with its decorators."""
    return min(e.lineno for e in (statement, *getattr(statement, "decorator_list", ()))) - 1


def _output(lines: list[str]) -> str:
    """The text of the comments among `lines`."""
    return "".join(f"{found[1]}\n" for found in map(OUTPUT.fullmatch, lines) if found)
