// The odds of the positions of a film, and answers about covered cells: from the solver of the browser.

import { PositionView } from "../shared/position_view.js";
import { Solver } from "../solver/solver.js";

const [COVERED, FLAGGED] = ["#", "F"];
const MOST_KEPT = 256; // positions

/** What the solver finds in the positions of `film`. `onfound()` is called when odds of a position are there. */
export class FilmOdds {
  constructor(film, say, onfound) {
    const drawing = new PositionView(film.pictures, film.marks, say);
    this.film = film;
    this.drawing = drawing;
    this.onfound = onfound;
    this.solver = new Solver();
    this.kept = new Map();
  }

  /** The chances of a mine at a beat, NaN for open cells; null until they are known. */
  at(beat) {
    const position = this.film.positions[beat];
    if (!this.kept.has(position)) this.find(beat).then(this.onfound);
    return this.kept.get(position)?.chances ?? null;
  }

  /** Promise the analysis of the position at a beat, or null. `onslow()` is called if it takes long. */
  async find(beat, onslow) {
    const position = this.film.positions[beat];
    const known = this.kept.get(position);
    if (known && !(known.stopped && onslow)) {
      if (known.slow) onslow?.();
      known.onslow = onslow ?? known.onslow;
      return known.found;
    }
    const entry = { chances: null, onslow };
    this.kept.set(position, entry);
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value);
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

  /** Promise the answer about a covered cell, with its steps; or null. A flag on it is removed. */
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
      const [whole, ...steps] = await drawing.answers(position, found, cell, solver);
      return { ...whole, steps };
    } catch {
      return null; // the solver was stopped, or no layout fits
    }
  }
}
