"""Which games are played next, and how many of them in one chunk."""

from collections.abc import Iterable
from typing import NamedTuple

CHUNK_SECONDS = 0.5
FIRST_GAMES = 16
GROWTH = 8  # how many times larger the next chunk may be than one that was played
NOISE_SECONDS = 0.02  # shorter chunks say little about speed


LARGE = 2_500  # cells of a board, above which a game takes long


class Chunk(NamedTuple):
    """Games of seeds that follow one another, played in one go by one worker.

    >>> Chunk(start=64, games=16).stop
    80
    """

    start: int  # the first seed
    games: int

    @property
    def stop(self) -> int:
        """One more than the last seed."""
        return self.start + self.games


class Schedule:
    """Cuts the seeds of `gaps` into chunks on a grid of powers of two.

    `size` fixes the games of a chunk; None sizes them by the speed met so far, to
    half a second or more of one worker, beginning with `first_games`.

    >>> schedule = Schedule([Chunk(5, 10)], workers=1, size=8)
    >>> schedule.next(), schedule.next(), schedule.next()
    (Chunk(start=5, games=3), Chunk(start=8, games=7), None)
    """

    def __init__(
        self,
        gaps: Iterable[Chunk],
        workers: int,
        *,
        size: int | None = None,
        first_games: int = FIRST_GAMES,
    ) -> None:
        self.gaps = [gap for gap in gaps if gap.games]
        self.left = sum(gap.games for gap in self.gaps)
        self.workers = workers
        self.fixed = size is not None
        self.size = power_of_two(first_games if size is None else size)

    def next(self) -> Chunk | None:
        """The next chunk to play; None if there is no chunk left."""
        if not self.gaps:
            return None
        gap = self.gaps.pop(0)
        size = self._fair_size()
        chunk = Chunk(gap.start, min(gap.games, (gap.start // size + 1) * size - gap.start))
        if chunk.games < gap.games:
            self.gaps.insert(0, Chunk(chunk.stop, gap.games - chunk.games))
        self.left -= chunk.games
        return chunk

    def put_back(self, chunk: Chunk) -> None:
        """Schedule a chunk again whose worker was lost."""
        self.gaps.insert(0, chunk)
        self.left += chunk.games

    def adapt(self, games: int, seconds: float) -> None:
        """Size the chunks to come by how long one took."""
        if self.fixed:
            return
        wanted = games * GROWTH
        if seconds > NOISE_SECONDS:
            wanted = min(wanted, round(CHUNK_SECONDS * games / seconds))
        self.size = max(self.size, power_of_two(wanted))

    def _fair_size(self) -> int:
        """The size, smaller near the end, so that all workers end at about the same time."""
        if self.fixed:
            return self.size
        share = power_of_two(self.left // (2 * self.workers))
        return max(min(self.size, share), self.size // 16, 1)


def power_of_two(n: int) -> int:
    """The smallest power of two that is `n` or more.

    >>> power_of_two(1000)
    1024
    """
    return 1 << max(n - 1, 0).bit_length()


def gaps_between(covered: Iterable[Chunk], start: int, stop: int) -> list[Chunk]:
    """The seeds from `start` up to `stop` that `covered`, in order, leaves out.

    >>> gaps_between([Chunk(10, 5)], 10, 40)
    [Chunk(start=15, games=25)]
    """
    gaps = []
    for chunk in covered:
        gaps.append(Chunk(start, chunk.start - start))
        start = chunk.stop
    gaps.append(Chunk(start, stop - start))
    return [gap for gap in gaps if gap.games]


def first_games_on(cells: int) -> int:
    """The games of the first chunks on a board of so many cells: fewer if each takes long,
    so that the progress bar moves and Ctrl-C is heard.

    >>> first_games_on(480), first_games_on(40_000)
    (16, 1)
    """
    return max(1, min(FIRST_GAMES, FIRST_GAMES * LARGE // cells))
