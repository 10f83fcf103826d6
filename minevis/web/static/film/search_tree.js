// A search as it grows, its solutions, their averages and the odds. As in films, by the same plan.

import { css, during, make, penOf } from "../shared/dom.js";
import { evenly, pathTo } from "./searches.js";

const BODY = 14; // CSS px: the size of captions, to which all else is drawn
const SMALL = 11; // of labels
const LEAF = 5; // that a leaf needs
const COLUMN_GAP = 2; // between columns of the table
const MOST_ROWS = 40; // solutions in the table
const FONT = '"DejaVu Sans", Verdana, system-ui, sans-serif';
const PALE = 0.45; // how far a search that is over goes back into the ground
const [STEP, SHAKING, FLIGHT] = [0.12, 0.3, 0.5]; // seconds: a try, a dead end, a solution on its way to the table
const REACH = 12; // from a click to the node it means

/** The tree of the current search, next to the board. `onpick(event)` is called with the clicked try. */
export class SearchTree {
  width = 0;
  height = 0;
  ratio = 1;
  key = ""; // of what is drawn
  before = /** @type {TreePlan | null} */ (null); // the plan before
  event = -1; // the one drawn
  drawn = /** @type {TreeSearch | null} */ (null); // its search
  within = 0; // seconds that a step may move
  settle = () => {}; // what moves
  flying = /** @type {TreeSearch["solutions"][number] | null} */ (null); // on its way to the table
  /** @type {TreePlan} */
  plan = /** @type {any} */ (null); // before it is drawn
  colours = /** @type {Record<string, string>} */ ({});

