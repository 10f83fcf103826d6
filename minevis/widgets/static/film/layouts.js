// A layout of mines that fits a position, found without a kernel: one with a mine in a cell, one without.

const COVERED = "#";
const MARKED = "F*"; // flagged or exploded: a mine
const NEAR = 3; // cells from the one asked about: so far its layouts are drawn

/** The two layouts of an uncertain cell as steps of an answer: with a mine and without one. */
export function layoutSteps(film, beat, cell, say) {
  const { height, width, mines, marks } = film;
  const board = { height, width, mines, marks, view: film.view(beat), known: film.knownAt(beat) };
  return [
    ["layout with", "mine", true],
    ["layout without", "safe", false],
  ].flatMap(([label, role, mined]) => {
    const layout = fittingLayout(board, cell, mined);
    if (!layout) return [];
    const text = say(label, { cell: film.name(cell) });
    return [
      { badge: say("badge odds"), role, text, marks: marksOf(layout, board, cell), links: [] },
    ];
  });
}

/** Marks for the mines and free cells of a layout, on the covered cells around one. */
function marksOf(layout, { view, width, marks }, cell) {
  const apart = (other) =>
    Math.max(
      Math.abs(Math.floor(other / width) - Math.floor(cell / width)),
      Math.abs((other % width) - (cell % width)),
    );
  const near = [...view.keys()].filter((other) => view[other] === COVERED && apart(other) <= NEAR);
  const markOf = (other) =>
    other === cell
      ? marks[layout[cell] ? "mined" : "safe"]
      : marks[layout[other] ? "knownMined" : "knownSafe"];
  return near.map((other) => [other, markOf(other)]);
}

/**
 * A layout that fits, with a mine in `cell` or without one: the content of each cell, or null if no layout fits.
 * `view` has a mark a cell, as in the text of a position; `known` maps proven cells to whether they are mines.
 */
export function fittingLayout({ view, height, width, mines, known = new Map() }, cell, mined) {
  const settled = new Map([...known, [cell, mined]]);
  const layout = view.map((mark, other) => MARKED.includes(mark) || settled.get(other) === true);
  const free = (other) => view[other] === COVERED && !settled.has(other);
  const clues = cluesLeft(view, layout, free, height, width);
  const left = mines - layout.filter(Boolean).length;
  if (left < 0 || clues.some(({ need, cells }) => need < 0 || need > cells.length)) return null;
  const { boxes, interior } = boxesOf(view, clues, free);
  const parts = partsOf(boxes, clues.length).map((part) => solve(part, clues));
  const chosen = mineCounts(parts, left, interior.length);
  if (!chosen) return null;
  parts.forEach((part, i) => put(part.get(chosen[i]), layout));
  const inside = left - chosen.reduce((sum, count) => sum + count, 0);
  for (const each of scattered(interior).slice(0, inside)) layout[each] = true;
  return layout;
}

/** The need of each opened clue: so many mines in these cells. */
function cluesLeft(view, layout, free, height, width) {
  const clues = [];
  view.forEach((mark, cell) => {
    if (!/\d/.test(mark)) return;
    const around = neighbours(cell, height, width);
    clues.push({
      need: Number(mark) - around.filter((other) => layout[other]).length,
      cells: around.filter(free),
    });
  });
  return clues;
}

export function neighbours(cell, height, width) {
  const [row, col] = [Math.floor(cell / width), cell % width];
  const found = [];
  for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, height - 1); r += 1) {
    for (let c = Math.max(col - 1, 0); c <= Math.min(col + 1, width - 1); c += 1) {
      if (r !== row || c !== col) found.push(r * width + c);
    }
  }
  return found;
}

