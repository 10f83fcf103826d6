// The curve over the timeline: the chance to win, or the layouts left, and the cost of guesses.

import { percent } from "../shared/words.js";

const ABOVE = 16; // CSS px above the curve, for its words
export const BELOW = 12; // below it, for searches

/** The shape of a curve: that of the run at a place, drawn over the stops of the film. */
export class Curve {
  /** @param {Film} film @param {Say} say */
  constructor(film, say, place = 0) {
    this.film = film;
    this.say = say;
    this.place = place;
    this.kind = "wins";
    this.high = 0;
  }

  get data() {
    return this.kind === "none" ? null : this.film.curves?.[this.place];
  }

  /** The curve when it is drawn. */
  get shown() {
    return /** @type {CurveData} */ (this.data);
  }

  /** The shown values, 0 to 1. */
  get values() {
    const { wins, layouts } = this.shown;
    return this.kind === "wins" ? wins : layouts.map((each) => each / this.most);
  }

  /** The height of the chart, where it shows layouts. */
  get most() {
    return Math.max(...this.shown.layouts, 1e-9);
  }

  /** @param {number} event */
  x(event) {
    return this.film.stops[this.film.beatOf(event)];
  }

  /** Draw into a strip of a width and height in CSS px. @param {Pen} pen @param {number} width @param {number} high @param {Ink} colour */
  draw(pen, width, high, colour) {
    if (!this.data) return;
    const y = this.heights(high);
    this.grid(pen, width, y, colour);
    const points = this.points(width, y);
    this.line(pen, points, colour("search"));
    this.area(pen, points, y(0), colour("search"));
    if (this.kind === "wins")
      for (const mark of this.data.marks) this.mark(pen, mark, width, y, colour);
  }

  /** The place of a value in a strip of a height. @param {number} high */
  heights(high) {
    return (/** @type {number} */ value) => ABOVE + (1 - value) * (high - ABOVE - BELOW);
  }

  /** The corners of the line: a value lasts until the next. A single one lasts all along. @param {number} width @param {Height} y */
  points(width, y) {
    const { values } = this;
    if (values.length === 1) return [0, width].map((x) => [x, y(values[0])]);
    return values.flatMap((value, i) => {
      const x = this.x(this.shown.at[i]) * width;
      const corner = [x, y(value)];
      return i ? [[x, y(values[i - 1])], corner] : [corner];
    });
  }

  /** @param {Pen} pen @param {number} width @param {Height} y @param {Ink} colour */
  grid(pen, width, y, colour) {
    pen.fillStyle = colour("rim");
    for (const share of [0, 0.5, 1]) pen.fillRect(0, Math.round(y(share)), width, 1);
  }

  /** @param {Pen} pen @param {number[][]} points @param {string} colour @param {number[]} [dash] */
  line(pen, points, colour, dash = []) {
    pen.beginPath();
    pen.moveTo(points[0][0], points[0][1]);
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.lineJoin = "round";
    pen.setLineDash(dash);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Shade the area below the line just drawn. @param {Pen} pen @param {number[][]} points @param {number} floor @param {string} colour */
  area(pen, points, floor, colour) {
    pen.lineTo(points[points.length - 1][0], floor);
    pen.lineTo(points[0][0], floor);
    pen.globalAlpha = 0.12;
    pen.fillStyle = colour;
    pen.fill();
    pen.globalAlpha = 1;
  }

  /** A dot for a guess, larger the more it cost; a diamond for a mistake. @param {Pen} pen @param {CurveMark} given @param {number} width @param {Height} y @param {Ink} colour */
  mark(pen, { at, cost, mistake }, width, y, colour, aside = 0) {
    const size = mistake ? Math.min(5.5 + cost / 3, 8) : 4;
    const x = Math.min(Math.max(this.x(at) * width + aside, size + 1), width - size - 1);
    pen.beginPath();
    if (mistake) this.diamond(pen, x, y(this.valueAt(at)), size);
    else pen.arc(x, y(this.valueAt(at)), size, 0, 2 * Math.PI);
    pen.fillStyle = colour(mistake ? "mine" : "guess");
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 1.2;
    pen.fill();
    pen.stroke();
  }

  /** @param {Pen} pen @param {number} x @param {number} y @param {number} size */
  diamond(pen, x, y, size) {
    pen.moveTo(x, y - size);
    pen.lineTo(x + size, y);
    pen.lineTo(x, y + size);
    pen.lineTo(x - size, y);
    pen.closePath();
  }

  /** The place of the last computed moment not after an event. @param {number} event */
  placeOf(event) {
    const { at } = this.shown;
    let place = at.length - 1;
    while (place > 0 && at[place] > event) place -= 1;
    return place;
  }

  /** @param {number} event */
  valueAt(event) {
    return this.values[this.placeOf(event)];
  }

  /** The value of the curve at a moment, in words; empty without a curve. @param {number} event */
  words(event) {
    if (!this.data) return "";
    const { say } = this;
    const place = this.placeOf(event);
    const { wins, exact, layouts } = this.data;
    if (this.kind === "layouts") return say("layouts about", { layouts: many(layouts[place]) });
    return say(exact[place] ? "wins exactly" : "wins about", { chance: percent(say, wins[place]) });
  }
}

/** A number given by its logarithm, in readable figures. @param {number} logarithm */
export function many(logarithm) {
  if (logarithm < 6) return Math.round(10 ** logarithm).toLocaleString("en");
  const digits = String(Math.floor(logarithm)).replace(
    /\d/g,
    (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)],
  );
  return `${(10 ** (logarithm % 1)).toFixed(1)} × 10${digits}`;
}
