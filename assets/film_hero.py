"""Film assets/solving.gif, the first picture of the README: `make hero`.

A small real board on which one sees sets compared, counting, a search whose configurations
become odds, and a guess with its reason.
"""

from pathlib import Path

import minevis as mv

SIZES, SEED, CORNER = (7, 9, 12), 47, (0, 0)  # height, width, mines
MOVES = (0, 5)  # the first clicks, the guess among them


def main() -> None:
    """Play the board and write the film beside this file."""
    board = mv.Board.random(SIZES, seed=SEED, first=CORNER, safe_radius=1)
    player = mv.Player(name="sets", rules=("count", "subset", "search"), guess="least_risk")
    trace = mv.play(board, player, first=CORNER)
    path = trace.video(
        Path(__file__).with_name("solving.gif"),
        format="wide",
        max_width=800,
        labels="letters",
        moves=MOVES,
        cards=True,
        detail=2,
        seconds=45,
    )
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
