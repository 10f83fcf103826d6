"""A few small puzzles by hand: quick to have, and known by heart."""

from minevis.practice.puzzle import Puzzle
from positions import GOLDEN

TEXTS = (GOLDEN / "puzzles.txt").read_text("utf-8").strip().split("\n\n")
*MADE, TALL, REGION, INNER = map(Puzzle.parse, TEXTS)
MADE = tuple(MADE)
