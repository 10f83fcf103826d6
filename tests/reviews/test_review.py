"""The review of a game: the costs of guesses, against brute force and the player `best`."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from math import inf, log

import numpy as np
import pytest

import minevis as mv
import naive
from example_games import GAMES
from minevis.game.board import Board
from minevis.game.grid import cells_of, neighbours
from minevis.game.position import Position
from minevis.reviews.review import CLICK_KINDS
from minevis.solver import events as ev
from minevis.solver.guess.effort import DEFAULT_EFFORT, Effort
from minevis.utils.formatting import percent

ADDED = (ev.Proved, ev.OddsFound, ev.Guessed, ev.Reviewed)  # what was not there before


def game(player, level="beginner", seed=0, **options):
    return mv.play(mv.Board.random(level, seed=seed), player, seed=seed, **options)


@pytest.mark.parametrize("level", ["beginner8", (5, 5, 6), "intermediate"])
def test_the_best_player_gives_nothing_away(level):
    for seed in range(4):
        found = game("best", level, seed).review()
        assert found.cost == pytest.approx(0, abs=1e-9)
        assert all(guess.win == pytest.approx(guess.best_win) for guess in found.guesses)


def test_risk_and_luck_are_those_of_the_game():
    for seed in range(5):
        trace = game("exact", "beginner", seed, first=(0, 0))
        found = mv.review(trace)
        guessed = [i for i, e in enumerate(trace.events) if isinstance(e, ev.Guessed)]
        assert [guess.index for guess in found.guesses] == guessed
        for guess in found.guesses:
            event = trace.events[guess.index]
            assert guess.risk == pytest.approx(event.risk)
            assert guess.risk == pytest.approx(guess.least_risk)  # this player takes the least
            assert guess.luck == pytest.approx(-log(1 - event.risk))
        assert found.survival == pytest.approx(1 - trace.risk)
        assert found.won == trace.won


def test_a_won_game_has_an_efficiency_and_its_guesses_the_risk_far_from_clues():
    trace = game("exact", "beginner", 1, first=(0, 0))
    found = mv.review(trace)
    assert found.efficiency == pytest.approx(found.three_bv / len(found.clicks))
    assert f"ZiNi, with flags and chords: {found.board.zini} clicks" in "\n".join(found.story)
    other = game("exact", "intermediate", 3)
    for guess in mv.review(other).guesses:
        view = Position(other[guess.index].view, 40).unflagged().view
        covered = cells_of(view < 0)
        near = [any(view[c] >= 0 for c in neighbours(cell, view.shape)) for cell in covered]
        assert (guess.interior_risk is None) == all(near)


def test_costs_are_exact_where_few_layouts_are_left():
    checked = 0
    for seed in range(12):
        trace = game("csp", (3, 4, 3), seed, first=(0, 0))
        for guess in trace.review().guesses:
            if guess.exact:
                view = Position(trace[guess.index].view, 3).unflagged().view.tolist()
                layouts = list(map(frozenset, naive.layouts(view, 3)))
                most = naive.most_wins(layouts, 3, 4)
                assert guess.best_win == pytest.approx(most / len(layouts))
                checked += 1
            assert 0 <= guess.win <= guess.best_win + 1e-9
            assert guess.cost == pytest.approx(guess.best_win - guess.win)
    assert checked > 5


def blunder(cell):
    events = [
        ev.Started(2, 3, 1, "somebody"),
        ev.Opened((0, 0), ((0, 0), (1, 0), (0, 1)), (0, 0, 1)),
        ev.Opened((1, 1), ((1, 1),), (1,)),
        ev.Guessed(cell, "your own", None, (cell,), (), None, False),
    ]
    return mv.Trace(events)


def test_a_coin_costs_nothing_and_a_known_mine_all():
    found = mv.review(blunder((0, 2)))
    (guess,) = found.guesses
    assert (guess.risk, guess.win, guess.cost, guess.exact) == (0.5, 0.5, 0.0, True)
    assert found.luck == pytest.approx(log(2))
    (click,) = (click for click in found.clicks if click.guess is not None)
    for cost, is_mistake in ((0.009, False), (0.0101, True)):  # a point or more
        costly = replace(guess, best_win=guess.win + cost)
        assert replace(click, guess=costly).mistake == is_mistake
    assert found.won is None
    assert "no cell was safe. It survives in 50 of 100 games" in found.verdict
    events = [
        ev.Started(1, 4, 1, "somebody"),
        ev.Opened((0, 0), ((0, 0),), (1,)),
        ev.Guessed((0, 1), "your own", None, ((0, 1),), (), None, False),
        ev.Exploded((0, 1)),
        ev.Finished(False, ()),
    ]
    (guess,) = mv.review(mv.Trace(events)).guesses
    assert (guess.risk, guess.win, guess.luck) == (1.0, 0.0, inf)
    assert (guess.least_risk, guess.best_risk) == (0.0, 0.0)
    assert guess.best_win == guess.cost == 1.0


def test_it_reads_well_as_text_and_as_a_table_if_there_was_a_guess():
    found = game("csp", "beginner8", 3).review()
    assert len(found.rows()) == len(found.guesses) > 1
    assert found.verdict in repr(found)
    assert repr(found).count("\n") == len(found.guesses) + 2
    assert found._repr_html_().count("<tr>") == len(found.guesses) + 1
    for row, guess in zip(found.rows(), found.guesses, strict=True):
        assert row["best chance to win"] == percent(max(guess.best_win, guess.win))
    (coin,) = mv.review(blunder((0, 2))).rows()
    assert coin["best chance to win"] == "50 %"  # not what it was once the cell was open
    easy = mv.review(mv.Trace([ev.Started(1, 1, 0, "x"), ev.Finished(True, ())]))
    assert repr(easy) == easy.verdict == "Won without a guess: none was needed."
    found = mv.review(mv.play(mv.Board.parse("*."), first=(0, 1)))
    assert found._repr_html_() == f"<p>{found.verdict}</p>"


def test_a_safe_cell_is_the_best_beside_a_needless_guess_and_no_mistake_as_a_guess():
    found = game("counting", "beginner", 1, first=(0, 0)).review(effort="quick")
    needless = next(click for click in found.clicks if click.safe)
    assert needless.safe != needless.guess.best  # several are safe
    row = found.rows()[found.guesses.index(needless.guess)]
    assert (row["best"], row["its risk"]) == (str(needless.safe), "0 %")
    assert list(row)[:3] == ["guess", "cell", "cost in points"]  # what a phone shows at once
    trace = mv.play(Board.random("beginner", seed=0), "local", first=(0, 0))
    assert any(isinstance(e, ev.Guessed) and e.cell == (8, 4) for e in trace.events)
    (click,) = (click for click in trace.review(effort="quick").clicks if click.cell == (8, 4))
    assert (click.kind, click.idea, click.mistake) == ("proven", "mines left", False)


def test_a_needless_guess_is_told_the_easiest_proof_near_it():
    trace = game("counting", "beginner", 1, first=(0, 0))
    harder = 0
    for click in trace.review(effort="quick").clicks:
        if click.safe is not None:
            view = trace[click.index - 1].view
            known = mv.analyze(Position(np.where(view < 0, -1, view), 10))
            row, col = click.cell
            near = sorted(
                cells_of(known.safe), key=lambda at: (max(abs(at[0] - row), abs(at[1] - col)), at)
            )
            proofs = [known.proof(cell).difficulty for cell in near[:8]]
            assert click.proof.difficulty == min(proofs)
            harder += max(proofs) > min(proofs)
    assert harder


def test_clicks_and_moves_differ_by_the_flags_and_the_story_says_so():
    trace = game("csp", "beginner8", 3)
    found = trace.review()
    flags = sum(len(event.cells) for event in trace.events if isinstance(event, ev.Flagged))
    assert len(found.clicks) == trace.moves + flags > trace.moves
    assert found.story[1].startswith(f"{len(found.clicks)} clicks, flags included: ")
    assert mv.review(blunder((0, 2))).story[1].startswith("3 clicks: ")


def test_what_is_no_effort_and_no_trace_is_named():
    with pytest.raises(
        TypeError, match=r"^trace='game.avf': a Trace \(mv.replay reads one from a fi"
    ):
        mv.review("game.avf")
    for effort in (2, 2.0, True, Effort(3, 0.9, 10, 100)):
        with pytest.raises(ValueError, match=f"^effort={re.escape(repr(effort))}: it must be "):
            mv.review(blunder((0, 2)), effort=effort)


def random_game(seed):
    """A game of random clicks, flags and chords on a small board, as a trace of a person's."""
    rng = random.Random(seed)
    board = mv.Board.random((3, 4, rng.randrange(1, 5)), seed=seed)
    game = mv.Game(board)
    events = [ev.Started(3, 4, board.mines, "somebody")]
    while not game.over and len(events) < 14:
        cell = (rng.randrange(3), rng.randrange(4))
        try:
            events += random_move(game, cell, rng.choice(["open", "open", "flag", "chord"]))
        except mv.errors.IllegalMoveError:
            events.append(ev.Wasted(cell, "left"))
    if game.over:
        flagged = game.view == -2
        missed, wrong = board.mined & (game.view == -1), flagged & ~board.mined
        events.append(ev.Finished(game.won, cells_of(missed), cells_of(wrong)))
    return mv.Trace(events), board


