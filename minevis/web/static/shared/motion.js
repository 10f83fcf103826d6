// Motion: how the change between two settled pictures of a panel is drawn, cell by cell, as in films.

import { kingsMoves, movesBetween } from "./changes.js";
import { copyOf, css, eased, make, moves, penOf, shareOf } from "./dom.js";
import { CHANCES, codeOf, markIn, percentOf, pictureIn } from "./pictures.js";

const [LIFT, SHRINK] = [0.16, 0.3]; // of a cell: how far a cover rises, and how much smaller it gets
const DROP = 0.5; // of a cell: the height from which a flag drops
const [SHAKE, SHAKES] = [0.1, 3]; // of a cell: how far a dead end shakes, and how often
const [TINT, LIT] = [0.4, 0.8]; // opacity of the set of a clue, and of its rest before that is proven
const SHORTEST = 0.05; // seconds: a shorter change is a cut
const HASTE = 0.6; // of the time of a change in haste: what a single cell may take
const NEW_TILES = 2; // that a frame composes, for numbers that count
const STEPS_OF_LIFT = 12; // of a cover, drawn once for all cells

/** The motion of a panel: its moving cells get from one picture of its canvas at rest to the next. */
export class Motion {
  cells = /** @type {Map<number, any>} */ (new Map()); // and how each of them moves
  spoken = /** @type {any[]} */ ([]); // cells of sets, with their clues
  covers = /** @type {Map<number, HTMLCanvasElement>} */ (new Map()); // on their way, by code
  frame = 0;
  paused = 0; // ms between changes and their first frames: its clock stands still
  begun = 0; // ms of the page: when the last change began
  fades = [0, 1]; // ms: when all sets fade, and how long that takes
  parts = [Infinity, 1]; // ms: the same for sets that are laid over each other
  ends = 0; // ms: then all have settled
  newTiles = 0; // that this frame may still compose

  /** @param {Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.before = make("canvas");
    this.after = make("canvas");
  }

  /** The time in ms of its clock, which waits for the first frame of a change: a page may need long for it. */
  get now() {
    return (this.begun || performance.now()) - this.paused;
  }

  /** The seconds until all cells have settled. */
  get left() {
    return Math.max(this.ends - this.now, 0) / 1000;
  }

  /** Keep the settled picture before `cells` change; false if they are not to move within `seconds`. @param {number[]} cells @param {number} seconds */
  keep(cells, seconds) {
    const { canvas } = this.panel;
    this.copy(penOf(canvas), this.after, [...this.cells.keys()]);
    const isMoving = seconds >= SHORTEST && moves();
    if (!isMoving) this.stop();
    else if (!this.cells.size) copyOf(canvas, this.before);
    else this.copy(penOf(this.before), canvas, cells);
    return isMoving;
  }

  /** Let `moved` cells move from the picture kept to the settled one on the canvas. @param {Codes} codes those before @param {number[]} moved */
  begin(codes, moved) {
    const { panel } = this;
    const { shown, within, clicked, width } = panel;
    const { atlas } = panel.atlas.pack.head;
    const { kinds } = atlas.motion;
    const change = movesBetween(atlas, codes, shown, moved, panel, clicked);
    const { start, fades, sets } = change;
    const isHasty = change.seconds > within;
    const last = Math.max(fades, ...moved.map((cell) => start[cell])) || 1;
    const speed = isHasty ? ((1 - HASTE) * within) / last : 1;
    copyOf(panel.canvas, this.after);
    this.covers.clear();
    const { now } = this;
    this.begun ||= performance.now();
    /** A time of the change, in ms of the page. @param {number} time */
    const at = (time) => now + 1000 * time * speed;
    /** How many ms a kind lasts. @param {string} kind */
    const lasts = (kind) => 1000 * Math.min(kinds[kind].seconds, isHasty ? HASTE * within : 1);
    const near = (/** @type {number} */ cell, clues = sets.flatMap((set) => set.clues)) =>
      clues.filter((clue) => kingsMoves(clue, cell, width) < 2);
    this.fades = [at(fades), lasts("proven")];
    this.parts = [sets.length > 1 ? at(change.joined) : Infinity, lasts("common")];
    this.spoken = sets.flatMap((set) =>
      set.cells.map((cell) => {
        const beside = [cell - width, cell + 1, cell + width, cell - 1];
        const rim = set.clues.length > 1 ? [] : beside.map((each) => !set.cells.includes(each));
        const lit = change.kind[cell] === "proven" ? LIT : 0;
        const from = at(set.start[cell]);
        return { cell, rim, lit, clues: near(cell, set.clues), from, lasts: lasts("set") };
      }),
    );
    for (const cell of moved) {
      const kind = change.kind[cell];
      const from = at(codes[cell] === shown[cell] ? fades : start[cell]); // lines come last
      const move = { ...kinds[kind], from, lasts: lasts(kind), codes: [codes[cell], shown[cell]] };
      this.cells.set(cell, { ...move, clue: near(cell)[0] ?? cell + width });
      this.ends = Math.max(this.ends, from + move.lasts);
    }
    if (this.spoken.length) this.ends = Math.max(this.ends, this.fades[0] + this.fades[1]);
    for (const cell of this.spoken.length ? shown.keys() : [])
      if (near(cell).length) this.cells.set(cell, { ...this.cells.get(cell), under: true }); // lines cross it
    cancelAnimationFrame(this.frame);
    this.step();
  }

