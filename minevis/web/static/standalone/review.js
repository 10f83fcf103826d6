// The review of a game in the browser: risks and their costs, safe cells that were missed, luck, and the chance to win.

import { withoutFlags } from "../shared/asker.js";
import { nameOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";
import { askedAbout, byPlace, summary } from "../solver/sentences.js";
import { chart, through } from "./chart.js";

const HIGH = 100; // units of the drawing of chances

/** @typedef {{ move: number, cell: number, chance: number, cost: number, exact: boolean, safe: number | undefined, better: Move | undefined, text: string, position: Position }} Risk */

/** Promise the review of a finished game whose verdicts are known; the text of a missed cell is its proof. `view` draws positions. @param {Game} game @param {import("../solver/solver.js").Solver} solver @param {import("../shared/position_view.js").PositionView} view */
export async function reviewOf(game, solver, view) {
  const { say } = view;
  const [, width] = game.size;
  const risks = /** @type {Risk[]} */ ([]);
  const wins = /** @type {[number, number][]} */ ([]);
  const wrong = [];
  let number = 0;
  let survival = 1;
  let luck = 1;
  const alive = /** @type {number[][]} */ ([[0, 1]]);
  for (let i = 0; i < game.at; i += 1) {
    const [kind, cell] = game.moves[i];
    const verdict = game.verdicts[i];
    if (kind === "flag") {
      if (game.mined && !game.mined[cell] && game.positionAt(i).view[cell] === "#")
        wrong.push(cell);
      continue;
    }
    number += 1;
    if (!verdict || verdict.first) continue;
    const position = withoutFlags(game.positionAt(i));
    const win = await solver.ask("win", [position]).catch(unlessStopped);
    if (win !== null) wins.push([number, win]);
    if (!verdict.chance || Number.isNaN(verdict.chance)) continue;
    risks.push({ move: number, cell, position, ...(await riskIn(kind, cell, position, verdict)) });
    survival *= 1 - verdict.chance;
    if (!verdict.safe.length) luck *= 1 - verdict.chance;
    alive.push([number, survival]);
  }
  if (game.end === "won") wins.push([number, 1]);
  const needless = risks.filter(({ safe }) => safe !== undefined);
  const forced = risks.filter(({ safe }) => safe === undefined);
  const story = [
    needless.length
      ? say("review needless", { count: needless.length })
      : say("review no needless"),
    ...needless.map((risk) => say("review missed", wordsOf(risk))),
    ...(wrong.length ? [say("review wrong flags", { cells: view.names(wrong, width) })] : []),
    forced.length
      ? say("review luck", { count: forced.length, chance: percent(say, luck) })
      : say("review no luck"),
  ];
  const rows = risks.map((risk) => {
    const { move, name, chance, safe, best, cost } = wordsOf(risk);
    const values = [move, name, chance, safe || best, cost];
    return Object.fromEntries(
      ["move", "cell", "risk", "instead", "cost"].map((key, i) => [
        say(`review ${key}`),
        values[i],
      ]),
    );
  });
  return { story, rows, risks, alive, wins, moves: number };

  /** @param {GameMove[0]} kind @param {number} cell @param {Position} position @param {Verdict} verdict */
  async function riskIn(kind, cell, position, { chance, least, safe: [safe] }) {
    if (safe !== undefined) {
      const proof = await solver.ask("proof", [position, safe]);
      const text = proof ? summary(askedAbout(proof, safe), byPlace(say, width)) : "";
      return { chance, cost: chance, exact: true, safe, better: undefined, text };
    }
    const { moves } = await solver.ask("report", [position, true]);
    const [better] = moves;
    const own = kind === "open" ? moves.find((each) => each.cell === cell) : undefined;
    const exact = better?.win !== undefined && own?.win !== undefined;
    const cost = exact ? Number(better?.win) - Number(own?.win) : Math.max(chance - least, 0);
    return { chance, cost, exact, safe: undefined, better, text: "" };
  }

  /** @param {Risk} risk */
  function wordsOf({ move, cell, chance, cost, exact, safe, better, text }) {
    const points = cost > 0.0005 ? say(exact ? "review points" : "review points least", { points: (100 * cost).toFixed(1) }) : "–"; // prettier-ignore
    const isBest = !better || better.cell === cell || cost <= 0.0005;
    return {
      ...{ move: String(move), name: nameOf(cell, width), chance: percent(say, chance) },
      safe: safe === undefined ? "" : say("review safe", { cell: nameOf(safe, width) }),
      best: isBest ? "–" : `${nameOf(better.cell, width)}, ${percent(say, better.risk)}`,
      cost: points,
      missed: safe === undefined ? "" : nameOf(safe, width),
      text,
    };
  }
}

/** @param {Error} error */
function unlessStopped(error) {
  if (error.message === "stopped") throw error;
  return null; // too many cases
}

/** A drawing of the chance to be still alive, and of the chance to win where it is known. @param {Awaited<ReturnType<typeof reviewOf>>} review @param {Say} say */
export function chartOf({ alive, wins, moves }, say) {
  const wide = 4 * HIGH;
  const at = (/** @type {number[]} */ [move, chance]) => [
    (wide * move) / Math.max(moves, 1),
    HIGH * (1 - chance),
  ];
  const rules = [0, 0.5, 1].map((share) => ["mv-rule", `M0 ${HIGH * share}h${wide}`]);
  const steps = alive.map((point, i) => {
    const [x, y] = at(point);
    return i ? `H${x}V${y}` : `M${x} ${y}`;
  });
  const points = wins.map(at);
  return chart(say("review chart"), {
    ...{ wide, high: HIGH, rim: 4 },
    lines: [...rules, ["mv-alive", `${steps.join("")}H${wide}`], ["mv-wins", through(points)]],
    dots: points.length === 1 ? points : [],
  });
}
