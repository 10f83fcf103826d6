// A game without a kernel, to its end.

import assert from "node:assert/strict";
import test from "node:test";

import { Game, gameOf as gameFrom } from "../../minevis/web/static/standalone/game.js";
import { filmOf } from "../../minevis/web/static/standalone/game_film.js";
import { Memory } from "../../minevis/web/static/standalone/memory.js";
import { puzzlesOf } from "../../minevis/web/static/standalone/puzzles.js";
import { reviewOf } from "../../minevis/web/static/standalone/review.js";
import {
  boardLink,
  boardOf,
  dailyBoard,
} from "../../minevis/web/static/standalone/shared_boards.js";
import { bestMoves } from "../../minevis/web/static/solver/best.js";
import { Playing } from "../../minevis/web/static/standalone/playing.js";
import { drawing, position, say, worker } from "./support.mjs";

const levels = { beginner: [9, 9, 10], intermediate: [16, 16, 40] };
const panels = [{ name: "board" }, { name: "probability", subtitle: "odds" }];

async function gameOf(chosen = {}, given = {}) {
  const playing = new Playing({ drawing, levels, panels, largest: 100, say, ...given });
  const doing = (action, details = {}) => playing.do({ do: action, ...details }, () => {});
  if (!given.position) await doing("choose", { level: "beginner", seed: 4, radius: 1, ...chosen });
  return { playing, doing, said: () => playing.state.caption.text };
}

/** Open safest cells to the end. */
async function playOn({ playing, doing }) {
  while (!playing.end) await doing("open", { cell: playing.found.safest[0] });
}

test("a game is played to its end, which says what was luck", async () => {
  const game = await gameOf({ radius: 0 });
  const { playing, doing, said } = game;
  assert.equal(said(), "standalone welcome");
  await doing("choose", { level: "beginner", seed: 4, radius: 1 });
  assert.equal(said(), "standalone welcome wide");
  await doing("open", { cell: 40 });
  assert.match(said(), /^standalone first /);
  assert.equal(playing.position.view[40], "0");
  await playOn(game);
  assert.match(said(), /^standalone (won|lost)/);
  assert.equal(playing.state.over, true);
  await doing("back");
  assert.equal(playing.state.over, false);
  await doing("forward");
  assert.equal(playing.state.over, true);
});

test("a board without guessing is won by safe cells only", async () => {
  const game = await gameOf({ level: "intermediate", seed: 7, no_guess: "no guess" });
  await game.doing("open", { cell: 100 });
  await playOn(game);
  assert.match(game.said(), /^standalone won 0 chance 100 standalone end /);
});

test("the clock rests while the page is hidden", async () => {
  const { playing, doing } = await gameOf();
  playing.rest(true);
  playing.rest(false);
  assert.equal(playing.state.running, false); // the game has not begun
  await doing("open", { cell: 40 });
  playing.rest(true);
  const { seconds } = playing.state;
  assert.equal(playing.state.running, false);
  assert.equal(playing.state.seconds, seconds);
  playing.rest(false);
  assert.equal(playing.state.running, true);
});

test("a game that is won has a flag on every mine", async () => {
  const { playing, doing } = await gameOf({ level: [1, 3, 1], radius: 0 });
  await doing("open", { cell: 2 });
  while (!playing.end) await doing("open", { cell: playing.mined.indexOf(false) });
  assert.equal(playing.shown.view.filter((mark) => mark === "F").length, 1);
  assert.match(playing.state.caption.counters, / 0$/);
});

test("a lost game shows its mines and its wrong flags, and says what was safe", async () => {
  const board = [true, false, false, false];
  const given = { position: position("mines 1\n#1##"), board };
  const { playing, doing, said } = await gameOf({}, given);
  await doing("flag", { cell: 3 });
  await doing("open", { cell: 0 });
  assert.match(said(), /^standalone lost/);
  assert.deepEqual(playing.shown.view, ["*", "1", "#", "W"]);
  assert.equal(playing.state.codes.board.length, 4);
});