def random_move(game, cell, move):
    if move == "flag":
        on = game.view[cell] != -2
        game.flag(cell, on=on)
        return [ev.Flagged((cell,), proven=False) if on else ev.Unflagged((cell,))]
    opened = game.open(cell) if move == "open" else game.chord(cell)
    if not opened:
        return [ev.Wasted(cell, "double")]
    safe = tuple(each for each in opened if game.view[each] != -3)
    numbers = tuple(int(game.view[each]) for each in safe)
    mines = [each for each in opened if game.view[each] == -3]
    chord = cell if move == "chord" else None
    told = [ev.Exploded(mine, chord) for mine in mines]
    if chord:
        return [ev.Chorded(cell, safe, numbers), *told]
    return told or [ev.Opened(cell, safe, numbers)]


def expected_kind(event, view, board, layouts):
    """The kind and the risk of a click by brute force."""
    if isinstance(event, ev.Wasted):
        return "wasted", 0
    if isinstance(event, ev.Unflagged):
        return "free", 0
    if isinstance(event, ev.Flagged):
        (cell,) = event.cells
        if not board.mined[cell] or not any(cell in mines for mines in layouts):
            return "wrong flag", 0
        return "proven" if all(cell in mines for mines in layouts) else "unproven flag", 0
    if not (view >= 0).any():
        return "free", board.mines / view.size if isinstance(event, ev.Exploded) else 0
    cells = {event.cell}
    if isinstance(event, ev.Chorded):
        cells = {cell for cell in neighbours(event.cell, view.shape) if view[cell] == -1}
    hit = sum(bool(cells & mines) for mines in layouts)
    if not hit:
        return "free" if isinstance(event, ev.Chorded) else "proven", 0
    covered = {tuple(cell) for cell in np.argwhere(view < 0).tolist()}
    sure = [cell for cell in covered if not any(cell in mines for mines in layouts)]
    return "needless guess" if sure else "forced guess", hit / len(layouts)


