import minevis as mv
from minevis.solver.events import Deduction, Exploded, Finished, Opened, Started
from minevis.trace.trace import Trace
from minevis.words.events import badge
from minevis.words.move_list import move_list

EXPERT = mv.play(mv.Board.random("expert", seed=6, first=(0, 0)), first=(0, 0))


def test_every_move_is_told_once_in_order_where_it_is_proven_or_guessed():
    told, lines = [], move_list(EXPERT)
    for line in lines:
        first, _, last = line["moves"].partition("–")
        told += range(int(first), int(last or first) + 1) if first else ()
    assert told == list(range(1, EXPERT.moves + 1))
    places = [line["at"] for line in lines]
    assert places == sorted(places)
    guesses = [line for line in lines if line["kind"] == "g"]
    assert [line["note"] for line in guesses] == ["21 % risk", "7 % risk"]
    assert all(type(EXPERT.events[line["at"]]).__name__ == "Guessed" for line in guesses)
    moves = [line for line in lines if line["kind"] == "m" and line["note"]]
    assert len(moves) < EXPERT.moves / 10
    assert any(line["moves"].startswith("64–") and line["note"] == "COUNT" for line in moves)
    begun = [(line["note"], EXPERT.events[line["at"]]) for line in moves]
    assert {note for note, event in begun if badge(event) == note} == {"COUNT", "TWO CLUES"}
    for line, (_, event) in zip(moves, begun, strict=True):
        before = EXPERT.events[line["at"] - 1]  # another's proof, or its own move, comes later
        assert isinstance(event, Deduction) or isinstance(before, Opened)


def test_a_guess_not_made_has_a_line_the_mine_of_a_chord_none_and_a_hand_is_not_proven():
    line = move_list(mv.thoughts(mv.Position.parse("1#\n##", mines=1)))[-1]
    assert (line["kind"], line["moves"], line["note"]) == ("g", "", "33 % risk")
    assert line["text"] == "(0, 1), the guess"
    chord = Exploded((0, 3), chord=(0, 1))
    record = Trace([Started(1, 4, 1, "you"), Opened((0, 0), ((0, 0), (0, 1)), (0, 0)), chord])
    assert [line["kind"] for line in move_list(record)] == ["m", "x"]
    record = Trace(
        [
            Started(1, 4, 1, "you"),
            Opened((0, 0), ((0, 0),), (0,)),
            Opened((0, 1), ((0, 1),), (0,)),
            Exploded((0, 3)),
            Finished(won=False, mines=()),
        ]
    )
    said = [(line["kind"], line["text"]) for line in move_list(record)]
    assert said == [
        ("m", "(0, 0), the first click"),
        ("g", "(0, 1) opened, not proven"),
        ("g", "(0, 3) opened, not proven"),
        ("x", "(0, 3) was a mine"),
        ("x", "lost"),
    ]


def test_a_chord_that_risks_something_is_a_guess_and_a_wrong_flag_has_a_line():
    playground = mv.Playground(mv.Board.random("beginner", seed=3, first=(4, 4)), safe_radius=None)
    for action, cell in (("open", 40), ("flag", 49), ("chord", 40)):
        playground.do(action, cell=cell)
    lines = move_list(playground.trace.with_reasons(playground.review))
    assert [(line["kind"], line["moves"], line["text"], line["note"]) for line in lines] == [
        ("m", "1", "(4, 4), the first click", ""),
        ("m", "", "a flag on (5, 4)", ""),
        ("g", "2", "both buttons on (4, 4)", "88 % risk"),
        ("x", "2", "(5, 5) was a mine", ""),
        ("x", "", "lost", ""),
    ]
