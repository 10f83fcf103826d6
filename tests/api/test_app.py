"""The page that works alone: it reads positions as Python does."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
from minevis.game.notations import tables
from node import answers_of, needs_node
from positions import golden, rows_of

REPORTS = Path(__file__).parents[3] / "shared" / "reports"
NOTATIONS = "standalone/notations.js"
READ = """(text, tables) => {
  try {
    const found = script.positionOf(text, tables);
    return script.textOf(found);
  } catch (error) {
    if (!(error instanceof script.Unreadable)) throw error;
    return null;
  }
}"""
LINK = "(text, tables) => script.linkOf(script.positionOf(text, tables))"
BACK = """(link) => {
  const found = script.positionOfAddress(link, 100);
  return found && script.textOf(found);
}"""
TEXTS = [
    *(text for name in ("read", "refused") for text, *_ in rows_of(f"notations_{name}")),
    "\n" * 250_000 + "1#",
    "1" + " " * 250_000 + "#",  # a time that grows with the square would be minutes
    "1#\n" + " \n" * 100_000 + "1#",
]
BITS = [
    *("mines 2\n", "Mines: 3", "mines: ٣\n", "10 mines\n", "There are 2 bombs.\n", "3 3\n"),
    *("9 9 10\n", " | ", "|", "---", "|---|---|\n", "\t", ", ", ",", "\n", "\n\n", "\r\n", "\r"),
    *("  ", " ", "[", "]", "[[", "]]", "(", ")", "{", "}", "nan", "None", "-1", "10", "array("),
    *("dtype=int8", "50%", "0 1 2\n"),
    *(
        "  a b c\n",
        "1 ",
        "A ",
        "```\n",
        ":one:",
        "||",
        "[code]",
        "<td>",
        "</td>",
        "<tr>",
        "&#9632;",
    ),
    *(";", "❶", "Which cell?", *"xF#.-_■□⬜🟦🚩１*01238?HEBM/"),
    *("...", "(0,0)=1 ", "(1, 2): #", "**1**", "\\\\", " & ", "Open(1)", ",Hidden]", "[,1]", "- ["),
    *('"', "'", "\\u25a0", "> ", "?b=0202&m=g", "3x3:1,1,u800", "left: 1", "\x85", "\x1c"),
    *("\u2028", "٣", "Ⅲ"),
]


def as_python(text):
    try:
        return str(mv.Position.parse(text))
    except mv.BoardFormatError:
        return None


@needs_node
def test_texts_in_all_notations_are_read_as_in_python():
    reports = [path.read_bytes().decode(errors="replace") for path in sorted(REPORTS.glob("*.txt"))]
    texts = [*TEXTS, *reports]
    found = answers_of(NOTATIONS, READ, [(text, tables()) for text in texts])
    for text, given_text in zip(texts, found, strict=True):
        assert given_text == as_python(text), text


@needs_node
def test_a_text_that_is_too_large_is_refused():
    small = {**tables(), "largest": 4}
    texts = [
        *("1###", "1####", "1\n#\n#\n#\n#", "|1|#|#|#|#|", "[[1, -1, -1, -1, -1]]"),
        *("5x1x1\n1HHHH", "1 # # # #", "?analysis=afabaaabaaaaaaa", "#" + " " * (1 << 18)),
    ]
    found = answers_of(NOTATIONS, READ, [(text, small) for text in texts])
    assert found == ["1###"] + [None] * 8


@needs_node
@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.text("#F*012.x-_ |,\n", max_size=24)
        | st.lists(st.sampled_from(BITS), max_size=12).map("".join),
        min_size=20,
        max_size=60,
    )
)
def test_any_text_is_read_as_in_python_or_refused_as_there(texts):
    found = answers_of(NOTATIONS, READ, [(text, tables()) for text in texts])
    assert found == [as_python(text) for text in texts]


@needs_node
def test_a_link_brings_the_position_back():
    texts = [str(position) for _, position, _ in golden()] + ["1F*#", "8###\nF*00"]
    links = answers_of(NOTATIONS, LINK, [(text, tables()) for text in texts])
    assert answers_of(NOTATIONS, BACK, [(link,) for link in links]) == texts
    assert max(map(len, links)) < 450
    damaged = ["", "3x3x1", "3x3x1.8j", "3x3x1.9z", "999x999x1.99999j", "0x3x1.j", "3x3x%.9j"]
    found = answers_of(NOTATIONS, BACK, [(link,) for link in damaged])
    assert found == [None] * len(damaged)
