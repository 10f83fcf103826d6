"""The marks over the pictures of cells, by number."""

from enum import IntEnum

from minevis.game.grid import ArrayEnum


class Mark(IntEnum, metaclass=ArrayEnum):
    """The marks over the picture of a cell."""

    NONE = 0
    SAFE = 1  # proven safe, just now
    MINED = 2  # proven to be a mine, just now
    KNOWN_SAFE = 3  # proven earlier
    KNOWN_MINED = 4
    CLUE = 5  # a clue that justifies the event
    REGION = 6  # the part of the frontier being searched
    SMALLER = 7  # the smaller set of the subset rule
    REST_SAFE = 8  # of the larger set of the subset rule: the rest of it, proven safe
    TRYING = 9  # the cells of the latest try
    VIOLATED = 10  # a clue that can no longer be satisfied
    COMPLETE = 11  # part of a finished configuration
    GUESS = 12
    CANDIDATE = 13  # as good as the guess
    CLICK = 14  # the cell that was clicked
    FRESH = 15  # came open with it
    REST_MINED = 16  # as REST_SAFE, but proven to be mines
