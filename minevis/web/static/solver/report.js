// All that is known of a position, in one answer: odds and certain cells, then what takes longer.

import { analyze, totalsOf, zeroChances } from "./analysis.js";
import { bestMoves, inTime } from "./best.js";

const MOST_KEPT = 8; // analyses
const kept = /** @type {Table<string, Analysis>} */ (new Map()); // by position, the latest last

/** Analyse a position, once. @param {Position} position */
export function analyzed(position) {
  const { view, width, mines } = position;
  const key = `${width} ${mines} ${view.join("")}`;
  const found = kept.get(key) ?? analyze(position);
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > MOST_KEPT) kept.delete([...kept.keys()][0]);
  return found;
}

/** Report on a position: its analysis, the possible totals if nobody knows the number of mines, doubtful flags (`flags`), and, where they are `trusted`, the chances of zeros and the best moves with them as mines. The first part is passed to `tell` as soon as it is known. @param {Position} given @param {boolean} trusted @param {(part: Partial<Report>) => void} [tell] @returns {Report} */
export function reportOf(given, trusted, tell = () => {}) {
  const bare = { ...given, view: given.view.map((mark) => (mark === "F" ? "#" : mark)) };
  const position = trusted ? given : bare;
  const flags = flagsOf(given, bare);
  tell({ flags }); // the clues may contradict one of them
  const found = analyzed(position);
  const totals = position.mines === null ? totalsOf(position) : [];
  const first = { flags, found, totals };
  tell(first);
  const zeros = zeroChances(position, found.chances);
  return { ...first, zeros, moves: inTime(() => bestMoves(position, found), []) };
}

/** The flags that are on safe cells, or, without such a one, those not proven. @param {Position} given @param {Position} bare */
function flagsOf({ view }, bare) {
  const flags = [...view.keys()].filter((cell) => view[cell] === "F");
  if (!flags.length) return { wrong: [], open: [] };
  try {
    const { safe, mined } = analyzed(bare);
    const [noMines, mines] = [new Set(safe), new Set(mined)];
    return {
      wrong: flags.filter((cell) => noMines.has(cell)),
      open: flags.filter((cell) => !mines.has(cell)),
    };
  } catch {
    return { wrong: [], open: [] }; // the clues are at fault
  }
}
