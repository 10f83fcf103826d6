"""A real marimo, serving one notebook as an app on a free port."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from lab import free_port, wait_for

CELL = """
@app.cell
def _():
    import minevis as mv
    widget = {made}
    widget
    return
"""


def notebook(*widgets):
    """A notebook with a cell for each of `widgets`, expressions that make one."""
    cells = "".join(CELL.format(made=made) for made in widgets).replace("widget", "_widget")
    return f"import marimo\n\napp = marimo.App(width='full')\n{cells.replace('mv', '_mv')}"


@contextmanager
def served(folder: Path, *widgets: str):
    port, log = free_port(), folder / "server.log"
    (folder / "app.py").write_text(notebook(*widgets))
    environment = {
        **os.environ,
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path[1:]]),
    }
    command = [sys.executable, "-m", "marimo", "--quiet", "run", str(folder / "app.py")]
    options = ["--headless", "--no-token", f"--port={port}", "--host=127.0.0.1"]
    with log.open("w") as told:
        process = subprocess.Popen(
            [*command, *options], stdout=told, stderr=subprocess.STDOUT, env=environment
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, process, log)
            yield address
        finally:
            process.terminate()
            process.wait(20)
