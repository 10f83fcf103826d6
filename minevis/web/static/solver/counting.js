// Counting every configuration of a component without listing one.
//
// Configurations that need the same mines from the same open clues have the same future, so they are merged. A forward
// pass counts the ways into a state, a backward pass the ways out. Polynomials in the number of mines are lists of
// BigInt by that number. In the passes a polynomial is packed into one BigInt with a coefficient every `bits` bits.

const MANY_CELLS = 48; // from here on, counting all ways first pays
const MOST_STATES = 250_000; // over all boxes of a position; Python allows the same number per component
const BYTES = 512; // of the number of ways of a state: a state with a longer one counts as several

/** Counting needs more states than fit into a browser. */
export class TooManyCases extends Error {}

/** The budget of states for one question. */
export class Budget {
  constructor(times = 1) {
    this.left = times * MOST_STATES;
  }
}

/** @param {number} cells @param {number} mines */
export function binomial(cells, mines) {
  if (mines < 0 || mines > cells) return 0n;
  let ways = 1n;
  for (let i = 1; i <= Math.min(mines, cells - mines); i += 1)
    ways = (ways * BigInt(cells - i + 1)) / BigInt(i);
  return ways;
}

const BINOMIALS = Array.from({ length: 9 }, (_, cells) =>
  Array.from({ length: cells + 1 }, (__, mines) => binomial(cells, mines)),
);

/**
 * A step per box, and the state to start from. A state is a number, or a BigInt if a number is too short: open clues
 * have places in it, shared with clues open at other times. `opening` adds the needs of clues opened by a box.
 * @param {Component} given
 */
export function stepsOf({ boxes, links, needs }) {
  const last = /** @type {number[]} */ ([]);
  links.forEach((link, box) => link.forEach((clue) => (last[clue] = box)));
  const slots = /** @type {number[]} */ ([]);
  const slotOf = /** @type {number[]} */ ([]);
  const free = /** @type {number[]} */ ([]);
  const steps = links.map((link, box) => {
    const opened = link.filter((clue) => slotOf[clue] === undefined);
    for (const clue of opened) {
      slotOf[clue] = free.pop() ?? slots.push(1) - 1;
      slots[slotOf[clue]] = Math.max(slots[slotOf[clue]], needs[clue] + 1);
    }
    free.push(...link.filter((clue) => last[clue] === box).map((clue) => slotOf[clue]));
    const clues = /** @type {[State, State, number][]} */ ([]);
    return {
      size: boxes[box].length,
      opened,
      clues,
      taken: /** @type {State[]} */ ([]),
      opening: /** @type {State} */ (0),
    };
  });
  const isLong = slots.reduce((all, radix) => all * radix, 1) > Number.MAX_SAFE_INTEGER;
  const state = /** @type {(value: number) => State} */ (isLong ? BigInt : Number);
  const start = state(0);
  const places = slots.map(() => state(1));
  for (let i = 1; i < slots.length; i += 1) places[i] = places[i - 1] * state(slots[i - 1]);
  const later = needs.map(() => 0);
  for (let box = steps.length - 1; box >= 0; box -= 1) {
    const step = steps[box];
    step.clues = links[box].map((clue) => [
      places[slotOf[clue]],
      state(slots[slotOf[clue]]),
      later[clue],
    ]);
    step.opening = start;
    const mine = step.clues.reduce((sum, [place]) => sum + place, start);
    step.taken = Array.from({ length: step.size + 1 }, (_, mines) => state(mines) * mine);
    for (const clue of step.opened) step.opening += state(needs[clue]) * places[slotOf[clue]];
    for (const clue of links[box]) later[clue] += step.size;
  }
  return { steps, start };
}

/** The fewest and the most mines in the box of a step with every clue still satisfiable. @param {Count} given @param {State} state */
export function fits({ size, clues }, state) {
  let [low, high] = [0, size];
  const isLong = typeof state === "bigint";
  for (const [place, radix, later] of clues) {
    const need = isLong ? Number((state / place) % radix) : Math.floor(state / place) % radix;
    if (need < high) high = need;
    if (need - later > low) low = need - later;
  }
  return [low, high];
}

/** The states after a box with their values by `merge(before, so far, mines)`; a state costs `weight` states of the budget. @template V @param {Count} step @param {Map<State, V>} layer @param {Budget} budget @param {Merge<V>} merge */
function after(step, layer, budget, merge, weight = 1) {
  const most = budget.left / weight;
  const reached = /** @type {Map<State, V>} */ (new Map());
  for (const [before, value] of layer) {
    const state = before + step.opening;
    const [low, high] = fits(step, state);
    for (let mines = low; mines <= high; mines += 1) {
      const next = state - step.taken[mines];
      reached.set(next, merge(value, reached.get(next), mines));
    }
    if (reached.size > most) throw new TooManyCases();
  }
  budget.left -= reached.size * weight;
  return reached;
}

