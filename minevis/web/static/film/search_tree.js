// A search as it grows, its solutions, their averages and the odds. As in films, by the same plan.

import { css, make } from "../shared/dom.js";
import { evenly, pathTo } from "./searches.js";

const BODY = 14; // CSS px: the size of captions, to which all else is drawn
const SMALL = 11; // of labels
const LEAF = 5; // that a leaf needs
const COLUMN_GAP = 2; // between columns of the table
const MOST_ROWS = 40; // solutions in the table
const FONT = '"DejaVu Sans", Verdana, system-ui, sans-serif';
const PALE = 0.45; // how far a search that is over goes back into the ground
const REACH = 12; // from a click to the node it means

/** The tree of the current search, next to the board. `onpick(event)` is called with the clicked try. */
export class SearchTree {
  constructor(film, atlas, say, onpick) {
    this.film = film;
    this.atlas = atlas;
    this.say = say;
    this.name = film.tree.name;
    this.title = film.tree.title;
    this.canvas = make("canvas", { class: "mv-canvas", role: "img" });
    this.subtitle = make("span");
    this.intro = make("p", { class: "mv-tree-intro" }, say("tree intro"));
    this.element = make(
      "figure",
      { class: "mv-panel mv-tree", "data-panel": this.name, hidden: true },
      make("figcaption", {}, make("b", {}, this.title), " ", this.subtitle),
      this.intro,
      this.canvas,
    );
    this.canvas.addEventListener("click", (event) => {
      const node = this.nodeAt(event);
      if (node) onpick(node.tried);
    });
  }

  get shown() {
    return !this.element.hidden;
  }

  /** Take on a room in CSS px; `ratio` device pixels are one of them. */
  fit({ width, height }, ratio) {
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.plan = null;
    this.key = "";
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    for (const each of [this.element, this.canvas]) each.style.width = `${width}px`;
    this.intro.style.height = this.canvas.style.height = `${height}px`;
  }

  /** Draw the search at an event, if anything is new. */
  draw(event) {
    if (!this.width) return;
    const search = this.film.searches?.at(event) ?? null;
    this.canvas.hidden = !search;
    this.intro.hidden = Boolean(search);
    this.tell(search, event);
    const key =
      search &&
      [search.first, Math.min(event, search.end), event >= search.oddsAt, this.atlas.version].join(
        " ",
      );
    if (!search || key === this.key) return;
    if (this.plan?.search !== search)
      this.plan = new TreePlan(search, this.width, this.height, this.pen(), this.labels(search));
    this.key = key;
    this.paint(search, event);
  }

  tell(search, event) {
    let text = this.say("no search yet");
    if (search) {
      const [tries, dead, found] = search.counts(event).map(figures);
      text = this.say("tree counted", { tries, dead, found });
      const drawn = this.plan?.search === search ? this.plan.across.size : search.nodes.length;
      if (drawn < search.nodes.length)
        text += this.say("tree part", { drawn: figures(drawn), all: figures(search.nodes.length) });
    }
    if (this.subtitle.textContent === text) return;
    this.subtitle.textContent = text;
    this.canvas.setAttribute("aria-label", `${this.title}: ${text}`);
  }

  pen() {
    const pen = this.canvas.getContext("2d");
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return pen;
  }

  labels(search) {
    const words = ["solutions found so far", "average", "weighted"].map((key) => this.say(key));
    const names = search.boxes.map(
      (box) => this.film.name(box[0]) + (box.length > 1 ? ` +${box.length - 1}` : ""),
    );
    return { words, names };
  }

  paint(search, event) {
    const pen = this.pen();
    const { colours } = this.atlas;
    this.colours = Object.fromEntries(
      Object.entries(colours).map(([name, colour]) => [name, css(colour)]),
    );
    this.branch = mixed(colours.ground, colours.quiet, 0.5);
    this.faint = mixed(colours.ground, colours.line, 0.8);
    const whole = { left: 0, top: 0, width: this.width, height: this.height };
    const ground = { kind: "box", ...whole, colour: this.colours.ground };
    for (const mark of [ground, ...this.marks(search, event)]) this[mark.kind](pen, mark);
    if (event < search.end) return;
    pen.globalAlpha = PALE; // the last search stays visible
    this.box(pen, ground);
    pen.globalAlpha = 1;
  }

