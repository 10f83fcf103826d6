// The curves of a race over one timeline: one per player, with different colours, dashes and numbers.

import { BELOW, Curve, many } from "../film/curve.js";
import { percent } from "../shared/words.js";
import { lookOf } from "./lane.js";

const END = 8; // CSS px: half of the mark at the end of a curve
const ABOVE_ENDS = 26; // CSS px above the curves, for their words
const APART = 15; // of two ends: nearer ones would overlap

/** The curve of one player. */
class LaneCurve extends Curve {
  /** @param {RaceCurves} curves @param {number} place */
  constructor(curves, place) {
    super(curves.film, curves.say, place);
    this.curves = curves;
    const { colour, dash } = lookOf(place);
    this.colour = colour;
    this.dash = dash;
  }

  get most() {
    return this.curves.most;
  }

  /** A little lower than a single curve, so that the mark at its end does not touch the words above. @param {number} high */
  heights(high) {
    return (/** @type {number} */ value) => ABOVE_ENDS + (1 - value) * (high - ABOVE_ENDS - BELOW);
  }

  /** The last point: a disc at a win, a square at a fall. @param {Pen} pen @param {number[]} given @param {Ink} colour */
  end(pen, [x, y], colour) {
    pen.beginPath();
    if (this.film.lanes[this.place].won === false)
      pen.rect(x - END + 1, y - END + 1, 2 * END - 2, 2 * END - 2);
    else pen.arc(x, y, END, 0, 2 * Math.PI);
    pen.fillStyle = colour(this.colour);
    pen.fill();
    pen.fillStyle = colour("ground");
    pen.font = 'bold 11px "DejaVu Sans", Verdana, system-ui, sans-serif';
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(this.place + 1), x, y + 0.5);
  }
}

/** The curves of a timeline, over its bars; `kind` is "wins", "layouts" or "none". */
export class RaceCurves {
  /** @param {RaceFilm} film @param {Say} say @param {(place: number) => boolean} shown */
  constructor(film, say, shown) {
    this.film = film;
    this.say = say;
    this.shown = shown;
    this.high = 84;
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
    return Math.max(...this.known.flatMap(({ shown }) => shown.layouts), 1e-9);
  }

  /** @param {Pen} pen @param {number} width @param {number} high @param {Ink} colour */
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

  /** Guesses and mistakes; several players' at one place are side by side. @param {Pen} pen @param {number} width @param {Height} y @param {Ink} colour */
  marks(pen, width, y, colour) {
    const taken = new Map();
    for (const lane of this.known) {
      for (const mark of lane.shown.marks) {
        const key = `${mark.at} ${lane.valueAt(mark.at)}`;
        const before = taken.get(key) ?? 0;
        taken.set(key, before + 1);
        const fill = (/** @type {string} */ role) =>
          colour(["mine", "guess"].includes(role) ? lane.colour : role);
        lane.mark(pen, mark, width, y, fill, 7 * before);
      }
    }
  }

  /** The ends of the curves, without overlap. @param {Pen} pen @param {number} width @param {Height} y @param {Ink} colour */
  endings(pen, width, y, colour) {
    const ends = this.known.flatMap((lane) => lane.points(width, y).slice(-1));
    const places = spread(ends, width, y(1), y(0));
    this.known.forEach((lane, i) => lane.end(pen, places[i], colour));
  }

  /** The legend of the curves: only chances to win have guesses and mistakes. */
  get legend() {
    const ends = this.say("players legend ends");
    return this.kind === "wins" ? `${this.say("players legend")}   ${ends}` : ends;
  }

  /** The values of the curves at a step, in words; empty without curves. @param {number} step */
  words(step) {
    const { say, known, kind } = this;
    if (!known.length) return "";
    const told = known.filter(
      ({ place }) => kind === "wins" || this.film.standing(place, step) !== "lost",
    ); // who is out has no layouts left
    if (!told.length) return "";
    const chances = told.map((lane) => {
      const { shown, place } = lane;
      const at = lane.placeOf(step);
      return say("player wins", {
        number: place + 1,
        chance: kind === "wins" ? percent(say, shown.wins[at]) : many(shown.layouts[at]),
      }).replaceAll(" ", "\u00a0"); // no line ends within
    });
    return say(kind === "wins" ? "players wins" : "players layouts", {
      chances: chances.join("  ·  "),
    });
  }
}

/**
 * The places of marks for some ends [x, y], with y from `top` to `bottom`. They are `apart` from each other if there is room, in the order of the ends, and never right of their end: the past must not look like the future.
 * @param {number[][]} ends @param {number} width @param {number} top @param {number} bottom
 */
export function spread(ends, width, top, bottom, apart = APART) {
  const levels = [...Array(Math.floor((bottom - top) / apart) + 1).keys()];
  const places = Array(ends.length);
  const order = [...ends.keys()].sort((a, b) => ends[b][0] - ends[a][0] || b - a); // the last one first
  let latest = width - END;
  for (const end of order) {
    const [at, y] = ends[end];
    const inward = y > (top + bottom) / 2 ? -apart : apart; // a pile of marks leads away from the rim
    latest = Math.max(Math.min(at, latest), END);
    const columns = [...Array(Math.floor(latest - END) + 1).keys()].map((by) => latest - by);
    const tried = columns.flatMap((x) =>
      levels.map((level) => /** @type {any} */ ([x, y + level * inward])),
    );
    const free = (/** @type {number[]} */ [x, high]) =>
      high >= top &&
      high <= bottom &&
      places.every(([left, other]) => Math.hypot(left - x, other - high) > apart - 0.01);
    places[end] = tried.find(free);
    if (!places[end]) return spread(ends, width, top, bottom, apart * 0.8);
    [latest] = places[end];
  }
  return places;
}
