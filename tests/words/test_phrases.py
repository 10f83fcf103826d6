"""Every phrase of `words.json` is used, and every use has a phrase."""

import ast
import json
import re
from functools import cache
from itertools import chain
from pathlib import Path

import minevis
from minevis.web.javascript import browser_words
from minevis.words import english
from minevis.words.english import PHRASES
from minevis.words.wording import Word

HOME = Path(minevis.__file__).parent
FIGURES = Path(__file__).parents[2] / "notebooks/figures.py"
FILE = Path(english.__file__).with_name("words.json")
COMMENT = re.compile(r"^\s*//.*|/\*[\s\S]*?\*/", re.MULTILINE)
TEXT, TEMPLATE = re.compile(r'"([^"\n]*)"'), re.compile(r"`([^`\n]*)`")
SAID = re.compile(r'\b(?:say|plain)\(\s*(?:\w+, )?(?:[^"`,()]+ \? )?"([^"]*)"(?:\s*: "([^"]*)")?')


@cache
def scripts():
    files = sorted(HOME.rglob("*.js"))
    return COMMENT.sub("", "\n".join(path.read_text("utf-8") for path in files))


@cache
def nodes():
    paths = [*sorted(HOME.rglob("*.py")), FIGURES]
    trees = (ast.parse(path.read_text("utf-8")) for path in paths)
    return list(chain.from_iterable(map(ast.walk, trees)))


def texts_and_patterns():
    """The texts in the code, and patterns of those with values in them."""
    texts = set(TEXT.findall(scripts()))
    patterns = {
        re.sub(r"\\\$\\\{.*?\\\}", "(.*)", re.escape(template))
        for template in TEMPLATE.findall(scripts())
    } | {f"{re.escape(text)}(.*)" for text in texts if text.endswith(" ")}
    for node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else None for part in node.values)
            patterns.add("".join("(.*)" if part is None else re.escape(part) for part in parts))
    return texts, [re.compile(one) for one in patterns if re.search(r"\w{3}", one)]


def names_said():
    """The phrases asked for by their full names."""
    yield from filter(None, chain.from_iterable(SAID.findall(scripts())))
    for node in nodes():
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "say":
            key = node.args[0]
            choices = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
            yield from (each.value for each in choices if isinstance(each, ast.Constant))


def test_every_phrase_is_used():
    texts, patterns = texts_and_patterns()
    known = texts | {*PHRASES, *map(str, range(20)), *re.findall(r"\w+", scripts())}
    left = set(PHRASES) - texts
    for pattern in patterns:
        fits = filter(None, map(pattern.fullmatch, left))
        left -= {fit[0] for fit in fits if known.issuperset(" ".join(fit.groups()).split())}
    assert left == set()


def test_every_use_has_a_phrase():
    names = set(names_said())
    assert len(names) > 300
    words = browser_words()
    for name in names:
        begun = name.endswith(" ") and any(each.startswith(name) for each in words)
        assert begun or name in words, name


def test_names_are_given_once_and_placeholders_are_names_or_pick_a_form():
    """Python's formats and the browser's pattern read the same placeholders."""
    for name, text in PHRASES.items():
        named = re.findall(r"\{([a-z_]+)(?::[^{}]+\|[^{}]+)?\}", text)
        assert text.count("{") == text.count("}") == len(named), name
        assert "{" not in text.format(**{each: Word(2, "two") for each in named}), name
    pairs = json.loads(FILE.read_text("utf-8"), object_pairs_hook=list)
    assert len(pairs) == len(dict(pairs))