  /** @param {TreeSource} film @param {import("../shared/atlas.js").Atlas} atlas @param {Say} say @param {(event: number) => void} onpick */
  constructor(film, atlas, say, onpick) {
    this.film = film;
    this.atlas = atlas;
    this.say = say;
    this.name = film.tree.name;
    this.title = film.tree.title;
    this.canvas = make("canvas", { class: "mv-canvas", role: "img" });
    this.pen = penOf(this.canvas);
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

  /** Take on a room in CSS px; `ratio` device pixels are one of them. @param {Size} given @param {number} ratio */
  fit({ width, height }, ratio) {
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.settle();
    this.before = this.plan;
    this.plan = /** @type {any} */ (null);
    this.key = "";
    const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    if (this.canvas.width !== size.width || this.canvas.height !== size.height)
      Object.assign(this.canvas, size);
    for (const each of [this.element, this.canvas]) each.style.width = `${width}px`;
    this.intro.style.height = this.canvas.style.height = `${height}px`;
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Draw the search at an event, if anything is new. @param {number} event */
  draw(event) {
    if (!this.width) return;
    const search = this.film.searches?.at(event) ?? null;
    this.canvas.hidden = !search;
    this.intro.hidden = Boolean(search);
    this.tell(search, event);
    if (!search) return;
    const { first, end, oddsAt } = search;
    const key = `${first} ${Math.min(event, end)} ${event >= oddsAt} ${this.atlas.version}`;
    if (key === this.key) return;
    if (this.plan?.search !== search)
      this.plan = new TreePlan(search, this.width, this.height, this.pen, {
        ...this.labels(search),
        before: this.drawn === search ? this.before : null,
      });
    this.key = key;
    this.step(search, event);
  }

  /** Draw an event. In a step forwards a try grows out of the one above, a dead end shakes, and a solution flies to its place. @param {TreeSearch} search @param {number} event */
  step(search, event) {
    const { plan } = this;
    this.settle();
    const node = search.standing(event);
    const found = search.solutions.find(({ index }) => index === event);
    const flies = found && node && plan.rows.has(found) && plan.across.has(node);
    const isNext = this.event < event && this.drawn === search && this.within >= STEP;
    const seconds = !isNext ? 0 : flies ? FLIGHT : node?.dead === event ? SHAKING : STEP;
    const { event: since } = this;
    Object.assign(this, { event, drawn: search });
    this.settle = during(Math.min(seconds, this.within), (share) => {
      Object.assign(plan, { since, share });
      this.flying = flies && share < 1 ? found : null;
      this.paint(event, event < search.end);
      if (this.flying && node) this.fly(this.flying, plan.place(node), share);
    });
  }

  /** Draw a solution on its way from a node to its place in the table. @param {TreeSearch["solutions"][number]} solution @param {number[]} from @param {number} share */
  fly(solution, from, share) {
    const { columns, tile, rows } = this.plan;
    const middle = (columns[0] + columns[columns.length - 1] + tile) / 2;
    const top = rows.get(solution) ?? 0;
    this.solution(solution, from[1] + (top - from[1]) * share, (from[0] - middle) * (1 - share));
  }

  /** @param {TreeSearch | null} search @param {number} event */
  tell(search, event) {
    let text = this.say("no search yet");
    if (search) {
      const [tries, dead, , found] = search.counts(event).map(figures);
      text = this.say("tree counted", { tries, dead, found });
      const drawn = this.plan?.search === search ? this.plan.across.size : search.nodes.length;
      if (drawn < search.nodes.length)
        text += this.say("tree part", { drawn: figures(drawn), all: figures(search.nodes.length) });
    }
    if (this.subtitle.textContent === text) return;
    this.subtitle.textContent = text;
    this.canvas.setAttribute("aria-label", `${this.title}: ${text}`);
  }

  /** @param {TreeSearch} search */
  labels(search) {
    const words = ["configurations so far", "average", "weighted"].map((key) => this.say(key));
    const names = search.boxes.map(
      (box) => this.film.name(box[0]) + (box.length > 1 ? ` +${box.length - 1}` : ""),
    );
    return { words, names };
  }

  /** Draw the tree, in the order of `drawing.py` for films. @param {number} event @param {boolean} isRunning */
  paint(event, isRunning) {
    const { pen, width, height } = this;
    const { colours } = this.atlas;
    for (const [name, colour] of Object.entries(colours)) this.colours[name] = css(colour);
    const { ground } = this.colours;
    this.box(0, 0, width, height, ground);
    this.levels(mixed(colours.ground, colours.line, 0.8));
    this.tree(event, mixed(colours.ground, colours.quiet, 0.5));
    this.table(event);
    if (isRunning) this.currentPath(event);
    this.chances(event);
    if (isRunning) return;
    pen.globalAlpha = PALE; // the last search stays visible
    this.box(0, 0, width, height, ground);
    pen.globalAlpha = 1;
  }

  /** A line per box, with its name if there is room. @param {string} faint */
  levels(faint) {
    const { plan, colours } = this;
    const every = Math.max(1, Math.ceil((1.2 * SMALL) / Math.max(plan.level, 1)));
    plan.names.forEach((name, depth) => {
      const y = plan.heightOf(depth);
      this.line([plan.left, y], [plan.width - SMALL / 2, y], faint, 1);
      if (depth % every === 0) this.text(name, 0, y, colours.quiet);
    });
    this.text(plan.words[0], 0, plan.table + SMALL / 2, colours.ink);
    this.dot(plan.root, 2.5, colours.quiet);
  }

  /** All tries up to an event: branches, the ways to solutions over them, crosses at dead ends. @param {number} event @param {string} branch */
  tree(event, branch) {
    const { plan, colours } = this;
    const nodes = [...plan.across.keys()].filter(({ tried }) => tried <= event);
    const isDead = (/** @type {TreeNode} */ { dead }) => dead >= 0 && dead <= event;
    for (const node of nodes) this.edge(node, branch, 1);
    for (const node of nodes)
      if (node.solved >= 0 && node.solved <= event) this.edge(node, colours.safe, plan.thick);
    for (const node of nodes) if (!isDead(node)) this.disc(node, colours.ink);
    for (const node of nodes.filter(isDead)) {
      this.cross(node);
      this.clueBelow(node);
    }
  }

  /** The clue that ended a branch, below its cross, if there is room. @param {TreeNode} node */
  clueBelow(node) {
    const { plan } = this;
    const text = this.film.name(node.clue);
    const [x, y] = plan.place(node);
    const wide = this.measured(text, { size: 9 });
    const fits = plan.slot >= wide + 4 && plan.level - 2 * plan.radius >= 10;
    if (!fits || y + plan.radius + 10 > plan.table) return;
    this.text(text, x, y + plan.radius + 5, this.colours.mine, { size: 9, align: "center" });
  }

  /** The current tries, from the top down to the latest; and the clue just violated. @param {number} event */
  currentPath(event) {
    const { plan, colours } = this;
    const latest = plan.search.standing(event);
    const way = pathTo(latest).filter((node) => plan.across.has(node));
    for (const node of way) this.edge(node, colours.search, plan.thick + 1);
    for (const node of way) {
      if (node.dead >= 0 && node.dead <= event) this.cross(node);
      else this.disc(node, colours.search);
    }
    if (latest?.dead !== event || !plan.across.has(latest)) return;
    const text = this.film.name(latest.clue);
    const width = this.measured(text, { bold: true }) + 4;
    const [x, y] = plan.place(latest);
    const left = Math.min(Math.max(x - width / 2, 0), this.width - width);
    const top = y + plan.radius + 2;
    this.box(left, top, width, 15, colours.ground);
    this.text(text, left + 2, top + 8, colours.mine, { bold: true });
  }

  /** Each solution as a row: a column a box, as full as the box is of mines. @param {number} event */
  table(event) {
    for (const [solution, top] of this.plan.rows)
      if (solution.index <= event && solution !== this.flying) this.solution(solution, top);
  }

  /** A solution, `right` px to the right of its columns. @param {TreeSearch["solutions"][number]} solution @param {number} top */
  solution({ counts }, top, right = 0) {
    const { plan, colours } = this;
    const { tile } = plan;
    const height = Math.max(plan.row - 2, 2);
    plan.columns.forEach((left, i) => {
      const width = (tile * counts[i]) / plan.search.boxes[i].length;
      this.box(left + right, top, tile, height, colours.opened, height > 3 ? colours.rim : null);
      this.box(left + right, top, width, height, colours.ink);
    });
  }

  /** The means of columns in the colours of odds; below, the resulting odds. @param {number} event */
  chances(event) {
    const { plan, say, colours } = this;
    const { odds, oddsAt } = plan.search;
    const found = odds && event >= oddsAt ? odds : [];
    const rows = /** @type {[number, string, number, number[] | null][]} */ ([
      [1, "of the configurations", plan.average, plan.search.averages(event)],
      [2, "of the layouts", plan.odds, found.map((each) => each / 10000)],
    ]);
    for (const [word, reason, top, chances] of rows) {
      if (!chances?.length) continue;
      const middle = top + plan.tile / 2;
      this.text(plan.words[word], 0, middle, colours.ink);
      plan.columns.forEach((left, i) => this.chance(left, top, plan.tile, chances[i]));
      const right = Math.max(...plan.columns) + plan.tile + 8;
      const text = say(reason);
      if (right + this.measured(text) <= plan.width) this.text(text, right, middle, colours.quiet);
    }
  }

  /** @param {string} text */
  measured(text, { size = SMALL, bold = false } = {}) {
    this.pen.font = fontOf(size, bold);
    return this.pen.measureText(text).width;
  }

  /** @param {number[]} start @param {number[]} end @param {string} colour @param {number} width */
  line(start, end, colour, width) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(start[0], start[1]);
    pen.lineTo(end[0], end[1]);
    pen.stroke();
  }

  /** @param {TreeNode} node @param {string} colour @param {number} width */
  edge(node, colour, width) {
    const { plan } = this;
    const { parent } = node;
    this.line(
      parent && plan.across.has(parent) ? plan.place(parent) : plan.root,
      plan.place(node),
      colour,
      width,
    );
  }

  /** @param {TreeNode} node */
  cross(node) {
    const { plan, colours } = this;
    const [x, y] = plan.shaken(node, this.event);
    const arm = Math.max(1.5, plan.radius * 0.8);
    const width = Math.max(1, plan.radius * 0.35);
    for (const sign of [1, -1])
      this.line([x - arm, y - sign * arm], [x + arm, y + sign * arm], colours.mine, width);
  }

  /** @param {number[]} at @param {number} radius @param {string} colour */
  dot([x, y], radius, colour) {
    const { pen } = this;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }

  /** Full if all cells of the box are mines, empty if all are safe; otherwise a slice for the share. @param {TreeNode} node @param {string} rim */
  disc(node, rim) {
    const { pen, plan } = this;
    const { radius } = plan;
    const [x, y] = plan.place(node);
    const share = node.mines / plan.search.boxes[node.depth].length;
    const { ink, opened } = this.colours;
    this.dot([x, y], radius, share === 1 ? ink : opened);
    if (share > 0 && share < 1) {
      pen.fillStyle = ink;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.arc(x, y, radius, -Math.PI / 2, (2 * share - 0.5) * Math.PI);
      pen.fill();
    }
    pen.lineWidth = Math.max(1, radius * 0.3);
    pen.strokeStyle = rim;
    pen.beginPath();
    pen.arc(x, y, Math.max(radius - pen.lineWidth / 2, 0.5), 0, 2 * Math.PI);
    pen.stroke();
  }

  /** @param {string} text @param {number} x @param {number} y @param {string} colour @param {{ size?: number, bold?: boolean, align?: CanvasTextAlign }} [look] */
  text(text, x, y, colour, { size = SMALL, bold = false, align = "left" } = {}) {
    const { pen } = this;
    pen.font = fontOf(size, bold);
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height @param {string} colour @param {string | null} [rim] */
  box(left, top, width, height, colour, rim = null) {
    const { pen } = this;
    pen.fillStyle = colour;
    pen.fillRect(left, top, width, height);
    if (!rim) return;
    pen.strokeStyle = rim;
    pen.lineWidth = 1;
    pen.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  }

  /** @param {number} left @param {number} top @param {number} side @param {number} chance */
  chance(left, top, side, chance) {
    const { pen } = this;
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
    const look = { size, bold: true, align: /** @type {const} */ ("center") };
    this.text(text, left + side / 2, top + side * 0.53, this.colours.figure, look);
  }

  /** The try nearest to a pointer; undefined if no try is near. @param {MouseEvent} event */
  nodeAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const far = (/** @type {TreeNode} */ node) => {
      const [x, y] = this.plan.place(node);
      return Math.hypot(x - event.clientX + box.left, y - event.clientY + box.top);
    };
    const near = [...this.plan.across.keys()].filter((node) => far(node) <= REACH);
    return near.sort((a, b) => far(a) - far(b))[0];
  }
}

/** The places of a tree's parts. The entire search is known before its first step is drawn, so nodes keep their place while it grows. */
class TreePlan {
  across = /** @type {Table<TreeNode, number>} */ (new Map()); // CSS px of the drawn nodes
  row = 0; // CSS px of a solution
  table = 0; // above the solutions
  rows = /** @type {Map<TreeSearch["solutions"][number], number>} */ (new Map()); // and where each is
  slot = 0; // of a leaf
  share = 1; // of the way from the plan before to this one
  since = -1; // the event of that one