test("where players want question marks, a flag turns into one before it goes", async () => {
  const forbidden = () => assert.fail("no storage");
  const memory = new Memory(forbidden, forbidden);
  const { playing, doing, said } = await gameOf({}, { controls: { question: true }, memory });
  await doing("open", { cell: 40 });
  const cell = playing.game.mined.indexOf(true);
  const cycle = [];
  for (const name of ["flag", "question", "unquestion", "flag", "question"]) {
    await doing("flag", { cell });
    assert.ok(said().startsWith(`standalone ${name} (`), said());
    cycle.push(playing.shown.view[cell] + playing.position.view[cell]);
  }
  assert.equal(cycle.join(" "), "FF ?# ## FF ?#");
  assert.equal(playing.game.record.moves.filter(([kind]) => kind === "flag").length, 4);
  assert.deepEqual(playing.state.text.includes("?"), false); // it proves nothing, anywhere
  playing.take(playing.game);
  assert.equal(playing.shown.view[cell], "?"); // after a reload
  await doing("back");
  assert.equal(playing.shown.view[cell], "F");
  await doing("forward");
  await doing("open", { cell });
  assert.equal(playing.end, "lost"); // it opens as any covered cell
});

test("flags and chords are there in a game", async () => {
  const { playing, doing, said } = await gameOf({ level: [5, 6, 4], seed: 1 });
  await doing("open", { cell: 14 });
  await doing("flag", { cell: 0 });
  assert.equal(said(), "standalone flag (0, 0)");
  await doing("open", { cell: 0 });
  assert.equal(said(), "standalone flagged (0, 0)");
  await doing("flag", { cell: 0 });
  const clue = playing.position.view.findIndex((mark) => /[1-8]/.test(mark));
  await doing("chord", { cell: clue });
  assert.match(said(), /^standalone no chord/);
  await doing("file", { name: "a.json", data: "" });
  assert.equal(said(), "standalone no file");
  await doing("choose", { level: [5, 6, 30], seed: 1, radius: 1 });
  assert.equal(said(), "standalone wrong size");
});

test("a game goes on where a position was left, with the mines of its board", async () => {
  const given = { position: position("mines 1\n1##"), board: [false, false, true] };
  const { playing, doing, said } = await gameOf({}, given);
  assert.equal(said(), "taken up");
  await doing("open", { cell: 1 });
  assert.match(said(), /^standalone lost|^standalone won/);
});

test("a position without a board is played on with mines that fit, and a new game begins there", async () => {
  const given = { position: position("mines 3\n#1##\n#1##\n####") };
  const { playing, doing } = await gameOf({}, given);
  for (let cell = 0; cell < 12; cell += 1) await doing("open", { cell });
  assert.equal(playing.state.over, true);
  const { mined } = playing;
  assert.equal(mined.filter(Boolean).length, 3);
  for (const around of [
    [0, 2, 4, 6],
    [0, 2, 4, 6, 8, 9, 10],
  ])
    assert.equal(around.filter((cell) => mined[cell]).length, 1);
  await doing("new");
  assert.equal(playing.state.text, "mines 3\n#1##\n#1##\n####");
});

test("no message calls what is no action", async () => {
  const { playing, doing } = await gameOf();
  for (const name of ["constructor", "did", "toString", "__proto__", null])
    assert.deepEqual(await doing(name), {});
  assert.equal(playing.state.moves, 0);
});

test("a count that takes long is announced, and stopped by the next move", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { playing, doing, said } = await gameOf({ level: [16, 30, 99], seed: 1, radius: 0 });
  await doing("open", { cell: 479 });
  worker.answers = () => false;
  const opened = doing("open", { cell: playing.found.safest[0] });
  await new Promise(setImmediate);
  t.mock.timers.tick(10_000);
  assert.equal(said(), "standalone slow here");
  worker.answers = () => true;
  const covered = playing.position.view.indexOf("#");
  await doing("flag", { cell: covered });
  await opened;
  assert.equal(playing.position.view[covered], "F");
});

