// A film: the content of every panel at every beat, as changes from one beat to the next.

import { nameOf } from "../shared/grid.js";
import { Pictures, codeOf, markIn, pictureIn } from "../shared/pictures.js";
import { rowsOf } from "../shared/rows.js";
import { Searches } from "./searches.js";
import { neighbours } from "../solver/knowledge.js";

const FULL = 65535; // the end of the timeline
const EVERY = 64; // beats from one keyframe to the next
const LETTERS_A_SECOND = 19; // that are read
const LOOKING = 0.5; // more seconds, to find the cells of the sentence
const AT_A_GLANCE = 0.15; // at least this share of its time, for sentences seen before
const AT_THE_START = 0.3; // the same for the first beat: whoever presses play waits for the second
const AT_MOST = 2; // seconds, for moves and what proves them: the run goes on
const LONG_WORDS = "gxo"; // kinds of beats that are read to the end: guesses, the end, and odds
const READ_AGAIN = /** @type {Record<string, number>} */ ({ g: 1, x: 1, o: 0.4 }); // the same for guesses, the end, and odds

/** The kinds of beats by level of detail, with the header's letters. */
const KINDS_SHOWN = ["smx", "smfdogx", "smfdogxqp"];

export class Film {
  /** @param {Pack} pack */
  constructor(pack) {
    this.read(pack);
  }

  /** Load a pack: the first, or one of the same run with the missing parts. @param {Pack} pack */
  read(pack) {
    this.used = this.merged = this.filled = this.reading = null;
    const head = pack.head;
    Object.assign(this, head.film, { pictures: new Pictures(head.atlas) });
    this.mines = head.mines;
    this.height = head.height;
    this.width = head.width;
    this.area = head.height * head.width;
    this.events = pack.part("events");
    let sum = 0;
    this.stops = Float32Array.from(pack.part("stops"), (share) => {
      sum += share;
      return sum / FULL;
    });
    this.positions = pack.part("positions");
    this.cells = pack.part("cells");
    this.changes = pack.part("codes");
    this.length = this.events.length;
    this.rows = this.panels.length + new Set(Object.values(this.lines)).size;
    this.state = new Int16Array(this.rows * this.area);
    this.at = -1;
    this.readStarts(pack.part("counts"));
    this.readKeyframes();
    this.searches = head.parts.tries && new Searches(head.film.searches, pack.part("tries"));
    this.links = pack.part("links");
    this.linked = sums(pack.part("linked"));
  }

  /** @param {ArrayLike<number>} counts */
  readStarts(counts) {
    this.starts = sums(counts);
  }

  readKeyframes() {
    this.keyframes = [];
    for (let beat = 0; beat < this.length; beat += 1) {
      this.apply(beat);
      if (beat % EVERY === 0) this.keyframes.push(this.state.slice());
    }
    this.at = this.length - 1;
  }

  /** Every code in a panel. */
  get codesUsed() {
    if (this.used) return this.used;
    this.used = new Set();
    for (let first = 0; first < this.starts.length - 1; first += this.rows) {
      const end = this.starts[first + this.panels.length];
      for (let i = this.starts[first]; i < end; i += 1) this.used.add(this.changes[i]);
    }
    return this.used;
  }

  /** Whether a panel, or the search, has anything to show in this run. @param {string} name */
  shows(name) {
    if (this.partial || name === this.base) return true; // a later pack may have it
    if (name === this.tree.name) return this.kinds.includes("q");
    this.filled ??= this.panelsFilled();
    return this.filled.has(name);
  }

  panelsFilled() {
    const filled = new Set(this.odds ? [this.oddsPanel] : []);
    this.panels.forEach(({ name }, row) => {
      const added = (/** @type {any} */ _, /** @type {number} */ beat) => {
        const at = beat * this.rows + row;
        return this.changes
          .subarray(this.starts[at], this.starts[at + 1])
          .some((code) => this.pictures.adds(code));
      };
      if (this.said[name].length > 1 || this.events.some(added)) filled.add(name);
    });
    return filled;
  }

  /** @param {number} beat */
  apply(beat) {
    for (let row = 0; row < this.rows; row += 1) {
      const base = row * this.area;
      const end = this.starts[beat * this.rows + row + 1];
      for (let i = this.starts[beat * this.rows + row]; i < end; i += 1) {
        this.state[base + this.cells[i]] = this.changes[i];
      }
    }
  }

