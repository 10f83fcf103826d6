// A bar to drag to a guess, among bars that are known; then the answer.

import { make } from "../shared/dom.js";
import { Figure } from "./figure.js";

export class Estimate extends Figure {
  static kind = "estimate";

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const known = data.known.map(([name, share]) => this.row(name, share));
    this.guess = this.row(data.asked, data.known.at(-1)?.[1] ?? 0);
    this.guess.bar.dataset.side = "1";
    this.slider = make("input", {
      type: "range",
      min: "0",
      max: "100",
      step: "0.5",
      value: String(100 * this.guess.share),
      "aria-label": say("estimate slider", { name: data.asked }),
      oninput: () => this.draw(this.guess, Number(this.slider.value) / 100),
    });
    this.guess.track.append(this.slider);
    this.answer = this.row(say("estimate answer"), data.value);
    this.answer.element.hidden = true;
    this.show = this.button("estimate show", () => this.reveal());
    this.tell(say("estimate ask", { name: data.asked }));
    this.parts = [
      make("p", { class: "mv-asks" }, data.title),
      make(
        "div",
        { class: "mv-bars" },
        ...[...known, this.guess, this.answer].map(({ element }) => element),
      ),
      make("div", { class: "mv-choices" }, this.show),
      this.said,
    ];
  }

  arrange() {}

  /** A bar with its name and its share. @param {string} name @param {number} share */
  row(name, share) {
    const bar = make("i", { "data-side": 0 });
    const track = make("div", {}, bar);
    const value = make("output", {});
    const element = make("div", { class: "mv-bar-row" }, make("b", {}, name), track, value);
    const row = { element, bar, track, value, share };
    this.draw(row, share);
    return row;
  }

  /** @param {{ share: number, bar: HTMLElement, value: HTMLOutputElement }} row @param {number} share */
  draw(row, share) {
    row.share = share;
    row.bar.style.width = `${100 * share}%`;
    row.value.textContent = this.percent(share);
  }

  /** A share with two digits, as in "0.05 %" and "77 %". @param {number} share */
  percent(share) {
    return this.say("chance", { percent: Number((100 * share).toPrecision(2)) });
  }

  reveal() {
    const { data, say } = this;
    const [guess, value] = [this.guess.share, data.value].map((each) => this.percent(each));
    this.slider.disabled = this.show.hidden = true;
    this.answer.element.hidden = false;
    const place = { left: 0, top: 0, width: data.value, height: 1 };
    this.slide(this.answer.bar, { ...place, width: this.guess.share }, place, "weights");
    this.tell(say("estimate told", { guess, value }));
    this.recalled = say("estimate recalled", { name: data.asked, guess, value });
  }
}
