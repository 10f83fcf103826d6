"""Signatures with every option, so that notebooks complete them."""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, TypeVar, get_args

Function = TypeVar("Function", bound=Callable[..., Any])


def spell_out(like: Callable[..., Any] | None = None) -> Callable[[Function], Function]:
    """Return a decorator that gives functions with `**options: Unpack[...]` a full signature.

    Type checkers read the options from `Unpack`. Jedi, IPython and `help` read the signature.
    Options shared with the function `like` have its defaults, other options None.
    """

    def decorate(function: Function) -> Function:
        plain = signature(function)
        *own, rest = plain.parameters.values()
        (options,) = get_args(rest.annotation)
        known = {} if like is None else signature(like).parameters
        hints = {
            name: getattr(hint, "__forward_arg__", hint)  # a text as it was written
            for name, hint in options.__annotations__.items()
        }
        more = [
            known.get(name)
            or Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=hint)
            for name, hint in hints.items()
            if name not in plain.parameters
        ]
        spelled = plain.replace(parameters=[*own, *more])
        function.__signature__ = spelled  # type: ignore[attr-defined]
        return function

    return decorate