test("only a board that opens an area at the first click is said to", async () => {
  const { playing, doing, said } = await gameOf();
  assert.equal(said(), "standalone welcome wide");
  await doing("open", { cell: 40 });
  await doing("again");
  assert.equal(playing.opensArea, false);
  await doing("new");
  assert.equal(said(), "standalone welcome wide");
  await doing("choose", { level: [5, 6, 25], seed: 1, radius: 1 });
  assert.equal(said(), "standalone welcome"); // there is no room for it
  const given = await gameOf({}, { board: Array(81).fill(false), sizes: [9, 9, 0] });
  await given.doing("new");
  assert.equal(given.said(), "standalone welcome wide"); // chosen anew, it is drawn
});

const pack = { head: { atlas: { themes: {} }, parts: {} }, part: () => null };

test("the film of a game opens at its first mistake, and counts the mines left", async () => {
  const { playing, doing } = await gameOf({ level: [1, 6, 1], radius: 0 });
  playing.begin(1, [true, false, false, false, false, false]);
  await doing("open", { cell: 1 });
  await doing("flag", { cell: 5 });
  await doing("open", { cell: 0 }); // an explosion finds no mine
  const { film } = filmOf(playing, pack, say).head;
  assert.deepEqual(film.judged, [
    { at: 2, told: 2, cost: 0, mistake: true, text: "standalone missed (0, 3)" },
  ]);
  assert.equal(film.opening, 2);
  assert.deepEqual(
    film.counters.map((text) => Number(text.split(" ").at(-1))),
    [1, 1, 0, 0],
  );
  assert.notEqual(film.tree.title, "");
});

for (const [name, click, text] of [
  ["a certain mine", { chance: 1, safe: [], least: 1 }, "standalone certain mine"],
  ["a clearly riskier cell", { chance: 0.5, safe: [], least: 0.2 }, "standalone riskier chance 20"],
  ["hardly more risk", { chance: 0.23, safe: [], least: 0.2 }, undefined],
  ["a chance not counted", { chance: NaN, safe: [], least: NaN }, undefined],
])
  test(`a mistake or none: ${name}`, async () => {
    const game = await gameOf({ level: [2, 3, 1], radius: 0 });
    await game.doing("open", { cell: 0 });
    Object.assign(game.playing.game.verdicts[0], { first: false, ...click });
    const { film } = filmOf(game.playing, pack, say).head;
    assert.deepEqual(
      film.judged.map((each) => each.text),
      text ? [text] : [],
    );
    assert.equal(film.opening, text ? 1 : film.captions.length - 1);
  });

/** Play safest cells, with some flags, chords and moves taken back. */
async function played(chosen = {}) {
  const made = await gameOf({ level: "intermediate", seed: 3, ...chosen });
  const { playing, doing } = made;
  await doing("open", { cell: 40 });
  for (let turn = 0; turn < 12 && !playing.end; turn += 1) {
    if (playing.found.mined.length)
      await doing("flag", { cell: playing.found.mined[turn % playing.found.mined.length] });
    if (turn % 3 === 2) await doing("back");
    for (const clue of playing.position.view.keys()) await doing("chord", { cell: clue });
    if (!playing.end) await doing("open", { cell: playing.found.safest[0] });
  }
  return made;
}

test("a game is made again from its record, at every moment", async () => {
  const { playing } = await played();
  const { game } = playing;
  game.stop();
  assert.ok(game.moves.some(([kind]) => kind === "chord"));
  const text = JSON.stringify(game.record);
  const twin = gameFrom(JSON.parse(text), 100);
  assert.deepEqual(twin.position, game.position);
  for (let at = game.at; at > 0; at -= 1) {
    assert.deepEqual(twin.position, game.positionAt(at));
    twin.back();
  }
  assert.ok(twin.position.view.every((mark) => mark === "#"));
  while (twin.at < game.at) twin.forward();
  assert.deepEqual(twin.position, game.position);
  assert.equal(JSON.stringify(twin.record), text);
});

