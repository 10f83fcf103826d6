// The meaning of a picture of the atlas: a clue, a chance, a face. The numbers come from Python.

const MARKS = 32; // a code is MARKS × picture + mark
const CLUES = 9;
export const QUESTION = 700; // a picture of the browser alone: a question mark
export const CHANCES = 103; // of chances: 0 to 100, and two for nearly certain ones

/** The code of a picture with a mark upon it. @param {number} picture @param {number} [mark] */
export const codeOf = (picture, mark = 0) => MARKS * picture + mark;

/** The number of the picture that a code shows. @param {number} code */
export const pictureIn = (code) => Math.floor(code / MARKS);

/** The number of the mark that a code shows on its picture, or 0. @param {number} code */
export const markIn = (code) => code % MARKS;

/** The pictures of an atlas, by number. */
export class Pictures {
  /** @param {any} given */
  constructor({ firsts, faces }) {
    this.firsts = firsts;
    this.faces = { ...faces, [QUESTION]: "tip question" };
  }

  /** The clue that a code shows, 0 … 8, pale or not; -1 for any other picture. @param {number} code */
  clueOf(code) {
    const picture = pictureIn(code);
    for (const first of [this.firsts.opened, this.firsts.pale]) {
      if (picture >= first && picture < first + CLUES) return picture - first;
    }
    return -1;
  }

  /** Whether a code shows a supposition of a search. @param {number} code */
  isSupposed(code) {
    return code >= codeOf(this.firsts.supposed) && code < codeOf(this.firsts.tint);
  }

  /** The character of a code in the text of a position. @param {number} code */
  markOf(code) {
    const clue = this.clueOf(code);
    if (clue >= 0) return String(clue);
    const face = this.faces[pictureIn(code)];
    return face === "tip flagged" ? "F" : face === "tip exploded" ? "*" : "#";
  }

  /** Whether a code of an overlay adds something to the board: a chance, a tint or two numbers. @param {number} over */
  adds(over) {
    return over >= codeOf(this.firsts.constraint);
  }

  /** A cell of the board under an overlay. @param {number} board @param {number} over */
  laidOver(board, over) {
    return this.adds(over) ? codeOf(pictureIn(over), markIn(board)) : board;
  }

  /** A covered cell of the board with its chance of a mine, in hundredths of a percent, on it; faint if it is not marked. @param {number} board @param {number} chance @param {boolean} [faint] */
  withChance(board, chance, faint = false) {
    const { mineChance, faintChance, pastChance, supposed } = this.firsts;
    const picture = pictureIn(board);
    const past = picture >= pastChance && picture < supposed;
    const covered = past || this.faces[picture] === "tip covered";
    if (!covered || chance > 10000) return board;
    const step =
      chance > 0 && chance < 50
        ? 101
        : chance >= 9950 && chance < 10000
          ? 102
          : Math.floor(chance / 100 + 0.5);
    return codeOf((faint && !markIn(board) ? faintChance : mineChance) + step, markIn(board));
  }

  /** The chance of the cells without a number, in words; empty if all have theirs. @param {ArrayLike<number>} codes @param {Say} say */
  ofTheRest(codes, say) {
    /** @type {number[][]} */
    const runs = [[], [], [], []]; // mines, far from clues; zeros, far from clues
    for (const code of Array.from(codes)) {
      const step = pictureIn(code) - this.firsts.mineChance;
      if (step >= 0 && step < 4 * CHANCES) runs[Math.floor(step / CHANCES)].push(step % CHANCES);
    }
    const [mines, farMines, zeros, farZeros] = runs;
    const far = [...new Set([...farMines, ...farZeros])].sort((a, b) => place(a) - place(b));
    if (!far.length) return "";
    const most = figure(far[far.length - 1]);
    const chance = far.length > 1 ? `≤ ${most}` : most;
    return say(mines.length + zeros.length ? "rest" : "all", { chance });
  }

  /** The meaning of a code of the board in words. Empty if there is no more to say. @param {number} code @param {Say} say */
  describe(code, say) {
    const { firsts, faces } = this;
    const picture = pictureIn(code);
    const clue = this.clueOf(code);
    if (clue >= 0) return say("tip clue", { number: clue });
    if (picture in faces) return say(faces[picture]);
    const supposed = picture >= firsts.supposed && picture < firsts.tint;
    return supposed ? say("tip tried") : this.describeOver(code, say);
  }

  /** The meaning of a code of any other panel in words, `tip` before its second chances. Empty if there is no more to say. @param {number} code @param {Say} say @param {string} [tip] */
  describeOver(code, say, tip = "") {
    const { firsts } = this;
    const picture = pictureIn(code);
    if (picture >= firsts.supposed) return "";
    if (picture >= firsts.pastChance)
      return say("tip past", { chance: ofStep((picture - firsts.pastChance) % CHANCES, say) });
    if (picture >= firsts.zeroChance)
      return `${tip} ${ofStep((picture - firsts.zeroChance) % CHANCES, say)}`;
    if (picture >= firsts.mineChance)
      return say("tip chance", { chance: ofStep((picture - firsts.mineChance) % CHANCES, say) });
    const pair = this.remaining(code);
    return pair ? say("tip constraint", { left: pair[0], covered: pair[1] }) : "";
  }

  /** The mines and the covered cells left that a code of constraints shows; null for any other code. @param {number} code @returns {[number, number] | null} */
  remaining(code) {
    const place = pictureIn(code) - this.firsts.constraint;
    if (place < 0 || code >= codeOf(this.firsts.mineChance)) return null;
    return [Math.floor(place / CLUES) - 8, place % CLUES];
  }
}

/** The number of a step. @param {number} step */
export const figure = (step) => (step > 100 ? ["<1", ">99"][step - 101] : String(step));

/** The whole percents of a step. @param {number} step */
export const percentOf = (step) => ({ 101: 0, 102: 100 })[step] ?? step;

/** The rank of a step. @param {number} step */
const place = (step) => (step > 100 ? [0.5, 99.5][step - 101] : step);

/** Steps up to 100 are percent; the two above are for nearly certain cells. @param {number} step @param {Say} say */
function ofStep(step, say) {
  if (step === 101) return say("chance tiny");
  return step === 102 ? say("chance nearly") : say("chance", { percent: step });
}
