"""The page that works alone: it reads positions as Python does."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import minevis as mv
from minevis.game.notations import tables
from node import answers_of, needs_node
from positions import golden

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
    *("3\n0 1 x x\n0 1 ! x\n1 2 x x", "3\n01xx\n01!x\n12xx", ".1xx\n.2xx\n.1xx"),
    *(". . 1 ? ?\n1 1 2 ? ?", "1 - 1", "- -\n1 -", "mines 2\n1 # #\n# # #"),
    *("4x2x1\nHH10\nFH10\n\nfrom a game\nof mine", "mines left: 2\nF1#\n###"),
    *("```\n|1|#|\n|1|F|\n```", "+---+---+\n| 1 |   |\n+---+---+\n| 1 | # |\n+---+---+"),
    *("[[ 1 -1]\n [ 1 -2]]", "mines 2\n[[1, None], [1, nan]]", "array([[ 1., 10.], [ 1., 11.]])"),
    *("    0   1\n0   1  50%\n1   1  <1%", "1 # #", "1  #\n1 ##", "", "   \n", "*.*\n..."),
    *("1#\n1##", "1#\n1@", "....\n....", "10\n1#", "3 mines\n1#\n1F", "__1\n__1", "  1\n  1"),
    *("□□1\n□□1", "1,#\n1,⚑", "99\n1#\n##", "https://example.org/?analysis=", "2x2x1\n1H"),
    *("2x1x1\n1Z", "1 2 ... 3", "[constructor, 1]", "[[__proto__], [toString]]", "|-_|1|\n|1|#|"),
    "\n" * 250_000 + "1#",
    "1" + " " * 250_000 + "#",  # a time that grows with the square would be minutes
    "1#\n" + " \n" * 100_000 + "1#",
    *("?..\n...", ".1.\n...", "1..\n.3#", "2 3\n#1#\n###", "2 3 1\n#1#\n###", "3 3\n#1#\n#1#\n###"),
    *("2 2\n##\n##", " |123|\n-|---|\n1|.*1|\n2|111|\n3|///|\n-|---|"),
    "   0  1  2\n  ---------\n0 | 0 1 # | 0\n1 | 0 1 # | 1\n  ---------\n   0  1  2",
    *("0 1 2\n0 1 #\n1 2 #\n2 # #", "rows = [[-1, 1, -1],\n        [-1, 2, -1]]", '"#1#",\n"#2#"'),
    *('[["B", "1", "E"], ["B", "1", "M"]]', "B1E\nB1X", "🟩１⬜\n🟩1️⃣⬜", "🟩 🟩 1\n🚩 💣 2"),
    *("Where is the mine here?\n\n##1\n111", "number of mines: 2\n##1\n111", "2 mines\n##1\n111"),
    *("+---+\n|01#|\n|01#|\n+---+", ".X.\n...", "·1#\n·1#", "xxx Fx\nxxx 11", "mines: ٣\n1#"),
    *("mines ٣\n1#", "1#\x851#", "1#\x1c1#", "1\x0b#\n1\x0b#", "1#\u20281#", "1\xa0#\n1\xa0#"),
    *("There are 2 mines.\n1##\n###", "1#\n1#\n\nBombs: 1", "3 of 10 mines\n1#", "\\u25a01\n11"),
    *("■ □ 1\n■ □ 1", "□ □ 1 ■\n1 1 1 ■", "1\t1\t\t\n1\tF\t\t\n1\t1\t\t", "#,1,,\n1,1,,"),
    *("1 1 1     1 1 2 # #\n# # 1     1 # 2 # #", "[ ][1][#]\n[ ][1][#]", "1|#|1\n-|-|-\n1|1|1"),
    *("  abcd\n1 01##\n2 01##", "| | 0 | 1 |\n| 0 | 1 | # |\n| 1 | 1 | # |", "[0][0]}0][0]"),
    *("array([[-1, 1],\n       [-1, 1]], dtype=int8)", '{"mines": 1, "board": [[-1, 1]]}'),
    *("1 # # #\n2 # # #\n2 2 # #", "|2|x| |\n|2|x| |", "x.1\nx.1", "01#/01#"),
    "[code]1#[/code] Hi!",
    "<table><tr><td>1</td><td></td></tr>\n<TR><td>1</td> <td>&#9632;</td></TR></table>",
    *("[0 1 -1; 0 1 -1]", "1\t\t2\n1\t2\t", "||:one:||:bomb:||", "||:one:||||:bomb:||"),
    *(":one::blue_square:", "①█\n1█", "https://x.org/?b=0202&m=g", "> 2 mines.\n> 1 X\n> 2 X\nHi"),
    *("01#\n01#\n  a b c", "0  1.0  NaN\n1  1.0  1.0", ">!1!<>!#!<"),
    *("[[Open(1), Hidden], [Flagged, Open(2)]]", "[[Just 1,Nothing]]", "int b[1][2] = {{1, -1}};"),
    *("   [,1] [,2]\n[1,]    1   NA", "1 & \\# \\\\ \\hline\n1 & 1 \\\\", "1 & #\n1 & 1"),
    *("b:\n  - [1, '#']", "│ (index) │ 0 │\n│ 0 │'#'│", "P1\n2 1\n01", "P1\n11", "F1.0\n11.0"),
    *("“1#”\n“1#”", ":one:||:two:||", "{(0, 0): 1, (0, 1): -1}", "2x3\n(1,1)=1 (2,3)=1"),
    *("(0, 0): 1\n(0, 2): 1", "(0,0)=1 (0,0)=2 1#"),
    *(
        f'<table><tr><td class="{name}"></td><td>1</td></tr></table>'
        for name in ("cell closed", "open", "b0", "cell", "cell type0")
    ),
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
        ";",
        "❶",
        "Which cell?",
        *"xF#.-_■□⬜🟦🚩１*01238?HEBM/",
    ),
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