test("a record that is damaged is no game", async () => {
  const { playing } = await played({ level: "beginner" });
  const { record } = playing.game;
  assert.ok(gameFrom(record, 100));
  const board = (change) => ({ board: { ...record.board, ...change } });
  for (const damage of [
    ...[
      { minevis: 2 },
      { size: [9, 9] },
      { size: [9, 9, 81] },
      { size: [0, 9, 1] },
      { moves: null },
    ],
    ...[{ moves: [["open", 81, 0]] }, { moves: [["flag", 0, "1"]] }, { moves: [["dig", 0, 0]] }],
    ...[{ at: -1 }, { at: 99 }, { seconds: null }, { date: "x" }, { helped: 1 }, { rules: null }],
    ...[board({ mines: null }), board({ mines: [1] }), board({ mines: "1234567890" })],
    ...[board({ seed: 0.5 }), board({ protect: "all" })],
    { moves: [record.moves[0], record.moves[0]], at: 2 },
  ])
    assert.equal(gameFrom({ ...record, ...damage }, 100), null, JSON.stringify(damage));
  for (const other of [null, 3, "x", [], {}]) assert.equal(gameFrom(other, 100), null);
});

test("a move on a large board keeps only what it changed", () => {
  const game = new Game({ size: [100, 100, 2000], seed: 1 });
  game.deal([...Array(10_000).keys()].map((cell) => cell % 5 === 0));
  game.move("open", 1);
  game.move("flag", 5);
  assert.deepEqual(
    game.changes.map(({ length }) => length),
    [1, 1],
  );
});

test("a chord has the chance that one of its flags is wrong", async () => {
  const board = [true, ...Array(5).fill(false)];
  const given = { position: position("mines 1\n#1#\n###"), board };
  const { playing, doing, said } = await gameOf({}, given);
  await doing("flag", { cell: 3 });
  await doing("chord", { cell: 1 });
  const [, { chance }] = playing.game.verdicts;
  assert.ok(Math.abs(chance - 4 / 5) < 1e-9);
  assert.match(said(), /^standalone lost/);
});

test("a new game can be taken back while the one before was under way", async () => {
  const { playing, doing, said } = await gameOf();
  await doing("open", { cell: 40 });
  const { game } = playing;
  await doing("new");
  assert.equal(said(), "standalone new instead");
  assert.equal(playing.state.moves, 1);
  await doing("back");
  assert.equal(playing.game, game);
  assert.equal(game.helped, "");
  await doing("new");
  await doing("open", { cell: 40 });
  await doing("back");
  await doing("back");
  assert.equal(playing.game, game); // not before its first move
});

test("all who play a shared board begin with the same cell", async () => {
  const chosen = { level: "intermediate", seed: 20261128, first: 136, daily: "2026-11-28" };
  const [one, other] = [await gameOf(chosen), await gameOf(chosen)];
  assert.deepEqual(one.playing.mined, other.playing.mined);
  assert.notEqual(one.playing.position.view[136], "#");
  assert.equal(one.playing.state.running, false);
  await one.doing("flag", { cell: one.playing.mined.indexOf(true) });
  assert.equal(one.playing.state.running, true);
});

test("a review names each avoidable risk, its cost, and the proof of the safe cell", async () => {
  const board = [true, false, false, false, false, false];
  const { playing, doing } = await gameOf({ level: [1, 6, 1], radius: 0 });
  playing.begin(1, board);
  await doing("open", { cell: 1 });
  await doing("flag", { cell: 5 });
  await doing("open", { cell: 0 });
  await doing("review");
  const { story, rows, risks, alive } = playing.state.review;
  assert.deepEqual(
    risks.map(({ cell, chance, cost, safe }) => [cell, chance, cost, safe]),
    [[0, 0.5, 0.5, 3]],
  );
  assert.match(story[1], /^review missed 2 \(0, 0\)/);
  assert.match(story[2], /^review wrong flags \(0, 5\)/);
  assert.deepEqual(Object.values(rows[0])[4], "review points 50.0");
  assert.deepEqual(alive.at(-1), [2, 0.5]);
  const puzzles = await puzzlesOf(risks, "game", drawing, pack, playing.solver);
  const [puzzle] = puzzles.head.practice.puzzles;
  assert.deepEqual([puzzle.kind, puzzle.width, puzzle.codes.length], ["missed", 6, 6]);
  assert.deepEqual(puzzles.head.practice.answers[0].safe, [3, 4, 5]);
});

