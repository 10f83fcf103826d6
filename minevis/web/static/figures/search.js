// A search by hand: the reader tries a mine or no mine in one cell after the other, and the tree grows by it.

import { make, svgOf, textButton } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { codeOf } from "../shared/pictures.js";
import { Figure, FigureBoard } from "./figure.js";

const TRY_PACE = 50; // ms a frame, when the search goes by itself
const LONGEST = 3000; // ms: then the rest is done at once
const FASTER = 6; // tries, after which a frame has a step more
const LISTED = 8; // earlier orders whose tries are listed
const ROW = 30; // px from a try to the next below it
const MANY = 8; // cells: with more, their order can be shuffled
const VALUES = [1, 0]; // a mine is tried first

export class Search extends Figure {
  static kind = "search";

  build() {
    const { data, say } = this;
    const { height, width, codes } = data;
    this.order = data.cells.map((_, place) => place);
    this.earlier = []; // numbers of tries of complete searches in other orders
    this.board = new FigureBoard(
      this,
      { height, width, codes },
      {
        onpick: (cell) => {
          if (cell === data.cells[this.order[this.path.length]]) this.take(this.untried()[0]);
        },
        most: 44,
        axes: true,
        label: say("search board"),
      },
    );
    const button = (name, act) => {
      const text = say(`search ${name}`);
      return textButton(text, text, () => {
        this.stop();
        act();
      });
    };
    this.mine = button("mine", () => this.take(1));
    this.none = button("none", () => this.take(0));
    this.back = button("back", () => this.goBack());
    this.rest = button("rest", () => this.run());
    const again = button("again", () => this.restart());
    const shuffle = button("shuffle", () => this.shuffle());
    this.tree = svgOf("svg", { role: "img" });
    Object.assign(this.tree.style, { display: "block", maxWidth: "100%" });
    this.score = make("p", {});
    this.restart();
    const others = data.cells.length > MANY ? [this.rest, shuffle, again] : [this.rest, again];
    const side = make(
      "div",
      { class: "mv-words" },
      this.said,
      make("div", { class: "mv-choices" }, this.mine, this.none, this.back),
      make("div", { class: "mv-choices" }, ...others),
      this.score,
      this.tree,
    );
    return [make("div", { class: "mv-columns" }, this.board.element, side)];
  }

  arrange(width) {
    const beside = width >= 640;
    this.board.fit(beside ? Math.min(width * 0.42, 350) : Math.min(width, 340), 350);
    this.room = beside ? Math.min(width * 0.5, 460) : width;
    this.draw();
  }

