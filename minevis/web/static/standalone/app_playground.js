// The playground of the app: levels above the board, a history, controls as players set them, boards to share.

import { linkHere } from "../shared/address.js";
import { copyButton, download, shareButton, textButton } from "../shared/dom.js";
import { Practice } from "../practice/practice.js";
import { Playground } from "../board/playground.js";
import { settingsOf } from "./boards.js";
import { controlsMenu } from "./controls_menu.js";
import { GameHead } from "./game_head.js";
import { History, rawvfOf } from "./history.js";
import { Unreadable } from "./notations.js";
import { puzzlesOf } from "./puzzles.js";
import { gameOfReplay } from "./replays.js";
import { boardLink, dailyBoard } from "./shared_boards.js";

/** A playground whose games `host.memory` keeps. */
export class AppPlayground extends Playground {
  wasOver = /** @type {boolean | null} */ (null);
  sameBoard = copyButton(this.say, "same board", () => this.link);

  /** @returns {Command[]} */
  get table() {
    const { playing } = this.host;
    const watch = () => this.lookAt(this.host.film(), "own");
    const save = () => download("game.rawvf", rawvfOf(playing.game), "text/plain");
    const watched = { label: "standalone watch game", about: "look again about", run: watch };
    return [
      ...super.table,
      { name: "watch", ...watched },
      { name: "rawvf", label: "history rawvf", run: save },
    ];
  }

  /** What players look at most is above the board, in the app. */
  toolbars() {
    const bars = super.toolbars();
    const choose = (/** @type {Partial<Action>} */ given) => {
      const { level, sizes, radius, noGuess } = this.state.chosen;
      const chosen = { level: level || sizes, seed: null, radius, no_guess: noGuess };
      this.request({ do: "choose", ...chosen, ...given });
    };
    const onlevel = (/** @type {string} */ level) => {
      const { daily, noGuess } = this.state.chosen;
      choose({ level, no_guess: daily ? "" : noGuess });
    };
    const onother = () => {
      this.chooser.element.open = true;
      this.menu.open();
    };
    const onguess = () => {
      const { chosen, logics } = this.state;
      choose({ no_guess: chosen.noGuess ? "" : logics[0] });
    };
    const ondaily = () => this.request(dailyBoard(this.state.logics[0]));
    const parts = [this.clock, ...this.commands.of("watch", "new")];
    this.head = new GameHead(this.say, { onlevel, onother, onguess, ondaily, parts });
    this.root.classList.add("mv-app-game");
    return [this.head.element, ...bars];
  }

  /** @param {boolean} small */
  arrange(small) {
    super.arrange(small);
    this.root.prepend(this.head.element);
  }

  /** @returns {HTMLElement[][]} */
  menuRows() {
    const { say, host, commands, controls } = this;
    const open = (/** @type {string} */ id) => {
      this.menu.close();
      this.request({ do: "reopen", id });
    };
    const { largest } = settingsOf(this.pack);
    const openReplay = (/** @type {File} */ file) => {
      this.menu.close();
      return this.openReplay(file);
    };
    this.history = new History(say, host.memory, { largest, open, openReplay });
    const fields = controlsMenu(say, host.memory, controls, commands);
    return [...super.menuRows(), [this.history.records, this.history.element], [fields]];
  }

  /** Open the game in a file of another program, and keep it. @param {File} file */
  async openReplay(file) {
    const { host, say } = this;
    const { largest } = settingsOf(this.pack);
    try {
      const data = new Uint8Array(await file.arrayBuffer());
      const game = gameOfReplay(file.name, data, { largest, logic: host.playing.logics[0] });
      host.memory.keep(game);
      await this.request({ do: "reopen", id: game.id, isNew: true });
      this.history.show();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.refuse(`${file.name}: ${say(error.name, error.values)}`);
    }
  }

  /** @param {GameState} state */
  update(state) {
    super.update(state);
    this.head.show(state);
    this.commands.buttons.watch.hidden = !state.over;
    this.sameBoard.hidden = state.over && !this.link;
    this.root.classList.toggle("mv-over", state.over);
    if (state.over !== this.wasOver) this.history.show();
    this.wasOver = state.over;
  }

  /** A link to the board; "" for a game that began in the middle. */
  get link() {
    const end = boardLink(this.host.playing.game);
    return end && linkHere(end);
  }

  /** @param {GameState} state */
  showReview(state) {
    super.showReview(state);
    const { say } = this;
    const risks = /** @type {Risk[]} */ (state.review?.risks ?? []);
    if (!risks.some(({ cost }) => cost > 0)) return;
    const practise = () => this.practise(risks);
    this.told.append(textButton(say("review practise"), say("review practise about"), practise));
  }

  /** Show the positions of avoidable risks as puzzles. @param {Risk[]} risks */
  async practise(risks) {
    const { game, drawing, solver } = this.host.playing;
    const puzzles = await puzzlesOf(risks, game.id, drawing, this.pack, solver);
    if (!puzzles || game !== this.host.playing.game) return;
    const host = { say: this.say, theme: this.theme.name };
    await this.showBelow("own", (root) => new Practice(root, puzzles, host).start());
  }

  spared() {
    const { anyway, groups } = super.spared();
    const elsewhere = [this.clock, ...this.commands.of("new")];
    return { anyway, groups: groups.filter(([first]) => !elsewhere.includes(first)) };
  }

  /** @returns {HTMLElement[]} */
  footer() {
    const [foot, told] = super.footer();
    this.menu.element.append(this.chooser.element);
    const { say, commands } = this;
    const text = () => {
      const { caption, chosen } = this.state;
      const values = { date: chosen.daily, text: caption.text };
      return chosen.daily ? say("daily result", values) : caption.text;
    };
    const share = shareButton(say, "standalone copy end", () => this.link, text);
    foot.append(share, this.sameBoard, ...commands.of("rawvf"));
    return [foot, told];
  }
}
