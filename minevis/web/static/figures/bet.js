// A race to bet on: choose who wins, then watch. The chances to win wait for the end, as they would give it away.

import { make, moves, onPrint, textButton } from "../shared/dom.js";
import { RaceScrubber } from "../race/race.js";
import { BESIDE } from "./figure.js";

const SPEED = 3; // moves a second
const [BOARD, WORDS] = [230, 70]; // CSS px: the sides of a board at most, and what is around it

export class Bet extends RaceScrubber {
  static kind = "bet";
  chosen = -1; // the place of the player betted on

  /** @param {HTMLElement} root @param {Pack} pack @param {FilmHost} host */
  constructor(root, pack, host) {
    super(root, pack, { ...host, settings: { step: 0, speed: SPEED } });
  }

  build() {
    const { film, root, say } = this;
    film.label = say("bet label"); // its own, like its summary, names the winner
    film.summary = "";
    super.build();
    this.curves.kind = "none";
    this.said = make("p", { class: "mv-said", role: "status" }, say("bet ask"));
    this.bets = film.lanes.map(({ name }, place) => textButton(name, name, () => this.bet(place)));
    const choices = make("div", { class: "mv-choices" }, ...this.bets);
    this.question = make("div", { class: "mv-asked" }, this.said, choices);
    root.classList.add("mv-figure", "mv-bet");
    this.controls.head.replaceWith(this.question);
    this.timeline.element.hidden = this.controls.element.hidden = true;
    onPrint((isPrinted) => {
      if (this.chosen < 0) this.player.seek(isPrinted ? film.length - 1 : 0);
    }, this.listeners.signal);
  }

  /** @param {number} place */
  bet(place) {
    const { bets, controls, player, timeline } = this;
    this.chosen = place;
    bets.forEach((each, number) => each.setAttribute("aria-pressed", String(number === place)));
    timeline.element.hidden = controls.element.hidden = false;
    controls.arranged = ""; // they had no size
    player.pause();
    player.seek(moves() ? 0 : this.film.length - 1);
    this.judge();
    this.fit();
    if (moves()) player.play();
  }

  /** @param {string} why */
  changed(why) {
    super.changed(why);
    if (this.ready && this.chosen >= 0) this.judge();
  }

  /** Say whether the bet is won, once that is seen. */
  judge() {
    const { chosen, film, player, say } = this;
    const { name, won } = film.lanes[chosen];
    const text = player.ended ? say(won ? "bet right" : "bet wrong", { name }) : say("bet ask");
    if (this.said.textContent === text) return;
    this.said.textContent = text;
    if (player.ended) this.chooseCurve("wins");
  }

  /** All boards: the page scrolls if it must. @param {number} width */
  arrangeStage(width) {
    const across = width >= BESIDE ? 3 : 2;
    const high = Math.min(width / across, BOARD) + WORDS;
    super.arrangeStage(width, Math.ceil(this.names.length / across) * high);
    this.raiseCurves(this.leastCurves);
  }

  /** @param {number} width @param {number} height */
  fitsAll(width, height) {
    return super.fitsAll(width, height) || true;
  }
}
