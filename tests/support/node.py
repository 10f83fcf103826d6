import json
import shutil
import subprocess
from pathlib import Path

import pytest

from minevis.game.position import MARK_OF_CODE
from minevis.web.javascript import STATIC

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
ASKED = """
import {{ readFileSync }} from "node:fs";
import * as script from "{path}";
const asked = JSON.parse(readFileSync(0, "utf-8"));
const answer = {function};
process.stdout.write(JSON.stringify(asked.map((each) => answer(...each))));
"""


def answers_of(path, function, asked):
    """The results of a function in JavaScript for lists of arguments.

    The names of the module `path` of the browser are those of `script` there.
    """
    source = ASKED.format(function=function, path=Path(STATIC, path).resolve().as_uri())
    command = [NODE, "--input-type=module", "--eval", source]
    given = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, timeout=1800
    )
    assert given.returncode == 0, given.stderr
    return json.loads(given.stdout)


def board_of(position):
    height, width = position.shape
    view = [MARK_OF_CODE[int(code)] for code in position.view.ravel()]
    return {"height": height, "width": width, "mines": position.mines, "view": view}