def test_each_click_is_what_brute_force_says():
    seen = Counter()
    for seed in range(60):
        trace, board = random_game(seed)
        clicks = {click.index: click for click in trace.review(effort="quick").clicks}
        for index, event in enumerate(trace.events[:-1] if trace.won is not None else trace.events):
            chorded = isinstance(event, ev.Exploded) and event.chord is not None
            if index == 0 or chorded:
                assert index not in clicks
                continue
            shown = trace[index - 1].view
            bare = Position(shown, board.mines).unflagged().view.tolist()
            layouts = [frozenset(mines) for mines in naive.layouts(bare, board.mines)]
            truth = (
                board if trace.won is not None else Board(trace[-1].view < 0)
            )  # may all be mines
            kind, risk = expected_kind(event, shown, truth, layouts)
            click = clicks[index]
            assert (click.kind, click.cell) == (kind, click.cell), (seed, index)
            assert click.risk == pytest.approx(risk), (seed, index)
            if kind == "needless guess":
                assert not any(click.safe in mines for mines in layouts)
                assert click.safe in click.proof.cells
                assert not click.proof.mined
            if kind == "proven":
                assert click.cell in click.proof.cells
            seen[kind] += 1
    assert set(seen) == set(CLICK_KINDS)


def game_of_a_chord(seed):
    """A game of one click on a small board, flags around it at random, and the chord on it."""
    rng = random.Random(seed)
    board = mv.Board.random((3, 3, rng.randrange(2, 5)), seed=seed)
    cell = rng.choice(cells_of(~board.mined & (board.clues > 0)))
    game = mv.Game(board)
    events = [ev.Started(3, 3, board.mines, "somebody"), *random_move(game, cell, "open")]
    for flag in rng.sample(neighbours(cell, board.shape), int(board.clues[cell])):
        events += random_move(game, flag, "flag")
    events += random_move(game, cell, "chord")
    return mv.Trace(events), board