  /** The tree as lines, dots, discs, texts, boxes and chances, as `drawing.py` lists them for films. */
  *marks(search, event) {
    yield* this.levels();
    yield* this.tree(event);
    yield* this.table(event);
    if (event < search.end) yield* this.currentPath(event);
    yield* this.chances(event);
  }

  /** A line per box, with its name if there is room. */
  *levels() {
    const { plan, colours } = this;
    const every = Math.max(1, Math.ceil((1.2 * SMALL) / Math.max(plan.level, 1)));
    for (const [depth, text] of plan.names.entries()) {
      const y = plan.heightOf(depth);
      yield line([plan.left, y], [plan.width - SMALL / 2, y], this.faint, 1);
      if (depth % every === 0) yield { kind: "text", text, at: [0, y], colour: colours.quiet };
    }
    const at = [0, plan.table + SMALL / 2];
    yield { kind: "text", text: plan.words[0], at, colour: colours.ink };
    yield { kind: "dot", at: plan.root, radius: 2.5, colour: colours.quiet };
  }

  /** All tries up to an event: branches, the ways to solutions over them, crosses at dead ends. */
  *tree(event) {
    const { plan, colours } = this;
    const nodes = [...plan.across.keys()].filter(({ tried }) => tried <= event);
    const solved = nodes.filter((node) => node.solved >= 0 && node.solved <= event);
    const isDead = ({ dead }) => dead >= 0 && dead <= event;
    for (const node of nodes) yield this.edge(node, this.branch, 1);
    for (const node of solved) yield this.edge(node, colours.safe, plan.thick);
    for (const node of nodes) if (!isDead(node)) yield this.try(node, colours.ink);
    for (const node of nodes) {
      if (!isDead(node)) continue;
      yield* this.cross(node);
      yield* this.clueBelow(node);
    }
  }

  edge(node, colour, width) {
    const { plan } = this;
    const start = plan.across.has(node.parent) ? plan.place(node.parent) : plan.root;
    return line(start, plan.place(node), colour, width);
  }

  try(node, rim) {
    const { plan } = this;
    const share = node.mines / plan.search.boxes[node.depth].length;
    return { kind: "disc", at: plan.place(node), radius: plan.radius, share, rim };
  }

  *cross(node) {
    const { plan, colours } = this;
    const [x, y] = plan.place(node);
    const arm = Math.max(1.5, plan.radius * 0.8);
    const width = Math.max(1, plan.radius * 0.35);
    for (const sign of [1, -1])
      yield line([x - arm, y - sign * arm], [x + arm, y + sign * arm], colours.mine, width);
  }

  /** The clue that ended a branch, below its cross, if there is room. */
  *clueBelow(node) {
    const { plan } = this;
    const text = this.film.name(node.clue);
    const [x, y] = plan.place(node);
    const wide = this.measured(text, { size: 9 });
    const fits = plan.slot >= wide + 4 && plan.level - 2 * plan.radius >= 10;
    if (!fits || y + plan.radius + 10 > plan.table) return;
    const at = [x, y + plan.radius + 5];
    yield { kind: "text", text, at, colour: this.colours.mine, size: 9, align: "center" };
  }

  /** The current tries, from the top down to the latest; and the clue just violated. */
  *currentPath(event) {
    const { plan, colours } = this;
    const latest = plan.search.standing(event);
    const way = pathTo(latest).filter((node) => plan.across.has(node));
    for (const node of way) yield this.edge(node, colours.search, plan.thick + 1);
    for (const node of way) {
      if (node.dead >= 0 && node.dead <= event) yield* this.cross(node);
      else yield this.try(node, colours.search);
    }
    if (latest?.dead !== event || !plan.across.has(latest)) return;
    const text = this.film.name(latest.clue);
    const width = this.measured(text, { bold: true }) + 4;
    const [x, y] = plan.place(latest);
    const left = Math.min(Math.max(x - width / 2, 0), this.width - width);
    const top = y + plan.radius + 2;
    yield { kind: "box", left, top, width, height: 15, colour: colours.ground };
    yield { kind: "text", text, at: [left + 2, top + 8], colour: colours.mine, bold: true };
  }

