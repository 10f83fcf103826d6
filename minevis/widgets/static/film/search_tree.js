// The panel "tree": a search as it grows, its solutions, their averages and the odds. As in films, by the same plan.

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

/** Beside the board: the tree of the search under way. `onpick(event)` is called with the try that is clicked. */
export class SearchTree {
  constructor(film, atlas, say, onpick) {
    Object.assign(this, { film, atlas, say, name: "tree", title: say("panel tree") });
    this.canvas = make("canvas", { class: "mv-canvas", role: "img" });
    this.subtitle = make("span");
    this.intro = make("p", { class: "mv-tree-intro" }, say("tree intro"));
    this.element = make(
      "figure",
      { class: "mv-panel mv-tree", "data-panel": "tree", hidden: true },
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
    Object.assign(this, { width, height, ratio, plan: null, key: "" });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    for (const each of [this.element, this.canvas]) each.style.width = `${width}px`;
    this.intro.style.height = this.canvas.style.height = `${height}px`;
  }

  /** Draw the search as it stands at an event, where anything is new. */
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
    this.branch = css(colours.ground.map((value, i) => Math.round((value + colours.quiet[i]) / 2)));
    pen.fillStyle = this.colours.ground;
    pen.fillRect(0, 0, this.width, this.height);
    this.levels(pen);
    this.tree(pen, event);
    this.table(pen, event);
    if (event < search.end) this.currentPath(pen, event);
    this.chances(pen, event);
    if (event < search.end) return;
    pen.globalAlpha = PALE; // the last search stays visible
    pen.fillStyle = this.colours.ground;
    pen.fillRect(0, 0, this.width, this.height);
    pen.globalAlpha = 1;
  }

  /** A line for each box, and its name where there is room for one. */
  levels(pen) {
    const { plan } = this;
    const every = Math.max(1, Math.ceil((1.2 * SMALL) / Math.max(plan.level, 1)));
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.8;
    pen.beginPath();
    plan.names.forEach((_, depth) => {
      pen.moveTo(plan.left, plan.heightOf(depth));
      pen.lineTo(plan.width - SMALL / 2, plan.heightOf(depth));
    });
    pen.stroke();
    pen.globalAlpha = 1;
    plan.names.forEach(
      (name, depth) => depth % every || this.write(pen, name, 0, plan.heightOf(depth), "quiet"),
    );
    this.write(pen, plan.words[0], 0, plan.table + SMALL / 2, "ink");
    pen.fillStyle = this.colours.quiet;
    pen.beginPath();
    pen.arc(...plan.root, 2.5, 0, 2 * Math.PI);
    pen.fill();
  }

  write(pen, text, x, y, colour, { size = SMALL, bold = false, align = "left" } = {}) {
    pen.font = `${bold ? "bold " : ""}${size}px ${FONT}`;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillStyle = this.colours[colour];
    pen.fillText(text, x, y);
  }

  /** All tries up to an event: branches, the ways to solutions over them, crosses at dead ends. */
  tree(pen, event) {
    const { plan } = this;
    const nodes = [...plan.across.keys()].filter(({ tried }) => tried <= event);
    const isDead = ({ dead }) => dead >= 0 && dead <= event;
    this.edges(pen, nodes, this.branch, 1);
    this.edges(
      pen,
      nodes.filter(({ solved }) => solved >= 0 && solved <= event),
      this.colours.safe,
      plan.thick,
    );
    for (const node of nodes) if (!isDead(node)) this.disc(pen, node, this.colours.ink);
    for (const node of nodes) {
      if (!isDead(node)) continue;
      this.cross(pen, node);
      this.clueBelow(pen, node);
    }
  }

  edges(pen, nodes, colour, thick) {
    const { plan } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = thick;
    pen.beginPath();
    for (const node of nodes) {
      pen.moveTo(...(plan.across.has(node.parent) ? plan.place(node.parent) : plan.root));
      pen.lineTo(...plan.place(node));
    }
    pen.stroke();
  }

  /** Full if all cells of the box are mines, empty if no cell is; otherwise a slice of that share. */
  disc(pen, node, rim) {
    const { radius, search } = this.plan;
    const [x, y] = this.plan.place(node);
    const share = node.mines / search.boxes[node.depth].length;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fillStyle = this.colours[share === 1 ? "ink" : "opened"];
    pen.fill();
    if (share > 0 && share < 1) {
      pen.beginPath();
      pen.moveTo(x, y);
      pen.arc(x, y, radius, -Math.PI / 2, (2 * share - 0.5) * Math.PI);
      pen.fillStyle = this.colours.ink;
      pen.fill();
    }
    const thick = Math.max(1, radius * 0.3);
    pen.beginPath();
    pen.arc(x, y, Math.max(radius - thick / 2, 0.5), 0, 2 * Math.PI);
    pen.strokeStyle = rim;
    pen.lineWidth = thick;
    pen.stroke();
  }

  cross(pen, node) {
    const { plan } = this;
    const [x, y] = plan.place(node);
    const arm = Math.max(1.5, plan.radius * 0.8);
    pen.strokeStyle = this.colours.mine;
    pen.lineWidth = Math.max(1, plan.radius * 0.35);
    pen.beginPath();
    for (const sign of [1, -1]) {
      pen.moveTo(x - arm, y - sign * arm);
      pen.lineTo(x + arm, y + sign * arm);
    }
    pen.stroke();
  }