def test_a_chord_costs_what_brute_force_says():
    checked = 0
    for seed in range(40):
        trace, board = game_of_a_chord(seed)
        for click in trace.review().clicks:
            if click.guess is None or not click.guess.chord:
                continue
            shown = trace[click.index - 1].view
            bare = Position(shown, board.mines).unflagged().view.tolist()
            layouts = [frozenset(mines) for mines in naive.layouts(bare, board.mines)]
            flags = {cell for cell in neighbours(click.cell, shown.shape) if shown[cell] == -2}
            right = [mines for mines in layouts if flags <= mines]
            most = naive.most_wins(layouts, 3, 3) / len(layouts)
            assert click.guess.exact
            assert click.guess.cell == click.cell
            assert click.risk == click.guess.risk == pytest.approx(1 - len(right) / len(layouts))
            assert click.guess.best_win == pytest.approx(most)
            assert click.guess.win == pytest.approx(naive.most_wins(right, 3, 3) / len(layouts))
            checked += 1
    assert checked > 20


def test_a_chord_is_told_of_as_one():
    """A flag beside a 1 is wrong, and the chord on it opens the mine."""
    board = Board.parse("*..\n...\n..*")
    playground = mv.Playground(board, safe_radius=None)
    for action, cell in (("open", 4), ("flag", 1), ("flag", 2), ("chord", 4)):
        playground.do(action, cell=cell)
    found = playground.review
    (guess,) = found.guesses
    assert (guess.cell, guess.chord, percent(guess.risk)) == ((1, 1), True, "96 %")
    assert guess.cost > 0.5
    assert found.mistakes[-1].guess == guess
    assert found.rows()[0]["cell"] == "chord (1, 1)"
    told = "to press both buttons on (1, 1) opens a mine in 96 % of the layouts that fit"
    assert told in found.story[-1]
    for shown in (playground.trace.with_reasons(found), playground.trace.with_verdicts(found)):
        said = [mv.caption(event) for event in shown.events if isinstance(event, ev.Reviewed)]
        assert told in said[-1]
        assert not any(isinstance(event, ev.Guessed) for event in shown.events)
        assert shown.guesses == 1


def test_words_of_a_review_where_luck_was_all_or_nothing():
    shown = mv.play(Board.parse("*..\n...\n..."), first=(0, 0))
    said = [mv.caption(event) for event in shown.with_verdicts().events]
    assert said[1] == "The first click, at (0, 0): nothing is known yet."
    lost_at_once = shown.review()
    assert lost_at_once.verdict == "Lost without a guess: the first click was bad luck."
    assert lost_at_once.story[1] == "1 click: first click 1."
    assert lost_at_once.clicks[0].risk == 1 / 9
    lucky = mv.play(Board.parse("*.*"), first=(0, 1)).review()
    assert lucky.verdict == "Won without a guess: none was needed after the first click."
    assert lucky.story[1].startswith("1 click: free 1")
    suicide = mv.Playground(Board.parse("*.*."), safe_radius=None)
    suicide.do("open", cell=1)
    suicide.do("open", cell=0)
    told = " ".join(suicide.review.story)
    assert "It survives in 0 of 100 games, and it cost " in told
    assert "A sure loss: (0, 0) is a mine in every layout that fits. (0, 3) is safe, by " in told
    said = [mv.caption(e) for e in suicide.trace.with_reasons(suicide.review).events]
    assert any(text.startswith("A sure loss: (0, 0) is a mine in every layout") for text in said)
    full = mv.Trace([ev.Started(1, 1, 1, "x"), ev.Finished(True, ((0, 0),))])
    assert full.review().story[1] == "0 clicks."


