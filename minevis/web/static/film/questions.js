// The question of a click on a cell, and the answer: a proof step by step, or odds.

import { Turns } from "../shared/asker.js";

/** The open question of a scrubber; `answer` is the caption shown now, or null. */
export class Questions extends Turns {
  answer = /** @type {Answer | null} */ (null);
  asked = -1; // the clicked cell
  slow = -1; // a cell whose answer takes long

  /** @param {Scrubber} scrubber */
  constructor(scrubber) {
    super();
    this.scrubber = scrubber;
  }

  /** Ask why this cell is safe or a mine, or for its odds; again, for the next step of its proof. @param {number} cell */
  async pick(cell) {
    if (cell < 0) return;
    const { player, stage } = this.scrubber;
    const { size } = stage.viewport;
    player.pause();
    const { beat } = player;
    this.asked = cell;
    const answer = await this.next(`${beat} ${cell}`, () => this.ask(beat, cell));
    if (!this.stands(beat, cell)) return void (this.key = "");
    if (stage.viewport.size !== size) this.scrubber.followed = ""; // it followed what was spoken of before
    this.show(answer ?? this.plain(cell, "cell unknown"));
  }

  /** Whether the answer to a question may still be shown: only the last question counts. @param {number} beat @param {number} cell */
  stands(beat, cell) {
    const { player, disposed } = this.scrubber;
    return player.beat === beat && this.asked === cell && !disposed;
  }

  /** Promise a number, a proof, or the odds of a cell. Asked again while they take long, the solver stops. @param {number} beat @param {number} cell */
  async ask(beat, cell) {
    const { film } = this.scrubber;
    film.seek(beat);
    const clue = film.pictures.clueOf(film.codes(0)[cell]);
    if (clue >= 0) return [this.plain(cell, "cell open", { number: clue })];
    if (this.slow === cell) film.odds?.solver.stop();
    const onslow = () => {
      this.slow = cell;
      if (this.stands(beat, cell)) this.show(this.plain(cell, "cell takes long"));
    };
    const found = await film.odds?.answer(beat, cell, onslow);
    this.slow = -1;
    return found ?? [];
  }

  /** @param {Answer} answer */
  show(answer) {
    this.answer = answer;
    this.scrubber.stage.mark(answer.marks, answer.pictures);
    this.scrubber.draw();
    this.scrubber.keepLines();
  }

  /** An answer without a reason: the label `name`, and the cell marked. @param {number} cell @param {string} name @returns {Answer} */
  plain(cell, name, values = {}) {
    const { film, say } = this.scrubber;
    const text = say(name, { cell: film.name(cell), ...values });
    const marks = [[cell, film.marks.click]];
    return { badge: say("badge cell"), role: "deduction", text, marks, links: [] };
  }

  /** Fields around the run ask Python for a new one: without an answer, say that this is still the old one. */
  async askForAnother() {
    const { player, host, say } = this.scrubber;
    const { beat } = player;
    this.asked = -1;
    await host.isThere?.((/** @type {string} */ how) => {
      if (how !== "gone" || !this.stands(beat, -1)) return;
      player.pause();
      const text = say("run unanswered");
      this.show({ badge: say("badge no kernel"), role: "mine", text, marks: [], links: [] });
    });
  }

  /** Say something of no cell. @param {string} name */
  say(name) {
    this.show({ ...this.plain(0, name), marks: [] });
  }

  /** The cells of the answer, the clicked one first. */
  get cells() {
    return this.answer?.marks.length
      ? [this.asked, ...this.answer.marks.map(([cell]) => cell)]
      : [];
  }

  /** The cases of the current proof by cases, when playback is at rest; otherwise null. */
  get cards() {
    const { film, player } = this.scrubber;
    return (this.answer ? this.answer.cards : !player.playing && film.cards[player.beat]) || null;
  }

  clear() {
    this.key = "";
    if (!this.answer) return;
    this.answer = null;
    this.scrubber.stage.mark([]);
  }
}
