// How strong the edges of a picture are, between neighbouring pixels: 0 to 1.

const LEAST = 4; // difference of a channel that is an edge
const HALF = 10; // difference of an edge with strength 0.5

/** The edges along one direction: `strength` has `lines` of `length` pixels, `sums` has those of all lines before. */
export class Edges {
  lines = 0;
  length = 0;

  /** @param {Picture} picture RGBA @param {boolean} isTurned whether its columns are the lines */
  constructor({ data, width, height }, isTurned) {
    [this.lines, this.length] = isTurned ? [width, height] : [height, width];
    const [along, across] = isTurned ? [width, 1] : [1, width];
    this.strength = new Float32Array(this.lines * this.length);
    this.sums = new Float64Array((this.lines + 1) * this.length);
    for (let line = 0, at = 0; line < this.lines; line += 1)
      for (let place = 0; place < this.length; place += 1, at += 1) {
        const pixel = 4 * (line * across + place * along);
        const before = pixel - 4 * along;
        if (place) {
          let step = Math.abs(data[pixel] - data[before]);
          step = Math.max(step, Math.abs(data[pixel + 1] - data[before + 1]));
          step = Math.max(step, Math.abs(data[pixel + 2] - data[before + 2]));
          if (step >= LEAST) this.strength[at] = step / (step + HALF);
        }
        this.sums[at + this.length] = this.sums[at] + this.strength[at];
      }
  }

  /** Return the mean of lines at each place from `first` up to, not including, `last`. @param {number} top @param {number} bottom */
  mean(top, bottom, first = 0, last = this.length) {
    const [from, to] = [top * this.length, bottom * this.length];
    return Float64Array.from({ length: last - first }, (_, i) => {
      return (this.sums[to + first + i] - this.sums[from + first + i]) / (bottom - top);
    });
  }

  /** Return the mean in the part of the board that the other axis has. @param {Axis} other */
  meanAlong(other) {
    const top = Math.max(Math.trunc(other.start), 0);
    return this.mean(top, Math.max(Math.min(Math.trunc(endOf(other)), this.lines), top + 1));
  }

  /** Return the strength of the sides of cells on the lines of `axis`, without corners: a list for each line. @param {Axis} axis @param {Axis} other */
  sides(axis, other) {
    const { strength, length, lines } = this;
    const last = length - 1;
    const within = (/** @type {number} */ place) => Math.min(Math.max(place, 0), last);
    const ends = Array.from({ length: other.count }, (_, cell) =>
      [cell + 0.15, cell + 0.85].map((at) =>
        Math.min(Math.max(rounded(other.start + at * other.pitch), 0), lines),
      ),
    );
    return linesOf(axis).map((line) => {
      const at = within(rounded(line));
      const [before, after] = [within(at - 1), within(at + 1)];
      return ends.map(([top, bottom]) => {
        let sum = 0;
        for (let from = top * length; from < bottom * length; from += length)
          sum += Math.max(strength[from + before], strength[from + at], strength[from + after]);
        return sum / Math.max(bottom - top, 1);
      });
    });
  }
}

/** Return the nearest whole number, of two the even one, as Python does. @param {number} value */
export function rounded(value) {
  const near = Math.round(value);
  return near - value === 0.5 && near % 2 ? near - 1 : near;
}

/** @param {Axis} axis */
export const endOf = ({ start, pitch, count }) => start + pitch * count;

/** @param {Axis} axis */
export function linesOf({ start, pitch, count }) {
  return Array.from({ length: count + 1 }, (_, line) => start + pitch * line);
}

/** Return the axis of the cells from `first` up to, not including, `last`. @param {Axis} axis @param {number} first @param {number} last */
export function partOf({ start, pitch }, first, last) {
  return { start: start + first * pitch, pitch, count: last - first };
}

/** Return a profile with every value at least a share of both neighbours. @param {Float64Array} profile @param {number} share */
export function thickened(profile, share) {
  const get = (/** @type {number} */ at) => profile[at] ?? 0;
  return profile.map((value, at) =>
    Math.max(value, share * Math.max(value, get(at - 1), get(at + 1))),
  );
}
