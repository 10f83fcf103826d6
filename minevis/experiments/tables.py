"""Rows of values as text, as HTML, as a pandas DataFrame."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

STYLE = "font-variant-numeric: tabular-nums"


def text(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows in columns of even width, numbers to the right, words to the left."""
    if not rows:
        return "(nothing)"
    names = list(rows[0])
    table = [names, *([str(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[i]) for line in table) for i in range(len(names))]
    right = [all(_number(line[i]) for line in table[1:]) for i in range(len(names))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in table
    )


def html(rows: Sequence[Mapping[str, str]], caption: str = "") -> str:
    """Rows as a table; whatever they say is text, not markup."""
    names = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(row[name]))}</td>" for name in names) + "</tr>"
        for row in rows
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<table style="{STYLE}">{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Rows as a pandas DataFrame. Raises `ImportError` without pandas."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_frame() needs pandas: python -m pip install pandas") from error
    return pandas.DataFrame(list(rows))


def label(value: Any) -> str:
    """A value as charts and tables name it: "16×30", "0.2", "none"."""
    if isinstance(value, tuple):
        return "×".join(map(str, value))
    return "none" if value is None else str(value)


def _number(word: str) -> bool:
    return word[:1].lstrip("−-+").isdigit() or word[:2].lstrip("−-+").isdigit()