  /** Each solution as a row: a column a box, as full as the box is of mines. */
  *table(event) {
    const { plan, colours } = this;
    const { tile } = plan;
    const height = Math.max(plan.row - 2, 2);
    for (const [{ index, counts }, top] of plan.rows) {
      if (index > event) continue;
      for (const [i, left] of plan.columns.entries()) {
        const width = (tile * counts[i]) / plan.search.boxes[i].length;
        const place = { kind: "box", left, top, height };
        const rim = height > 3 ? colours.rim : null;
        yield { ...place, width: tile, colour: colours.opened, rim };
        yield { ...place, width, colour: colours.ink };
      }
    }
  }

  /** The means of columns in the colours of odds; below, the resulting odds. */
  *chances(event) {
    const { plan, say, colours } = this;
    const { search } = plan;
    const odds =
      search.odds && event >= search.oddsAt ? search.odds.map((each) => each / 10000) : null;
    const rows = [
      [plan.words[1], "of the configurations", plan.average, search.averages(event)],
      [plan.words[2], "of the layouts", plan.odds, odds],
    ];
    for (const [text, reason, top, chances] of rows) {
      if (!chances) continue;
      const middle = top + plan.tile / 2;
      yield { kind: "text", text, at: [0, middle], colour: colours.ink };
      for (const [i, left] of plan.columns.entries())
        yield { kind: "chance", left, top, side: plan.tile, chance: chances[i] };
      const right = plan.columns.at(-1) + plan.tile + 8;
      const meaning = { kind: "text", text: say(reason), at: [right, middle] };
      if (right + this.measured(meaning.text) <= plan.width)
        yield { ...meaning, colour: colours.quiet };
    }
  }

  measured(text, { size = SMALL, bold = false } = {}) {
    const pen = this.canvas.getContext("2d");
    pen.font = fontOf(size, bold);
    return pen.measureText(text).width;
  }

  line(pen, { start, end, colour, width }) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(...start);
    pen.lineTo(...end);
    pen.stroke();
  }

  dot(pen, { at, radius, colour }) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(...at, radius, 0, 2 * Math.PI);
    pen.fill();
  }

  /** Full if all cells of the box are mines, empty if all are safe; otherwise a slice for the share. */
  disc(pen, { at, radius, share, rim }) {
    const { ink, opened } = this.colours;
    this.dot(pen, { at, radius, colour: share === 1 ? ink : opened });
    if (share > 0 && share < 1) {
      pen.fillStyle = ink;
      pen.beginPath();
      pen.moveTo(...at);
      pen.arc(...at, radius, -Math.PI / 2, (2 * share - 0.5) * Math.PI);
      pen.fill();
    }
    pen.lineWidth = Math.max(1, radius * 0.3);
    pen.strokeStyle = rim;
    pen.beginPath();
    pen.arc(...at, Math.max(radius - pen.lineWidth / 2, 0.5), 0, 2 * Math.PI);
    pen.stroke();
  }

  text(pen, { text, at, colour, size = SMALL, bold = false, align = "left" }) {
    pen.font = fontOf(size, bold);
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillStyle = colour;
    pen.fillText(text, ...at);
  }

  box(pen, { left, top, width, height, colour, rim = null }) {
    pen.fillStyle = colour;
    pen.fillRect(left, top, width, height);
    if (!rim) return;
    pen.strokeStyle = rim;
    pen.lineWidth = 1;
    pen.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  }

  chance(pen, { left, top, side, chance }) {
    const heat = 6 * Math.round(100 * chance);
    pen.fillStyle = `#${this.atlas.heat.slice(heat, heat + 6)}`;
    pen.beginPath();
    pen.roundRect(left, top, side, side, side / 12);
    pen.fill();
    if (side < 12) return;
    const sure = chance === 0 || chance === 1;
    const between = chance >= 0.005 && chance < 0.995;
    const far = chance < 0.5 ? "<1" : ">99";
    const text = sure || between ? `${Math.floor(100 * chance + 0.5)}` : far;
    const size = side * (text.length > 2 ? 0.36 : 0.46);
    const at = [left + side / 2, top + side * 0.53];
    const colour = this.colours.figure;
    this.text(pen, { text, at, colour, size, bold: true, align: "center" });
  }

  /** The try nearest to a pointer; undefined if no try is near. */
  nodeAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const far = (node) => {
      const [x, y] = this.plan.place(node);
      return Math.hypot(x - event.clientX + box.left, y - event.clientY + box.top);
    };
    const near = [...(this.plan?.across.keys() ?? [])].filter((node) => far(node) <= REACH);
    return near.sort((a, b) => far(a) - far(b))[0];
  }
}

