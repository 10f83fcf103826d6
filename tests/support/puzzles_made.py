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

BY_A_SAFE_CELL = Puzzle.parse("""
puzzle count
asked (0, 2); (0, 4)
best none
mines 2
F1#1#
""")

REGION = Puzzle.parse("""
puzzle region
asked (2, 7); (3, 0); (3, 1); (3, 3); (3, 4); (3, 6); (3, 7); (4, 0); (4, 1); (4, 2); (4, 3); (4, 4)
best none
mines 10
1F100122
222001FF
2F32124#
##F##2##
########
""")

INNER = Puzzle.parse("""
puzzle 1-2-2-1
asked (3, 12); (3, 13); (3, 14); (3, 15)
best none
mines 2
00000000000000000000
00000000000000000000
00000000000012210000
000000000000####0000
00000000000012210000
""")
