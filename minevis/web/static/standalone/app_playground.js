// The playground of the app: levels above the board, a history, controls as players set them, boards to share.

import { linkHere } from "../shared/address.js";
import { copyButton, download, make, shareButton, textButton } from "../shared/dom.js";
import { Practice } from "../practice/practice.js";
import { StandalonePlayground, settingsOf } from "./boards.js";
import { controlsMenu } from "./controls_menu.js";
import { GameHead } from "./game_head.js";
import { History, rawvfOf } from "./history.js";
import { Unreadable } from "./notations.js";
import { puzzlesOf } from "./puzzles.js";
import { gameOfReplay } from "./replays.js";
import { boardLink, dailyBoard } from "./shared_boards.js";

/** A playground whose games `host.memory` keeps. */
export class AppPlayground extends StandalonePlayground {
  head = /** @type {GameHead} */ (/** @type {unknown} */ (null)); // made with the bar
  watch = /** @type {Made} */ (/** @type {unknown} */ (null));
  history = /** @type {History} */ (/** @type {unknown} */ (null));
  wasOver = /** @type {boolean | null} */ (null);

  makeBar() {
    const bar = super.makeBar();
    this.makeHead();
    return bar;
  }

  /** What players look at most is above the board, in the app. */
  makeHead() {
    const { clock, actions } = this;
    const onlevel = (/** @type {string} */ level) => {
      const { radius, noGuess, daily } = this.state.chosen;
      const logic = daily ? "" : noGuess;
      this.request({ do: "choose", level, seed: null, radius, no_guess: logic });
    };
    const onother = () => {
      this.choosing.open = true;
      this.menu.open();
    };
    const onguess = () => {
      const { level, sizes, radius, noGuess } = this.state.chosen;
      const logic = noGuess ? "" : this.state.logics[0];
      this.request({ do: "choose", level: level || sizes, seed: null, radius, no_guess: logic });
    };
    const ondaily = () => this.request(dailyBoard(this.state.logics[0]));
    const watch = () => this.lookAt(this.host.film(), "own");
    this.watch = textButton(this.say("standalone watch game"), this.say("look again about"), watch);
    const parts = [clock, this.watch, actions.new];
    this.head = new GameHead(this.say, { onlevel, onother, onguess, ondaily, parts });
    this.root.classList.add("mv-app-game");
  }

  toolbars() {
    const bars = super.toolbars();
    return [this.head.element, ...bars];
  }

  /** @param {boolean} small */
  arrange(small) {
    super.arrange(small);
    this.root.prepend(this.head.element);
  }

  /** @returns {any[][]} */
  menuRows() {
    const { say, host } = this;
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
    const controls = controlsMenu(say, host.memory, this.controls);
    return [...super.menuRows(), [this.history.records], [this.history.element], [controls]];
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
    this.watch.hidden = !state.over;
    this.root.classList.toggle("mv-over", state.over);
    if (state.over !== this.wasOver) this.history.show();
    this.wasOver = state.over;
  }

  /** @param {GameState} state */
  showReview(state) {
    super.showReview(state);
    const { say } = this;
    const risks = state.review?.risks ?? [];
    if (!risks.some((/** @type {any} */ { cost }) => cost > 0)) return;
    const practise = () => this.practise(risks);
    this.told.append(textButton(say("review practise"), say("review practise about"), practise));
  }

  /** Show the positions of avoidable risks as puzzles. @param {any[]} risks */
  async practise(risks) {
    this.closeLook();
    const turn = this.looks;
    this.looksAt = "own";
    const { playing } = this.host;
    const { game, drawing, solver } = playing;
    const puzzles = await puzzlesOf(risks, game.id, drawing, this.pack, solver);
    if (!puzzles || turn !== this.looks) return;
    const root = make("div");
    this.below.replaceChildren(root);
    const host = { say: this.say, theme: this.theme.name };
    const practice = await new Practice(root, puzzles, host).start();
    if (turn !== this.looks) return practice.dispose();
    this.scrubber = root.widget = practice;
    root.scrollIntoView({ block: "nearest" });
  }

  spared() {
    const { anyway, groups } = super.spared();
    const elsewhere = [this.actions.new, this.clock];
    return { anyway, groups: groups.filter(([first]) => !elsewhere.includes(first)) };
  }

  footer() {
    const footer = super.footer();
    this.menu.element.append(this.choosing);
    const { say, host } = this;
    const { playing } = host;
    const text = () => {
      const { caption, chosen } = this.state;
      const values = { date: chosen.daily, text: caption.text };
      return chosen.daily ? say("daily result", values) : caption.text;
    };
    const link = () => linkHere(boardLink(playing.game));
    const save = () => download("game.rawvf", rawvfOf(playing.game), "text/plain");
    this.foot.append(
      shareButton(say, "standalone copy end", link, text),
      copyButton(say, "same board", link),
      textButton(say("history rawvf"), say("history rawvf about"), save),
    );
    return footer.filter((part) => part !== this.choosing);
  }
}
