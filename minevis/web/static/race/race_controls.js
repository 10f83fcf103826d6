// The controls of a race: choice of boards, state of the players, playback, a menu, and keys.

import { choice, make } from "../shared/dom.js";
import { PlaybackControls } from "../film/playback_controls.js";
import { markOf, signOf } from "./lane.js";

const TABS = 3; // players in a row on a phone, at most: more of them would have no room for their names
const RACE_HELP = [0, 1, "race 3", 3, "race 1", 16, 4, 5, "race 0", "race 2", 13, 15, 8, 9]; // lines

export class RaceControls extends PlaybackControls {
  /** @param {RaceScrubber} race */
  constructor(race) {
    super(race, RACE_HELP);
  }

  /** The title of the race, and a button per player. @param {RaceFilm} given */
  headBar({ title, summary, lanes }) {
    const { say, viewer } = this;
    this.all = make(
      "button",
      {
        type: "button",
        title: `${say("players all about")}  [0]`,
        onclick: () => viewer.showAlone(-1),
      },
      say("players all"),
    );
    this.alone = lanes.map(({ name, skill }, place) => this.playerButton(name, skill, place));
    const players = make(
      "div",
      { class: "mv-toggles mv-players", role: "group", "aria-label": say("players") },
      this.all,
      ...this.alone.map(({ element }) => element),
    );
    players.hidden = lanes.length === 1;
    this.players = players;
    return make(
      "div",
      { class: "mv-head" },
      make("b", {}, title),
      make("span", { class: "mv-summary", title: summary }, summary),
      make("div", { class: "mv-options" }, players, ...this.views()),
    );
  }

  /** @param {string} name @param {string} skill @param {number} place */
  playerButton(name, skill, place) {
    const sign = make("span", { class: "mv-sign" });
    const element = make(
      "button",
      { type: "button", onclick: () => this.viewer.showAlone(place) },
      markOf(place),
      make("span", { class: "mv-player-name" }, name),
      sign,
    );
    return { element, sign, name, skill };
  }

  /** The players again, if there is no room above the boards. @param {RaceFilm} given */
  choices({ lanes }) {
    const options = [
      [-1, this.say("players all")],
      ...lanes.map(({ name }, place) => [place, `${place + 1} ${name}`]),
    ];
    this.playerField = choice(this.say("players"), options, -1, (place) =>
      this.viewer.showAlone(Number(place)),
    );
    this.playerField.classList.add("mv-overlay");
    this.spare.push([this.playerField]);
    return [this.playerField];
  }

  leaps() {
    const end = (
      /** @type {string} */ label,
      /** @type {string} */ key,
      /** @type {string} */ picture,
      /** @type {number} */ direction,
    ) => this.leap(label, key, picture, () => this.viewer.film.ends, direction);
    return [[end("end before", "Shift+E", "moveBack", -1), end("next end", "E", "moveForth", 1)]];
  }

  /** @param {Player} player @param {RaceFilm} film */
  keyTable(player, film) {
    const { viewer } = this;
    /** @type {Record<string, () => any>} */
    const keys = {
      ...super.keyTable(player, film),
      e: () => this.go(film.ends, 1),
      E: () => this.go(film.ends, -1),
      0: () => viewer.showAlone(-1),
    };
    film.lanes.slice(0, 9).forEach((_, place) => {
      keys[String(place + 1)] = () => viewer.showAlone(place);
    });
    return keys;
  }

  /** @param {Player} player */
  show(player) {
    super.show(player);
    const { say, viewer } = this;
    const { film, single } = viewer;
    this.alone.forEach(({ element, sign, name, skill }, place) => {
      const standing = film.standing(place, player.beat);
      const alone = say("player alone", { name, state: say(`player ${standing}`) });
      const spoken = skill ? `${alone}. ${skill}` : alone;
      if (element.title !== spoken) {
        sign.textContent = signOf(standing);
        element.dataset.standing = standing;
        element.title = spoken;
        element.setAttribute("aria-label", spoken);
        this.playerField.options[place + 1].textContent =
          `${place + 1} ${name} ${signOf(standing)}`;
      }
      element.setAttribute("aria-pressed", single === place);
    });
    this.all.setAttribute("aria-pressed", single < 0);
    this.playerField.value = single;
  }

  /** Whether all boards can be shown: a phone has no room for them. @param {boolean} all */
  allow(all) {
    const { say } = this;
    this.all.disabled = !all;
    this.all.title = all ? `${say("players all about")}  [0]` : say("players no room");
    this.playerField.options[0].disabled = !all;
    const count = this.alone.length + (all ? 1 : 0); // on a phone without room for all, there is no button for them
    const rows = Math.ceil(count / (all ? TABS + 1 : TABS));
    const names = `minmax(0, 1fr) `.repeat(Math.ceil(count / rows) - (all ? 1 : 0));
    this.players.style.gridTemplateColumns = all
      ? `minmax(0, ${rows > 1 ? 1 : 0.5}fr) ${names}`
      : names;
  }
}
