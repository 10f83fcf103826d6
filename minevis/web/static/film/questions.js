// The question of a click on a cell, and the answer: a proof step by step, or odds.

/** The open question of a scrubber; `answer` is the caption shown now, or null. */
export class Questions {
  constructor(scrubber) {
    this.scrubber = scrubber;
    this.answer = null;
  }

  /** Ask why this cell is safe or a mine, or for its odds. */
  async pick(cell) {
    if (cell < 0) return;
    const { film, player, stage } = this.scrubber;
    const { size } = stage.viewport;
    player.pause();
    const { beat } = player;
    const told = this.told;
    this.asked = cell;
    if (told && told.cell === cell && told.beat === beat && this.answer && told.whole.steps?.length)
      return this.nextStep();
    film.seek(beat);
    const clue = film.pictures.clueOf(film.codes(0)[cell]);
    const answer =
      clue >= 0
        ? this.plain(cell, "cell open", { number: clue })
        : ((await this.ask(beat, cell)) ?? this.plain(cell, "cell unknown"));
    if (!this.stands(beat, cell)) return;
    this.told = { cell, beat, whole: answer, step: 0 };
    if (stage.viewport.size !== size) this.scrubber.followed = ""; // it followed what was spoken of before
    this.show(answer);
  }

  /** Whether the answer to a question may still be shown: only the last question counts. */
  stands(beat, cell) {
    const { player, disposed } = this.scrubber;
    return player.beat === beat && this.asked === cell && !disposed;
  }

  /** Another click on the same cell: the next step of its proof, and after the last all of it. */
  nextStep() {
    const { whole, step } = this.told;
    this.told.step = (step + 1) % (whole.steps.length + 1);
    this.show(this.told.step ? whole.steps[this.told.step - 1] : whole);
  }

  /** A proof, or the odds of a cell. Asked again while they take long, the solver stops. */
  async ask(beat, cell) {
    const { film } = this.scrubber;
    if (this.slow === cell) film.odds.solver.stop();
    const onslow = () => {
      this.slow = cell;
      if (this.stands(beat, cell)) this.show(this.plain(cell, "cell takes long"));
    };
    const found = await film.odds.answer(beat, cell, onslow);
    this.slow = null;
    return found;
  }

  show(answer) {
    this.answer = answer;
    this.scrubber.stage.mark(answer.marks, answer.pictures);
    this.scrubber.draw();
    this.scrubber.keepLines();
  }

  /** An answer without a reason: the label `name`, and the cell marked. */
  plain(cell, name, values = {}) {
    const { film, say } = this.scrubber;
    const text = say(name, { cell: film.name(cell), ...values });
    return { badge: say("badge cell"), role: "deduction", text, marks: [[cell, film.marks.click]] };
  }

  /** Fields around the run ask Python for a new one: without an answer, say that this is still the old one. */
  async askForAnother() {
    const { player, host, say } = this.scrubber;
    const { beat } = player;
    this.asked = -1;
    await host.isThere((how) => {
      if (how !== "gone" || !this.stands(beat, -1)) return;
      player.pause();
      this.show({
        badge: say("badge no kernel"),
        role: "mine",
        text: say("run unanswered"),
        marks: [],
      });
    });
  }

  /** Say something of no cell. */
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
    if (!this.answer) return;
    this.answer = null;
    this.scrubber.stage.mark([]);
  }
}
