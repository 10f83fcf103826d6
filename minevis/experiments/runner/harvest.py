"""The games of a task as they come in, from the store and from the crew."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

from minevis.experiments.runner.results import Trials, share
from minevis.experiments.runner.tally import Tally, sum_of
from minevis.experiments.runner.task import Task
from minevis.experiments.statistics import ratio_of, wilson


class Harvest:
    """Counts chunk by chunk, in whatever order they come; each game at most once."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.ends = Tally.empty(task.games).ends
        self.sums = Tally.empty()
        self.games = self.won = 0

    def add(self, start: int, tally: Tally) -> None:
        """Take in the games of the seeds from `start` on."""
        at = start - self.task.seed
        self.ends[at : at + tally.ends.size] = tally.ends
        self.games += tally.ends.size
        self.won += tally.counts[0]
        ours, theirs = self._parts(self.sums), self._parts(tally)
        self.sums = Tally(
            self.sums.ends, *(sum_of(pair) for pair in zip(ours, theirs, strict=True))
        )

    @staticmethod
    def _parts(tally: Tally) -> list[Any]:
        return [tally.guesses, tally.risks, tally.stated, tally.taken, tally.met]

    def running(self) -> str:
        """The win ratio so far with its interval, for a progress bar."""
        return share(ratio_of(self.won, self.games), wilson(self.won, self.games))

    def trials(self) -> Trials:
        """All that came in."""
        return Trials(self.task, Tally(self.ends, *self._parts(self.sums)))


class Patience:
    """Turns the first Ctrl-C into `over`, so that no chunk is torn; a second one is an error.

    A context manager. Outside the main thread, where no signal arrives, it does nothing.
    """

    def __init__(self) -> None:
        self.over = False
        self.before: Any = None

    def __enter__(self) -> "Patience":
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._hear)
        return self

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.over:
            raise KeyboardInterrupt
        self.over = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
