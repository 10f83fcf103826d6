// A position to solve: say what is safe and what is a mine, and hear at once whether that is proven, and why.

import { make, textButton, toolbar } from "../shared/dom.js";
import { Figure, FigureBoard } from "./figure.js";

const CLAIMS = ["safe", "mined"];
const LAST_HINT = 2;

export class YourTurn extends Figure {
  static kind = "your-turn";

  build() {
    const { data, say } = this;
    const { height, width, codes } = data;
    this.places = new Map(data.places.map((place) => [place.cell, place]));
    this.left = data.places.filter((place) => place.proven);
    this.all = this.left.length;
    this.found = new Map();
    this.hinted = 0;
    this.board = new FigureBoard(this, { height, width, codes }, { onpick: (cell) => this.claim(cell), most: 48, label: say("your-turn board") });
    this.claims = toolbar(say("your-turn claims"), CLAIMS.map((name) => [name, say(`your-turn ${name}`), say(`your-turn ${name}`)]));
    this.claims.pick("safe");
    this.score = make("p", { class: "mv-score" });
    const hint = textButton(say("your-turn hint"), say("your-turn hint"), () => this.hint());
    this.tell(say("your-turn ask"));
    this.count();
    return [make("div", { class: "mv-columns" }, this.board.element,
      make("div", { class: "mv-words" }, this.claims, this.score, this.said, make("div", { class: "mv-choices" }, hint)))];
  }

  fit(width) {
    this.board.fit(width >= 640 ? Math.min(width * 0.52, 400) : Math.min(width, 400), 420);
  }

  /** The reader says that a cell is safe, or a mine. */
  claim(cell) {
    const { say } = this;
    const place = this.places.get(cell);
    this.hinted = 0;
    if (!place) return this.tell(say("your-turn open"));
    if (!place.certain) return this.show(place, say("your-turn unproven", { text: place.text }));
    const right = place.mined === (this.claims.picked === "mined");
    if (!right) return this.show(place, say("your-turn wrong", { text: place.text }));
    this.found.set(cell, this.data.marks[place.mined ? 1 : 0]);
    this.left = this.left.filter((other) => other !== place);
    this.count();
    return this.show(place, say(this.left.length ? "your-turn right" : "your-turn done", { text: place.text }));
  }

  /** First the clues to look at, then the first step, in the end the whole. */
  hint() {
    const { say } = this;
    if (!this.left.length) return;
    const place = this.left.reduce((best, each) => (each.difficulty < best.difficulty ? each : best));
    const words = [say("your-turn look"), place.first, place.text];
    this.show(place, words[this.hinted]);
    this.hinted = Math.min(this.hinted + 1, LAST_HINT);
  }

  show(place, text) {
    this.tell(text);
    const marks = new Map([...this.found, ...place.clues.map((cell) => [cell, this.data.clue])]);
    this.board.show(this.data.codes.map((code, cell) => (marks.has(cell) ? (code & ~31) | marks.get(cell) : code)));
  }

  count() {
    this.score.textContent = this.say("your-turn score", { found: this.all - this.left.length, all: this.all });
  }
}
