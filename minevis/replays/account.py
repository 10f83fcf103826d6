"""Print a replay as JSON, read by ms_toollib; run as a separate process.

`python account.py avf < game.avf` prints the account. ms_toollib ends its whole process on
damaged files, so nobody else may live in it; see `minevis.replays.reading`.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

READERS = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo", "mvf": "MvfVideo"}
SECONDS = 60  # of computing, at most
MEMORY = 2 << 30  # bytes


def set_limits() -> None:
    """No files (so no core dump either), and not all of the machine, for damaged data.

    >>> set_limits.__name__  # for good: not to be called where you work
    'set_limits'
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
    ):
        hard = resource.getrlimit(kind)[1]
        low = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (low, low))


def account_of(kind: str, data: bytes) -> dict[str, Any]:
    """The reader's own account of a game: board, player, and all that changed, click by click.

    Each action is `[seconds, row, col, left, right, double, changes]`: how many clicks of
    each kind were counted, and `[row, col, before, after]` for each cell that changed.

    >>> account_of("avf", open("beginner.avf", "rb").read())["player"]
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'beginner.avf'
    """
    import ms_toollib

    video = getattr(ms_toollib, READERS[kind])("", list(data))
    video.parse()
    video.analyse()
    return {
        "height": video.row,
        "width": video.column,
        "mines": video.mine_num,
        "board": video.board,
        "player": video.player_identifier,
        "software": video.software,
        "seconds": video.rtime,
        "played": video.start_time / 1e6,
        "completed": video.is_completed,
        "actions": list(_actions(video)),
    }


def _actions(video: Any) -> Iterator[list[Any]]:
    counted = (0, 0, 0)
    for event in video.events:
        if not event.event.is_mouse():
            continue
        mouse = event.event.unwrap_mouse()
        if mouse.mouse == "mv":
            continue
        changes = _changes(event.prior_game_board.game_board, event.next_game_board.game_board)
        clicks = event.key_dynamic_params
        now = (clicks.left, clicks.right, clicks.double)
        if changes or now != counted:
            cell = (mouse.y // video.pix_size, mouse.x // video.pix_size)
            new = (after - before for before, after in zip(counted, now, strict=True))
            yield [event.time, *cell, *new, changes]
        counted = now


def _changes(before: list[list[int]], after: list[list[int]]) -> list[list[int]]:
    return [
        [row, col, old, new]
        for row, (olds, news) in enumerate(zip(before, after, strict=True))
        if olds != news
        for col, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]


if __name__ == "__main__":
    set_limits()
    print(json.dumps(account_of(sys.argv[1], sys.stdin.buffer.read())))
