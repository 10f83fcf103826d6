// The slider: the run from left to right, with marks for moves, searches, guesses, the end.

import { make, penOf } from "../shared/dom.js";
import { Curve } from "./curve.js";

const BARS = 26; // CSS px, without a curve

/** A strip of the run as wide as the widget, below a curve. Dragging it pauses `player` and makes it seek. */
export class Timeline {
  shown = /** @type {number[]} */ ([]); // beats
  before = 0; // the beat from which it is dragged
  high = BARS;

  /** @param {Film} film @param {Say} say @param {Player} player @param {() => void} ondone */
  constructor(film, say, player, ondone, curve = /** @type {any} */ (new Curve(film, say))) {
    this.film = film;
    this.curve = curve;
    this.player = player;
    this.ondone = ondone;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.shade = make("div", { class: "mv-shade" }); // over the part still to come
    this.loop = make("div", { class: "mv-loop", hidden: true });
    this.thumb = make("div", { class: "mv-thumb" });
    this.words = make("div", { class: "mv-curve-words" });
    this.element = make(
      "div",
      {
        class: "mv-timeline",
        role: "slider",
        tabindex: "0",
        "aria-label": say("timeline"),
        "aria-valuemin": "0",
      },
      this.canvas,
      this.shade,
      this.loop,
      this.thumb,
      this.words,
    );
    this.listen();
  }

  listen() {
    const drag = (/** @type {PointerEvent} */ event) => this.player.seek(this.beatAt(event));
    this.element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.element.setPointerCapture(event.pointerId);
      this.player.held = true;
      this.before = this.player.beat;
      drag(event);
    });
    this.element.addEventListener("pointermove", (event) => this.player.held && drag(event));
    this.element.addEventListener(
      "pointercancel",
      () => this.player.held && this.player.seek(this.before),
    ); // the finger scrolls the page
    for (const name of ["pointerup", "pointercancel"]) {
      this.element.addEventListener(name, () => {
        if (this.player.held) this.ondone();
        this.player.held = false;
      });
    }
  }

  /** @param {number[]} shown */
  use(shown) {
    this.shown = shown;
    this.element.setAttribute("aria-valuemax", this.film.events[this.film.length - 1]);
  }

  /** The shown beat with the mark nearest to a pointer. @param {any} event */
  beatAt(event) {
    const box = this.element.getBoundingClientRect();
    const share = (event.clientX - box.left) / (box.width - 1); // 1 in the last pixel
    let low = 0;
    let high = this.shown.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.film.stops[this.shown[middle]] < share) low = middle + 1;
      else high = middle;
    }
    const end = (/** @type {number} */ place) => this.film.stops[this.shown[place]];
    return this.shown[low && share - end(low - 1) < end(low) - share ? low - 1 : low];
  }

  /** Make room for the curve, or remove it. @param {boolean} raised */
  raise(raised) {
    this.high = raised ? this.curve.high : BARS;
    this.element.classList.toggle("mv-raised", raised);
    this.element.style.height = raised ? `${this.high}px` : "";
    this.words.hidden = !raised;
  }

  /** The middle of the bars, in CSS px. */
  get middle() {
    return this.high === BARS ? BARS / 2 : this.high - 6;
  }

  /** @param {number} width @param {number} ratio */
  draw(width, ratio) {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(this.high * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${this.high}px`;
    const style = getComputedStyle(this.element);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--mv-${name}`);
    const pen = penOf(this.canvas);
    pen.scale(ratio, ratio);
    this.bars(pen, width, colour);
    this.ticks(pen, width, colour, ratio);
    if (this.high > BARS) this.curve.draw(pen, width, this.high, colour);
  }

  /** Deductions as a low bar, searches as a higher one, so that they differ without colour. @param {Pen} pen @param {number} width @param {Ink} colour */
  bars(pen, width, colour) {
    const { kinds, stops } = this.film;
    pen.fillStyle = colour("deduction");
    pen.fillRect(0, this.middle - 2, width, 4);
    pen.fillStyle = colour("search");
    for (let beat = 0; beat < kinds.length; beat += 1) {
      if (kinds[beat] !== "q") continue;
      const left = (beat ? stops[beat - 1] : 0) * width;
      pen.fillRect(left, this.middle - 4.5, Math.max(stops[beat] * width - left, 0.6), 9);
    }
  }

  /** Moves cut the bars if there is room; guesses and the end are higher. @param {Pen} pen @param {number} width @param {Ink} colour @param {number} ratio */
  ticks(pen, width, colour, ratio) {
    const { kinds, stops } = this.film;
    const moves = [...kinds].filter((kind) => kind === "m").length;
    for (let beat = 0; beat < kinds.length; beat += 1) {
      const x = stops[beat] * width;
      if (kinds[beat] === "m" && moves * 5 < width) {
        pen.fillStyle = colour("ground");
        pen.fillRect(Math.round(x * ratio) / ratio, this.middle - 5, 1, 10);
      } else if ((kinds[beat] === "g" && !this.marked) || kinds[beat] === "x") {
        const end = this.film.won ? "safe" : "mine";
        pen.fillStyle = colour(kinds[beat] === "g" ? "guess" : end);
        pen.beginPath();
        pen.roundRect(Math.min(Math.max(x - 3, 0), width - 5), this.middle - 6, 5, 12, 2);
        pen.fill();
      }
    }
  }

  /** Whether guesses are dots on the curve, and need no bar. */
  get marked() {
    return this.high > BARS && Boolean(this.curve.data) && this.curve.kind === "wins";
  }

  /** Show which passage is repeated, or where one begins. @param {Player} given */
  showLoop({ loop, loopStart }) {
    this.loop.hidden = loopStart === null;
    this.loop.classList.toggle("mv-half", !loop);
    const [first, last] = (loop ?? [loopStart ?? 0, loopStart ?? 0]).map(
      (beat) => this.film.stops[beat] * 100,
    );
    this.loop.style.left = `${first}%`;
    this.loop.style.width = `calc(${last - first}% + 2px)`;
  }

  /** @param {number} beat @param {string} text */
  show(beat, text) {
    const at = `${this.film.stops[beat] * 100}%`;
    this.thumb.style.left = `min(${at}, 100% - 4px)`; // at the end it makes no page wider
    this.shade.style.left = at;
    this.element.setAttribute("aria-valuenow", this.film.events[beat]);
    const said = this.curve.words(this.film.events[beat]);
    if (this.words.textContent !== said) this.words.textContent = said;
    this.element.setAttribute("aria-valuetext", said ? `${text} ${said}` : text);
  }
}