/** The places of a tree's parts. The entire search is known before its first step is drawn, so nodes keep their place while it grows. */
class TreePlan {
  constructor(search, width, height, pen, { words, names }) {
    this.search = search;
    this.width = width;
    this.words = words;
    this.names = names;
    pen.font = fontOf(SMALL, false);
    this.left =
      Math.max(...[...names, ...words].map((text) => pen.measureText(text).width)) + SMALL;
    const wide = width - this.left;
    this.tile = Math.max(
      8,
      Math.min(Math.floor(wide / names.length) - COLUMN_GAP, 2 * BODY, height * 0.08),
    );
    const room = Math.floor((wide + COLUMN_GAP) / (this.tile + COLUMN_GAP));
    this.columns = Array.from(
      { length: Math.min(room, names.length) },
      (_, i) => this.left + i * (this.tile + COLUMN_GAP),
    );
    this.odds = height - this.tile - 1;
    this.average = this.odds - this.tile - 4;
    this.layRows(this.average - 4, Math.round(height * 0.2));
    this.top = Math.max(6, Math.round(BODY * 0.9));
    this.level = (this.table - this.top - 4) / names.length;
    this.layNodes(wide - SMALL);
    this.radius = Math.max(1.5, Math.min(this.level * 0.34, this.slot * 0.5, BODY * 0.36));
    this.thick = Math.max(1, Math.round(Math.min(this.radius * 0.5, BODY * 0.12)));
  }

  /** The heights of solutions in the table; thinned if there are many. */
  layRows(bottom, room) {
    const { solutions } = this.search;
    const count = Math.min(solutions.length, MOST_ROWS, Math.max(Math.floor(room / 4), 1));
    this.row = count ? Math.max(4, Math.min(12, Math.floor(room / count))) : 0;
    this.table = bottom - count * this.row - SMALL - 3;
    this.rows = new Map(
      evenly(solutions, count).map((solution, i) => [solution, bottom - (count - i) * this.row]),
    );
  }

  /** Leaves side by side, a parent between its children. */
  layNodes(wide) {
    const { nodes } = this.search;
    const leaves = this.search.leaves(Math.max(Math.floor(wide / LEAF), 1));
    this.slot = wide / Math.max(leaves.size, 1);
    this.across = new Map();
    for (const node of nodes)
      if (leaves.has(node)) this.across.set(node, this.left + (this.across.size + 0.5) * this.slot);
    for (const node of nodes.slice().reverse()) {
      const below = node.children
        .filter((child) => this.across.has(child))
        .map((child) => this.across.get(child));
      if (below.length) this.across.set(node, (below[0] + below.at(-1)) / 2);
    }
  }

  /** Where the search begins. */
  get root() {
    return [(this.left + this.width - SMALL) / 2, this.top - SMALL * 0.4];
  }

  heightOf(depth) {
    return this.top + (depth + 0.5) * this.level;
  }

  place(node) {
    return [this.across.get(node), this.heightOf(node.depth)];
  }
}

function line(start, end, colour, width) {
  return { kind: "line", start, end, colour, width };
}

/** The CSS colour `share` of the way between two colours. */
function mixed(from, to, share) {
  return css(from.map((value, i) => Math.round(value + share * (to[i] - value))));
}

function fontOf(size, bold) {
  return `${bold ? "bold " : ""}${size}px ${FONT}`;
}

function figures(count) {
  return count < 1e7 ? count.toLocaleString("en") : count.toExponential(1);
}
