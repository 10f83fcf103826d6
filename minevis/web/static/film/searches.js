// The searches of a run as trees: a node is a try, a number of mines in one box. It draws nothing.

import { waysToLay } from "../shared/grid.js";

const [UNDONE, SOLUTION, TRIED, VIOLATED] = [1, 2, 3, 16]; // kinds of events; the numbers come from Python
const SEARCHES_KEPT = 16; // searches, for going back and forth

/** All searches of a run, built on first use. */
export class Searches {
  /** @param {TreeSpan[]} spans @param {Uint8Array} codes */
  constructor(spans, codes) {
    let at = 0;
    this.spans = spans.map((span) => {
      const from = at;
      at += span.end - span.first - 1;
      return { ...span, codes: codes.slice(from, at) };
    });
    this.built = new Map();
  }

  /** The search under way at an event, or the last one before it; null before any. @param {number} event */
  at(event) {
    const span = this.spans.findLast(({ first }) => first <= event);
    if (!span) return null;
    if (!this.built.has(span)) {
      if (this.built.size >= SEARCHES_KEPT) this.built.delete(this.built.keys().next().value);
      this.built.set(span, new Search(span));
    }
    return this.built.get(span);
  }
}

/** One search: `nodes` in the order of their tries, `solutions` in the order they were found. */
export class Search {
  nodes = /** @type {TreeNode[]} */ ([]);
  solutions = /** @type {{ index: number, counts: number[], ways: number }[]} */ ([]);

  /** @param {TreeSpan} given */
  constructor({ first, end, boxes, odds, oddsAt, codes }) {
    this.first = first;
    this.end = end;
    this.boxes = boxes;
    this.odds = odds;
    this.oddsAt = oddsAt;
    let now = /** @type {TreeNode | null} */ (null);
    codes.forEach((code, i) => {
      const event = first + 1 + i;
      if (code >= VIOLATED && now) Object.assign(now, { dead: event, clue: code - VIOLATED });
      else if (code >= TRIED && code < VIOLATED) now = this.add(now, code - TRIED, event);
      else if (code === UNDONE && now) {
        now.end = event;
        now = now.parent;
      } else if (code === SOLUTION && now) this.solved(now, event);
    });
  }

  /** @param {TreeNode | null} parent @param {number} mines @param {number} tried */
  add(parent, mines, tried) {
    const node = {
      parent,
      depth: parent ? parent.depth + 1 : 0,
      mines,
      tried,
      end: -1,
      dead: -1,
      clue: -1,
      solved: -1,
      children: [],
    };
    parent?.children.push(node);
    this.nodes.push(node);
    return node;
  }

  /** @param {TreeNode} node @param {number} event */
  solved(node, event) {
    const path = pathTo(node);
    for (const each of path) if (each.solved < 0) each.solved = event;
    const counts = path.map(({ mines }) => mines);
    const ways = counts.reduce(
      (product, mines, i) => product * waysToLay(this.boxes[i].length, mines),
      1,
    );
    this.solutions.push({ index: event, counts, ways });
  }

  /** The latest current try at an event, or null. @param {number} event */
  standing(event) {
    let node = this.nodes.findLast(({ tried }) => tried <= event) ?? null;
    while (node && node.end >= 0 && node.end <= event) node = node.parent;
    return node;
  }

  /** Tries, dead ends, solutions and configurations up to an event. @param {number} event */
  counts(event) {
    const tried = this.nodes.filter((node) => node.tried <= event);
    const dead = tried.filter((node) => node.dead >= 0 && node.dead <= event);
    const found = this.found(event);
    const configurations = found.reduce((sum, { ways }) => sum + ways, 0);
    return [tried.length, dead.length, found.length, configurations];
  }

  /** @param {number} event */
  found(event) {
    return this.solutions.filter(({ index }) => index <= event);
  }

  /** The mean chance of a mine per box over the configurations found by an event; null if there is no configuration yet. @param {number} event */
  averages(event) {
    const found = this.found(event);
    const total = found.reduce((sum, { ways }) => sum + ways, 0);
    if (!total) return null;
    return this.boxes.map(
      (box, i) =>
        found.reduce((sum, { counts, ways }) => sum + counts[i] * ways, 0) / (box.length * total),
    );
  }

  /**
   * The drawn leaves, at most `room`: half are solutions, spread over the entire search, and half dead ends, the first of them step by step.
   * @param {number} room
   */
  leaves(room) {
    const leaves = this.nodes.filter(({ children }) => !children.length);
    if (leaves.length <= room) return new Set(leaves);
    const solved = leaves.filter((node) => node.solved >= 0);
    const dead = leaves.filter((node) => node.solved < 0);
    const some = evenly(solved, Math.max(room - dead.length, Math.floor(room / 2)));
    const left = room - some.length;
    const half = Math.floor(left / 2);
    const head = dead.slice(0, half);
    return new Set([...some, ...head, ...evenly(dead.slice(half), left - head.length)]);
  }
}

/** The nodes from the top down to this one. @param {TreeNode | null} node */
export function pathTo(node) {
  const path = [];
  for (let each = node; each; each = each.parent) path.unshift(each);
  return path;
}

/** So many of `items`, the first and the last among them. @template T @param {T[]} items @param {number} count */
export function evenly(items, count) {
  if (count >= items.length) return items;
  if (count === 1) return [items[0]];
  return Array.from(
    { length: count },
    (_, i) => items[Math.floor((i * (items.length - 1)) / (count - 1))],
  );
}