def test_a_replay_is_reviewed_with_its_clock_if_it_has_one():
    pytest.importorskip("ms_toollib")
    found = mv.replay(GAMES / "beginner.avf").review(effort="quick")
    assert found.three_bv == 12
    assert found.three_bv_per_second == pytest.approx(12 / 9.94)
    assert sum(click.seconds for click in found.clicks) <= 9.94 + 1e-9
    assert sum(row["clicks"] for row in found.times()) == len(found.clicks)
    hard = found.times(by="difficulty")
    assert sum(row["all"] for row in hard) == pytest.approx(
        sum(row["all"] for row in found.times())
    )
    told = [row["difficulty"] for row in hard if row["kind"] == "proven"]
    assert told == sorted(told)
    assert set(told) == {click.difficulty for click in found.clicks if click.kind == "proven"}
    with pytest.raises(ValueError, match="by='colour'"):
        found.times(by="colour")
    assert [click.safe for click in found.mistakes] == [None, (6, 3), (6, 3)]
    assert "more of 100 such games, by estimates." in " ".join(found.story)
    assert "(6, 3) is safe, by" in " ".join(found.story)
    frame = found.to_frame()
    assert len(frame) == len(found.clicks)
    assert set(frame["kind"]) <= set(CLICK_KINDS)
    none = mv.thoughts(mv.Position.parse("mines 1\n1#")).review().to_frame()
    assert (len(none), list(none)) == (0, list(frame))
    found = game("exact", "beginner", 1, first=(0, 0)).review(effort="quick")
    assert found.times() == []
    assert found.three_bv_per_second is None
    assert {click.seconds for click in found.clicks} == {None}


def test_wrong_flags_are_known_in_games_that_go_on_once_they_are_opened():
    opened = ev.Opened((0, 0), ((0, 0),), (1,))
    flag = ev.Flagged(((0, 1),), proven=False)
    events = [ev.Started(1, 3, 1, "x"), opened, flag]
    assert [click.kind for click in mv.Trace(events).review().clicks] == ["free", "proven"]
    wide = [ev.Started(2, 3, 1, "x"), opened, flag]
    assert mv.Trace(wide).review().clicks[1].kind == "unproven flag"
    late = [*wide, ev.Unflagged(((0, 1),)), ev.Opened((0, 1), ((0, 1),), (1,))]
    assert mv.Trace(late).review(effort="quick").clicks[1].kind == "wrong flag"
    assert mv.review(mv.Trace(late)).story[2] == "A wrong flag: no mine is at (0, 1)."


def test_a_game_is_told_with_what_could_be_known_before_each_click():
    pytest.importorskip("ms_toollib")
    trace = mv.replay(GAMES / "beginner.avf")
    found = trace.review(effort="quick")
    told = trace.with_reasons(found)
    clicks = [event for event in told.events if not isinstance(event, ADDED)]
    assert tuple(clicks) == trace.events
    assert told[-1].view.tolist() == trace[-1].view.tolist()
    assert len(told.clock) == len(told)
    assert told.clock[-1] == trace.clock[-1]
    for mistake in found.mistakes:  # what stands before the click: a proof, or a better guess
        at = told.events.index(trace.events[mistake.index])
        reason = told.events[at - 1]
        safe = reason.cells if mistake.safe else (reason.instead,)
        assert (mistake.safe or mistake.guess.best) in safe
        assert told.clock[at - 1] == trace.clock[mistake.index - 1]
    forced = [click for click in found.clicks if click.kind == "forced guess"]
    guessed = [event.cell for event in told.events if isinstance(event, ev.Guessed)]
    assert guessed == [click.cell for click in forced]
    assert mv.Trace.from_json(told.to_json()) == told
    again = told.review(effort="quick")
    assert [click.kind for click in again.clicks] == [click.kind for click in found.clicks]
    assert again.cost == pytest.approx(found.cost)


