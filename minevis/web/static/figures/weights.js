// Visible weights: a bar per configuration, to scale, and all of them joined in one.

import { make } from "../shared/dom.js";

const NS = "http://www.w3.org/2000/svg";

/** Configurations as cards with their bars, whose parts join below in bars of one length. */
export class Weights {
  /** `cards` are { element, bar }; `names` are the names of the joined bars, from top to bottom. @param {any[]} cards @param {string[]} names */
  constructor(cards, names) {
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
      ...this.joined.flatMap(({ name, bar }) => [bar, name]),
    );
  }

  /** Draw the weights of the cards in the bars; `sides` are 0 or 1, a colour per card. @param {number[][]} weights @param {number[]} sides @param {string[]} names */
  show(weights, sides, names) {
    const most = Math.max(...weights[0], 1);
    this.cards.forEach(({ bar }, number) => {
      bar.style.width = `${(100 * weights[0][number]) / most}%`;
      bar.dataset.side = sides[number];
    });
    this.joined.forEach(({ name, bar }, each) => {
      name.textContent = names[each];
      [...bar.children].forEach((/** @type {any} */ part, number) => {
        part.style.flexGrow = weights[each][number];
        part.hidden = !weights[each][number];
        part.dataset.side = sides[number];
      });
    });
    this.link();
  }

  /** Lines from the cards to their parts of the first bar, if the cards are in one row. */
  link() {
    const { left, top, width } = this.lines.getBoundingClientRect();
    const parts = [...this.joined[0].bar.children];
    const places = this.cards.map(({ bar }) => bar.parentElement.getBoundingClientRect());
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

/** A card of a configuration: its board, its bar to scale, and words. @param {any} board @param {any} tag @param {any} attributes */
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
