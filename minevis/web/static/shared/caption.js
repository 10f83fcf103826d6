// The caption: a badge, one or two sentences, counters; and a live region for screen readers.

import { during, make, moves } from "./dom.js";

const WHOLE = /(\(\d{1,5}, \d{1,5}\)|\d[\d.]{0,20} %)/; // cells and shares: no line break inside
const COUNT = /(?<![\d.,])\d+(?![\d.,])/g; // in counters
const FADE = 0.15; // seconds: new sentences fade in, counters count
const BETWEEN = /( {0,4}· {0,4}|\n)/; // counters: a line may end after any of them

/** Black or white, whichever reads better on a colour given as [r, g, b]. @param {Colour} colour */
export function inkOn(colour) {
  /** @param {any} value */
  const part = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
  return light > 0.179 ? "black" : "white";
}

/** Words of a sentence, as children of an element. @param {string} text */
export function words(text) {
  return text.split(WHOLE).map((part, i) => (i % 2 ? whole(part) : part));
}

/** @param {string} text */
function counterWords(text) {
  return text.split(BETWEEN).map((part, i) => (i % 2 ? part : whole(part)));
}

/** @param {any} part */
function whole(part) {
  return make("span", { class: "mv-whole" }, part);
}

export class Caption {
  changed = -Infinity; // ms: when the text did
  settle = () => {}; // counters that count

  constructor() {
    this.badge = make("span", { class: "mv-badge" });
    this.text = make("p", { class: "mv-text" });
    this.counters = make("p", { class: "mv-counters" });
    this.spoken = make("div", {
      class: "mv-visually-hidden",
      role: "status",
      "aria-live": "polite",
    });
    this.element = make(
      "div",
      { class: "mv-caption" },
      this.badge,
      this.text,
      this.counters,
      this.spoken,
    );
  }

  /** Show a caption; it is read out unless `quiet`. @param {Said} said @param {any} said @param {Theme} theme @param {boolean} quiet */
  show(said, theme, quiet) {
    const { role, text, counters } = said;
    const now = performance.now();
    const before = [this.text, this.counters].map((each) => each.textContent);
    this.settle();
    this.fill(said);
    if (moves() && now - this.changed > 2000 * FADE) {
      if (before[0] !== text) this.text.animate({ opacity: [0, 1] }, 1000 * FADE);
      if (counters) this.count(before[1], counters);
    }
    if (before[0] !== text) this.changed = now; // faster ones do not fade
    this.badge.dataset.role = role;
    this.badge.style.background = `var(--mv-${role})`;
    this.badge.style.color = inkOn(theme.colours[role ?? ""] ?? theme.colours.search);
    if (!quiet) this.announce(text);
  }

  /** Let the numbers of counters count to new ones, if nothing else has changed. @param {string} before @param {string} counters */
  count(before, counters) {
    if (before === counters || before.replace(COUNT, "") !== counters.replace(COUNT, "")) return;
    const old = before.match(COUNT) ?? [];
    this.settle = during(FADE, (share) => {
      let place = 0;
      const now = counters.replace(COUNT, (number) => {
        const from = Number(old[place++]);
        return String(Math.round(from + (Number(number) - from) * share));
      });
      this.counters.replaceChildren(...counterWords(now));
    });
  }

  /** @param {Said} said */
  fill({ badge, text, counters }) {
    this.badge.textContent = badge;
    this.text.replaceChildren(...words(text));
    if (counters !== undefined) this.counters.replaceChildren(...counterWords(counters));
  }

  /** Read out, once things have come to rest. @param {string} text */
  announce(text) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.spoken.textContent = text;
    }, 250);
  }
}