  /** Forget what moves. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = this.ends = this.begun = 0;
    this.cells.clear();
    this.spoken = [];
  }

  /** Draw the moving cells as they are now, and those that have begun or settled since the last frame. */
  step() {
    const pen = penOf(this.panel.canvas);
    const { now } = this;
    const isOver = now >= this.ends;
    this.newTiles = NEW_TILES;
    const [old, done, moving] = /** @type {any[][]} */ ([[], [], []]);
    for (const [cell, move] of this.cells) {
      const share = isOver || !move.lasts ? 1 : (now - move.from) / move.lasts;
      const stage = share <= 0 ? 0 : share < 1 ? 1 : 2; // to come, moving, settled
      if (stage !== 1 && stage === move.stage && !move.under) continue;
      move.stage = stage;
      (stage === 2 || (stage && move.how === "lift") ? done : old).push(cell);
      if (stage === 1) moving.push([cell, eased(share), move]);
    }
    this.copy(pen, this.before, old);
    this.copy(pen, this.after, done);
    for (const [cell, share, move] of moving) {
      pen.globalAlpha = share;
      WAYS[move.how](this, pen, cell, share, move);
    }
    pen.globalAlpha = 1;
    if (isOver) {
      this.stop();
      return this.panel.ondraw();
    }
    this.speak(pen, now);
    this.frame = requestAnimationFrame(() => {
      if (this.begun) this.paused += performance.now() - this.begun;
      this.begun = 0;
      this.step();
    });
  }

  /** The sets of clues grow from their clues, with a line to each cell. @param {Pen} pen @param {number} now */
  speak(pen, now) {
    const { panel } = this;
    const { colours, side } = panel.atlas;
    const share = (/** @type {number} */ from, /** @type {number} */ lasts) =>
      eased(shareOf(now - from, lasts));
    const stays = 1 - share(this.fades[0], this.fades[1]);
    const split = share(this.parts[0], this.parts[1]);
    const grown = stays ? this.spoken.filter(({ from }) => now > from) : [];
    for (const { cell, rim, lit, clues, from, lasts } of grown) {
      const [x, y] = [panel.x(cell), panel.y(cell)];
      const thick = Math.max(side / 20, 1);
      pen.save();
      pen.globalAlpha = (TINT + (lit - TINT) * split) * stays;
      pen.fillStyle = css(colours.clue_ring);
      pen.beginPath();
      pen.rect(...this.part(cell, clues[0], share(from, lasts)));
      pen.clip();
      pen.fillRect(x, y, side, side);
      pen.globalAlpha = (1 - split) * stays;
      for (const [i, isRim] of rim.entries())
        if (isRim && i % 2) pen.fillRect(i < 2 ? x + side - thick : x, y, thick, side);
        else if (isRim) pen.fillRect(x, i ? y + side - thick : y, side, thick);
      pen.restore();
    }
    pen.globalAlpha = stays;
    for (const { cell, clues, from, lasts } of grown)
      for (const clue of clues)
        panel.lines.link(pen, clue, cell, true, colours, share(from, lasts));
    pen.globalAlpha = 1;
  }

  /** The share of a cell on the side of a neighbour: x, y, width, height. @param {number} cell @param {number} clue @param {number} share @returns {[number, number, number, number]} */
  part(cell, clue, share) {
    const { panel } = this;
    const { cell: side } = panel;
    const [x, y] = [panel.x(cell), panel.y(cell)];
    const right = Math.sign(panel.x(clue) - x);
    const down = Math.sign(panel.y(clue) - y);
    const [wide, high] = [right, down].map((way) => Math.round(side * (way ? share : 1)));
    return [x + (right > 0 ? side - wide : 0), y + (down > 0 ? side - high : 0), wide, high];
  }

  /** The cover of a code as it rises, shrinks and fades: a strip of steps, each as large as a cell. @param {number} code */
  coverOf(code) {
    const { atlas, cell: side } = this.panel;
    const tile = make("canvas", { width: side, height: side });
    atlas.draw(penOf(tile), code, 0, 0);
    const strip = make("canvas", { width: side * STEPS_OF_LIFT, height: side });
    this.covers.set(code, strip);
    const pen = penOf(strip);
    for (let step = 0; step < STEPS_OF_LIFT; step += 1) {
      const share = step / STEPS_OF_LIFT;
      const [size, rim] = [side * (1 - SHRINK * share), (side * SHRINK * share) / 2];
      pen.globalAlpha = 1 - share;
      pen.drawImage(tile, step * side + rim, Math.max(rim - LIFT * side * share, 0), size, size);
    }
    return strip;
  }

