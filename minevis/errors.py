"""Errors named after the broken rule. All derive from `MinevisError` and `ValueError`."""


class MinevisError(ValueError):
    """The base of all errors named by minevis. Invalid options are plain `ValueError`s.

    >>> try:
    ...     mv.Board.parse("*?")
    ... except mv.MinevisError as error:
    ...     print(error)
    row 0: '?' is none of * . @
    """


class BoardFormatError(MinevisError):
    """Text, a size or a number that does not describe a board or a position.

    Attributes
    ----------
    row : int or None
        The row at fault, counted from 0 and from the first non-blank line. None if there is no
        single such row.

    Examples
    --------
    >>> mv.Board.parse("*?")
    Traceback (most recent call last):
    minevis.errors.BoardFormatError: row 0: '?' is none of * . @
    """

    def __init__(self, message: str, *, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class IllegalMoveError(MinevisError):
    """A move against the rules of the game.

    >>> mv.Game(mv.Board.parse("*.")).open((2, 0))
    Traceback (most recent call last):
    minevis.errors.IllegalMoveError: cannot open (2, 0): the board is 1×2
    """


class ContradictionError(MinevisError):
    """Clues without a layout of mines.

    Attributes
    ----------
    clues : tuple of tuple of int
        Cells (row, col) of clues that contradict each other for every number of mines. Empty if
        only the number of mines does not fit the clues and flags.

    Examples
    --------
    >>> try:
    ...     mv.analyze(mv.Position.parse("2#", mines=1))
    ... except mv.ContradictionError as error:
    ...     print(error.clues)
    ((0, 0),)
    """

    def __init__(self, message: str, clues: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(message)
        self.clues = clues


class TooManyCasesError(MinevisError):
    """A position with too many cases to count.

    Rare in real games. An artificial example is a 2 at every second cell of every second row of
    24×24.

    >>> raise mv.errors.TooManyCasesError("counting takes more than 250,000 cases")
    Traceback (most recent call last):
    minevis.errors.TooManyCasesError: counting takes more than 250,000 cases
    """

    clues: tuple[
        tuple[int, int], ...
    ] = ()  # empty if no clue is at fault, as in a `ContradictionError`


class EncoderError(MinevisError):
    """A picture or video that cannot be encoded or written.

    >>> mv.play(mv.Board.parse("*."), first=(0, 1)).video("game.avi")
    Traceback (most recent call last):
    minevis.errors.EncoderError: game.avi: cannot write .avi; ...
    """


class TraceFormatError(MinevisError):
    """Text without a recorded trace.

    >>> mv.Trace.from_json("")
    Traceback (most recent call last):
    minevis.errors.TraceFormatError: the text contains no trace
    """


class ProofFormatError(MinevisError):
    """Text without a proof.

    >>> mv.Proof.parse("perhaps: (0, 1)")
    Traceback (most recent call last):
    minevis.errors.ProofFormatError: 'perhaps: (0, 1)': a proof begins with 'mined: ' or ...
    """


class StoreError(MinevisError):
    """A file that is no store of games.

    >>> with open("games.db", "w") as file:
    ...     _ = file.write("no store")
    >>> mv.Store("games.db")
    Traceback (most recent call last):
    minevis.errors.StoreError: games.db is damaged, or no store at all; ...
    """


class WorkersLostError(MinevisError):
    """Processes or a cluster died, or never answered.

    `mv.trials` raises it if workers keep dying:

    >>> raise WorkersLostError("3 workers died")
    Traceback (most recent call last):
    minevis.errors.WorkersLostError: 3 workers died
    """


class ReplayFormatError(MinevisError):
    """A file without a recorded game, or a damaged one.

    >>> mv.replay("game.txt")
    Traceback (most recent call last):
    minevis.errors.ReplayFormatError: game.txt: a replay ends with .avf, .evf, ...
    """


class PictureError(MinevisError):
    """A picture in which no position can be read.

    >>> mv.Position.from_image(np.zeros((200, 300, 3), dtype=np.uint8))
    Traceback (most recent call last):
    minevis.errors.PictureError: no board found in 300×200 pixels. ...
    """


class SearchExhaustedError(MinevisError):
    """A search without a suitable result.

    Parameters
    ----------
    facts : str
        The result of the search.
    advice : str
        The advice at the end of the message.

    Examples
    --------
    >>> raise SearchExhaustedError("3 games are not enough", "allow more games")
    Traceback (most recent call last):
    minevis.errors.SearchExhaustedError: 3 games are not enough: allow more games
    """

    def __init__(self, facts: str, advice: str) -> None:
        super().__init__(f"{facts}: {advice}")
        self.facts = facts
