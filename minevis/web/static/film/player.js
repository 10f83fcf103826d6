// Playback: which beat is shown, and when the next one is due. It draws nothing.

export const SLOWEST = 0.25;
export const FASTEST = 240;
const EASY = 6; // beats a second: up to here, words stay until they are read; beyond, shorter
const SEARCH = "q"; // kind of a beat
const LONGEST_STEP = 500; // ms: after a pause of the page, no leap

/** @param {unknown} value @param {number} otherwise */
export function speedWithin(value, otherwise) {
  const speed = Number(value);
  return Number.isFinite(speed) && value !== null && value !== ""
    ? Math.min(Math.max(speed, SLOWEST), FASTEST)
    : otherwise;
}

/** The place in a run. `onchange(why)` is called with "seek", "tick", "play", "pause", "speed", "loop". */
export class Player {
  playing = false;
  held = false;
  dueSteps = 0;
  last = 0; // ms: when it went on
  frame = 0;
  beat = 0;
  detail = 0;
  shown = /** @type {number[]} */ ([]); // beats
  loop = /** @type {number[] | null} */ (null);
  loopStart = /** @type {number | null} */ (null);

  /** @param {Film} film @param {{ detail: number, speed?: number, onchange: (why: string) => void }} given */
  constructor(film, { detail, speed, onchange }) {
    this.film = film;
    this.onchange = onchange;
    this.speed = speedWithin(speed, EASY);
    this.choose(detail);
  }

  /** Show the beats of a level of detail. @param {number} detail */
  choose(detail) {
    this.detail = Math.min(Math.max(Number(detail) || 0, 0), 2);
    this.shown = this.film.shown(this.detail);
  }

  /** The place of the current beat among the shown ones: the last one not after it. */
  get place() {
    let low = 0;
    let high = this.shown.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.shown[middle] <= this.beat) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  get ended() {
    return this.beat >= this.shown[this.shown.length - 1];
  }

  /** @param {number} beat */
  seek(beat) {
    const wanted = Math.min(Math.max(Math.trunc(Number(beat)) || 0, 0), this.film.length - 1);
    if (wanted === this.beat) return;
    this.beat = wanted;
    this.onchange("seek");
  }

  /** @param {number} count */
  step(count) {
    const between = this.shown[this.place] < this.beat && count < 0 ? 1 : 0;
    const place = Math.min(Math.max(this.place + count + between, 0), this.shown.length - 1);
    this.seek(this.shown[place]);
  }

  /** Where the next beat of one of `kinds` is in a direction; for searches, where the next one begins. -1: nowhere. @param {string} kinds @param {number} direction */
  next(kinds, direction) {
    const {
      shown,
      film: { kinds: all },
    } = this;
    const wanted = (/** @type {number} */ beat) =>
      (beat - this.beat) * direction > 0 &&
      kinds.includes(all[beat]) &&
      !(all[beat] === SEARCH && all[beat - 1] === SEARCH);
    return (direction > 0 ? shown.find(wanted) : shown.findLast(wanted)) ?? -1;
  }

  /** Whether there is anything to jump to. @param {string} kinds @param {number} direction */
  leads(kinds, direction) {
    return this.next(kinds, direction) >= 0;
  }

  /** @param {string} kinds @param {number} direction */
  jump(kinds, direction) {
    const beat = this.next(kinds, direction);
    if (beat >= 0) this.seek(beat);
  }

  /** Mark where a loop begins; then where it ends, from which on it runs; then take it away. */
  markLoop() {
    if (this.loop) this.loop = this.loopStart = null;
    else if (this.loopStart == null || this.loopStart === this.beat) this.loopStart = this.beat;
    else this.loop = [Math.min(this.loopStart, this.beat), Math.max(this.loopStart, this.beat)];
    this.onchange("loop");
  }

  /** Whether there is more than one moment to play. */
  get plays() {
    return this.shown.length > 1;
  }

  /** Go on from here, or from the beginning if this is the end. */
  play() {
    if (this.playing || !this.plays) return;
    const goesBack = this.ended;
    if (goesBack) this.seek(this.loop?.[0] ?? 0);
    this.playing = true;
    this.dueSteps = goesBack ? 0 : this.price(this.place) - 1; // that sentence has been read
    this.last = performance.now();
    this.onchange("play");
    const tick = (/** @type {number} */ now) => {
      if (!this.playing) return;
      this.advance(now);
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  /** Take the steps for the elapsed time, none while the user drags. @param {number} now */
  advance(now) {
    if (this.held) this.last = now;
    this.dueSteps += (Math.min(Math.max(now - this.last, 0), LONGEST_STEP) / 1000) * this.speed;
    this.last = now;
    let { place } = this;
    const from = place;
    for (
      let price = this.price(place);
      price <= this.dueSteps && place < this.shown.length - 1;
      price = this.price(place)
    ) {
      this.dueSteps -= price;
      place += 1;
    }
    if (place === from && !this.ended) return;
    this.beat = this.shown[place];
    if (this.loop && this.beat >= this.loop[1]) this.beat = this.loop[0];
    this.onchange("tick");
    if (this.ended) this.pause();
  }

  /** How long a beat is shown, in seconds. @param {number} place */
  stays(place) {
    return this.price(place) / this.speed;
  }

  /** Begin to read a beat with words only `seconds` later. @param {number} seconds */
  wait(seconds) {
    if (this.playing && this.price(this.place) > 1) this.dueSteps -= seconds * this.speed;
  }

  /** The steps of a beat: one, or enough to read its words. @param {number} place */
  price(place) {
    const reading =
      this.film.readingTime(this.shown[place]) * Math.min((EASY / this.speed) ** 2, 1);
    return Math.max(reading * this.speed, 1);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.onchange("pause");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    const wanted = speedWithin(speed, this.speed);
    if (wanted === this.speed) return;
    this.speed = wanted;
    this.onchange("speed");
  }
}
