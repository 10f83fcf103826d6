// Visible weights: a bar per configuration, to scale, and all of them joined in one, which splits by side.

import { make, moves } from "../shared/dom.js";
import { SECONDS, intoPlace } from "./figure.js";

const NS = "http://www.w3.org/2000/svg";
const TIME = 1000 * SECONDS.weights; // ms
const REGROUP = 0.5; // of the time in which bars join and split: later only what changes slides
const SPLIT = "10px"; // between the parts of a bar

/** Configurations as cards with their bars, whose parts join below in bars of one length. */
export class Weights {
  begun = /** @type {number | undefined} */ (undefined); // ms

  /** `names` are the names of the joined bars, from top to bottom; `boards` stand beside them. @param {WeightCard[]} cards @param {string[]} names @param {HTMLElement[]} [boards] */
  constructor(cards, names, boards = []) {
    this.cards = cards;
    this.joined = names.map((name) => ({
      name: make("span", {}, name),
      bar: make("div", { class: "mv-joined" }, ...cards.map(() => make("i", {}))),
    }));
    this.lines = document.createElementNS(NS, "svg");
    this.lines.setAttribute("aria-hidden", "true");
    this.element = make(
      "div",
      { class: "mv-weights" },
      make("div", { class: "mv-cards" }, ...cards.map(({ element }) => element)),
      this.lines,
      ...this.joined.map(({ name, bar }, each) =>
        make(
          "div",
          { class: "mv-bar" },
          make("div", {}, bar, name),
          ...boards.slice(each, each + 1),
        ),
      ),
    );
  }

  /** Draw the weights of the cards in the bars; `sides` are 0 or 1, a colour per card. @param {number[][]} weights @param {number[]} sides @param {string[]} names */
  show(weights, sides, names) {
    const most = Math.max(...weights[0], 1);
    const before = this.joined.map(({ bar }) => [...bar.children].map(placeOnScreen));
    this.cards.forEach(({ bar }, number) => {
      bar.style.width = `${(100 * weights[0][number]) / most}%`;
      bar.dataset.side = String(sides[number]);
    });
    this.joined.forEach(({ name, bar }, each) => {
      name.textContent = names[each];
      const group = (/** @type {number} */ side) =>
        sides.findIndex((one, number) => Math.ceil(one) === side && weights[each][number]);
      const splits = group(0) < 0 ? -1 : group(1); // the first part of the second group
      partsOf(bar).forEach((part, number) => {
        part.style.flexGrow = String(weights[each][number]);
        part.hidden = !weights[each][number];
        part.dataset.side = String(sides[number]);
        part.style.order = String(Math.ceil(sides[number]));
        part.style.marginLeft = number === splits ? SPLIT : "";
        for (const motion of part.getAnimations()) motion.cancel();
      });
    });
    this.link();
    if (!moves()) return;
    this.begun ??= performance.now();
    const isFirst = performance.now() - this.begun < TIME / 2; // they may still get their sizes
    const cards = this.cards.map(({ bar }) => placeOnScreen(bar));
    this.joined.forEach(({ bar }, each) =>
      this.slide(bar, isFirst ? cards : before[each], isFirst),
    );
    if (isFirst) this.lines.animate({ opacity: [0, 0, 1] }, TIME);
  }

  /** Let the parts of a bar slide from other places; at first they join in one bar on their way. @param {HTMLElement} bar @param {Box[]} from @param {boolean} joins */
  slide(bar, from, joins) {
    const whole = bar.getBoundingClientRect();
    const parts = partsOf(bar);
    const places = parts.map(placeOnScreen);
    const filled = places.reduce((sum, { width }) => sum + width, 0);
    let left = whole.left;
    parts.forEach((part, number) => {
      const place = places[number];
      if (!place.width || !from[number].width) return;
      const width = (place.width * whole.width) / filled;
      const way = [from[number], ...(joins ? [{ ...place, left, width }] : []), place];
      const paler = joins
        ? { backgroundColor: ["var(--mv-covered)", "var(--mv-covered)", ""] }
        : {};
      left += width;
      part.animate(
        { transform: way.map((each) => intoPlace(each, place)), ...paler },
        { duration: TIME * (joins ? 1 : REGROUP), easing: "ease-in-out" },
      );
    });
  }

  /** Lines from the cards to their parts of the first bar, if the cards are in one row. */
  link() {
    const { left, top, width } = this.lines.getBoundingClientRect();
    const parts = [...this.joined[0].bar.children];
    const places = this.cards.map(({ bar }) =>
      placeOnScreen(/** @type {Element} */ (bar.parentElement)),
    );
    const inOneRow = places.every((place) => place.top === places[0].top);
    this.lines.setAttribute("viewBox", `0 0 ${Math.max(width, 1)} 26`);
    this.lines.replaceChildren();
    if (!inOneRow || !width || top === 0) return;
    places.forEach((from, number) => {
      const to = parts[number].getBoundingClientRect();
      if (!to.width) return;
      const line = document.createElementNS(NS, "path");
      const [start, end] = [from, to].map((each) => each.left + each.width / 2 - left);
      line.setAttribute("d", `M${start} 2L${end} 25`);
      this.lines.append(line);
    });
  }
}

/** Where an element is seen. @param {Element} element */
function placeOnScreen(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/** The parts of a bar. @param {HTMLElement} bar */
function partsOf(bar) {
  return /** @type {HTMLElement[]} */ ([...bar.children]);
}

/** A card of a configuration: its board, its bar to scale, and words. @param {import("./figure.js").FigureBoard} board @param {"figure" | "button"} tag @param {Record<string, string | (() => void)>} attributes @returns {WeightCard} */
export function weightCard(board, tag = "figure", attributes = {}) {
  const bar = make("i", {});
  const words = make("figcaption", {});
  const shown = make("div", { class: "mv-weight" }, bar);
  const { class: kind = "", ...others } = attributes;
  const element = make(
    tag,
    { class: `mv-card ${kind}`.trim(), ...others },
    board.element,
    shown,
    words,
  );
  return { board, bar, words, element };
}
