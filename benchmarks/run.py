"""Speed and memory, measured: `python benchmarks/run.py [TOPIC ...]`.

Every topic is a module with `rows()`, which yields a `Row` for each thing measured. A
claim of being faster is a ratio against a named alternative, timed in the same run.
"""

import sys
from importlib import import_module

from measure import Row

TOPICS = ("analysis", "traces", "pictures", "looks", "video", "widgets", "games")


def main(chosen: list[str]) -> int:
    """Measure the topics asked for, all by default, and print a table as it grows."""
    unknown = [topic for topic in chosen if topic not in TOPICS]
    if unknown:
        print(f"{unknown[0]!r} is no topic: choose from {', '.join(TOPICS)}", file=sys.stderr)
        return 2
    for topic in chosen or TOPICS:
        module = import_module(topic)
        print(f"\n{(module.__doc__ or topic).splitlines()[0]}")
        for row in module.rows():
            print(line(row), flush=True)
    return 0


def line(row: Row) -> str:
    """A row of the table; the aim, where there is one, at its end."""
    return f"  {row.what:<66}{row.value:>12} {row.unit:<12}{row.aim}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
