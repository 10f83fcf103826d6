"""Reads positions from pictures of boards, whatever their skin, size and crop.

`lattice` finds evenly spaced straight edges, `extent` the cells of the board, `ink` the prints on
them, and `naming` the meaning of prints: by shape, by colour, and by the rules of the game.
`meanings` finds cells that may mean something else, `checks` contradictory clues and cut-off cells.
`reading` combines these steps.
"""
