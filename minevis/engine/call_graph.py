"""Which kernels an entry point is compiled from: the total that compiling counts up to."""

from collections.abc import Iterator
from typing import Any

from numba.core import ir, types
from numba.core.analysis import dead_branch_prune, rewrite_semantic_constants
from numba.core.compiler import run_frontend
from numba.core.dispatcher import Dispatcher
from numba.core.ir_utils import get_definition, guard

Types = tuple[Any, ...]  # of the arguments of a call, None if unknown


def call_graph(entry: Any, arguments: Types) -> dict[Any, set[Any]]:
    """Return all kernels that `entry` needs for arguments of these types, each with its callees.

    A branch for an argument that is None is compiled only then; numba's own pass finds out.

    >>> from minevis.engine.hashing import first_of
    >>> sorted(kernel.py_func.__name__ for kernel in call_graph(first_of, (None, None, None)))
    ['first_of', 'splitmix64', 'stream_base']
    """
    graph: dict[Any, set[Any]] = {}
    seen, waiting = set(), [(entry, arguments)]
    while waiting:
        kernel, arguments = waiting.pop()
        variant = kernel, tuple(each == types.none for each in arguments)
        if variant not in seen:
            seen.add(variant)
            calls = list(_calls(kernel, arguments))
            graph.setdefault(kernel, set()).update(callee for callee, _ in calls)
            waiting += calls
    return graph


def _calls(kernel: Any, arguments: Types) -> Iterator[tuple[Any, Types]]:
    """The calls of other kernels in a kernel, with the types of their arguments."""
    body = run_frontend(kernel.py_func)
    known = [types.undefined if each is None else each for each in arguments]
    rewrite_semantic_constants(body, known)
    dead_branch_prune(body, known)

    def type_of(variable: Any) -> Any:
        value = guard(get_definition, body, variable)
        if isinstance(value, ir.Arg):
            return arguments[value.index]
        if isinstance(value, ir.Const) and value.value is None:
            return types.none
        if isinstance(value, ir.Expr) and value.op == "getattr":
            owner = type_of(value.value)
            if value.attr in getattr(owner, "fields", ()):
                return owner.types[owner.fields.index(value.attr)]
        return None

    for block in body.blocks.values():
        for call in block.find_exprs("call"):
            callee = guard(get_definition, body, call.func)
            if isinstance(callee, ir.Global) and isinstance(callee.value, Dispatcher):
                yield callee.value, tuple(type_of(each) for each in call.args)
