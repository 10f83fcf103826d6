// Answers to questions about the shown position, for every host alike: proofs and hints.

import { Asker, positionIn } from "../shared/asker.js";
import { PositionView } from "../shared/position_view.js";

const MOST_WAITED = 2000; // ms: the longest wait of a question for a move

/** The questions of `widget` about its `position`. */
export class Asking {
  asker = /** @type {Asker | null} */ (null); // after the first question
  doing = /** @type {Promise<any> | null} */ (null); // the last request of the host
  shown = 0; // answers

  /** @param {BoardWidget} widget */
  constructor(widget) {
    this.widget = widget;
  }

  /** The state has changed. */
  forget() {
    this.asker?.forget();
  }

  /** Show the answer to a question, for the current state. @param {string} question @param {number} cell */
  async explain(question, cell) {
    const { widget } = this;
    await Promise.race([this.doing, new Promise((late) => setTimeout(late, MOST_WAITED))]); // a move goes first
    const { given, position, say, pictures, pack } = widget;
    const { marks } = globalThis.minevisBoards ?? pack.head;
    this.asker ??= new Asker(new PositionView(pictures, marks, say));
    const { drawing } = this.asker;
    const said = given.protected
      ? drawing.plain(cell, say("hint first"))
      : await this.asker[/** @type {"hint" | "why"} */ (question)](position, cell).catch(
          (/** @type {any} */ error) =>
            widget.given === given && drawing.fault(error, position.width),
        );
    if (!said || widget.given !== given || widget.disposed) return {};
    widget.display(drawing.stateWith(given, said));
    this.shown += 1;
    widget.root.dataset.moment = `${given.moment} ${this.shown}`;
    return {};
  }
}
