"""The public `Playground`: the widget of the same name, whose game is a `Trace`."""

from minevis.trace import Trace
from minevis.widgets.board.playground import Playground as PlaygroundWidget


class Playground(PlaygroundWidget):  # noqa: D101
    # The documentation of the widget holds here too.
    __doc__ = PlaygroundWidget.__doc__

    trace_type = Trace

    @property
    def trace(self) -> Trace:
        """The game so far as a `Trace`: each move with what was known at the time."""
        return Trace.of(self.session.record)
