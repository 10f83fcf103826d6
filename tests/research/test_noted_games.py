import numpy as np

from minevis import PLAYERS
from minevis.game.board import LEVELS
from research.noted_games import note_guesses


def test_luck_is_nothing_on_average_and_most_of_what_decides_games():
    seeds = np.arange(2_000, dtype=np.uint64)
    notes = note_guesses(LEVELS["beginner8"], PLAYERS["best"], seeds, first=(0, 0))
    _, game, luck, won = notes
    first = np.unique(game, return_index=True)[1]
    outcome, luck = won[game[first]].astype(float), luck[first]
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    assert (outcome - luck).var() < 0.5 * outcome.var()


def test_guesses_that_stray_play_other_games():
    seeds = np.arange(100, dtype=np.uint64)
    options = {"first": (0, 0), "safe_radius": 0}
    straight = note_guesses(LEVELS["beginner8"], PLAYERS["exact"], seeds, **options)
    again = note_guesses(LEVELS["beginner8"], PLAYERS["exact"], seeds, explore=0.0, **options)
    stray = note_guesses(LEVELS["beginner8"], PLAYERS["exact"], seeds, explore=1.0, **options)
    assert not straight[2].any()  # luck, without a network
    assert straight[0].tolist() == again[0].tolist()
    assert straight[0].tolist() != stray[0].tolist()