  /** The codes of all panels at a beat, panel by panel; valid until the next call. @param {number} beat */
  seek(beat) {
    const keyframe = Math.floor(beat / EVERY);
    if (beat < this.at || keyframe > Math.floor(this.at / EVERY)) {
      this.state.set(this.keyframes[keyframe]);
      this.at = keyframe * EVERY;
    }
    while (this.at < beat) {
      this.at += 1;
      this.apply(this.at);
    }
    return this.state;
  }

  /** What is known of guesses and mistakes, with curves or without. */
  get verdicts() {
    return this.curves?.flatMap((curve) => curve?.marks ?? []) ?? this.judged ?? [];
  }

  /** The beats with mistakes, in order. */
  get mistakes() {
    const mistakes = this.verdicts.filter(({ mistake }) => mistake);
    return [...new Set(mistakes.map(({ told }) => this.beatOf(told)))].sort((a, b) => a - b);
  }

  /** The name of the bottom panel. */
  get base() {
    return this.panels[0].name;
  }

  /** The name of the panel of odds. */
  get oddsPanel() {
    return this.panels.find(({ odds }) => odds)?.name ?? "";
  }

  /** @param {number} panel */
  codes(panel) {
    return this.state.subarray(panel * this.area, (panel + 1) * this.area);
  }

  /**
   * The codes of the panel `name` at a beat; with `onBoard`, what it adds laid over the board. Odds are there at every
   * beat if the film contains them. Valid until the next call.
   * @param {string} name @param {number} beat
   */
  shownCodes(name, beat, onBoard = false) {
    const own = this.codes(this.panels.findIndex((panel) => panel.name === name));
    const odds = name === this.oddsPanel ? this.odds?.at(beat) : null;
    if (name === this.base || (!onBoard && !odds)) return own;
    const board = this.codes(0);
    const { pictures } = this;
    const alike = odds ? this.alike(board) : [];
    const merged = this.merged ?? new Int16Array(this.area);
    for (let cell = 0; cell < this.area; cell += 1) {
      const code = onBoard ? pictures.laidOver(board[cell], own[cell]) : own[cell];
      merged[cell] = odds ? pictures.withChance(code, 10000 * odds[cell], alike[cell] > 0) : code;
    }
    this.merged = merged;
    return merged;
  }

  /** Cells without an opened neighbour, as booleans. @param {Int16Array} board */
  alike(board) {
    const far = new Uint8Array(this.area).fill(1);
    const opened = [...board.keys()].filter((cell) => this.pictures.clueOf(board[cell]) >= 0);
    for (const cell of opened)
      for (const other of neighbours(cell, this.height, this.width)) far[other] = 0;
    return far;
  }

  /** Codes with marks on known cells only, for use with the marks of an answer. @param {Int16Array} codes */
  faded(codes) {
    const { safe, mined, knownSafe, knownMined } = this.marks;
    const left = {
      [safe]: knownSafe,
      [mined]: knownMined,
      [knownSafe]: knownSafe,
      [knownMined]: knownMined,
    };
    return codes.map((code) => codeOf(pictureIn(code), left[markIn(code)]));
  }

  /** The cells of the current beat, clicked or guessed cells first. */
  spokenOf(panel = 0) {
    const board = this.codes(panel);
    const marked = [...board.keys()].filter((cell) =>
      this.marks.spoken.includes(markIn(board[cell])),
    );
    const cells = marked.length
      ? marked
      : [...board.keys()].filter((cell) => this.pictures.isSupposed(board[cell]));
    const clicked = (/** @type {number} */ cell) =>
      [this.marks.click, this.marks.guess].includes(markIn(board[cell])) ? 0 : 1;
    return cells.sort((a, b) => clicked(a) - clicked(b));
  }

  /** The sides of cells with lines in a panel. @param {string} name */
  sidesOf(name) {
    return this.codes(this.panels.length + this.lines[name]);
  }

  /** Whether a panel shows links from clues to cells. @param {string} name */
  showsReasons(name) {
    return this.panels.some((panel) => panel.name === name && panel.reasons);
  }

  /** The mines and the covered cells left at a ringed clue at the current beat, from the panel of constraints; null for any other code. @param {number} cell @param {number} code */
  remainingAt(cell, code) {
    const row = this.panels.findIndex(({ name }) => name === this.numbered);
    const isRinged = [this.marks.clue, this.marks.violated].includes(markIn(code));
    if (row < 0 || !isRinged || this.pictures.clueOf(code) < 0) return null;
    return this.pictures.remaining(this.codes(row)[cell]);
  }

