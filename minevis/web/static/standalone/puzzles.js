// The positions of avoidable risks as puzzles, for `Practice`.

import { placeOf } from "../shared/grid.js";
import { PuzzleWindow } from "../practice/practice.js";
import { textOf } from "./notations.js";

const AROUND = 4; // cells of a puzzle around what is asked
const SCALE = 10_000; // chances travel in hundredths of a percent

/** Promise a pack for `Practice` with the positions of risks that could have been avoided; null without any. `game` is their game's name. @param {Awaited<ReturnType<typeof import("./review.js").reviewOf>>["risks"]} risks @param {string} game @param {import("../shared/position_view.js").PositionView} view @param {Pack} pack @param {import("../solver/solver.js").Solver} solver */
export async function puzzlesOf(risks, game, view, pack, solver) {
  const { say, marks } = view;
  const puzzles = [];
  const answers = [];
  for (const { move, safe, better, cost, cell, position } of risks) {
    const asked = safe ?? (cost > 0.0005 ? better?.cell : undefined);
    if (asked === undefined) continue;
    const isGuess = safe === undefined;
    const found = await solver.ask("analyze", [position]);
    const window = windowAround([asked, cell], position);
    const inside = (/** @type {number[]} */ cells) =>
      cells.map((each) => window.inner(each)).filter((each) => each >= 0);
    const covered = [...position.view.keys()].filter((each) => position.view[each] === "#");
    const rank = answers.length;
    const { top, left, height, width } = window;
    const cells = [...Array(height * width).keys()].map((each) => window.outer(each));
    const seen = cells.map((each) => position.view[each]);
    const drawn = { height, width, view: seen, mines: null };
    puzzles.push({
      ...{
        id: `${game} ${move}`,
        kind: isGuess ? "guess" : "missed",
        rank,
        corner: [top, left],
        height,
        width,
      },
      ...{ codes: view.codes(drawn, {}), sides: null, asked: inside(covered), left: null },
    });
    const clues = isGuess ? [] : (await view.proven(position, asked, solver))[0].marks;
    const hint = clues.filter(([, mark]) => mark === marks.clue);
    const look = window.pairs(hint);
    const text = say(isGuess ? "practice ask guess" : "review look");
    const advice = better ? view.advice(better, position.width) : { text: "", marks: [] };
    const here = window.pairs([[asked, marks.guess]]);
    answers.push({
      position: textOf(position),
      safe: inside(found.safe),
      mines: inside(found.mined),
      odds: window.pairs(covered.map((each) => [each, Math.round(SCALE * found.chances[each])])),
      hints: [look, look].map((each) => ({ text, marks: each })),
      ...{ some: !isGuess, main: isGuess ? -1 : inside([asked])[0] },
      ...{ best: isGuess ? inside([asked]) : [], wins: [] },
      guess: isGuess && { badge: say("badge odds"), role: "guess", text: advice.text, marks: here },
    });
  }
  if (!puzzles.length) return null;
  const kinds = [...new Set(puzzles.map(({ kind }) => kind))];
  const titles = { missed: say("review title missed"), guess: say("review title guess") };
  const questions = { missed: "missed", guess: "guess" };
  const practice = {
    ...{ puzzles, answers, titles, questions, marks, flag: view.pictureOf.flagged },
    ...{ theme: "auto", ideas: {}, kinds },
  };
  const { atlas, parts } = pack.head;
  return {
    head: { atlas, parts, practice },
    part: (/** @type {string} */ name) => pack.part(name),
  };
}

/** The window of a board around some cells. @param {number[]} cells @param {Position} position */
function windowAround(cells, { height: down, width: across }) {
  const places = cells.map((cell) => placeOf(cell, across));
  const [rows, cols] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const top = Math.max(Math.min(...rows) - AROUND, 0);
  const left = Math.max(Math.min(...cols) - AROUND, 0);
  const height = Math.min(Math.max(...rows) + AROUND + 1, down) - top;
  const width = Math.min(Math.max(...cols) + AROUND + 1, across) - left;
  return new PuzzleWindow({ corner: [top, left], height, width }, across);
}