  /** @param {TreeSearch} search @param {number} width @param {number} height @param {Pen} pen @param {{ words: string[], names: string[], before: TreePlan | null }} given */
  constructor(search, width, height, pen, { words, names, before }) {
    this.before = /** @type {TreePlan | null} */ (before); // of the same search
    if (before) before.before = null;
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

  /** The heights of solutions in the table; thinned if there are many. @param {number} bottom @param {number} room */
  layRows(bottom, room) {
    const { solutions } = this.search;
    const count = Math.min(solutions.length, MOST_ROWS, Math.max(Math.floor(room / 4), 1));
    this.row = count ? Math.max(4, Math.min(12, Math.floor(room / count))) : 0;
    this.table = bottom - count * this.row - SMALL - 3;
    evenly(solutions, count).forEach((solution, i) =>
      this.rows.set(solution, bottom - (count - i) * this.row),
    );
  }

  /** Leaves side by side, a parent between its children. @param {number} wide */
  layNodes(wide) {
    const { nodes } = this.search;
    const leaves = this.search.leaves(Math.max(Math.floor(wide / LEAF), 1));
    this.slot = wide / Math.max(leaves.size, 1);
    for (const node of nodes)
      if (leaves.has(node)) this.across.set(node, this.left + (this.across.size + 0.5) * this.slot);
    for (const node of nodes.slice().reverse()) {
      const below = node.children.flatMap((child) => this.across.get(child) ?? []);
      if (below.length) this.across.set(node, (below[0] + below[below.length - 1]) / 2);
    }
  }

  /** Where the search begins. */
  get root() {
    return [(this.left + this.width - SMALL) / 2, this.top - SMALL * 0.4];
  }

  /** @param {number} depth */
  heightOf(depth) {
    const [now, before] = [this, this.before ?? this].map(
      ({ top, level }) => top + (depth + 0.5) * level,
    );
    return before + (now - before) * this.share;
  }

  /** Where a try is; on the way from the event before, it comes out of the one above, or from its old place. @param {TreeNode} node @returns {number[]} */
  place(node) {
    const { across, before, share, since } = this;
    const at = [across.get(node), this.heightOf(node.depth)];
    const { parent, tried } = node;
    const above = () => (parent && across.has(parent) ? this.place(parent) : this.root);
    const old = before?.across.has(node) ? [before.across.get(node), at[1]] : at;
    const from = share === 1 ? at : tried > since ? above() : old;
    return at.map((end, axis) => from[axis] + (end - from[axis]) * share);
  }

  /** The same of a dead end, which shakes at its event. @param {TreeNode} node @param {number} event */
  shaken(node, event) {
    const [x, y] = this.place(node);
    const far = node.dead === event ? this.radius * (1 - this.share) : 0;
    return [x + far * Math.sin(6 * Math.PI * this.share), y];
  }
}

/** The CSS colour `share` of the way between two colours. @param {Colour} from @param {Colour} to @param {number} share */
function mixed(from, to, share) {
  return css(from.map((value, i) => Math.round(value + share * (to[i] - value))));
}

/** @param {number} size @param {boolean} bold */
function fontOf(size, bold) {
  return `${bold ? "bold " : ""}${size}px ${FONT}`;
}

/** @param {number} count */
function figures(count) {
  return count < 1e7 ? count.toLocaleString("en") : count.toExponential(1);
}
