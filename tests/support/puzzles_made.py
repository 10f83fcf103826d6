"""A few small puzzles by hand: quick to have, and known by heart."""

from minevis.practice.puzzle import Puzzle

TEXTS = """
puzzle 1-2-2-1
asked (0, 0); (0, 1); (0, 2); (0, 3)
best none
mines 2
####
1221
0000

puzzle anything
asked (0, 0); (0, 2)
best none
mines 1
#1#

puzzle mines left
asked (0, 0); (0, 1); (0, 3); (0, 4); (0, 5)
best none
mines 1
##1###

puzzle guess
asked (0, 0); (0, 1); (0, 2); (1, 0); (1, 2); (2, 0); (2, 1); (2, 2)
best (0, 0)
mines 1
###
#1#
###
"""
MADE = tuple(Puzzle.parse(text) for text in TEXTS.strip().split("\n\n"))

TALL = Puzzle.parse("""
puzzle mines left
asked (0, 0); (2, 0); (4, 0); (6, 0); (8, 0)
best none
mines 2
#
1
#
1
#
1
#
1
#
""")

WITH_A_MINE = Puzzle.parse("""
puzzle anything
asked (0, 0); (0, 2); (0, 6)
best none
mines 3
#1#F11#
""")
