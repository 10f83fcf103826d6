// A board with one toolbar, which on a phone is below the words, near the thumb.

import { LOW, paneOf } from "../shared/dom.js";
import { Asker, positionIn } from "../shared/asker.js";
import { PositionView } from "../shared/position_view.js";
import { closerButton } from "../shared/viewport.js";
import { BoardWidget } from "./board_widget.js";

const CLEAR = 30; // CSS px: cells this large need no magnifier
const MOST_WAITED = 2000; // ms: the longest wait of a question for a move

/** Subclasses define `makeBar()`, the bar with its menu, and `spared()`, the controls for the menu if room is short. */
export class BarWidget extends BoardWidget {
  zooms = true;
  asker = /** @type {Asker | null} */ (null); // after the first question
  explained = 0; // answers shown
  doing = /** @type {Promise<any> | null} */ (null); // the last request

  /** Show a state of the host. The answers to questions about the one before are over. @param {BoardState} state */
  show(state) {
    this.given = state;
    this.asker?.forget();
    super.show(state);
  }

  /** Send a request to the host. Questions about proofs and hints are answered here. @param {Action} action */
  request(action) {
    const isQuestion = action.do === "why" || action.do === "hint";
    if (isQuestion)
      return this.explain(action.do, /** @type {number} */ (action.cell ?? this.input.cell));
    this.doing = super.request(action);
    return this.doing;
  }

  /** The position for questions. */
  get position() {
    return positionIn(this.given.text);
  }

  /** Show the answer to a question, for the current state. @param {string} question @param {number} cell */
  async explain(question, cell) {
    await Promise.race([this.doing, new Promise((late) => setTimeout(late, MOST_WAITED))]); // a move goes first
    const { given, position } = this;
    const { marks } = globalThis.minevisBoards ?? this.pack.head;
    this.asker ??= new Asker(new PositionView(this.pictures, marks, this.say));
    const { drawing } = this.asker;
    const said = given.protected
      ? drawing.plain(cell, this.say("hint first"))
      : await this.asker[/** @type {"hint" | "why"} */ (question)](position, cell).catch(
          (/** @type {any} */ error) =>
            this.given === given && drawing.fault(error, position.width),
        );
    if (!said || this.given !== given || this.disposed) return {};
    super.show(drawing.stateWith(given, said));
    this.explained += 1;
    this.root.dataset.moment = `${given.moment} ${this.explained}`;
    return {};
  }

  toolbars() {
    this.magnifier = closerButton(this.say, () => this.stage.viewport.toggle());
    this.bar = this.makeBar();
    return [this.bar];
  }

  /** @param {string} title */
  makeMenu(title) {
    return [this.magnifier.element, ...super.makeMenu(title)];
  }

  help() {
    return [...super.help(), this.say("help zoom")];
  }

  fit() {
    super.fit();
    if (!this.stage) return;
    const { zoomed, fitting } = this.stage.viewport;
    this.magnifier.name(zoomed);
    this.magnifier.element.hidden = !zoomed && fitting >= CLEAR;
  }

  /** The menu on a phone: controls that always go there (`anyway`), and `groups` that go one by one while the bar has no room. @returns {{ anyway: Element[], groups: Element[][] }} */
  spared() {
    return { anyway: [], groups: [] };
  }

  place() {
    super.place();
    const low = paneOf(this.root).height < LOW;
    this.root.classList.toggle("mv-low", low);
    const arranged = `${this.inside().width} ${low}`;
    if (arranged === this.arranged) return;
    this.arranged = arranged;
    this.arrange(low || this.root.classList.contains("mv-narrow"));
  }

  /** Place the bar, and move controls without room into the menu. @param {boolean} small */
  arrange(small) {
    this.small = small;
    if (small) this.caption.element.after(this.bar);
    else this.root.prepend(this.bar);
    const { anyway, groups } = small ? this.spared() : { anyway: [], groups: [] };
    this.menu.takeIn(
      small ? [...anyway, this.magnifier.element] : [],
      groups,
      () => this.bar.scrollWidth <= this.bar.clientWidth,
    );
  }
}