@pytest.mark.parametrize("name", ["beginner.avf", "marks.mvf", "name.avf"])
def test_before_each_click_stands_what_the_review_says_of_it(name):
    pytest.importorskip("ms_toollib")
    trace = mv.replay(GAMES / name)
    found = trace.review(effort="quick")
    told = trace.with_verdicts(found)
    assert tuple(e for e in told.events if not isinstance(e, ADDED)) == trace.events
    said = [(i, event) for i, event in enumerate(told.events) if isinstance(event, ev.Reviewed)]
    assert [(e.cell, e.verdict) for _, e in said] == [(c.cell, c.kind) for c in found.clicks]
    for (at, event), click in zip(said, found.clicks, strict=True):
        shown = told[at]
        assert told.clock[at] == trace.clock[click.index - 1]  # while the player thinks
        if not event.cells:
            assert click.kind in ("free", "unproven flag")  # nothing was open yet
            assert event.first == click.first
            continue
        known = mv.analyze(mv.Position(shown.view, shown.mines), trust_flags=False)
        covered = shown.view == -1
        drawn = covered & ~np.isnan(shown.probability)
        assert np.allclose(shown.probability[drawn], known.probability[drawn])
        assert np.array_equal(drawn, covered) or event.interior is None
        if click.kind == "needless guess":
            assert shown.probability[event.instead] == 0.0
            assert known.safe.any()
        if click.kind == "forced guess" and click in found.mistakes:  # there was a better cell
            assert (event.instead, event.cost) == (click.guess.best, click.guess.cost)
            assert "more of 100 such games" in mv.caption(event)
    assert told.guesses == len(found.guesses)
    assert told.risk == pytest.approx(1 - found.survival)
    assert mv.Trace.from_json(told.to_json()).events == told.events


@pytest.mark.parametrize("seed", range(4))
def test_what_a_trace_tells_by_itself_is_not_told_twice(seed):
    trace = game("exact", "beginner8", seed, first=(0, 0))
    told = trace.with_reasons(effort="quick")
    guesses = [event for event in told.events if isinstance(event, ev.Guessed)]
    assert guesses == [event for event in trace.events if isinstance(event, ev.Guessed)]
    for index, event in enumerate(told.events):
        if event not in trace.events:
            assert isinstance(event, ev.Proved)
            assert not all(told[index - 1].safe[cell] for cell in event.cells)


def test_whatever_is_made_of_a_review_looks_as_hard_as_a_review_does(monkeypatch, tmp_path):
    def asked(trace, *, effort, **_):
        raise LookupError(effort)

    monkeypatch.setattr("minevis.reviews.review.review", asked)
    trace = game("exact", "beginner8", 0, first=(0, 0))
    report = partial(trace.report, tmp_path / "a.html")
    for ask in (trace.review, trace.with_reasons, trace.with_verdicts, trace.puzzles, report):
        with pytest.raises(LookupError, match=f"^{DEFAULT_EFFORT}$"):
            ask()


@pytest.mark.parametrize("ask", ["with_reasons", "with_verdicts", "puzzles"])
def test_only_a_review_of_the_same_game_is_taken(ask):
    one, other = (game("exact", "beginner8", seed, first=(0, 0)) for seed in (0, 1))
    found = one.review(effort="quick")
    same = mv.Trace.from_json(one.to_json())
    assert getattr(same, ask)(found) == getattr(one, ask)(found)
    longer = mv.Trace([*one.events, ev.Wasted((0, 0), "open")])
    for stranger in (other, one.with_reasons(found), longer):
        if stranger != one:
            with pytest.raises(ValueError, match="review: it belongs to a different game"):
                getattr(stranger, ask)(found)


@pytest.mark.parametrize(
    ("needless", "guesses", "said"),
    [
        (0, 1, "The only guess was forced: no cell was safe."),
        (0, 2, "Both guesses were forced: no cell was safe."),
        (1, 3, "One of three guesses was needless: a safe cell could be found."),
        (12, 12, "All 12 guesses were needless: a safe cell could be found."),
    ],
)
def test_numbers_of_guesses_are_told_in_words(needless, guesses, said):
    found = game("counting", "beginner", 1, first=(0, 0)).review(effort="quick")
    one = next(click for click in found.clicks if click.safe)
    forced = replace(one, safe=None, proof=None, kind="forced guess")
    clicks = [one] * needless + [forced] * (guesses - needless)
    assert said in replace(found, clicks=tuple(clicks)).verdict
