// Random numbers from a seed, and random cells.

/** Random numbers like `Math.random`, the same for the same `seed`. @param {number} seed */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random cells of some, in a random order. @param {number[]} cells @param {number} count @param {() => number} random */
export function someOf(cells, count, random) {
  const left = cells.slice();
  for (let i = 0; i < count; i += 1) {
    const other = i + Math.floor(random() * (left.length - i));
    [left[i], left[other]] = [left[other], left[i]];
  }
  return left.slice(0, count);
}
