// The odds of the positions of a film, and answers about uncertain cells: from the solver of the browser.

import { Solver } from "../solver/solver.js";
import { bigNumber, percent } from "../shared/words.js";

const COVERED = "#";
const NEAR = 3; // cells from the one asked about: so far its layouts are drawn
const MOST_KEPT = 256; // positions

/** What the solver finds in the positions of `film`. `onfound()` is called when odds of a position are there. */
export class FilmOdds {
  constructor(film, onfound) {
    Object.assign(this, { film, onfound, solver: new Solver(), kept: new Map() });
  }

  /** The chances of a mine at a beat, NaN for open cells; null as long as they are not there. */
  at(beat) {
    const position = this.film.positions[beat];
    if (!this.kept.has(position)) this.find(beat).then(this.onfound);
    return this.kept.get(position)?.chances ?? null;
  }

  /** Promise the analysis of the position at a beat; null if there is none. `onslow()` is called while it takes long. */
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

  /** Promise the answer about an uncertain cell: its odds, and two layouts as steps; null if nothing is known. */
  async answer(beat, cell, say, onslow) {
    const { film } = this;
    const found = await this.find(beat, onslow);
    const chance = found?.chances[cell] ?? NaN;
    if (Number.isNaN(chance)) return null;
    const count = found.layouts;
    const layouts =
      count === 1n ? say("one layout") : say("many layouts", { count: bigNumber(count) });
    const values = { cell: film.name(cell), chance: percent(say, chance), layouts };
    const text = say("cell odds", values);
    const steps = await this.layoutSteps(beat, cell, say);
    const badge = say("badge odds");
    const marks = film.ringed(beat, cell);
    const taught = film.taught[film.positions[beat]]?.[cell];
    if (taught) steps.push({ badge, role: "search", text: taught, marks, links: [] });
    const whole = steps.length ? say(taught ? "see teaching" : "see layouts", { text }) : text;
    return { badge, role: "search", text: whole, marks, steps };
  }

  /** A layout with a mine in a cell and one without, as steps of an answer. */
  async layoutSteps(beat, cell, say) {
    const { film } = this;
    const position = film.position(beat);
    const steps = [];
    for (const mined of [true, false]) {
      const given = [position, cell, new Map([[cell, mined]])];
      const layout = await this.solver.ask("layout", given).catch(() => null);
      if (!layout) continue;
      const text = say(mined ? "layout with" : "layout without", { cell: film.name(cell) });
      const marks = layoutMarks(layout, position, cell, film.marks);
      steps.push({
        badge: say("badge odds"),
        role: mined ? "mine" : "safe",
        text,
        marks,
        links: [],
      });
    }
    return steps;
  }
}

/** Marks for the mines and free cells of a layout, on the covered cells around one. */
export function layoutMarks(layout, { view, width }, cell, marks) {
  const apart = (other) =>
    Math.max(
      Math.abs(Math.floor(other / width) - Math.floor(cell / width)),
      Math.abs((other % width) - (cell % width)),
    );
  const near = [...view.keys()].filter((other) => view[other] === COVERED && apart(other) <= NEAR);
  const markOf = (other) =>
    other === cell
      ? marks[layout[cell] ? "mined" : "safe"]
      : marks[layout[other] ? "knownMined" : "knownSafe"];
  return near.map((other) => [other, markOf(other)]);
}
