"""Checks of arguments. Their errors name the argument, its value and the rule."""

from numbers import Integral, Real


def check_kind(name: str, value: object, kind: type, *, called: str = "") -> None:
    """Raise `TypeError`, naming the argument, for a value of a wrong type.

    `called` is the public name of the kind, if it differs.

    >>> check_kind("position", "1#", dict)
    Traceback (most recent call last):
    TypeError: position='1#': a dict is needed
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name}={repr(value)[:80]}: a {called or kind.__name__} is needed")


def as_int(value: object) -> int | None:
    """Return an integer value (also NumPy's, and 1e5) as an int; otherwise None.

    >>> as_int(np.int64(3)), as_int(1e5), as_int(0.5), as_int(True), as_int("3")
    (3, 100000, None, None, None)
    """
    if isinstance(value, bool):  # `True` is an int in Python; refuse it here
        return None
    if isinstance(value, Integral) or (isinstance(value, float) and value.is_integer()):
        return int(value)
    return None


def check_count(name: str, count: object, *, least: int = 1, most: int | None = None) -> int:
    """Return an integer from `least` to `most` as an int. Raises `ValueError`.

    >>> check_count("games", 1e5)
    100000
    >>> check_count("count", "3")
    Traceback (most recent call last):
    ValueError: count='3': it must be an integer of 1 or more
    >>> check_count("detail", 3, least=0, most=2)
    Traceback (most recent call last):
    ValueError: detail=3: it must be an integer from 0 to 2
    """
    number = as_int(count)
    if number is not None and least <= number and (most is None or number <= most):
        return number
    span = f"of {least} or more" if most is None else f"from {least} to {most}"
    raise ValueError(f"{name}={count!r}: it must be an integer {span}")


def check_range(
    name: str, value: object, limits: tuple[float, float], meaning: str, more: str = ""
) -> None:
    """Raise `ValueError`, with the meaning of `value`, unless it is a number within limits.

    >>> check_range("fps", 0, (0.01, 1000), "frames a second")
    Traceback (most recent call last):
    ...
    ValueError: fps=0: frames a second, from 0.01 to 1,000
    """
    least, most = limits
    real = isinstance(value, Real) and not isinstance(value, bool)
    if not (real and least <= float(value) <= most):  # type: ignore[arg-type]
        raise ValueError(f"{name}={value!r}: {meaning}, from {least:g} to {most:,.0f}{more}")


def check_index(index: int, count: int, one: str, whole: str) -> int:
    """Return the non-negative form of an index into `count` items of a `whole`.

    Raises `IndexError`, naming the valid numbers, and `TypeError` for anything but an integer.

    >>> check_index(-1, 3, "event", "trace")
    2
    >>> check_index(3, 3, "event", "trace")
    Traceback (most recent call last):
    IndexError: event 3: this trace has the events 0 to 2
    """
    if not hasattr(index, "__index__"):
        raise TypeError(f"{one} {index!r}: {one}s of a {whole} are integers")
    try:
        return range(count)[index]
    except IndexError:
        raise IndexError(f"{one} {index}: this {whole} has the {one}s 0 to {count - 1}") from None