  /** Copy cells of a picture, neighbours in a row at once. @param {Pen} pen @param {HTMLCanvasElement} picture @param {number[]} cells */
  copy(pen, picture, cells) {
    const { cell: side, width } = this.panel;
    for (let i = 0, count = 1; i < cells.length; i += count, count = 1) {
      const first = cells[i];
      while (cells[i + count] === first + count && (first + count) % width) count += 1;
      const [x, y, wide] = [this.panel.x(first), this.panel.y(first), count * side];
      pen.drawImage(picture, x, y, wide, side, x, y, wide, side);
    }
  }
}

/** How cells move, over their pictures before. @type {Record<string, (motion: Motion, pen: Pen, cell: number, share: number, move: any) => void>} */
const WAYS = {
  fade: (motion, pen, cell) => motion.copy(pen, motion.after, [cell]),

  /** The cover rises, shrinks and fades over the opened cell. */
  lift(motion, pen, cell, share, move) {
    const { panel } = motion;
    const { cell: side } = panel;
    const left = Math.floor(share * STEPS_OF_LIFT) * side;
    pen.globalAlpha = 1;
    const strip = motion.covers.get(move.codes[0]) ?? motion.coverOf(move.codes[0]);
    pen.drawImage(strip, left, 0, side, side, panel.x(cell), panel.y(cell), side, side);
  },

  /** What is new falls into its place. */
  drop(motion, pen, cell, share, move) {
    const { panel } = motion;
    const { cell: side } = panel;
    const fall = Math.round(DROP * side * (1 - share));
    move.ink ??= panel.atlas.inkOf(move.codes);
    pen.globalAlpha = Math.min(2 * share, 1);
    const [x, y] = [panel.x(cell), panel.y(cell)];
    pen.drawImage(move.ink, 0, fall, side, side - fall, x, y, side, side - fall);
  },

  /** The ring closes around the cell, clockwise from the top. */
  close(motion, pen, cell, share) {
    const { panel } = motion;
    const half = panel.cell / 2;
    const [x, y, top] = [panel.x(cell) + half, panel.y(cell) + half, -Math.PI / 2];
    pen.save();
    pen.globalAlpha = 1;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.arc(x, y, 2 * half, top, top + 2 * Math.PI * share);
    pen.clip();
    motion.copy(pen, motion.after, [cell]);
    pen.restore();
  },

  /** The settled cell grows from the side of its clue. */
  spread(motion, pen, cell, share, { clue }) {
    const part = motion.part(cell, clue, share);
    pen.globalAlpha = 1;
    if (part[2] && part[3]) pen.drawImage(motion.after, ...part, ...part);
  },

  /** Colours blend, and the number counts, as fast as its tiles are there. */
  count(motion, pen, cell, share, move) {
    const { panel } = motion;
    const { atlas } = panel;
    const first = atlas.firsts.mineChance;
    const steps = move.codes.map(
      (/** @type {number} */ code) => (pictureIn(code) - first) % CHANCES,
    );
    const [from, to] = steps.map((/** @type {number} */ step) => percentOf(step));
    const picture = pictureIn(move.codes[1]) - steps[1] + Math.round(from + (to - from) * share);
    const code = codeOf(picture, markIn(move.codes[1]));
    if (atlas.holds(code) || motion.newTiles-- > 0) move.tile = code;
    pen.globalAlpha = 1;
    if (move.tile) atlas.draw(pen, move.tile, panel.x(cell), panel.y(cell));
  },

  /** The cell shakes as its mark appears. */
  shake(motion, pen, cell, share) {
    const { panel, after } = motion;
    const { cell: side } = panel;
    const far = Math.round(SHAKE * side * (1 - share) * Math.sin(2 * Math.PI * SHAKES * share));
    const [x, y, wide] = [panel.x(cell) + Math.max(-far, 0), panel.y(cell), side - Math.abs(far)];
    pen.globalAlpha = Math.min(3 * share, 1);
    pen.drawImage(after, x, y, wide, side, x + far, y, wide, side);
  },

  /** Draw a flash in the colour of mines, then the mine. */
  flash(motion, pen, cell, share) {
    const { panel } = motion;
    const { side, colours } = panel.atlas;
    pen.globalAlpha = Math.min(2 * share, 1);
    motion.copy(pen, motion.after, [cell]);
    pen.globalAlpha = Math.max(1 - 2 * Math.abs(share - 0.35), 0);
    pen.fillStyle = css(colours.mine);
    pen.fillRect(panel.x(cell), panel.y(cell), side, side);
  },
};
