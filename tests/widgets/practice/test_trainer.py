"""What the browser remembers of practice, in Node: sets that share one store."""

from itertools import pairwise

from node import answers_of, needs_node

SHARED = """(kinds, keeps) => {
  const kept = new Map();
  const setItem = (key, text) => { if (!keeps) throw new Error("no room"); kept.set(key, text); };
  const store = { getItem: (key) => kept.get(key) ?? null, setItem };
  const set = (kind, count) => new script.Trainer(
    Array.from({ length: count }, (_, rank) => ({ id: `${kind} ${rank}`, kind, rank })), store);
  const sets = kinds.map(([kind, count]) => set(kind, count));
  const [first, last] = [sets[0], sets.at(-1)];
  for (const each of [first, first, last, first]) each.note(each.next(), true, 2);
  const seen = Object.keys(first.state.seen).length;
  const { clock, level } = set("none", 1).state;
  last.forget();
  first.note(first.next(), true, 2);
  return { seen, clock, level, after: first.state.clock };
}"""


def shared(*kinds, keeps=True):
    (found,) = answers_of("practice/trainer.js", SHARED, [[kinds, keeps]])
    return found


@needs_node
def test_sets_that_share_a_store_lose_nothing_of_each_other():
    found = shared(("a", 5), ("b", 5))
    assert found["seen"] == 4
    assert found["clock"] == 4
    assert found["level"] == {"a": 3, "b": 1}
    assert found["after"] == 1  # what one has forgotten is forgotten


@needs_node
def test_a_smaller_set_of_a_kind_does_not_lead_back():
    assert shared(("a", 9), ("a", 2))["level"] == {"a": 3}


@needs_node
def test_where_nothing_is_kept_it_is_remembered():
    assert shared(("a", 5), ("b", 5), keeps=False)["after"] == 4


PASSED_OVER = """(count) => {
  const store = { getItem: () => null, setItem: () => {} };
  const puzzle = (_, rank) => ({ id: `count ${rank}`, kind: "count", rank });
  const trainer = new script.Trainer(Array.from({ length: count }, puzzle), store);
  return Array.from({ length: 2 * count }, () => trainer.next().rank);
}"""


@needs_node
def test_what_is_passed_over_comes_again_after_all_others():
    for count in (2, 3, 8):
        (ranks,) = answers_of("practice/trainer.js", PASSED_OVER, [[count]])
        assert sorted(ranks[:count]) == sorted(ranks[count:]) == list(range(count))
        assert all(rank != after for rank, after in pairwise(ranks))


MISSED = """(count) => {
  const store = null; // remembered until the page is left
  const puzzle = (_, rank) => ({ id: `count ${rank}`, kind: "count", rank });
  const trainer = new script.Trainer(Array.from({ length: count }, puzzle), store);
  return Array.from({ length: 3 * count }, () => {
    const next = trainer.next();
    trainer.note(next, false, 2);
    return next.rank;
  });
}"""


@needs_node
def test_who_misses_all_still_meets_all_with_one_missed_between_two_new_ones():
    (ranks,) = answers_of("practice/trainer.js", MISSED, [[12]])
    first = [ranks.index(rank) for rank in range(12)]
    assert max(first) < 24
    met = sorted(first)
    assert all(after - before <= 2 for before, after in pairwise(met))
    assert len(set(range(met[-1])) - set(met)) > 5  # and what was missed came again meanwhile


WANTED = """(kinds, wanted) => {
  const kept = new Map();
  const setItem = (key, text) => kept.set(key, text);
  const store = { getItem: (key) => kept.get(key) ?? null, setItem };
  const set = (some) => new script.Trainer(
    some.flatMap((kind) => [0, 1].map((rank) => ({ id: `${kind} ${rank}`, kind, rank }))), store);
  set(kinds).want(wanted);
  const [again, fewer] = [set(kinds), set(kinds.slice(1))];
  const taken = again.next().kind;
  again.forget();
  return [taken, set(kinds).wanted, fewer.wanted];
}"""


@needs_node
def test_a_set_remembers_the_kind_asked_for():
    found = answers_of("practice/trainer.js", WANTED, [[["a", "b"], "b"], [["a", "b"], ""]])
    assert found == [["b", "b", ""], ["a", "", ""]]
