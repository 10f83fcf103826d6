"""Outputs of a notebook's cell: pages in one output share one program."""

import sys
from hashlib import blake2b
from html import escape
from typing import Any

from minevis.web.javascript import STATIC, joined, minified
from minevis.web.page import PROGRAM

IN_ANOTHER_CELL = (
    "The program that plays this is in the output of another cell, which is gone. Run that cell "
    "again, or restart the kernel and run this one."
)
WAITING = (  # until the program is there, the still behind the page is seen
    '<style id="minevis-waiting">body {{ background: none !important; '
    "min-height: 100vh; display: grid; align-content: end; }} "
    "p {{ margin: 0; padding: 8px; background: white; color: black; font: 15px sans-serif; }}"
    "</style>\n"
    '<p id="minevis-missing" hidden>{}</p>\n'
)
_carriers: dict[str, str] = {}  # the cell whose output carries a program, by the program's name


def with_shared_program(page: str) -> str:
    """Return a page for an output of the running cell, without its program if a page has it."""
    cell = _running_cell()
    if cell is None:
        return page
    content, _, program = page.partition(PROGRAM)
    name = blake2b(program.encode(), digest_size=8).hexdigest()
    script = minified(joined(STATIC / "output.js"))
    if name in _carriers:
        note = WAITING.format(escape(IN_ANOTHER_CELL))
        return f'{content}{note}<script type="module">{script}\ntakeProgram("{name}");</script>'
    _carriers[name] = cell
    return f'{page}<script type="module">{script}\ngiveProgram("{name}");</script>'


def jupyter_shell() -> Any:
    """Return the shell of a Jupyter kernel; None outside, and in Colab (it isolates outputs)."""
    from IPython import get_ipython

    shell: Any = get_ipython()
    is_shared = hasattr(shell, "get_parent") and "google.colab" not in sys.modules
    return shell if is_shared else None


def _running_cell() -> str | None:
    """Return a name for the running cell; None if its front end may separate outputs.

    JupyterLab, Notebook 7 and VS Code name the cell. Programs that run an entire notebook give no
    name, and take no input; then every run of a cell gets a name.
    """
    shell = jupyter_shell()
    if shell is None:
        return None
    shell.events.register("pre_run_cell", _forget)
    request = shell.get_parent()
    if cell := request.get("metadata", {}).get("cellId"):
        return str(cell)
    if request.get("content", {}).get("allow_stdin", True):
        return None
    return str(request["header"]["msg_id"])


def _forget(info: Any) -> None:
    """Forget the programs in the output of a cell that runs again: it may show something new."""
    for name, cell in list(_carriers.items()):
        if cell == info.cell_id:
            del _carriers[name]
