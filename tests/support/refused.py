"""The error of a call in one line, for tables of calls and words."""

from minevis import MinevisError

ERRORS = (MinevisError, ValueError, TypeError, LookupError, AttributeError, OSError)


def refusal(call):
    """Return the class and the words of the error that a call raises."""
    try:
        answer = call()
    except ERRORS as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"no error, but {answer!r}")