/** Boxes, which are cells that the same clues touch; and the interior, which no clue touches. */
function boxesOf(view, clues, free) {
  const seenBy = view.map(() => []);
  clues.forEach(({ cells }, clue) => cells.forEach((cell) => seenBy[cell].push(clue)));
  const boxes = new Map();
  const interior = [];
  seenBy.forEach((seen, cell) => {
    if (!free(cell)) return;
    if (!seen.length) return void interior.push(cell);
    const box = boxes.get(seen.join()) ?? { clues: seen, cells: [] };
    box.cells.push(cell);
    boxes.set(seen.join(), box);
  });
  return { boxes: [...boxes.values()], interior };
}

/** The boxes in parts that share no clue, each in an order that leaves few clues open: the open one with the fewest boxes left is closed next. */
function partsOf(boxes, count) {
  const boxesAt = Array.from({ length: count }, () => []);
  for (const box of boxes) for (const clue of box.clues) boxesAt[clue].push(box);
  const left = boxesAt.map((each) => each.length);
  const taken = new Set();
  const fewest = (clues) => clues.reduce((a, b) => (left[b] < left[a] ? b : a));
  const parts = [];
  for (let all = [...left.keys()]; (all = all.filter((clue) => left[clue])).length;) {
    const open = new Set([fewest(all)]);
    const part = [];
    while (open.size) {
      const clue = fewest([...open]);
      for (const box of boxesAt[clue].filter((each) => !taken.has(each))) {
        taken.add(box);
        part.push(box);
        for (const other of box.clues) {
          left[other] -= 1;
          open.add(other);
        }
      }
      for (const each of [...open]) if (!left[each]) open.delete(each);
    }
    parts.push(part);
  }
  return parts;
}

/**
 * Ways to fill a part, one for each number of mines that it can hold: `{ box, mines, before }`, the last box first.
 * Box by box: what was filled is known by what the clues still need, so no state is looked into twice.
 */
function solve(part, clues) {
  const own = [...new Set(part.flatMap((box) => box.clues))];
  const room = own.map((clue) => clues[clue].cells.length);
  let states = new Map([
    ["", { needs: own.map((clue) => clues[clue].need), ways: new Map([[0, null]]) }],
  ]);
  for (const box of part) {
    const seen = box.clues.map((clue) => own.indexOf(clue));
    for (const clue of seen) room[clue] -= box.cells.length;
    const next = new Map();
    for (const { needs, ways } of states.values()) {
      for (let mines = 0; mines <= box.cells.length; mines += 1) {
        const fits = seen.every(
          (clue) => needs[clue] >= mines && needs[clue] - mines <= room[clue],
        );
        if (fits) extend(next, box, seen, mines, needs, ways);
      }
    }
    states = next;
  }
  return states.values().next().value?.ways ?? new Map();
}

function extend(states, box, seen, mines, needs, ways) {
  const after = needs.slice();
  for (const clue of seen) after[clue] -= mines;
  const key = after.join();
  const state = states.get(key) ?? { needs: after, ways: new Map() };
  for (const [count, before] of ways)
    if (!state.ways.has(count + mines)) state.ways.set(count + mines, { box, mines, before });
  states.set(key, state);
}

/** How many mines each part holds, so that the interior takes the rest, as evenly as may be; null where it cannot. */
function mineCounts(parts, left, interior) {
  let sums = new Map([[0, []]]);
  for (const part of parts) {
    const next = new Map();
    for (const [sum, counts] of sums)
      for (const count of part.keys()) next.set(sum + count, [...counts, count]);
    sums = next;
  }
  const totals = [...sums.keys()]
    .filter((sum) => sum <= left && left - sum <= interior)
    .sort((a, b) => a - b);
  return totals.length ? sums.get(totals[totals.length >> 1]) : null;
}

function put(way, layout) {
  for (let each = way; each; each = each.before) {
    for (const cell of scattered(each.box.cells).slice(0, each.mines)) layout[cell] = true;
  }
}

/** Cells in an order without a pattern, always the same. */
function scattered(cells) {
  const rank = (cell) => Math.imul(cell + 1, 2654435761) >>> 0;
  return cells.slice().sort((a, b) => rank(a) - rank(b));
}
