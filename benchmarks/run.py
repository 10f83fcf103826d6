"""Speed and memory, measured.

Every topic is a module with `rows()`, which yields a `Row` for each thing measured. A
claim of being faster is a ratio against a named alternative, timed in the same run.
"""

import argparse
import ast
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from measuring import Row

TOPICS = (
    *("analysis", "traces", "frames", "panels", "video", "films", "widgets", "trials"),
    *("practice", "proofs"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the topics asked for, all by default, and print a table as it grows."""
    parser = argparse.ArgumentParser(
        description="Measure speed and memory.",
        epilog="\n".join(["topics:", *(f"  {topic:<10}{about(topic)}" for topic in TOPICS)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help="what to measure (default: all)")
    parser.add_argument("--list", action="store_true", help="list the topics, measure nothing")
    options = parser.parse_args(arguments)
    unknown = [topic for topic in options.topics if topic not in TOPICS]
    if unknown:
        print(f"{unknown[0]!r} is not a topic: choose from {', '.join(TOPICS)}", file=sys.stderr)
        return 2
    for topic in options.topics or TOPICS:
        if options.list:
            print(f"{topic:<10}{about(topic)}")
        else:
            measure(topic)
    return 0


def about(topic: str) -> str:
    """What a topic measures, read without importing it."""
    source = Path(__file__).with_name(f"{topic}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or topic).splitlines()[0].split(": ", 1)[-1]


def measure(topic: str) -> None:
    """Measure one topic, a row at a time."""
    print(f"\n{topic}: {about(topic)}")
    for row in import_module(topic).rows():
        print(line(row), flush=True)


def line(row: Row) -> str:
    """A row of the table; the aim, where there is one, at its end."""
    return f"  {row.what:<66}{row.value:>12} {row.unit:<12}{row.aim}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
