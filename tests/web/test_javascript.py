import re

import pytest

import minevis as mv
from film_reading import unpacked
from minevis.web import javascript
from minevis.web.boards import MOST_DROPPED, MOST_TEXT
from minevis.web.fallback import still_bundle
from minevis.web.javascript import browser_words, page_script, words_used
from minevis.web.trace_pack import trace_pack
from minevis.web.widgets import FASTEST, SLOWEST

SCRIPTS = sorted(javascript.STATIC.rglob("*.js"))
WORKERS = ("solver/worker", "reading/worker")
ENTRIES = "notebook page figures/mount practice/mount race/mount app output start widget"
ENTRIES = [javascript.STATIC / f"{name}.js" for name in (*ENTRIES.split(), *WORKERS)]
CONSTANT = re.compile(r"^(?:export )?const ([A-Z_]+) = (\d[\d.]*(?: << \d+)?);", re.M)


def test_constants_of_both_languages_are_the_same():
    found = dict(CONSTANT.findall("".join(path.read_text("utf-8") for path in SCRIPTS)))
    assert found["MOST_DROPPED"] == f"{MOST_DROPPED >> 20} << 20"
    assert found["MOST_TEXT"] == f"{MOST_TEXT >> 18} << 18"
    assert (float(found["SLOWEST"]), float(found["FASTEST"])) == (SLOWEST, FASTEST)


@pytest.mark.parametrize("before", ["(a) => ", "(a) =>\n  ", "a = ", "(", "return "])
def test_regular_expressions_keep_their_blanks_and_quotes(before):
    script = javascript.minified(f"{before}/^[^:/]* *: *'/.test(b)")
    assert "/^[^:/]* *: *'/.test(b)" in script.replace(r"\x20", " ").replace(r"\x27", "'")


def test_each_module_stands_after_those_it_imports_from():
    order = [path.name for path in javascript.modules_of(javascript.STATIC / "notebook.js")]
    assert order.index("dom.js") < order.index("panel.js") < order.index("scrubber.js")
    assert order[-1] == "notebook.js"
    assert not {"analysis.js", "prove.js"} & {*order}  # the solver is in a worker
    assert set(SCRIPTS) == {path for entry in ENTRIES for path in javascript.modules_of(entry)}
    for script in (javascript.page_script(), javascript.notebook_script()):
        assert not re.search(r"^import ", script, re.MULTILINE)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("const here = 2;\n", "main.js: declared in two modules: here"),
        ("export default function () {}\n", "only `import { names } from` and `export`"),
        ('import { here } from "./main.js";\n', "main.js is part of a dependency cycle"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path, other, said):
    main = tmp_path / "main.js"
    main.write_text('import { there } from "./other.js";\nexport const here = 1;\n')
    (tmp_path / "other.js").write_text(other)
    with pytest.raises(ValueError, match=re.escape(said)):
        javascript.joined(main)


def test_of_one_there_is_no_plural():
    trace = mv.play(mv.Board.parse(".*"), first=(0, 0))
    head = unpacked(trace_pack(trace))[0]["film"]
    assert head["label"] == (
        "Minesweeper solved step by step: 1×2 cells, 1 mine, 1 move, 0 guesses, won"
    )
    assert head["title"] == "1×2 cells, 1 mine"
    assert head["summary"] == "player exact  ·  won  ·  1 move, 0 guesses"
    poster = "A Minesweeper board of 1×2 cells with 1 mine, solved step by step: 1 move, 0 guesses"
    assert f'alt="{poster}, won."' in still_bundle(trace)["text/html"]


@pytest.mark.parametrize("entry", ["page.js", "practice/mount.js", "race/mount.js"])
def test_a_page_brings_the_words_of_its_script_and_no_others(entry):
    script = page_script(entry)
    brought = words_used(script)
    plain = set(re.findall(r"\bsay\(\"([^\"]+)\"[,)]", script))
    begun = set(re.findall(r"\bsay\(`([^`$]+)\$", script))
    assert plain <= set(brought)
    assert all(any(name.startswith(start) for name in brought) for start in begun)
    assert len(brought) < 0.8 * len(browser_words())