  /** The clue that ended a branch, below its cross, where there is room for it. */
  clueBelow(pen, node) {
    const { plan } = this;
    const name = this.film.name(node.clue);
    pen.font = `9px ${FONT}`;
    const [x, y] = plan.place(node);
    const fits = plan.slot >= pen.measureText(name).width + 4 && plan.level - 2 * plan.radius >= 10;
    if (fits && y + plan.radius + 10 <= plan.table)
      this.write(pen, name, x, y + plan.radius + 5, "mine", { size: 9, align: "center" });
  }

  /** The tries that stand now, from the top down to the latest; and the clue that is violated just now. */
  currentPath(pen, event) {
    const { plan } = this;
    const latest = plan.search.standing(event);
    const way = pathTo(latest).filter((node) => plan.across.has(node));
    this.edges(pen, way, this.colours.search, plan.thick + 1);
    for (const node of way) {
      if (node.dead >= 0 && node.dead <= event) this.cross(pen, node);
      else this.disc(pen, node, this.colours.search);
    }
    if (latest?.dead !== event || !plan.across.has(latest)) return;
    const name = this.film.name(latest.clue);
    pen.font = `bold ${SMALL}px ${FONT}`;
    const wide = pen.measureText(name).width + 4;
    const [x, y] = plan.place(latest);
    const left = Math.min(Math.max(x - wide / 2, 0), this.width - wide);
    pen.fillStyle = this.colours.ground;
    pen.fillRect(left, y + plan.radius + 2, wide, 15);
    this.write(pen, name, left + 2, y + plan.radius + 10, "mine", { bold: true });
  }

  /** Each solution as a row: a column a box, as full as the box is of mines. */
  table(pen, event) {
    const { plan } = this;
    const high = Math.max(plan.row - 2, 2);
    for (const [{ index, counts }, top] of plan.rows) {
      if (index > event) continue;
      plan.columns.forEach((left, i) => {
        pen.fillStyle = this.colours.opened;
        pen.strokeStyle = this.colours.rim;
        pen.lineWidth = 1;
        pen.fillRect(left, top, plan.tile, high);
        if (high > 3) pen.strokeRect(left + 0.5, top + 0.5, plan.tile - 1, high - 1);
        pen.fillStyle = this.colours.ink;
        pen.fillRect(left, top, (plan.tile * counts[i]) / plan.search.boxes[i].length, high);
      });
    }
  }

  /** The mean of each column in the colours of odds; below, the odds that follow. */
  chances(pen, event) {
    const { plan, say } = this;
    const { search } = plan;
    const odds =
      search.odds && event >= search.oddsAt ? search.odds.map((each) => each / 10000) : null;
    const rows = [
      [plan.words[1], "of the configurations", plan.average, search.averages(event)],
      [plan.words[2], "of the layouts", plan.odds, odds],
    ];
    for (const [word, reason, top, chances] of rows) {
      if (!chances) continue;
      const middle = top + plan.tile / 2;
      this.write(pen, word, 0, middle, "ink");
      plan.columns.forEach((left, i) => this.chance(pen, chances[i], left, top));
      const right = plan.columns.at(-1) + plan.tile + 8;
      pen.font = `${SMALL}px ${FONT}`;
      if (right + pen.measureText(say(reason)).width <= plan.width)
        this.write(pen, say(reason), right, middle, "quiet");
    }
  }

  chance(pen, chance, left, top) {
    const { tile } = this.plan;
    const heat = 6 * Math.round(100 * chance);
    pen.fillStyle = `#${this.atlas.heat.slice(heat, heat + 6)}`;
    pen.beginPath();
    pen.roundRect(left, top, tile, tile, tile / 12);
    pen.fill();
    const sure = chance === 0 || chance === 1;
    const figure =
      sure || (chance >= 0.005 && chance < 0.995)
        ? Math.floor(100 * chance + 0.5)
        : chance < 0.5
          ? "<1"
          : ">99";
    if (tile >= 12)
      this.write(pen, figure, left + tile / 2, top + tile * 0.53, "figure", {
        size: tile * (String(figure).length > 2 ? 0.36 : 0.46),
        bold: true,
        align: "center",
      });
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

/** Where the parts of a tree stand. The whole search is known before its first step is drawn, so nothing moves while it grows. */
class TreePlan {
  constructor(search, width, height, pen, { words, names }) {
    Object.assign(this, { search, width, words, names });
    pen.font = `${SMALL}px ${FONT}`;
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
    [this.odds, this.average] = [height - this.tile - 1, height - 2 * this.tile - 5];
    this.layRows(this.average - 4, Math.round(height * 0.2));
    this.top = Math.max(6, Math.round(BODY * 0.9));
    this.level = (this.table - this.top - 4) / names.length;
    this.layNodes(wide - SMALL);
    this.radius = Math.max(1.5, Math.min(this.level * 0.34, this.slot * 0.5, BODY * 0.36));
    this.thick = Math.max(1, Math.round(Math.min(this.radius * 0.5, BODY * 0.12)));
  }

  /** The height of each solution in the table; thinned when many. */
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

function figures(count) {
  return count < 1e7 ? count.toLocaleString("en") : count.toExponential(1);
}
