"""Firefox, driven through WebDriver BiDi, which it speaks by itself: no driver is needed."""

import base64
import json
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from websocket import WebSocketTimeoutException, create_connection

from lab import free_port
from seeing import PATIENCE, eventually

NAMES = ("firefox", "firefox-esr")


def installed():
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    def __init__(self, line) -> None:
        self.line, self.number, self.errors = line, 0, []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method, **params):
        """The result of a command. Raises `RuntimeError` with what Firefox says of it."""
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.line.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                said = message["params"]
                places = said.get("stackTrace", {}).get("callFrames", [])
                where = [f"{each['functionName']} {each['lineNumber']}" for each in places]
                self.errors.append(" < ".join([said["text"], *where]))
            if message.get("id") == self.number:
                break
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        return message["result"]


class Tab:
    """A tab of its own. `run` evaluates a script; `errors` are those of its console."""

    def __init__(self, firefox) -> None:
        self.send, self.errors = firefox.send, firefox.errors
        self.errors.clear()
        self.context = self.send("browsingContext.create", type="tab")["context"]

    def close(self):
        self.send("browsingContext.close", context=self.context)

    def resize(self, width, height):
        size = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.context, viewport=size)

    def open(self, address):
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script):
        """The value of a script, which may promise it, by way of JSON."""
        told = self.send(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then((value) => JSON.stringify(value))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if told["type"] != "success":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"].get("value", "null"))

    def click(self, x, y):
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, key):
        """Press and let go of a key: a character, or one of WebDriver's codes."""
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})

    def _perform(self, source):
        self.send("input.performActions", context=self.context, actions=[source])

    def screenshot(self):
        return base64.b64decode(
            self.send("browsingContext.captureScreenshot", context=self.context)["data"]
        )


@contextmanager
def launched(folder: Path):
    port = free_port()
    folder.mkdir(exist_ok=True)
    command = [installed(), "--headless", "--no-remote", "--profile", str(folder)]
    size = ["--width", "1280", "--height", "900"]
    process = subprocess.Popen(
        [*command, *size, f"--remote-debugging-port={port}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        line = connected(f"ws://127.0.0.1:{port}/session")
        yield Firefox(line)
        line.close()
    finally:
        process.terminate()
        process.wait(20)


def connected(address):
    """A line to Firefox, once it listens."""
    lines = []

    def answers():
        try:
            lines.append(create_connection(address, timeout=PATIENCE, suppress_origin=True))
        except (OSError, WebSocketTimeoutException):
            return False
        return True

    eventually(answers)
    return lines[0]