test("a guess among the last layouts costs what it wins less than the best one", async () => {
  const given = { position: position("mines 3\n#2##\n####"), board: null };
  const { playing, doing } = await gameOf({}, given);
  const [best, ...others] = bestMoves(playing.bare);
  const other = others.at(-1);
  assert.ok(other.win < best.win);
  const { game } = playing;
  await doing("open", { cell: other.cell });
  game.end = "lost"; // it could go either way
  const { risks } = await reviewOf(game, playing.solver, drawing);
  assert.equal(risks[0].exact, true);
  assert.ok(Math.abs(risks[0].cost - (best.win - other.win)) < 1e-9);
});

test("a link leads to the same board, and the board of a day to the same for all", async () => {
  const { playing, doing } = await gameOf({ level: "intermediate", seed: 9, no_guess: "no" });
  assert.equal(boardLink(playing.game), "");
  await doing("open", { cell: 20 });
  const other = await gameOf();
  const mined = playing.mined.slice();
  for (const begin of ["", "#m="]) {
    if (begin) await doing("again"); // a board that is given has no seed
    if (begin) await doing("open", { cell: 20 });
    assert.ok(boardLink(playing.game).startsWith(begin));
    const linked = boardOf(boardLink(playing.game), "no", 100);
    await other.playing.do(linked, () => {});
    assert.deepEqual([other.playing.mined, other.playing.game.moves.length], [mined, 1]);
  }
  assert.equal(boardOf("#m=9x9x10.zz.3", "no", 100), null);
  assert.equal(boardOf("#play", "no", 100), null);
  const day = new Date("2026-11-28T23:00:00Z");
  assert.deepEqual(dailyBoard("no", day), {
    ...boardOf("#daily", "no"),
    seed: 20261128,
    daily: "2026-11-28",
  });
});

test("a game in a notebook sends each move once, and shows that of Python", async () => {
  const sent = [];
  const python = async (message) => {
    if (message.do === "deal") return { mines: [0] };
    sent.push(message);
    return {};
  };
  const given = { sizes: [1, 4, 1], protect: "cell", seed: 4, position: null, python };
  const playing = new Playing({ drawing, levels, panels, largest: 100, say, ...given });
  const doing = (action, details = {}) => playing.do({ do: action, ...details }, () => {});
  await doing("flag", { cell: 0 });
  await doing("open", { cell: 1 });
  await doing("back");
  await doing("hint"); // no move
  await doing("forward");
  const told = sent.map(({ version, start, moves, at }) => [version, start, moves.length, at]);
  assert.deepEqual(told, [
    [0, 0, 1, 1],
    [1, 1, 1, 2],
    [2, 2, 0, 1],
    [3, 2, 0, 2],
  ]);
  const { record } = playing.game;
  const own = { ...record, given: false, version: 4, by: playing.id, refused: "" };
  await playing.resume(
    () => own,
    () => assert.fail("it is known here"),
  );
  const theirs = { ...own, at: 0, version: 7, by: "", refused: "no" };
  await playing.resume(
    () => theirs,
    () => {},
  );
  assert.deepEqual([playing.game.at, playing.state.caption.text], [0, "no"]);
  await doing("flag", { cell: 3 });
  assert.deepEqual([sent.at(-1).version, sent.at(-1).start, sent.at(-1).at], [7, 0, 1]);
});

test("no later action waits for a review of Python, which is shown for its game only", async () => {
  const replies = [];
  const python = async ({ do: action }) =>
    action === "review" ? new Promise((done) => replies.push(done)) : { mines: [0] };
  const given = { sizes: [1, 3, 1], protect: "cell", seed: 4, position: null, python };
  const playing = new Playing({ drawing, levels, panels, largest: 100, say, ...given });
  let shown = null;
  const doing = (action, details = {}) =>
    playing.do({ do: action, ...details }, ({ review }) => (shown = review));
  for (const cell of [2, 1]) await doing("open", { cell });
  assert.equal(playing.end, "won");
  await doing("review");
  await doing("back");
  await doing("forward"); // it was not kept waiting
  await doing("review");
  const review = { story: [], rows: [] };
  for (const reply of replies) reply({ review, three_bv: 2 });
  await new Promise(setImmediate);
  assert.equal(shown, review);
  await doing("review");
  await doing("back");
  replies.at(-1)({ review, three_bv: 2 });
  await new Promise(setImmediate);
  assert.equal(shown, null);
});
