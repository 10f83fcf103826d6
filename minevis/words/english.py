"""The phrases that Python and the browser share: `words.json`, sent to the browser unchanged.

Placeholders are names in braces. A placeholder may pick a form by the count of its value:
`{left:# mine|# mines}`. Phrases that only Python says are in the code that says them.
"""

import json
from pathlib import Path

PHRASES: dict[str, str] = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))


def say(key: str, **values: object) -> str:
    """Return the phrase of that name with its `values` in place."""
    return PHRASES[key].format(**values)
