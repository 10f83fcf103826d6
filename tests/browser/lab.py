"""A real JupyterLab, or Notebook 7, on a free port, with a folder of its own."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
START_LIMIT = 180  # seconds


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def server(folder: Path, app: str = "lab"):
    port, home = free_port(), folder / ".home"
    home.mkdir(exist_ok=True)
    ask_nothing(home / "config")
    environment = {
        **os.environ,
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "run"),
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(HERE), *sys.path[1:]]),
    }
    command = [sys.executable, "-m", f"jupyter{app}" if app == "lab" else app]
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token=", f"--port={port}"]
    options += ["--expose-app-in-browser"]
    quiet = ["--ServerApp.password=", "--ServerApp.disable_check_xsrf=True", "--ip=127.0.0.1"]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [*command, *options, *quiet, f"--ServerApp.root_dir={folder}"],
            stdout=log,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/api/status", process, folder / "server.log")
            yield address
        finally:
            process.terminate()
            process.wait(60)


SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
}


def ask_nothing(config: Path):
    """Settings by which a front end does not ask about news, over the corner of a board, nor by
    saving whether a notebook that a test has written is the one to keep."""
    for name, chosen in SETTINGS.items():
        path = config / f"lab/user-settings/@jupyterlab/{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(chosen))


def wait_for(address, process, log):
    deadline = time.monotonic() + START_LIMIT
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the Jupyter server ended: {log.read_text()[-2000:]}")
        try:
            with urlopen(address, timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.3)
    raise RuntimeError(f"no Jupyter server after {START_LIMIT} s: {log.read_text()[-2000:]}")


def notebook(folder: Path, name: str, *sources: str, outputs=None) -> Path:
    """Write a notebook with these code cells; `outputs` are those of the first one."""
    cells = [
        {
            "cell_type": "code",
            "id": f"cell{number}",
            "execution_count": None,
            "metadata": {},
            "outputs": (outputs or []) if number == 0 else [],
            "source": source,
        }
        for number, source in enumerate(sources)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    content = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = folder / name
    path.write_text(json.dumps(content))
    return path
