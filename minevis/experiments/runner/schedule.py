"""Which stretch of seeds is played next, and how long it should be."""

from collections.abc import Iterable

CHUNK_SECONDS = 0.5
FIRST_GAMES = 16
GROWTH = 8  # how much longer the next stretch may be than one that was played
NOISE_SECONDS = 0.02  # what took less says little about speed

Piece = tuple[int, int]  # first seed, number of games


class Schedule:
    """Hands out the seeds of `gaps` in pieces on a grid of powers of two.

    `size` fixes the games of a piece; None sizes them by the speed met so far, to
    half a second or more of one worker.
    """

    def __init__(self, gaps: Iterable[Piece], workers: int, *, size: int | None = None) -> None:
        self.gaps = [(start, games) for start, games in gaps if games]
        self.left = sum(games for _, games in self.gaps)
        self.workers = workers
        self.fixed = size is not None
        self.size = power_of_two(FIRST_GAMES if size is None else size)

    def next(self) -> Piece | None:
        """The next piece to play; None when all are handed out."""
        if not self.gaps:
            return None
        start, games = self.gaps[0]
        size = self._fair()
        piece = (start, min(games, (start // size + 1) * size - start))
        self.gaps[0] = (start + piece[1], games - piece[1])
        if not self.gaps[0][1]:
            self.gaps.pop(0)
        self.left -= piece[1]
        return piece

    def put_back(self, piece: Piece) -> None:
        """A piece that was handed out in vain."""
        self.gaps.insert(0, piece)
        self.left += piece[1]

    def learn(self, games: int, seconds: float) -> None:
        """Size the pieces to come by how long one took."""
        if self.fixed:
            return
        wanted = games * GROWTH
        if seconds > NOISE_SECONDS:
            wanted = min(wanted, round(CHUNK_SECONDS * games / seconds))
        self.size = max(self.size, power_of_two(wanted))

    def _fair(self) -> int:
        """The size, smaller near the end, so that no worker is left with the last piece."""
        if self.fixed:
            return self.size
        share = power_of_two(self.left // (2 * self.workers))
        return max(min(self.size, share), self.size // 16, 1)


def power_of_two(n: int) -> int:
    """The smallest power of two that is `n` or more."""
    return 1 << max(n - 1, 0).bit_length()


def gaps_between(covered: Iterable[Piece], start: int, stop: int) -> list[Piece]:
    """The seeds from `start` up to `stop` that `covered`, in order, leaves out."""
    gaps = []
    for first, games in covered:
        gaps.append((start, first - start))
        start = first + games
    gaps.append((start, stop - start))
    return [gap for gap in gaps if gap[1]]
