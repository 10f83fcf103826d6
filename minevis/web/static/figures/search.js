// A search by hand: the reader tries a mine or no mine in one cell after the other, and the tree grows by it.

import { SearchTree } from "../film/search_tree.js";
import { Search, pathTo } from "../film/searches.js";
import { make, onPrint } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { codeOf, pictureIn } from "../shared/pictures.js";
import { Word } from "../shared/words.js";
import { Figure, FigureBoard } from "./figure.js";

const TRY_PACE = 50; // ms a frame, when the search goes by itself
const LONGEST = 3000; // ms: then the rest is done at once
const FASTER = 6; // tries, after which a frame has a step more
const LISTED = 8; // earlier orders whose tries are listed
const ROW = 26; // px from a try to the next below it
const TABLE = 110; // px below the tries, for solutions and their average
const MANY = 8; // cells: with more, their order can be shuffled
const VALUES = [1, 0]; // a mine is tried first

export class SearchByHand extends Figure {
  static kind = "search";
  earlier = /** @type {number[]} */ ([]); // numbers of tries of complete searches in other orders
  /** @type {TreeSearch} */
  search = /** @type {any} */ (null); // before it begins
  event = 0; // a number for every try, and for every way back

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.order = /** @type {number[]} */ (data.cells.map((_, place) => place));
    this.board = new FigureBoard(this, data, {
      onpick: (/** @type {number} */ cell) => {
        if (cell === this.next) this.take(this.untried()[0]);
      },
      most: 44,
      axes: true,
      label: say("search board"),
    });
    /** @param {string} name @param {() => void} act */
    const button = (name, act) =>
      this.button(`search ${name}`, () => {
        this.stop();
        act();
      });
    this.mine = button("mine", () => this.take(1));
    this.none = button("none", () => this.take(0));
    this.back = button("back", () => this.goBack());
    this.rest = button("rest", () => this.run());
    const again = button("again", () => this.restart());
    const shuffle = button("shuffle", () => this.shuffle());
    const name = (/** @type {number} */ cell) => nameOf(cell, data.width);
    const film = {
      tree: { name: "tree", title: say("search label") },
      name,
      searches: { at: () => this.search },
    };
    this.tree = new SearchTree(film, this.board.atlas, say, () => {});
    this.tree.within = Infinity;
    this.score = make("p", {});
    this.restart();
    const others = data.cells.length > MANY ? [this.rest, shuffle, again] : [this.rest, again];
    this.parts = this.beside(
      this.board,
      this.said,
      make("div", { class: "mv-choices" }, this.mine, this.none, this.back),
      make("div", { class: "mv-choices" }, ...others),
      this.score,
      this.tree.canvas,
    );
    onPrint((isPrinted) => {
      if (!this.tries && isPrinted) this.advance(Infinity);
      else if (this.isDone && !isPrinted) this.restart();
    }, this.listeners.signal);
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.42, most: 350, narrow: 340, words: 460 });
    this.draw();
  }

  restart() {
    const boxes = this.order.map((place) => [this.data.cells[place]]);
    this.search = new Search({
      first: 0,
      end: Infinity,
      boxes,
      odds: null,
      oddsAt: Infinity,
      codes: [],
    });
    this.event = 0;
    this.update();
  }

  shuffle() {
    if (this.isDone) this.earlier = [...this.earlier, this.tries].slice(-LISTED);
    for (let last = this.order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.order[last], this.order[other]] = [this.order[other], this.order[last]];
    }
    this.restart();
  }

  /** The latest current try; null at the top. */
  get here() {
    return this.search.standing(this.event);
  }

  /** The current tries. */
  get path() {
    return pathTo(this.here);
  }

  /** The cell to try next. */
  get next() {
    return this.data.cells[this.order[this.path.length]];
  }

  get tries() {
    return this.search.nodes.length;
  }

  /** What has not been tried yet in the next cell. */
  untried() {
    const { here, search } = this;
    if (here && (here.dead >= 0 || here.depth === this.order.length - 1)) return [];
    const tried = here ? here.children : search.nodes.filter(({ parent }) => !parent);
    return VALUES.filter((value) => !tried.some(({ mines }) => mines === value));
  }

  get isDone() {
    return !this.here && !this.untried().length;
  }

  /** @param {number} value */
  take(value) {
    if (!this.untried().includes(value)) return;
    this.add(value);
    this.update();
  }

  /** @param {number} value */
  add(value) {
    this.event += 1;
    const node = this.search.add(this.here, value, this.event);
    const broken = this.brokenClue();
    if (broken) Object.assign(node, { dead: this.event, clue: broken.cell });
    else if (node.depth === this.order.length - 1) this.search.solved(node, this.event);
  }

  goBack() {
    this.leave();
    this.update();
  }

  leave() {
    const { here } = this;
    this.event += 1;
    if (here) here.end = this.event;
  }

  /** Go on until everything has been tried: the longer it takes, the faster. */
  run() {
    const begun = performance.now();
    const step = () => {
      const isLate = performance.now() - begun > LONGEST;
      this.advance(isLate ? Infinity : 1 + Math.floor(this.tries / FASTER));
      if (this.isDone) this.stop();
    };
    this.timer = setInterval(step, TRY_PACE);
  }

  /** @param {number} steps */
  advance(steps) {
    for (; steps > 0 && !this.isDone; steps -= 1) {
      const [value] = this.untried();
      if (value === undefined) this.leave();
      else this.add(value);
    }
    this.update();
  }

  stop() {
    clearInterval(this.timer);
  }

  /** The clue broken by the tries, with its number of mines, or undefined. */
  brokenClue() {
    const tried = new Map(this.path.map(({ mines }, depth) => [this.order[depth], mines]));
    for (const clue of this.data.clues) {
      const known = clue.around.flatMap((place) => tried.get(place) ?? []);
      const mines = known.reduce((sum, each) => sum + each, 0);
      const room = clue.around.length - known.length;
      if (mines > clue.left) return { ...clue, kind: "many" };
      if (mines + room < clue.left) return { ...clue, kind: "few" };
    }
    return undefined;
  }

  update() {
    const { data, say, search } = this;
    const untried = this.untried();
    this.mine.disabled = !untried.includes(1);
    this.none.disabled = !untried.includes(0);
    this.back.disabled = !this.here;
    this.rest.disabled = this.isDone;
    const cell = nameOf(this.next ?? 0, data.width);
    const [tries, dead] = search.counts(this.event);
    const found = search.solutions.length;
    const broken = this.brokenClue();
    if (broken) {
      const { number, kind } = broken;
      this.tell(say(`search too ${kind}`, { cell: nameOf(broken.cell, data.width), number }));
    } else if (this.here && this.next === undefined) this.tell(say("search complete"));
    else if (this.isDone) this.tell(say("search done", counted({ found, tries, dead })));
    else this.tell(say(untried.length ? "search next" : "search both", { cell }));
    const score = say("search score", { tries, dead, found });
    const earlier = say("search earlier", { tries: this.earlier.join(", ") });
    this.score.textContent = this.earlier.length ? `${score} ${earlier}` : score;
    this.draw();
  }

  draw() {
    if (!this.room) return;
    const { data, next } = this;
    const codes = [...data.codes];
    this.path.forEach(({ mines }, depth) => {
      codes[data.cells[this.order[depth]]] = mines ? data.pictures.mine : data.pictures.none;
    });
    const mark = (/** @type {number} */ cell, /** @type {number} */ number) => {
      codes[cell] = codeOf(pictureIn(codes[cell]), number);
    };
    const broken = this.brokenClue();
    if (broken) mark(broken.cell, data.marks.broken);
    else if (next === undefined) for (const cell of data.cells) mark(cell, data.marks.complete);
    else if (!this.isDone) mark(next, data.marks.next);
    this.board.show(codes);
    const height = this.order.length * ROW + TABLE;
    this.tree.fit({ width: this.room, height }, window.devicePixelRatio || 1);
    this.tree.draw(this.event);
  }
}

/** Counts as words of a sentence. @param {Record<string, number>} counts */
function counted(counts) {
  const words = Object.entries(counts).map(([name, count]) => [name, new Word(count, `${count}`)]);
  return Object.fromEntries(words);
}
