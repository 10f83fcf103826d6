"""Errors named for the rule that was broken; every one is a `ValueError`."""


class BoardFormatError(ValueError):
    """Text, sizes or numbers that do not describe a board or a position."""


class IllegalMoveError(ValueError):
    """A move that the rules of the game do not allow here."""


class ContradictionError(ValueError):
    """Clues that no layout of mines can satisfy.

    `clues` names the cells, `(row, col)`, of clues that cannot all hold; it is
    empty when only the number of mines on the board is at fault.
    """

    def __init__(self, message: str, clues: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(message)
        self.clues = clues


class EncoderError(ValueError):
    """A picture or video that could not be encoded or written."""


class TraceFormatError(ValueError):
    """Text that does not hold a recorded trace."""


class StoreError(ValueError):
    """A file that cannot serve as a store of games."""


class WorkersLostError(ValueError):
    """Processes or a cluster that died, or never answered."""
