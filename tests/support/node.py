"""Modules of the browser, run by Node and asked from Python."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from minevis.widgets.javascript import STATIC

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
ASKED = """
import {{ readFileSync }} from "node:fs";
import {{ {name} }} from "{path}";
const asked = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(asked.map((each) => {name}(...each))));
"""


def answers_of(script, name, asked):
    """What the function `name` of a script of the browser gives for each list of arguments."""
    path = Path(STATIC, script).resolve().as_uri()
    command = [NODE, "--input-type=module", "--eval", ASKED.format(name=name, path=path)]
    given = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, timeout=120
    )
    assert given.returncode == 0, given.stderr
    return json.loads(given.stdout)