  /** The links of a panel at a beat. @param {string} name @param {number} beat */
  linksOf(name, beat) {
    if (!this.showsReasons(name)) return [];
    return this.links.subarray(2 * this.linked[beat], 2 * this.linked[beat + 1]);
  }

  /** The title and the subtitle of a panel at a beat, and the word for its second chances. @param {string} name @param {number} beat */
  saidOf(name, beat) {
    const [, subtitle, tip, title] =
      this.said[name].findLast(([since]) => since <= beat) ?? this.said[name][0];
    return { title, subtitle, tip };
  }

  /** What is said at a beat: of the run, or of one `lane` of a race, until its end. @param {number} beat @param {Told} lane @returns {Said} */
  told(beat, lane = this) {
    const at = Math.min(beat, lane.captions.length - 1);
    return {
      badge: lane.badges[at],
      role: this.roles[Number(lane.badgeRoles[at])],
      text: lane.captions[at],
      counters: lane.counters[at],
    };
  }

  /** Whether a pack has this film's missing parts. @param {Pack} given */
  isFilledBy({ head: { film } }) {
    const { label, captions } = film;
    return (
      this.partial &&
      label === this.label &&
      captions.length === this.length &&
      captions.every(
        (/** @type {string} */ text, /** @type {number} */ beat) => text === this.captions[beat],
      )
    );
  }

  /** How many seconds it takes to read the words of a beat: fewer for sentences seen before, 0 in a search. @param {number} beat */
  readingTime(beat) {
    this.reading ??= this.readingTimes();
    return this.reading[beat];
  }

  readingTimes() {
    const told = new Map();
    return this.captions.map((text, beat) => {
      const like = `${this.kinds[beat]} ${this.badges[beat]}`;
      told.set(like, (told.get(like) ?? 0) + 1);
      const kind = this.kinds[beat];
      if (kind === "q") return 0;
      const share =
        kind === "s" ? AT_THE_START : Math.max(1 / told.get(like), READ_AGAIN[kind] ?? AT_A_GLANCE);
      const seconds = share * (LOOKING + text.length / LETTERS_A_SECOND);
      return LONG_WORDS.includes(kind) ? seconds : Math.min(seconds, AT_MOST);
    });
  }

  /** The beats for a level of detail. @param {number} detail */
  shown(detail) {
    const wanted = KINDS_SHOWN[detail];
    return [...this.kinds].flatMap((kind, beat) => (wanted.includes(kind) ? [beat] : []));
  }

  /** The beat of event number `event`, or the last one before it. @param {number} event */
  beatOf(event) {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.events[middle] <= event) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The position at a beat, as the solver takes it. @param {number} beat */
  position(beat) {
    const { height, width, mines } = this;
    return { height, width, mines, view: this.view(beat) };
  }

  /** Each cell at a beat, as a character of the text of the position. @param {number} beat */
  view(beat) {
    this.seek(beat);
    return Array.from(this.codes(0), (code) => this.pictures.markOf(code));
  }

  /** The mines as booleans, if the end of the run shows all mines; otherwise null. */
  get board() {
    const last = this.length - 1;
    this.seek(last);
    const shown = ["tip mine", "tip flagged", "tip exploded"];
    const mined = Array.from(this.codes(0), (code) =>
      this.won
        ? this.pictures.clueOf(code) < 0
        : shown.includes(this.pictures.faces[pictureIn(code)]),
    );
    return this.won !== null && mined.filter(Boolean).length === this.mines ? mined : null;
  }

  /** The position at a beat as a text that `Position.parse` reads. @param {number} beat */
  text(beat) {
    const marks = this.view(beat);
    const rows = Array.from({ length: this.height }, (_, row) =>
      marks.slice(row * this.width, (row + 1) * this.width).join(""),
    );
    return [`mines ${this.mines}`, ...rows].join("\n");
  }

  /** The board of a panel at a beat in words, row by row. @param {number} beat @param {Say} say */
  words(beat, say, panel = 0) {
    this.seek(beat);
    return rowsOf(this.codes(panel), this.width, this.pictures, say);
  }

  /** @param {number} cell */
  name(cell) {
    return nameOf(cell, this.width);
  }
}

/** The cumulative sums of `counts`, starting with 0. @param {ArrayLike<number>} counts */
function sums(counts) {
  const starts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i += 1) starts[i + 1] = starts[i] + counts[i];
  return starts;
}
