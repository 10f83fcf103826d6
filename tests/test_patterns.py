"""No pattern of the package takes a time that grows with the square of a text."""

import ast
import json
import re
import subprocess
from itertools import product
from pathlib import Path
from time import process_time

import minevis
from minevis.game.notations import PATTERNS
from minevis.web.javascript import STATIC
from node import NODE, needs_node

PACKAGE = Path(minevis.__file__).parent
CALLS = {"compile", "sub", "search", "match", "fullmatch", "split", "findall", "finditer"}
UNITS = (  # what texts may repeat without end
    *(" ", "\t", "\n", "1", "a", "A", "-", "_", "|", ".", ",", "[", "(", '"', "'", "x", ":", "/"),
    *("1 ", "mine ", "\n ", "a\n", " a", "--", "=", "1,", "a.", '"a', "[a", "é", "🟦", "é ", "<a"),
)
ENDS = ("", "\0")
SHORT, LONG = 200, 200 * 64  # of linear time 64 times as much, of a square 4,096 times
MOST = 1_000
NOTHING = 0.03  # seconds of CPU: a square would take more for the long texts
LITERAL = re.compile(
    r"(?:^|[=(,:!&|?\[]|return)\s*/((?:[^/\\\n\[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])"
    r"(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)/([dgimsuy]*)(?=[\s.,;)\]])",
    re.MULTILINE,
)


def patterns_in(path):
    """The patterns that a module writes out, each with a method that it is used by."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        called = node.func.value
        if isinstance(called, ast.Name) and called.id == "re" and node.func.attr in CALLS:
            given = node.args[0]
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield given.value, "fullmatch" if node.func.attr == "compile" else node.func.attr


def test_patterns_of_python_are_linear():
    found = {pattern for path in PACKAGE.rglob("*.py") for pattern in patterns_in(path)}
    assert len(found) > 20
    slow = []
    found |= {(pattern, "findall") for pattern in PATTERNS.values()}
    for (pattern, method), unit, end in product(sorted(found), UNITS, ENDS):
        compiled = re.compile(pattern)
        used = getattr(compiled, "findall" if method in ("sub", "split") else method)

        def seconds(length, text=unit, end=end, used=used):
            whole = (text * length)[:length] + end
            times = []
            for _ in range(3):
                before = process_time()
                used(whole)
                times.append(process_time() - before)
                if times[-1] < NOTHING:
                    break
            return min(times)

        if (long := seconds(LONG)) > max(NOTHING, MOST * seconds(SHORT)):
            slow.append((pattern, unit, end, long))
    assert not slow


JAVASCRIPT = """
import { readFileSync } from "node:fs";
const [patterns, units, ends, short, long, most, nothing] = JSON.parse(readFileSync(0, "utf-8"));
const seconds = (pattern, text) => {
  let least = Infinity;
  for (let i = 0; i < 3 && least > nothing; i += 1) {
    const before = process.cpuUsage().user;
    text.replace(pattern, "");
    least = Math.min(least, (process.cpuUsage().user - before) / 1e6);
  }
  return least;
};
const slow = [];
for (const [source, flags] of patterns) {
  const pattern = new RegExp(source, flags.includes("g") ? flags : flags + "g");
  for (const unit of units)
    for (const end of ends) {
      const text = (length) => unit.repeat(length).slice(0, length) + end;
      const time = seconds(pattern, text(long));
      if (time > nothing && time > most * seconds(pattern, text(short)))
        slow.push([source, unit, end, time]);
    }
}
process.stdout.write(JSON.stringify(slow));
"""


@needs_node
def test_patterns_of_the_browser_are_linear():
    scripts = [path for path in Path(STATIC).rglob("*.js") if "node_modules" not in path.parts]
    literals = {each for path in scripts for each in LITERAL.findall(path.read_text("utf-8"))}
    assert len(literals) > 20
    asked = [sorted(literals) + [(pattern, "gu") for pattern in PATTERNS.values()]]
    asked += [UNITS, ENDS, SHORT, LONG, MOST, NOTHING]
    command = [NODE, "--input-type=module", "--eval", JAVASCRIPT]
    given = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, timeout=1800
    )
    assert given.returncode == 0, given.stderr
    assert json.loads(given.stdout) == []
