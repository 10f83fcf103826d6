from research.compare_pairs import compare


def test_two_clues_save_searches_and_no_guesses():
    (sets, searched, guessed), (pairs, after, still) = (
        compare(("count", rule, "search"), 12) for rule in ("subset", "overlap")
    )
    assert sets["subset"] > 0 == pairs["subset"]
    assert pairs["two clues"] > sets["two clues"] > 0
    assert after < searched
    assert still == guessed
    assert abs(sets.total() - pairs.total()) < 0.02 * sets.total()
