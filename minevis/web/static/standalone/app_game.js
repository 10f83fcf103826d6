// What the app adds to a game: levels above the board, a history, controls as players set them, boards to share.

import { linkHere } from "../shared/address.js";
import { copyButton, download, shareButton, textButton } from "../shared/dom.js";
import { Practice } from "../practice/practice.js";
import { settingsOf } from "./boards.js";
import { controlsMenu } from "./controls_menu.js";
import { GameHead } from "./game_head.js";
import { History, rawvfOf } from "./history.js";
import { Unreadable } from "./notations.js";
import { puzzlesOf } from "./puzzles.js";
import { gameOfReplay } from "./replays.js";
import { boardLink, dailyBoard } from "./shared_boards.js";

/** What stands around the playground `game`, whose games `host.memory` keeps. */
export class AppGame {
  wasOver = /** @type {boolean | null} */ (null);

  /** @param {Playground} game */
  constructor(game) {
    const { say, host, pack } = game;
    this.game = game;
    this.say = say;
    this.playing = host.playing;
    this.memory = host.memory;
    this.largest = settingsOf(pack).largest;
    this.sameBoard = copyButton(say, "same board", () => this.link);
  }

  /** @returns {Command[]} */
  get commands() {
    const { game, playing } = this;
    const watch = () => game.lookAt(game.host.film(), "own");
    const save = () => download("game.rawvf", rawvfOf(playing.game), "text/plain");
    const watched = { label: "standalone watch game", about: "look again about", run: watch };
    return [
      { name: "watch", ...watched },
      { name: "rawvf", label: "history rawvf", run: save },
    ];
  }

  /** What players look at most, above the board. */
  head() {
    const { game, say } = this;
    const choose = (/** @type {Partial<Action>} */ given) => {
      const { level, sizes, radius, noGuess } = game.state.chosen;
      const chosen = { level: level || sizes, seed: null, radius, no_guess: noGuess };
      game.request({ do: "choose", ...chosen, ...given });
    };
    const onlevel = (/** @type {string} */ level) => {
      const { daily, noGuess } = game.state.chosen;
      choose({ level, no_guess: daily ? "" : noGuess });
    };
    const onother = () => {
      game.chooser.element.open = true;
      game.menu.open();
    };
    const onguess = () => {
      const { chosen, logics } = game.state;
      choose({ no_guess: chosen.noGuess ? "" : logics[0] });
    };
    const ondaily = () => game.request(dailyBoard(game.state.logics[0]));
    const parts = [game.clock, ...game.commands.of("watch", "new")];
    this.shown = new GameHead(say, { onlevel, onother, onguess, ondaily, parts });
    game.root.classList.add("mv-app-game");
    return this.shown.element;
  }

  /** Rows of the menu. @returns {HTMLElement[][]} */
  rows() {
    const { game, say, memory, largest } = this;
    const open = (/** @type {string} */ id) => {
      game.menu.close();
      game.request({ do: "reopen", id });
    };
    const openReplay = (/** @type {File} */ file) => {
      game.menu.close();
      return this.openReplay(file);
    };
    this.history = new History(say, memory, { largest, open, openReplay });
    const fields = controlsMenu(say, memory, game.controls, game.commands);
    return [[this.history.records, this.history.element], [fields]];
  }

  /** Buttons below a finished game. @returns {HTMLElement[]} */
  foot() {
    const { game, say } = this;
    const text = () => {
      const { caption, chosen } = game.state;
      const values = { date: chosen.daily, text: caption.text };
      return chosen.daily ? say("daily result", values) : caption.text;
    };
    const share = shareButton(say, "standalone copy end", () => this.link, text);
    return [share, this.sameBoard, ...game.commands.of("rawvf")];
  }

  /** Open the game in a file of another program, and keep it. @param {File} file */
  async openReplay(file) {
    const { game, playing, memory, largest, say } = this;
    try {
      const data = new Uint8Array(await file.arrayBuffer());
      const opened = gameOfReplay(file.name, data, { largest, logic: playing.logics[0] });
      memory.keep(opened);
      await game.request({ do: "reopen", id: opened.id, isNew: true });
      this.history.show();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      game.refuse(`${file.name}: ${say(error.name, error.values)}`);
    }
  }

  /** @param {GameState} state */
  update(state) {
    const { game } = this;
    this.shown.show(state);
    game.commands.buttons.watch.hidden = !state.over;
    this.sameBoard.hidden = state.over && !this.link;
    game.root.classList.toggle("mv-over", state.over);
    if (state.over !== this.wasOver) this.history.show();
    this.wasOver = state.over;
  }

  /** A link to the board; "" for a game that began in the middle. */
  get link() {
    const end = boardLink(this.playing.game);
    return end && linkHere(end);
  }

  /** What follows a review. @param {{ risks?: Risk[] }} review @returns {HTMLElement[]} */
  reviewed({ risks = [] }) {
    const { say } = this;
    if (!risks.some(({ cost }) => cost > 0)) return [];
    const practise = () => this.practise(risks);
    return [textButton(say("review practise"), say("review practise about"), practise)];
  }

  /** Show the positions of avoidable risks as puzzles. @param {Risk[]} risks */
  async practise(risks) {
    const { playing, say } = this;
    const { pack, theme } = this.game;
    const { game, drawing, solver } = playing;
    const puzzles = await puzzlesOf(risks, game.id, drawing, pack, solver);
    if (!puzzles || game !== playing.game) return;
    const host = { say, theme: theme.name };
    await this.game.showBelow("own", (root) => new Practice(root, puzzles, host).start());
  }
}
