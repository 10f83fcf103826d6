"""Reads positions from pictures of boards, whatever their skin, size and crop.

`lattice` finds evenly spaced straight edges, `network` names cells and what lies outside the board,
`extent` finds the cells of the board, and `naming` applies the rules of the game. `doubts` finds
contradictory clues and cut-off cells, `questions` what to ask. `reading` combines these steps.
"""
