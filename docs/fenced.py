"""Examples in docstrings as code: without a fence, Markdown takes `>>>` for quotations."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^(?P<example>>>> .*?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def fenced(text: str) -> str:
    """The same text with a fence around every example."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found['example']}\n```", text)


class Fenced(griffe.Extension):  # type: ignore[misc]
    """Puts fences around the examples of everything that is documented."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring in place."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
