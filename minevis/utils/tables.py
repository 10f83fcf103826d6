"""Rows of values as text, as HTML, as a pandas DataFrame.

Forty lines of code: `tabulate` has 3,000, aligns "38.61 % [37.66, 39.57]" as a word, has no
captions in HTML and is nine times slower; pandas loads in 0.9 s, and only DataFrames need it.
"""

from abc import ABCMeta
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Never, TypeVar

from minevis.utils.hints import Helpful, did_you_mean, names_meant
from minevis.utils.showing import Shown, paragraph

if TYPE_CHECKING:
    from pandas import DataFrame

T = TypeVar("T")
STYLE = "font-variant-numeric: tabular-nums; border-collapse: collapse"
CAPTION_STYLE = "caption-side: top; text-align: left; padding: 0.3em 0.6em"
LEFT = "text-align: left; padding: 0.2em 0.6em"
WHOLE = "white-space: nowrap; "  # short texts are not broken
RIGHT = f"text-align: right; {WHOLE}padding: 0.2em 0.6em"
SHORT = 16  # characters
IN_SIGHT = "display: inline-block; max-width: 90vw; position: sticky; left: 0"  # of a wide table


def text(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows in columns of even width, numbers to the right, words to the left."""
    if not rows:
        return "(nothing)"
    names = list(rows[0])
    table = [names, *([row[name] for name in names] for row in rows)]
    widths = [max(len(line[i]) for line in table) for i in range(len(names))]
    right = [_numeric(rows, name) for name in names]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in table
    )


def html(rows: Sequence[Mapping[str, str]], caption: str = "") -> str:
    """Rows as a table, aligned as in `text`; whatever they say is text, not markup.

    Without rows the caption is a paragraph: a table is no wider than its cells.
    """
    if not rows:
        return paragraph(caption)
    names = list(rows[0])
    styles = {name: _style(rows, name) for name in names}

    def cells(tag: str, values: Mapping[str, str]) -> str:
        return "".join(
            f'<{tag} style="{styles[name]}">{escape(values[name])}</{tag}>' for name in names
        )

    head = cells("th", {name: name for name in names})
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    inner = f'<span style="{IN_SIGHT}">{escape(caption)}</span>'
    title = f'<caption style="{CAPTION_STYLE}">{inner}</caption>' if caption else ""
    return (
        f'<table style="{STYLE}">{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def _style(rows: Sequence[Mapping[str, str]], name: str) -> str:
    if _numeric(rows, name):
        return RIGHT
    return (WHOLE if all(len(row[name]) <= SHORT for row in rows) else "") + LEFT


def markdown(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows as a table of Markdown."""
    names = list(rows[0]) if rows else []
    lines = [names, ["---"] * len(names), *([row[name] for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def data_frame(rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()) -> "DataFrame":
    """Return rows as a pandas DataFrame, which has `columns` even without rows.

    Raises `ImportError` without pandas.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_frame() needs pandas: python -m pip install pandas") from error
    return pandas.DataFrame(list(rows), columns=None if rows else list(columns))


class _Kind(Helpful, ABCMeta):
    """The kind of a public mapping."""


class Registry(Mapping[str, T], Shown, metaclass=_Kind):
    """A read-only mapping from names, shown as a table of their meanings.

    `columns` returns the texts of a column by name. It is called when the table is shown.
    """

    def __init__(
        self, entries: Mapping[str, T], columns: Mapping[str, Callable[[str], str | None]]
    ) -> None:
        self._entries, self._columns = entries, columns

    def __getitem__(self, name: str) -> T:
        if name not in self._entries:
            raise KeyError(f"{name}{did_you_mean(name, self)}")
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __getattr__(self, name: str) -> Never:
        known = [] if name.startswith("_") else names_meant(name, self, "values")
        hint = f"; the values are keys: [{known[0]!r}]" if known else ""
        raise AttributeError(f"no attribute {name!r}{hint}", name=name, obj=None)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return text(self._table())

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        return html(self._table())

    def to_markdown(self) -> str:
        """Return the table, in Markdown."""
        return markdown(self._table())

    def _table(self) -> list[dict[str, str]]:
        return [
            {"name": name, **{title: of(name) or "" for title, of in self._columns.items()}}
            for name in self
        ]


def described(functions: Mapping[str, T]) -> Registry[T]:
    """Return a registry of functions, whose meanings are the first lines of their docstrings."""

    def meaning(name: str) -> str:
        first = (functions[name].__doc__ or "").partition("\n")[0]
        words = first.replace("`", "").removesuffix(".").removeprefix("Return ")
        return words[:1].upper() + words[1:]

    return Registry(functions, {"meaning": meaning})


def _numeric(rows: Sequence[Mapping[str, str]], name: str) -> bool:
    """Return whether a column has only numbers, or words that begin with one."""
    words = [row[name] for row in rows if row[name]]
    return bool(words) and all(map(_number, words))


def _number(word: str) -> bool:
    return word[:1].lstrip("−-+").isdigit() or word[:2].lstrip("−-+").isdigit()