/** @param {bigint} ways */
function weightOf(ways) {
  return Math.max(ways.toString(16).length / 2 / BYTES, 1);
}

/** The possible numbers of mines of a component, as bits. @param {Component} component @param {Budget} budget */
export function minesOf(component, budget) {
  const { steps, start } = stepsOf(component);
  let layer = new Map([[start, 1n]]);
  for (const step of steps)
    layer = after(
      step,
      layer,
      budget,
      (value, so_far = 0n, mines) => so_far | (value << BigInt(mines)),
    );
  return layer.get(start) ?? 0n;
}

/**
 * `ways[m]` configurations of a component have m mines; together these have `mines[b][m]` mines in box b. `outs[b]` has
 * the ways from states before box b on, if `keepsOuts`.
 * @param {Component} component @param {Budget} budget
 */
export function countConfigurations(component, budget, keepsOuts = false) {
  const { steps, start } = stepsOf(component);
  const bits = coefficientBits(component, steps, start, { ...budget });
  const shifts = Array.from({ length: 9 }, (_, mines) => BigInt(mines) * bits);
  const layers = [new Map([[start, 1n]])];
  for (const step of steps) {
    const times = BINOMIALS[step.size];
    const layer = layers[layers.length - 1];
    const [some = 0n] = layer.values();
    /** @type {Merge<bigint>} */
    const merge = (ways, so_far = 0n, mines) => so_far + ((ways * times[mines]) << shifts[mines]);
    layers.push(after(step, layer, budget, merge, weightOf(some)));
  }
  const outs = [new Map([...layers[steps.length].keys()].map((state) => [state, 1n]))];
  const mines = /** @type {Poly[]} */ ([]);
  for (let box = steps.length - 1; box >= 0; box -= 1) {
    layers.length = box + 1; // later ones are not needed any more
    const { out, held } = before(steps[box], layers[box], outs[0], shifts);
    outs.unshift(out);
    if (!keepsOuts) outs.pop();
    mines.unshift(unpacked(held, bits));
  }
  return { ways: unpacked(outs[0].get(start) ?? 0n, bits), mines, outs, bits };
}

/** The ways out of the states before a box, and the mines in the box over all ways. @param {Count} step @param {Map<State, bigint>} layer @param {Map<State, bigint>} out @param {bigint[]} shifts */
function before(step, layer, out, shifts) {
  const found = /** @type {Map<State, bigint>} */ (new Map());
  let all = 0n;
  for (const [state, waysIn] of layer) {
    const opened = state + step.opening;
    const [low, high] = fits(step, opened);
    let [waysOut, held] = [0n, 0n];
    for (let mines = low; mines <= high; mines += 1) {
      const rest = out.get(opened - step.taken[mines]);
      if (!rest) continue;
      const part = (rest * BINOMIALS[step.size][mines]) << shifts[mines];
      waysOut += part;
      if (mines) held += part * BigInt(mines);
    }
    if (!waysOut) continue;
    found.set(state, waysOut);
    if (held) all += waysIn * held;
  }
  return { out: found, held: all };
}

/** The width of a packed number in bits. @param {Component} given @param {Count[]} steps @param {State} start @param {Budget} budget */
function coefficientBits({ boxes }, steps, start, budget) {
  const cells = boxes.reduce((sum, box) => sum + box.length, 0);
  if (cells < MANY_CELLS) return BigInt(cells + 4);
  let [most, layer] = [1, new Map([[start, 1]])];
  for (const step of steps) {
    const times = BINOMIALS[step.size].map(Number);
    layer = after(step, layer, budget, (ways, so_far = 0, mines) => so_far + ways * times[mines]);
    for (const ways of layer.values()) if (ways > most) most = ways;
  }
  const digits = Math.min(Math.ceil(Math.log2(most)), cells); // the first is infinite beyond 2 ** 1023
  return BigInt(digits + 4); // 8 mines at most in a box, and rounding
}

/** @param {bigint} packed @param {bigint} bits */
export function unpacked(packed, bits) {
  const found = [];
  for (let left = packed; left; left >>= bits) found.push(BigInt.asUintN(Number(bits), left));
  return found;
}
