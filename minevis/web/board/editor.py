"""The editor: paint a position and see its odds at once, or its contradiction."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import traitlets

from minevis.analysis import analyze
from minevis.errors import BoardFormatError, ContradictionError, TooManyCasesError
from minevis.game.grid import flat_of
from minevis.game.position import Position
from minevis.solver.analysis import Analysis
from minevis.utils.formatting import number_word
from minevis.web.board.board_widget import Action, BoardWidget, Reply, sides_of
from minevis.web.board.position_view import snapshot_of
from minevis.web.board.standalone import PANELS
from minevis.web.film.film import AUTO
from minevis.words.wording import in_words


class Editor(BoardWidget):
    """A position to paint by mouse, touch or keys. It is analysed at every stroke.

    Parameters
    ----------
    position : Position or str, optional
        The position to start from, or its text. By default a beginner board, all covered.
    theme : str
        "auto" or a name in `minevis.THEMES`.

    Attributes
    ----------
    position : Position
        The drawn position. Set it to show another one.
    analysis : Analysis or None
        Its odds; None while the clues contradict each other.

    Examples
    --------
    >>> editor = Editor("mines 2\\n2#\\n##")
    >>> editor.analysis.configurations
    3
    """

    text = traitlets.Unicode().tag(sync=True)  # the position, which the browser paints

    def __init__(
        self,
        position: Position | str | None = None,
        *,
        theme: str = AUTO,
    ) -> None:
        """Edit `position`, a text that `Position.parse` reads, or an empty 9×9 board.

        Raises `BoardFormatError` for text that is not a position.
        """
        shown = Position.fresh((9, 9), 10) if position is None else _position_of(position)
        super().__init__(kind="editor", theme=theme, text=str(shown))

    @traitlets.validate("text")
    def _valid(self, proposal: Any) -> str:
        return str(Position.parse(proposal["value"]))

    @property
    def position(self) -> Position:
        """The drawn position."""
        return Position.parse(self.text)

    @position.setter
    def position(self, position: Position | str) -> None:
        self.text = str(_position_of(position))

    @property
    def analysis(self) -> Analysis | None:
        """The odds of the position; None while the clues contradict each other."""
        return _analysis_of(self.text)

    def actions(self) -> dict[str, Action]:
        """Return the actions that the browser asks for: to read a picture."""
        return {"file": self._file}

    def save(self, path: str | Path) -> Path:
        """Save the position to a file, which `Position.load` reads.

        Parameters
        ----------
        path : str or Path
            A .txt or .mine file.

        Returns
        -------
        Path
            The path.

        Raises
        ------
        BoardFormatError
            If the suffix is another one.

        Examples
        --------
        >>> Editor("mines 1\\n1#").save("position.mine").read_text()
        '2x1x1\\n1H\\n'
        """
        return self.position.save(path)

    def _take_file(self, path: Path) -> Reply:
        """Read the position of a picture."""
        reading = Position.from_image(path)
        height, width = sides_of(*reading.position.shape)
        self.position = reading.position
        doubtful = in_words(len(reading.doubtful))
        text = f"Read from the picture: {number_word(height)}×{number_word(width)} cells. Compare "
        if reading.doubtful:
            text += f"{doubtful:the marked cell|the # marked cells} with the picture, "
        text += "and paint what is wrong." if reading.doubtful else "it with the picture."
        return {
            "text": self.text,
            "said": text,
            "doubtful": [flat_of(c, width) for c in reading.doubtful],
        }

    def fallback(self) -> dict[str, str]:
        """Return the position and its odds, to paint without a kernel."""
        position = self.position
        text = f"{repr(position).strip('<>')}, and the odds of its covered cells"
        return self._board_fallback(
            snapshot_of(position, self.analysis), PANELS, text, {"text": self.text}
        )

    def __repr__(self) -> str:
        return f"<Editor of {self.position!r}>"


@lru_cache(maxsize=1)
def _analysis_of(text: str) -> Analysis | None:
    try:
        return analyze(Position.parse(text))
    except (ContradictionError, TooManyCasesError):
        return None


def _position_of(value: Position | str) -> Position:
    if isinstance(value, str):
        return Position.parse(value)
    if not isinstance(value, Position):
        raise BoardFormatError(f"{value!r} is not a position, nor the text of one")
    return value
