"""Types of data that Python and the scripts share: declarations of the scripts follow Python's."""

import os
import re
from dataclasses import fields, is_dataclass
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin, get_type_hints

import minevis as mv
from minevis.game.grid import Cell
from minevis.reviews.curve import CurveData, CurveMark
from minevis.solver.proofs.steps import STEPS, Proof, Step
from minevis.trace.record import GameBoard, GameMove, GameRecord, GameRules
from minevis.web.javascript import STATIC
from minevis.web.trace_pack import CaseCards, PackedSearch
from minevis.words.move_list import MoveLine

FILE = STATIC / "types.d.ts"
BEGIN, END = "  // From Python, written by `make types`.\n", "  // End of what is from Python.\n"
RENEW = bool(os.environ.get("MINEVIS_RENEW"))
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}
SHARED = (CurveMark, CurveData, MoveLine, PackedSearch, CaseCards)
RECORD = (GameBoard, GameRules, GameRecord)
NAMED = PLAIN | {Step: "Step"} | {kind: kind.__name__ for kind in (*SHARED, *RECORD, GameMove)}


def typescript(hint, pair):
    """The type of a value, as TypeScript. A pair of numbers is a `pair` there."""
    if hint == Cell:
        return pair
    if hint in NAMED:
        return NAMED[hint]
    parts = get_args(hint)
    if get_origin(hint) is Annotated:  # with limits, or one of some words
        words = re.findall(r"(?:\(|\|)(\w+)", getattr(parts[1], "pattern", None) or "")
        return " | ".join(map('"{}"'.format, words)) or typescript(parts[0], pair)
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(typescript(part, pair) for part in parts)
    if len(parts) == 3:
        return f"[{', '.join(typescript(part, pair) for part in parts)}]"
    return f"{typescript(parts[0], pair)}[]"


def camel(name):
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def interface(name, kind, tag=None, pair="number", name_of=camel):
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(hints)
    lines = [f"    {name_of(each)}: {typescript(hints[each], pair)};\n" for each in names]
    first = f'    step: "{tag}";\n' if tag else ""
    return f"  interface {name} {{\n{first}{''.join(lines)}  }}\n\n"


def messages():
    """All that a browser can ask a widget for, as its actions take it."""
    board = mv.Board.parse("*.")
    trace, race = mv.play(board, first=(0, 1)), mv.race(board, ["exact"], first=(0, 1))
    widgets = mv.Playground(board), mv.Editor(), trace.scrubber(), race.scrubber()
    kinds = {}
    for name, action in (each for widget in widgets for each in widget.actions().items()):
        parts = [f'do: "{name}"']
        for each in signature(action).parameters.values():
            optional = "" if each.default is each.empty else "?"
            parts.append(f"{each.name}{optional}: {typescript(each.annotation, 'number')}")
        line = f"    | {{ {'; '.join(parts)} }}"
        if len(line) > 100:  # as Prettier breaks it
            line = "    | {\n" + "".join(f"        {part};\n" for part in parts) + "      }"
        kinds[line] = None
    return "  type Message =\n" + "\n".join(kinds) + ";\n\n"


def declarations():
    steps = {f"{kind.__name__}Step": (kind, tag) for tag, kind in STEPS.items()}
    text = "".join(interface(name, *of) for name, of in steps.items())
    text += "  type Step =\n" + "\n".join(f"    | {name}" for name in steps) + ";\n\n"
    text += interface("Proof", Proof)
    fields = get_type_hints(GameMove, include_extras=True).items()
    move = ", ".join(f"{name}: {typescript(hint, 'number')}" for name, hint in fields)
    text += f"  type GameMove = [{move}];\n\n"
    text += "".join(interface(kind.__name__, kind, name_of=str) for kind in RECORD)
    text += "".join(interface(kind.__name__, kind, pair="number[]") for kind in SHARED)
    return text + messages()


def test_declarations_of_the_scripts_are_those_of_python():
    text = FILE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    now, _, after = rest.partition(END)
    if RENEW:
        FILE.write_text(f"{before}{BEGIN}\n{declarations()}{END}{after}", "utf-8")
        return
    assert now.strip() == declarations().strip(), "run `make types`, and read the difference"
