// The network that names the cells of a board, as minevis/vision/network.py runs it.

export const SIZE = 24; // pixels of a cell
export const COVERED = 9; // names after the digits 0 to 8
export const FLAG = 10;
export const MINE = 11;
export const QUESTION = 12;
export const OUTSIDE = 13;
export const NAMES = 14;
const HEADS = 4;
const BLOCKS = ["blocks.0.", "blocks.1."];

/** The layers by name, from the arrays of `assets/reader_net.npz`: `small` has large arrays as int8, `exact` the scale of each output, and biases. */
export class Network {
  seen = 0; // cells

  /** @param {Weights} weights */
  constructor({ shapes, small, exact }) {
    this.layers = /** @type {Record<string, Float32Array>} */ ({});
    let [smaller, later] = [0, 0];
    for (const [name, [width, inputs = 0, ...kernel]] of Object.entries(shapes)) {
      const values = exact.slice(later, (later += width));
      if (!inputs) {
        this.layers[name] = values;
        continue;
      }
      const size = kernel.reduce((product, side) => product * side, 1);
      const weights = new Float32Array(width * inputs * size); // the pixel of a kernel before its input
      for (let output = 0; output < width; output += 1)
        for (let input = 0; input < inputs; input += 1)
          for (let pixel = 0; pixel < size; pixel += 1, smaller += 1)
            weights[(output * size + pixel) * inputs + input] = small[smaller] * values[output];
      this.layers[name] = weights;
    }
  }

  /** Return the chances of all names, for each cell. @param {Float32Array} window RGB, rows * SIZE lines of columns * SIZE pixels @param {number} rows @param {number} columns */
  chances(window, rows, columns) {
    this.seen += rows * columns;
    let [x, high, wide] = [normalized(window), rows * SIZE, columns * SIZE];
    for (const name of ["c1", "c2", "c3"]) {
      x = this.convolved(name, x, high, wide, { step: 2 }).map(positive);
      [high, wide] = [high / 2, wide / 2];
    }
    const more = this.convolved("c3b", x, high, wide, { step: 1 });
    x = x.map((value, at) => value + positive(more[at]));
    x = this.convolved("c4", x, high, wide, { step: 3, pad: 0 });
    for (const block of BLOCKS) x = this.withContext(block, x, rows, columns);
    const chances = this.linear("head", this.normed("norm", x));
    toShares(chances, NAMES);
    return chances;
  }

  /** Add what the other cells of the window say, then what the neighbours say. @param {string} block @param {Float32Array} x @param {number} rows @param {number} columns */
  withContext(block, x, rows, columns) {
    const seen = attended(this.linear(`${block}qkv`, this.normed(`${block}n1`, x)), rows * columns);
    const context = this.linear(`${block}out`, seen);
    const sum = x.map((value, at) => value + context[at]);
    const y = this.normed(`${block}n2`, sum);
    const [weights, bias] = [this.layers[`${block}dw.weight`], this.layers[`${block}dw.bias`]];
    const depth = bias.length;
    const near = y.map((value, at) => value + bias[at % depth]);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        for (let pixel = 0; pixel < 9; pixel += 1) {
          const [r, c] = [row + Math.floor(pixel / 3) - 1, column + (pixel % 3) - 1];
          if (r < 0 || c < 0 || r >= rows || c >= columns) continue;
          const [from, to] = [(r * columns + c) * depth, (row * columns + column) * depth];
          for (let i = 0; i < depth; i += 1) near[to + i] += y[from + i] * weights[i * 9 + pixel];
        }
    const wide = this.linear(`${block}up`, near).map(smooth);
    const down = this.linear(`${block}down`, wide);
    return sum.map((value, at) => value + down[at]);
  }

