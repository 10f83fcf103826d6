"""Reads positions from pictures of boards, whatever their skin, size and crop.

`lattice` finds evenly spaced straight edges, `extent` the cells that belong to the board, `ink`
what is printed on them, and `naming` what the prints mean: by their shapes and colours, and by
the rules of the game. `possible` finds clues that no layout of mines satisfies together, and
`surroundings` what is cut off or lies beside the board. `reading` puts these together.
"""

PICTURE_FILES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")
