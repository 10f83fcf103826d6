// The odds of the positions of a film, and answers about covered cells: from the solver of the browser.

import { PositionView } from "../shared/position_view.js";
import { Solver } from "../solver/solver.js";

const [COVERED, FLAGGED] = ["#", "F"];
const MOST_KEPT = 256; // positions

/** @typedef {{ chances: Float64Array | null, onslow?: () => void, slow?: boolean, stopped?: boolean, found?: Promise<Analysis | null> }} Entry of a position */

/** What the solver finds in the positions of `film`. `onfound()` is called when odds of a position are there. */
export class FilmOdds {
  /** @param {Film} film @param {Say} say @param {() => void} onfound */
  constructor(film, say, onfound) {
    const drawing = new PositionView(film.pictures, film.marks, say);
    this.film = film;
    this.drawing = drawing;
    this.onfound = onfound;
    this.solver = new Solver();
    this.kept = /** @type {Map<number, Entry>} */ (new Map());
  }

  /** The chances of a mine at a beat, NaN for open cells; null until they are known. @param {number} beat */
  at(beat) {
    const position = this.film.positions[beat];
    if (!this.kept.has(position)) this.find(beat).then(this.onfound);
    return this.kept.get(position)?.chances ?? null;
  }

  /** Promise the analysis of the position at a beat, or null. `onslow()` is called if it takes long. @param {number} beat @param {() => void} [onslow] */
  async find(beat, onslow) {
    const position = this.film.positions[beat];
    const known = this.kept.get(position);
    if (known && !(known.stopped && onslow)) {
      if (known.slow) onslow?.();
      known.onslow = onslow ?? known.onslow;
      return known.found;
    }
    /** @type {Entry} */
    const entry = { chances: null, onslow };
    this.kept.set(position, entry);
    for (const first of this.kept.keys()) if (this.kept.size > MOST_KEPT) this.kept.delete(first);
    const announce = () => {
      entry.slow = true;
      entry.onslow?.();
    };
    entry.found = this.solver.ask("analyze", [this.film.position(beat)], announce).then(
      (found) => {
        entry.chances = found.chances;
        return found;
      },
      (error) => {
        entry.stopped = error.message === "stopped"; // a question asks again
        return null;
      },
    );
    entry.found.finally(() => (entry.slow = false));
    return entry.found;
  }

  /** Promise the answers about a covered cell: in short, then step by step; or null. A flag on it is removed. @param {number} beat @param {number} cell @param {(() => void) | undefined} onslow */
  async answer(beat, cell, onslow) {
    const { film, drawing, solver } = this;
    const position = film.position(beat);
    const mark = position.view[cell];
    if (mark !== COVERED && mark !== FLAGGED) return null;
    position.view[cell] = COVERED;
    try {
      const found =
        mark === COVERED
          ? await this.find(beat, onslow)
          : await solver.ask("analyze", [position], onslow);
      if (!found) return null;
      return await drawing.answers(position, found, cell, solver);
    } catch {
      return null; // the solver was stopped, or no layout fits
    }
  }
}
