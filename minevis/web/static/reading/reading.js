// Reads a position from a picture, or refuses: the surer half of minevis/vision/reading.py.

import { Edges, endOf, partOf } from "./edges.js";
import { neighbours } from "../solver/knowledge.js";
import { SIDES, boardsIn, isUsual, roomOf, scaled } from "./extent.js";
import { FEWEST } from "./lattice.js";
import { namesOf } from "./naming.js";
import { Network } from "./network.js";

const SMALLEST_SIDE = 10 * FEWEST; // pixels
const MOST_BROKEN = 0.04; // share of cells whose clues may not fit their neighbours
const MOST_DOUBTFUL = 0.3; // share of doubtful cells
const TOUCHING = 0.5; // share of a cell between a board and the edge of the picture
const UNREADABLE = 0.12; // share that is cut off a line which cannot be read, or must be seen of a further one
const CROSSING = [0.3, 0.6]; // strength of lines that go on, also as a share of those in the board
const LESS = 0.8; // share of the best value with which a board counts as much
const MOVED = 0.03; // share of a cell by which the network looks beside the lattice, as a test
const MOST_TRIED = 3; // grids that are tried until one can be read

/** Why a picture cannot be read: the name of a label, and its values. */
class Refusal extends Error {
  /** @param {string} name */
  constructor(name, values = {}) {
    super(name);
    this.reason = { name, values };
  }
}

/** Return what the worker answers: a reading, or the reason of a refusal. @param {Weights} weights @param {Picture} picture @param {number[] | null} shape rows and columns, if they are known */
export function readingOf(weights, picture, shape) {
  try {
    return { reading: read(picture, new Network(weights), shape) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason };
    throw error;
  }
}

/** @param {Picture} picture @param {Network} network @param {number[] | null} shape @returns {Reading} */
function read(picture, network, shape) {
  const { width, height } = picture;
  if (Math.min(width, height) < SMALLEST_SIDE)
    throw new Refusal("picture small", { width, height });
  const both = { across: new Edges(picture, false), down: new Edges(picture, true) };
  const boards = boardsIn(picture, both, network, shape);
  if (!boards.length) throw new Refusal("picture none");
  const readings = /** @type {(Reading & { value: number, lattice: Lattice })[]} */ ([]);
  let refusal = /** @type {Refusal | null} */ (null);
  for (const board of boards.slice(0, MOST_TRIED)) {
    if (readings.some(({ lattice }) => overlap(board.lattice, lattice))) continue;
    try {
      readings.push({ ...board, ...named(picture, both, network, board, shape) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal ??= error; // the board may be a second grid in the picture
    }
  }
  if (!readings.length) throw refusal;
  const most = Math.max(...readings.map(({ value }) => value));
  const rank = (/** @type {{ value: number, lattice: Lattice }} */ { value, lattice: { x, y } }) =>
    x.start + y.start + (value < LESS * most ? width + height : 0);
  const [best] = readings.sort((a, b) => rank(a) - rank(b));
  const { height: rows, width: columns, view, doubtful, ends, isPart } = best;
  const others = readings.length - 1;
  return { height: rows, width: columns, view, doubtful, ends, others, isPart };
}

/** @param {Lattice} one @param {Lattice} other */
function overlap(one, other) {
  const meet = (/** @type {Axis} */ a, /** @type {Axis} */ b) =>
    a.start < endOf(b) && b.start < endOf(a);
  return meet(one.x, other.x) && meet(one.y, other.y);
}

/** Return what the cells of a board show. @param {Picture} picture @param {BothEdges} both @param {Network} network @param {FoundBoard} board @param {number[] | null} shape @returns {Reading} */
function named(picture, both, network, { lattice, chances, ends }, shape) {
  const { x, y } = lattice;
  const [rows, columns] = [y.count, x.count];
  const size = { height: rows, width: columns };
  const moved = (/** @type {Axis} */ axis) => ({ ...axis, start: axis.start + MOVED * axis.pitch });
  const beside = scaled(picture, { x: moved(x), y: moved(y) });
  const looks = [chances, network.chances(beside, rows, columns)];
  const [room, cut] = [roomOf(picture, lattice), cutSides(both, lattice)];
  const cells = [...Array(rows * columns).keys()];
  const sides = cells.map((cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const isAt = [row === 0, row === rows - 1, column === 0, column === columns - 1];
    return SIDES.filter((_, i) => isAt[i]);
  });
  const longer = [isUsual(rows + 1, columns), isUsual(rows, columns + 1)];
  const open = SIDES.filter((side, i) => {
    return room[side] < TOUCHING || cut.includes(side) || longer[Math.floor(i / 2)];
  });
  const whole = sides.map((at) => !at.some((side) => open.includes(side)));
  const { view, doubtful, wrong } = namesOf(looks, scaled(picture, lattice), rows, columns, whole);
  const doubts = cells.filter(
    (cell) => doubtful[cell] || sides[cell].some((side) => ends.includes(side)),
  );
  const broken = wrong.filter(Boolean).length;
  if (
    broken > Math.max(3, MOST_BROKEN * cells.length) ||
    doubts.length > MOST_DOUBTFUL * cells.length
  )
    throw new Refusal("picture unclear", { ...size, count: doubts.length });
  const has = (/** @type {string} */ marks) => view.some((mark) => marks.includes(mark));
  if (!has("012345678F*")) {
    if (!shape && !isUsual(rows, columns)) throw new Refusal("picture covered", size);
    return { ...size, view, doubtful: [], ends: [], others: 0, isPart: false };
  }
  if (!has("12345678")) throw new Refusal("picture digits", size);
  const isOut = SIDES.some((side) => room[side] < -UNREADABLE);
  const lacks = cells.some((cell) => {
    const closed = neighbours(cell, rows, columns).filter(
      (other) => "#F*".includes(view[other]) || doubtful[other],
    );
    return !whole[cell] && !doubtful[cell] && Number(view[cell]) > closed.length;
  });
  if (isOut && !isUsual(rows, columns)) throw new Refusal("picture cut");
  const isPart = lacks || (!isUsual(rows, columns) && cut.length > 0);
  const unsure = shape || isPart ? [] : ends;
  return { ...size, view, doubtful: doubts, ends: unsure, others: 0, isPart };
}

/** Return on which sides a part of a further line of cells is seen. @param {BothEdges} both @param {Lattice} lattice */
function cutSides({ across, down }, { x, y }) {
  return SIDES.filter((side, i) => {
    const [edges, along, other] = i < 2 ? [across, y, x] : [down, x, y];
    const isFirst = side === "above" || side === "left";
    const room = isFirst ? along.start : edges.lines - endOf(along);
    if (room <= Math.max(UNREADABLE * along.pitch, 2) || room >= along.pitch) return false;
    const at = isFirst ? 0 : edges.lines - room;
    const inner = partOf(other, 1, other.count - 2);
    const strength = (/** @type {number} */ start, /** @type {number} */ pitch) =>
      edges.sides(inner, { start, pitch, count: 1 }).map(([line]) => line);
    const own = strength(isFirst ? room : at - along.pitch, along.pitch);
    const beyond = strength(at, room);
    const on = beyond.filter(
      (value, line) => value > CROSSING[0] && value > CROSSING[1] * own[line],
    );
    return on.length > 0.6 * beyond.length;
  });
}
