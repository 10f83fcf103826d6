// Ten thousand boards as dots: grey ones turn blue, idea by idea.

import { make } from "../shared/dom.js";
import { Figure, SECONDS } from "./figure.js";
import { Mosaic, inRows } from "./mosaic.js";

const UNSOLVED = "-";

export class Field extends Figure {
  static kind = "field";
  view = 0;
  seen = false; // until then, the last idea has solved nothing
  sorted = false;

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    const dots = data.views[0].solved.length;
    this.across = Math.ceil(Math.sqrt(dots));
    this.mosaic = new Mosaic(say("field mosaic"), { height: 1, width: 1 }, this.across, { gap: 1 });
    this.key = make("ul", { class: "mv-key" });
    const views = this.choices(
      data.views.map(({ name }) => name),
      (number) => this.choose(number),
    );
    this.sort = this.button("field sort", () => this.arrangeDots(!this.sorted));
    this.sort.setAttribute("aria-pressed", "false");
    const choices = make("div", { class: "mv-choices" }, this.sort);
    this.parts = this.beside(this.mosaic, views, this.said, this.key, choices);
    this.choose(0);
    const near = new IntersectionObserver(async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting) || !this.theme) return;
      near.disconnect();
      this.seen = true;
      await this.draw(SECONDS.deals);
      this.arrangeDots(true);
    });
    near.observe(this.key); // the canvas has no size yet
    this.listeners.signal.addEventListener("abort", () => near.disconnect());
  }

  /** @param {number} width */
  arrange(width) {
    this.room = Math.min(width, 400);
    this.draw();
  }

  /** @param {boolean} sorted */
  arrangeDots(sorted) {
    this.sorted = sorted;
    this.sort.setAttribute("aria-pressed", String(sorted));
    this.draw(SECONDS.sorts);
  }

  /** @param {number} number */
  choose(number) {
    const { data, say } = this;
    this.view = number;
    this.press(number);
    const { ideas, solved } = data.views[number];
    const all = solved.length;
    let count = 0;
    const lines = ideas.map((name, idea) => {
      count += [...solved].filter((each) => each === String(idea)).length;
      const share = say("chance", { percent: Number(((100 * count) / all).toPrecision(2)) });
      const swatch = make("i", { "data-side": 0 });
      swatch.style.opacity = String(this.opacityOf(idea));
      return make("li", {}, swatch, say("field idea", { name, share }));
    });
    this.key.replaceChildren(...lines);
    const [blue, grey] = [count, all - count].map((each) => each.toLocaleString("en"));
    this.tell(say("field solved", { blue, grey }));
    this.draw(SECONDS.sorts);
  }

  /** The newest idea is the darkest. @param {number} idea */
  opacityOf(idea) {
    const last = this.data.views[this.view].ideas.length - 1;
    return idea === last ? 1 : 0.45 + (0.25 * idea) / Math.max(last, 1);
  }

  draw(seconds = 0) {
    const { across, data, mosaic, seen, sorted, view } = this;
    if (!this.theme) return Promise.resolve();
    const { ideas, solved } = data.views[view];
    const order = Array.from(solved, (_, board) => board);
    if (sorted) order.sort((a, b) => rank(solved[a]) - rank(solved[b]) || a - b);
    const place = new Map(order.map((board, number) => [board, number]));
    const boards = Array.from(solved, (each, board) => {
      const blue = each !== UNSOLVED && (seen || Number(each) < ideas.length - 1);
      const alpha = blue ? this.opacityOf(Number(each)) : 1;
      const after = sorted ? 0 : (0.8 * board) / solved.length;
      return { cells: [blue ? "search" : "rim"], alpha, after };
    });
    const places = inRows(boards, across);
    const moved = boards.map((dot, board) => {
      const { x, y } = places[place.get(board) ?? board];
      return { ...dot, x, y };
    });
    return mosaic.draw(this, moved, seconds);
  }
}

/** Ideas in their order, then what is unsolved. @param {string} solved */
const rank = (solved) => (solved === UNSOLVED ? 10 : Number(solved));
