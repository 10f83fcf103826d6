// What moves between two boards of a panel, how and when: the twin of `changes` in minevis/render/motion.py.

import { markIn, pictureIn } from "./pictures.js";

/** How many king's moves two cells are apart. @param {number} a @param {number} b @param {number} width */
export const kingsMoves = (a, b, width) =>
  Math.max(
    Math.abs((a % width) - (b % width)),
    Math.abs(Math.floor(a / width) - Math.floor(b / width)),
  );

/**
 * How `moved` cells get from one board of codes to the next: a kind and a start in seconds per cell. After `seconds` all are settled.
 * The `sets` of clues grow over their cells. Two that are laid over each other fade from `joined` on, all others from `fades` on.
 * @param {MotionTable} atlas of the header @param {Codes} before @param {Codes} after @param {number[]} moved @param {Size} size @param {number} clicked a cell, or -1
 */
export function movesBetween({ motion, firsts }, before, after, moved, size, clicked = -1) {
  const { kinds, marks, flag, mine, exploded } = motion;
  const { height, width } = size;
  const cells = Array.from({ length: height * width }, (_, cell) => cell);
  /** @param {number} picture */
  const chance = (picture) => picture >= firsts.mineChance && picture < firsts.supposed;
  /** @param {number} picture */
  const covered = (picture) => picture === 0 || picture >= firsts.tint || chance(picture);
  /** @param {number} picture */
  const open = (picture) =>
    (picture >= firsts.opened && picture < flag) ||
    (picture >= firsts.pale && picture < firsts.mineChance);
  const old = (/** @type {number} */ cell) => pictureIn(before[cell]);
  const now = (/** @type {number} */ cell) => pictureIn(after[cell]);
  /** @param {number} picture */
  const ofZeros = (picture) => picture >= firsts.zeroChance && picture < firsts.pastChance;
  const counts = (/** @type {number} */ cell) =>
    [old(cell), now(cell)].every(chance) && ofZeros(old(cell)) === ofZeros(now(cell));
  const uncovered = moved.filter((cell) => covered(old(cell)) && old(cell) !== now(cell));
  const bears = (/** @type {string} */ name) => (/** @type {number} */ cell) =>
    marks[name].includes(markIn(after[cell]));
  const marked = (/** @type {string} */ name) =>
    moved.filter((cell) => markIn(before[cell]) !== markIn(after[cell]) && bears(name)(cell));
  const put = /** @type {Record<string, number[]>} */ ({
    other: moved,
    try: marked("try"),
    odds: moved.filter((cell) => before[cell] !== after[cell] && counts(cell)),
    set: marked("set"),
    proven: marked("proven"),
    clue: marked("clue"),
    "dead end": marked("dead end"),
    flag: uncovered.filter((cell) => now(cell) >= flag && now(cell) < mine),
    opened: uncovered.filter((cell) => open(now(cell))),
    exploded: uncovered.filter((cell) => now(cell) >= mine && now(cell) < firsts.pale),
  });
  const kind = /** @type {string[]} */ ([]);
  const start = cells.map(() => 0);
  for (const [name, those] of Object.entries(put)) for (const cell of those) kind[cell] = name;
  const bursts = cells.filter((cell) => now(cell) === exploded);
  const clicks = [...bursts, ...marked("click"), ...(clicked < 0 ? [] : [clicked])];
  /** Start cells ring by ring around `origins`, from the left without any; returns when they have settled. @param {string} name @param {number[]} those @param {number[]} origins @param {number} begin */
  const waves = (name, those, origins, begin, into = start) => {
    if (!those.length) return begin;
    const { seconds, ring, most } = kinds[name];
    const away = those.map((cell) =>
      origins.length
        ? Math.min(...origins.map((each) => kingsMoves(each, cell, width)))
        : cell % width,
    );
    const [least, last] = [Math.min(...away), Math.max(...away) - Math.min(...away)];
    const delay = Math.min(ring, (most - seconds) / Math.max(last, 1));
    those.forEach((cell, i) => (into[cell] = begin + delay * (away[i] - least)));
    return begin + delay * last + seconds;
  };
  const near = (/** @type {number} */ cell) => (/** @type {number} */ clue) =>
    kingsMoves(clue, cell, width) === 1;
  const { clue, proven } = put;
  const all = cells.filter(bears("clue"));
  const bare = cells.filter((cell) => covered(now(cell)) && !bears("known")(cell));
  const common = bare.filter((cell) => all.every(near(cell)));
  let groups = [clue.length ? clue : all];
  if (all.length === 2 && common.length && proven.length)
    if (!proven.some((cell) => common.includes(cell)))
      groups = all // the new one last
        .sort((a, b) => Number(clue.includes(a)) - Number(clue.includes(b)))
        .map((each) => [each]);
  let end = 0;
  const sets = groups.map((clues) => {
    const told = /** @type {number[]} */ ([]);
    const those = clue.length || proven.length ? bare.filter((c) => clues.some(near(c))) : [];
    const rings = clues.filter((each) => clue.includes(each));
    const drawn = waves("clue", rings, clicks, end);
    end = waves("set", those, clues, (end + drawn) / 2, told);
    return { clues, cells: those, start: told };
  });
  const joined = Math.max(end, waves("set", put.set, groups.flat(), end / 2 / groups.length));
  end = joined + (groups.length > 1 ? kinds.common.seconds : 0);
  end = waves("proven", proven, groups.flat(), end);
  for (const name of ["opened", "exploded", "flag"])
    end = Math.max(end, waves(name, put[name], clicks, 0));
  const fades = proven.length ? Math.min(...proven.map((cell) => start[cell])) : end;
  const ends = moved.map((cell) => start[cell] + kinds[kind[cell]].seconds);
  const faded = sets.some((set) => set.cells.length) ? fades + kinds.proven.seconds : 0;
  return { kind, start, sets, joined, fades, seconds: Math.max(end, faded, ...ends) };
}
