// The curves of a race over one timeline: one for each player, told apart by colour, dashes and number.

import { BELOW, Curve, many } from "../film/curve.js";
import { percent } from "../shared/words.js";
import { lookOf } from "./lane.js";

const END = 8; // CSS px: half of what marks the end of a curve
const ABOVE_ENDS = 26; // CSS px above the curves, for their words
const APART = 15; // of two ends: they would lie on each other

/** The curve of one player. */
class LaneCurve extends Curve {
  constructor(curves, place) {
    super(curves.film, curves.say);
    Object.assign(this, { curves, place, ...lookOf(place) });
  }

  get source() {
    return this.film.curves?.[this.place];
  }

  get most() {
    return this.curves.most;
  }

  /** A little lower than one curve alone, so that what marks its end stays clear of the words above. */
  heights(high) {
    return (value) => ABOVE_ENDS + (1 - value) * (high - ABOVE_ENDS - BELOW);
  }

  /** The last point: a disc at a win, a square at a fall. */
  end(pen, [x, y], colour) {
    pen.beginPath();
    if (this.film.lanes[this.place].won === false) pen.rect(x - END + 1, y - END + 1, 2 * END - 2, 2 * END - 2);
    else pen.arc(x, y, END, 0, 2 * Math.PI);
    pen.fillStyle = colour(this.colour);
    pen.fill();
    pen.fillStyle = colour("ground");
    pen.font = 'bold 11px "DejaVu Sans", Verdana, system-ui, sans-serif';
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(this.place + 1, x, y + 0.5);
  }
}

/** What a timeline draws over its bars; `kind` is "wins", "layouts" or "none". */
export class RaceCurves {
  constructor(film, say, shown) {
    Object.assign(this, { film, say, shown, high: 84 });
    this.lanes = film.lanes.map((_, place) => new LaneCurve(this, place));
    this.kind = "wins";
  }

  get kind() {
    return this.lanes[0].kind;
  }

  set kind(kind) {
    for (const lane of this.lanes) lane.kind = kind;
  }

  get known() {
    return this.lanes.filter((lane) => lane.data);
  }

  get data() {
    return this.known.length ? this.film.curves : null;
  }

  /** The height of the chart, where it shows layouts. */
  get most() {
    return Math.max(...this.known.flatMap(({ data }) => data.layouts), 1e-9);
  }

  draw(pen, width, high, colour) {
    const { known } = this;
    if (!known.length) return;
    const y = known[0].heights(high);
    known[0].grid(pen, width, y, colour);
    for (const lane of known) {
      pen.globalAlpha = this.shown(lane.place) ? 1 : 0.35;
      lane.line(pen, lane.points(width, y), colour(lane.colour), lane.dash);
    }
    pen.globalAlpha = 1;
    if (this.kind === "wins") this.marks(pen, width, y, colour);
    this.endings(pen, width, y, colour);
  }

  /** Guesses and mistakes; those of several players at one place stand side by side. */
  marks(pen, width, y, colour) {
    const taken = new Map();
    for (const lane of this.known) {
      for (const mark of lane.data.marks) {
        const key = `${mark.at} ${lane.valueAt(mark.at)}`;
        const before = taken.get(key) ?? 0;
        taken.set(key, before + 1);
        const fill = (role) => colour(["mine", "guess"].includes(role) ? lane.colour : role);
        lane.mark(pen, mark, width, y, fill, 7 * before);
      }
    }
  }

  /** The ends of the curves, none over another. */
  endings(pen, width, y, colour) {
    const taken = [];
    for (const lane of this.known) {
      const [right, down] = lane.points(width, y).at(-1);
      const place = [Math.min(Math.max(right, END), width - END), down];
      while (taken.some(([x, high]) => Math.hypot(x - place[0], high - place[1]) < APART)) place[0] -= right > width / 2 ? APART : -APART;
      taken.push([...place]);
      lane.end(pen, place, colour);
    }
  }

  /** What the curves say of a step; empty without curves. */
  words(step) {
    const { say, known, kind } = this;
    if (!known.length) return "";
    const chances = known.map((lane) => {
      const { data, place } = lane;
      const at = lane.placeOf(step);
      return say("player wins", { number: place + 1, chance: kind === "wins" ? percent(say, data.wins[at]) : many(data.layouts[at]) });
    });
    return say(kind === "wins" ? "players wins" : "players layouts", { chances: chances.join("  ·  ") });
  }
}
