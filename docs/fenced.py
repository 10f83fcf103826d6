"""Examples in docstrings as code: without a fence, Markdown takes `>>>` for quotations."""

import re
from inspect import getdoc
from pydoc import locate
from typing import Any

import griffe

EXAMPLE = re.compile(r"^(?P<example>>>> .*?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def fenced(text: str) -> str:
    """The same text with a fence around every example."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found['example']}\n```", text)


class Fenced(griffe.Extension):  # type: ignore[misc]
    """Puts fences around the examples of everything that is documented."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring in place; options that `spell_out` describes are written out."""
        if obj.docstring is not None:
            text = obj.docstring.value
            spelled = obj.decorators if isinstance(obj, griffe.Function) else ()
            if any("about=" in str(each.value) for each in spelled):
                text = getdoc(locate(obj.path)) or text
            obj.docstring.value = fenced(text)