  /** @param {string} name @param {Float32Array} x @param {number} high @param {number} wide */
  convolved(name, x, high, wide, { step = 1, pad = 1 }) {
    const depth = x.length / high / wide;
    const [rows, columns] = [high, wide].map((side) => Math.ceil((side + 2 * pad - 2) / step));
    const patches = new Float32Array(rows * columns * 9 * depth);
    for (let row = 0, to = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        for (let r = row * step - pad; r < row * step - pad + 3; r += 1, to += 3 * depth) {
          if (r < 0 || r >= high) continue;
          const from = (r * wide + column * step - pad) * depth;
          const first = Math.max(0, r * wide * depth - from);
          const last = Math.min(3 * depth, (r + 1) * wide * depth - from);
          for (let i = first; i < last; i += 1) patches[to + i] = x[from + i];
        }
    return this.linear(name, patches);
  }

  /** @param {string} name @param {Float32Array} x */
  linear(name, x) {
    return multiplied(x, this.layers[`${name}.weight`], this.layers[`${name}.bias`]);
  }

  /** @param {string} name @param {Float32Array} x */
  normed(name, x) {
    const [weights, bias] = [this.layers[`${name}.weight`], this.layers[`${name}.bias`]];
    const depth = bias.length;
    const y = new Float32Array(x.length);
    for (let at = 0; at < x.length; at += depth) {
      let [mean, squares] = [0, 0];
      for (let i = 0; i < depth; i += 1) mean += x[at + i] / depth;
      for (let i = 0; i < depth; i += 1) squares += (x[at + i] - mean) ** 2 / depth;
      const scale = 1 / Math.sqrt(squares + 1e-5);
      for (let i = 0; i < depth; i += 1)
        y[at + i] = (x[at + i] - mean) * scale * weights[i] + bias[i];
    }
    return y;
  }
}

/** @param {Float32Array} window */
function normalized(window) {
  let [mean, squares] = [0, 0];
  for (const value of window) mean += value / window.length;
  for (const value of window) squares += (value - mean) ** 2 / (window.length - 1);
  const scale = 1 / (Math.sqrt(squares) + 8);
  return window.map((value) => (value - mean) * scale);
}

/** Return the products of the rows of `x` and of `weights`, plus the bias of the latter. Four rows times two are three times as fast as one by one. @param {Float32Array} x @param {Float32Array} weights @param {Float32Array} bias */
export function multiplied(x, weights, bias) {
  const width = bias.length;
  const depth = weights.length / width;
  const rows = x.length / depth;
  const y = new Float32Array(rows * width);
  for (let row = 0; row < rows; row += 4) {
    const second = Math.min(row + 1, rows - 1);
    const third = Math.min(row + 2, rows - 1);
    const fourth = Math.min(row + 3, rows - 1);
    const a = row * depth;
    const b = second * depth;
    const c = third * depth;
    const d = fourth * depth;
    for (let out = 0; out < width; out += 2) {
      const next = Math.min(out + 1, width - 1);
      const left = out * depth;
      const right = next * depth;
      let [a0, b0, c0, d0] = [0, 0, 0, 0];
      let [a1, b1, c1, d1] = [0, 0, 0, 0];
      for (let i = 0; i < depth; i += 1) {
        const p = weights[left + i];
        const q = weights[right + i];
        a0 += x[a + i] * p;
        b0 += x[b + i] * p;
        c0 += x[c + i] * p;
        d0 += x[d + i] * p;
        a1 += x[a + i] * q;
        b1 += x[b + i] * q;
        c1 += x[c + i] * q;
        d1 += x[d + i] * q;
      }
      y[row * width + out] = a0 + bias[out];
      y[second * width + out] = b0 + bias[out];
      y[third * width + out] = c0 + bias[out];
      y[fourth * width + out] = d0 + bias[out];
      y[row * width + next] = a1 + bias[next];
      y[second * width + next] = b1 + bias[next];
      y[third * width + next] = c1 + bias[next];
      y[fourth * width + next] = d1 + bias[next];
    }
  }
  return y;
}

/** Return what each cell sees of all cells, from their queries, keys and values. @param {Float32Array} parts @param {number} cells */
function attended(parts, cells) {
  const all = parts.length / cells;
  const depth = all / 3 / HEADS;
  const seen = new Float32Array((cells * all) / 3);
  const [no, none] = [new Float32Array(cells), new Float32Array(depth)];
  for (let head = 0; head < HEADS; head += 1) {
    const [queries, keys, values] = [0, 1, 2].map(() => new Float32Array(cells * depth));
    for (let cell = 0; cell < cells; cell += 1)
      for (let i = 0; i < depth; i += 1) {
        const from = cell * all + head * depth + i;
        queries[cell * depth + i] = parts[from] / Math.sqrt(depth);
        keys[cell * depth + i] = parts[from + all / 3];
        values[i * cells + cell] = parts[from + (2 * all) / 3];
      }
    const shares = multiplied(queries, keys, no);
    toShares(shares, cells);
    const heard = multiplied(shares, values, none);
    for (let cell = 0; cell < cells; cell += 1)
      for (let i = 0; i < depth; i += 1)
        seen[(cell * HEADS + head) * depth + i] = heard[cell * depth + i];
  }
  return seen;
}

/** Turn rows of numbers into shares, in place: softmax. @param {Float32Array} numbers @param {number} length */
function toShares(numbers, length) {
  for (let at = 0; at < numbers.length; at += length) {
    let [most, sum] = [-Infinity, 0];
    for (let i = at; i < at + length; i += 1) most = Math.max(most, numbers[i]);
    for (let i = at; i < at + length; i += 1) sum += numbers[i] = Math.exp(numbers[i] - most);
    for (let i = at; i < at + length; i += 1) numbers[i] /= sum;
  }
}

/** @param {number} value */
const positive = (value) => (value > 0 ? value : 0);

/** The Gaussian error linear unit; erf after Abramowitz and Stegun, 7.1.26. @param {number} value */
function smooth(value) {
  const x = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const erf = 1 - factors.reduce((sum, factor) => sum * t + factor, 0) * t * Math.exp(-x * x);
  return (value * (1 + Math.sign(value) * erf)) / 2;
}
