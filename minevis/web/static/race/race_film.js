// The film of a race: a panel per player, a beat per step, with all players after the same number of clicks.

import { Film } from "../film/film.js";

export class RaceFilm extends Film {
  /** Every step, at any level of detail. */
  shown() {
    return [...Array(this.length).keys()];
  }

  /** None: the runs of a race keep step. */
  readingTime() {
    return 0;
  }

  /** The steps at which runs end, first to last. */
  get ends() {
    return [...new Set(this.lanes.map(({ end }) => end))].sort((a, b) => a - b);
  }

  /** The known steps with mistakes, in order. */
  get mistakes() {
    const marks = (this.curves ?? []).flatMap((curve) => curve?.marks ?? []);
    return [...new Set(marks.filter(({ mistake }) => mistake).map(({ at }) => at))].sort(
      (a, b) => a - b,
    );
  }

  /** The state of a player at a step: "playing", "won", "lost" or "open". @param {number} place @param {number} step @returns {Standing} */
  standing(place, step) {
    const { end, won } = this.lanes[place];
    if (step < end) return "playing";
    return won === null ? "open" : won ? "won" : "lost";
  }

  /** The cells left to open at a step: for the player at a place, or for -1 by the leader. @param {number} place @param {number} step */
  left(place, step) {
    const { counters } = this.lanes[place] ?? this;
    return counters[Math.min(step, counters.length - 1)];
  }

  /** The text of a player at a step. @param {number} place @param {number} step */
  told(place, step) {
    const { badges, roles, texts } = this.lanes[place];
    const at = Math.min(step, texts.length - 1);
    return { badge: badges[at], role: roles[at], text: texts[at] };
  }
}