  restart() {
    this.top = { children: [], depth: 0 };
    this.path = []; // the current tries
    this.tries = 0;
    this.dead = 0;
    this.found = 0;
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

  get here() {
    return this.path.at(-1) ?? this.top;
  }

  /** What has not been tried yet in the next cell. */
  untried() {
    const { here } = this;
    if (here.broken || here.complete) return [];
    return VALUES.filter((value) => !here.children.some((child) => child.value === value));
  }

  get isDone() {
    return !this.path.length && !this.untried().length;
  }

  take(value) {
    if (!this.untried().includes(value)) return;
    this.add(value);
    this.update();
  }

  add(value) {
    const child = { value, depth: this.path.length + 1, children: [] };
    this.here.children.push(child);
    this.path.push(child);
    this.tries += 1;
    child.broken = this.brokenClue();
    if (child.broken) this.dead += 1;
    else if (child.depth === this.order.length) {
      child.complete = true;
      this.found += 1;
    }
  }

  goBack() {
    this.path.pop();
    this.update();
  }

  /** Go on until everything has been tried: the longer it takes, the faster. */
  run() {
    const begun = performance.now();
    const step = () => {
      const isLate = performance.now() - begun > LONGEST;
      let steps = isLate ? Infinity : 1 + Math.floor(this.tries / FASTER);
      for (; steps > 0 && !this.isDone; steps -= 1) {
        const [value] = this.untried();
        if (value === undefined) this.path.pop();
        else this.add(value);
      }
      this.update();
      if (this.isDone) this.stop();
    };
    this.timer = setInterval(step, TRY_PACE);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** The clue broken by the tries, with its number of mines, or undefined. */
  brokenClue() {
    const tried = new Map(this.path.map(({ value }, depth) => [this.order[depth], value]));
    for (const clue of this.data.clues) {
      const known = clue.around.filter((place) => tried.has(place));
      const mines = known.reduce((sum, place) => sum + tried.get(place), 0);
      const room = clue.around.length - known.length;
      if (mines > clue.left) return { ...clue, kind: "many" };
      if (mines + room < clue.left) return { ...clue, kind: "few" };
    }
    return undefined;
  }

  update() {
    const { data, say, here } = this;
    const untried = this.untried();
    this.mine.disabled = !untried.includes(1);
    this.none.disabled = !untried.includes(0);
    this.back.disabled = !this.path.length;
    this.rest.disabled = this.isDone;
    const place = (cell) => nameOf(cell, data.width);
    const next = data.cells[this.order[this.path.length]];
    let told = say("search next", { cell: place(next ?? 0) });
    if (here.broken) {
      const { cell, number, kind } = here.broken;
      told = say(`search too ${kind}`, { cell: place(cell), number });
    } else if (here.complete) told = say("search complete");
    else if (this.isDone)
      told = say("search done", { found: this.found, tries: this.tries, dead: this.dead });
    else if (!untried.length) told = say("search both", { cell: place(next) });
    this.tell(told);
    const score = say("search score", { tries: this.tries, dead: this.dead, found: this.found });
    const earlier = this.earlier.length
      ? say("search earlier", { tries: this.earlier.join(", ") })
      : "";
    this.score.textContent = `${score} ${earlier}`;
    this.tree.setAttribute("aria-label", score);
    this.draw();
  }

  draw() {
    if (!this.room) return;
    const { data, here } = this;
    const codes = [...data.codes];
    this.path.forEach(({ value }, depth) => {
      codes[data.cells[this.order[depth]]] = value ? data.pictures.mine : data.pictures.none;
    });
    const mark = (cell, number) => {
      codes[cell] = codeOf(Math.floor(codes[cell] / 32), number);
    };
    const next = data.cells[this.order[this.path.length]];
    if (here.broken) mark(here.broken.cell, data.marks.broken);
    else if (here.complete) for (const cell of data.cells) mark(cell, data.marks.complete);
    else if (!this.isDone) mark(next, data.marks.next);
    this.board.show(codes);
    this.drawTree();
  }

  drawTree() {
    let leaves = 0;
    const spots = [];
    const lay = (node) => {
      const below = node.children.map(lay);
      if (below.length) node.x = below.reduce((sum, { x }) => sum + x, 0) / below.length;
      else {
        node.x = leaves;
        leaves += 1;
      }
      spots.push(node);
      return node;
    };
    lay(this.top);
    const rows = this.order.length + 1;
    const pitch = Math.min(34, (this.room - 20) / Math.max(leaves, 1));
    const radius = Math.max(2, Math.min(7, 0.36 * pitch));
    const row = rows > MANY ? ROW * 0.7 : ROW;
    const [width, height] = [Math.min(this.room, leaves * pitch + 20), rows * row + 8];
    const at = ({ x, depth }) => [10 + (x + 0.5) * pitch, (depth + 0.5) * row];
    this.tree.replaceChildren();
    this.tree.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.tree.setAttribute("width", width);
    this.tree.setAttribute("height", height);
    for (const node of spots) {
      const [x, y] = at(node);
      for (const child of node.children) {
        const [right, below] = at(child);
        const line = { x1: x, y1: y, x2: right, y2: below, stroke: "var(--mv-quiet)" };
        this.tree.append(svgOf("line", line));
      }
    }
    for (const node of spots) this.drawTry(node, at(node), radius);
  }

  /** A dot filled for a mine and hollow for a safe cell; a cross for a broken clue, a ring for a solution. */
  drawTry(node, at, radius) {
    const [x, y] = at;
    const isHere = node === this.here;
    const ink = isHere ? "var(--mv-search)" : "var(--mv-ink)";
    if (node.broken) {
      const d = `M${x - radius} ${y - radius}l${2 * radius} ${2 * radius}m0 ${-2 * radius}l${-2 * radius} ${2 * radius}`;
      this.tree.append(svgOf("path", { d, stroke: "var(--mv-mine)", "stroke-width": 2.5 }));
    } else {
      const fill = node.value ? ink : "var(--mv-ground)";
      const r = node === this.top ? radius / 2 : radius; // it makes no try
      const dot = { cx: x, cy: y, r, fill, stroke: ink, "stroke-width": 2 };
      this.tree.append(svgOf("circle", dot));
    }
    const ring = node.complete ? "var(--mv-safe)" : isHere ? "var(--mv-search)" : null;
    if (!ring) return;
    const round = { cx: x, cy: y, r: radius + 4, fill: "none", stroke: ring, "stroke-width": 2.5 };
    this.tree.append(svgOf("circle", round));
  }
}
