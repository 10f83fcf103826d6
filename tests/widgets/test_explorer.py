"""The explorer, without a browser."""

import minevis as mv


def test_the_explorer_solves_what_its_fields_say():
    explorer = mv.explorer()
    explorer.level.value, explorer.player.value, explorer.seed.value = "beginner", "csp", 7
    board = mv.Board.random("beginner", seed=7, first=(0, 0))
    assert explorer.scrubber.trace == mv.play(board, "csp", first=(0, 0), seed=7)


def test_the_explorer_finds_boards_without_a_guess():
    explorer = mv.explorer()
    explorer.level.value, explorer.seed.value, explorer.no_guess.value = "beginner", 7, "count"
    board = mv.Board.random("beginner", seed=7, first=(0, 0), solvable="count")
    assert explorer.scrubber.trace == mv.play(board, "exact", first=(0, 0), seed=7)
    explorer.first.value = None
    assert "first=" in explorer.problem.value
