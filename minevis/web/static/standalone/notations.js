// Texts of positions in the notations of people and programs, as minevis/game/notations.py reads them.
//
// Its tables come from there. A position has marks: "#" covered, "F" flagged, "*" exploded, 0 to 8.

import { neighbours } from "../solver/knowledge.js";

const FENCE_LINES = /^[ \t]*```.*$/gm;
const SEPARATED_ROW = /^\S([ \t,|]\S)+$/;
const TABLE_RULE = /^(?=.*(--|==|──))(?=.*[+|┼├┌└])[-+|=:\s─┼├┤┌┐└┘┬┴│]+$/;
const SIZE_LINE = /^\s*\d{1,3}(?:[ x×]+\d{1,5}){1,2}\s*$/;
const SPACES = /[ \t,|]+/g;
const NUMBERED = /^\s*(\d{1,3})\s*[|│\s]\s*(.*?)\s*(?:[|│]\s*\d*\s*)?$/;
const DASH_LINE = /^[-=─\s]*(?:--|==|──)[-=─\s]*$/;
const BRACKETS = /[[\](){}]/;
const COUNTS = [
  /^\s*(?:number of )?mines(?<left>[ _]left)?(?:\s*[:=]\s*|\s+)(?<n>\d+)\s*$/i,
  /^\s*(?<n>\d+)\s+mines?(?<left> left)?\s*$/i,
];
const MINE_FILE = /^\s*(\d{1,9})x(\d{1,9})x(\d{1,9})\s*$/;
const ODDS_MARK = /^[<>]?\d+%$/;
const LIKE_A_MINE = "F*";
export const MOST_TEXT = 1 << 18; // letters: more than any drawing of the largest board has
const MOST_MARK = 40; // letters of a wrong mark in messages

/** A text without a position. `name` and `values` give a label; `row` is the faulty row of a drawing, if any. */
export class Unreadable extends Error {
  /** @param {string} name @param {any} [values] */
  constructor(name, values = {}) {
    super(name);
    const mark = values.mark?.slice(0, MOST_MARK);
    this.name = name;
    this.values = { ...values, mark };
    this.row = values.row;
  }
}

/**
 * The position in a text: `{ view, height, width, mines }`. `tables` are those of Python, and may have `largest`,
 * the most cells of a side.
 * @param {string} text @param {any} tables
 */
export function positionOf(text, tables) {
  if (text.length > MOST_TEXT) throw new Unreadable("standalone text long");
  let bare = text.replace(/^\ufeff/, "").replace(FENCE_LINES, "");
  for (const [pattern, replacement] of tables.cleaning)
    bare = bare.replace(new RegExp(pattern, "gu"), replacement);
  const whole = bare.trim();
  if (!whole) throw new Unreadable("standalone text empty");
  if (whole.includes("analysis=")) return positionOfLink(whole, tables);
  const lines = bare.split(/\r\n|\r|\n/);
  const filled = lines.filter((/** @type {string} */ line) => line.trim());
  if (MINE_FILE.test(filled[0])) return positionOfMineFile(whole.split(/\r\n|\r|\n/), tables);
  const { count, left, body } = headerOf(lines, filled);
  const found = drawn(body, tables);
  const marked = found.view.filter((/** @type {string} */ mark) =>
    LIKE_A_MINE.includes(mark),
  ).length;
  return checked({ ...found, mines: left === null ? count : left + marked });
}

const TAGS = /\[\/?[a-z]+\]/gi; // of forums
const PROSE = /\p{L}{2,}\s+\p{L}{2,}|\p{Ll}{4}/u;

/** The position in a text, which may have sentences or tags around it. @param {string} text @param {any} tables */
export function positionWithin(text, tables) {
  try {
    return positionOf(text, tables);
  } catch (error) {
    if (text.length > MOST_TEXT) throw error;
    const parts = /** @type {string[][]} */ ([[]]);
    for (const line of text.replace(TAGS, "\n").split(/\r\n|\r|\n/))
      if (line.trim() && (!PROSE.test(line) || COUNTS.some((count) => count.test(line))))
        parts[parts.length - 1].push(line);
      else parts.push([]);
    const [longest] = parts.sort((one, other) => other.length - one.length);
    if (longest.join("\n") === text.trim()) throw error;
    try {
      return positionOf(longest.join("\n"), tables);
    } catch {
      throw error;
    }
  }
}

/** The position as a text, also for Python. @param {any} given */
export function textOf({ view, height, width, mines }) {
  const rows = Array.from({ length: height }, (_, row) =>
    view.slice(row * width, (row + 1) * width).join(""),
  );
  return [...(mines === null ? [] : [`mines ${mines}`]), ...rows].join("\n");
}

/** Refuse a board before anything is made of it. @param {number} height @param {number} width */
function checkSize(height, width, { largest: most = Infinity }) {
  if (height > most || width > most) throw new Unreadable("standalone text size", { most });
}

/** @param {Position} position */
function checked(position) {
  if (position.mines !== null && position.mines > position.view.length)
    throw new Unreadable("standalone text mines", { mines: position.mines });
  return position;
}

/** @param {string[]} lines @param {string[]} filled */
function headerOf(lines, filled) {
  const rest = lines.slice(lines.indexOf(filled[0]) + 1);
  for (const header of COUNTS) {
    const found = header.exec(filled[0])?.groups;
    if (found?.left) return { count: null, left: Number(found.n), body: rest };
    if (found) return { count: Number(found.n), left: null, body: rest };
  }
  const numbers = SIZE_LINE.test(filled[0]) ? (filled[0].match(/\d+/g) ?? []) : [];
  const last = filled[filled.length - 1].trim();
  const marks = [...last.replace(SPACES, "")].length;
  const isRow = marks === numbers.length && marks < [...last].length;
  const sizes = new Set(numbers.slice(0, 2).map(Number));
  if (!isRow && numbers.length && isSame(sizes, new Set([filled.length - 1, marks])))
    return { count: numbers[2] ? Number(numbers[2]) : null, left: null, body: rest };
  const alone = filled[0].trim();
  const others = filled.slice(1).map((/** @type {string} */ line) => line.trim());
  const isCount = /^\d+$/.test(alone) && others.length;
  if (isCount && others.every((/** @type {any} */ other) => other.length !== alone.length))
    return { count: Number(alone), left: null, body: rest };
  return { count: null, left: null, body: lines };
}

const isSame = (/** @type {any} */ one, /** @type {any} */ other) =>
  one.size === other.size && [...one].every((each) => other.has(each));

/** @param {string[]} body @param {any} tables */
function drawn(body, tables) {
  const trimmed = body
    .map((/** @type {string} */ line) => line.trim())
    .filter((/** @type {string} */ line) => !TABLE_RULE.test(line));
  let kept = trimmed.slice(trimmed.findIndex(Boolean), trimmed.findLastIndex(Boolean) + 1);
  if (!kept.length) throw new Unreadable("standalone text empty");
  const odds = cellsOfOdds(kept, tables);
  if (odds) return meaningsOf(odds, tables)[0];
  let text = body.join("\n");
  kept = withoutNumbers(kept);
  const letters = [...new Set(text.match(/[A-Za-z/]/g))];
  for (const meanings of tables.notations) {
    const own = letters.every((letter) => Object.hasOwn(meanings, letter));
    if (!own || !letters.some((letter) => !Object.hasOwn(tables.marks, letter))) continue;
    const translated = (/** @type {string} */ line) =>
      [...line].map((mark) => meanings[mark] ?? mark).join("");
    [text, kept] = [translated(text), kept.map(translated)];
  }
  if (BRACKETS.test(text) || /\b(nan|None)\b/.test(text)) return ofNumbers(text, tables);
  checkSize(kept.length, 1, tables);
  checkLastRow(body);
  const found = new Map();
  for (const rows of waysToCut(kept, tables))
    for (const each of meaningsOf(rows, tables))
      if (!found.has(each.view.join())) found.set(each.view.join(), each);
  const all = [...found.values()];
  const right = all.filter(canBe);
  if (right.length > 1) throw new Unreadable("standalone text two meanings");
  const marks = new Set(kept.join("").replace(/[ \t,|]/g, ""));
  if (tables.boardMarks.some((/** @type {any} */ each) => isSame(marks, new Set(each))))
    throw new Unreadable("standalone text board");
  if (!right.length && marks.has(".") && areNoZeros(all[0]))
    return drawn(
      kept.map((/** @type {string} */ line) => line.replaceAll(".", "#")),
      tables,
    );
  return right[0] ?? all[0];
}

/** Whether zeros touch covered cells, as opened ones never do, or no cell is covered. @param {any} given */
function areNoZeros({ view, height, width }) {
  const isClue = (/** @type {string} */ mark) => /\d/.test(mark);
  const touches = (/** @type {string} */ mark, /** @type {number} */ cell) =>
    mark === "0" && neighbours(cell, height, width).some((other) => !isClue(view[other]));
  return view.some(touches) || view.every(isClue);
}

/** The lines of a drawing without the numbers of its rows and columns. @param {string[]} lines */
function withoutNumbers(lines) {
  const head = lines[0].replace(/[\s|│]+/g, " ").trim();
  const columns = head.includes(" ") ? head.split(" ") : [...head];
  let rows = lines.slice(1).filter((/** @type {string} */ line) => !DASH_LINE.test(line));
  if (columns.length < 3 || !["0", "1"].includes(columns[0]) || !rows.length) return lines;
  if (rows.at(-1) === lines[0]) rows = rows.slice(0, -1);
  const isNumber = (/** @type {string} */ word, /** @type {number} */ i) =>
    word === String(Number(columns[0]) + i);
  const found = rows.map((/** @type {string} */ line) => NUMBERED.exec(line));
  const right = found.every(
    (/** @type {any} */ row, /** @type {number} */ i) =>
      row && isNumber(row[1], i) && [...row[2].replace(SPACES, "")].length === columns.length,
  );
  return right && columns.every(isNumber) ? found.map((/** @type {any} */ row) => row[2]) : lines;
}

/** Blanks as wide as a row below the others may be zeros. @param {string[]} lines */
function checkLastRow(lines) {
  const filled = [...lines.keys()].filter((number) => lines[number].trim());
  const width = lines[filled[0]].trimEnd().length;
  const last = lines.findIndex(
    (/** @type {string} */ line, /** @type {number} */ i) =>
      i > filled[filled.length - 1] && line.length === width,
  );
  if (last >= 0) throw new Unreadable("standalone text last", { row: last - filled[0] });
}

/** @param {string[]} kept @param {any} tables */
function waysToCut(kept, tables) {
  const bordered = (/** @type {string} */ line) => /^[|│]/.test(line) && /[|│]$/.test(line);
  if (kept.every(bordered)) {
    const cells = (/** @type {string} */ line) => line.slice(1, -1).split(/[|│]/);
    if (kept[0].length > 3 && kept.every((/** @type {string} */ line) => cells(line).length === 1))
      return waysToCut(
        kept.map((/** @type {string} */ line) => line.slice(1, -1)),
        tables,
      );
    return [
      even(
        kept.map((/** @type {string} */ line) =>
          cells(line).map((/** @type {string} */ cell) => cell.trim() || " "),
        ),
        tables,
      ),
    ];
  }
  const letters = (/** @type {string} */ line) => [...line];
  if (kept.every((/** @type {string} */ line) => SEPARATED_ROW.test(line)))
    return [
      even(
        kept.map((/** @type {string} */ line) => letters(line).filter((_, i) => i % 2 === 0)),
        tables,
      ),
    ];
  const apart = kept.map((/** @type {string} */ line) => line.split(/[ \t,|]+/).filter(Boolean));
  const alike =
    new Set(apart.map((/** @type {any} */ { length }) => length)).size === 1 && apart[0].length > 1;
  if (!alike || apart.flat().some((/** @type {string} */ mark) => [...mark].length > 1))
    return [even(kept.map(letters), tables)];
  const ways = [even(apart, tables)];
  const plain = [...kept.join("")].every((mark) => isMark(mark, tables));
  const { length: width } = kept[0];
  const isOneBoard =
    kept.every((/** @type {any} */ { length }) => length === width) && !(width > tables.largest);
  if (plain && isOneBoard) ways.push(kept.map(letters));
  return ways;
}

const isMark = (/** @type {string} */ mark, /** @type {any} */ { marks, either }) =>
  Object.hasOwn(marks, mark) || (mark.length === 1 && either.includes(mark));

/** @param {string[][]} rows @param {any} tables */
function even(rows, tables) {
  checkSize(rows.length, rows[0].length, tables);
  rows.forEach((/** @type {any} */ row, /** @type {number} */ number) => {
    if (row.length !== rows[0].length)
      throw new Unreadable("standalone text uneven", {
        row: number,
        cells: row.length,
        first: rows[0].length,
      });
    for (const mark of row)
      if (!isMark(mark, tables))
        throw new Unreadable("standalone text mark", { row: number, mark });
  });
  return rows;
}

/** The possible views of rows of marks, the likeliest first. @param {string[][]} rows @param {any} given */
function meaningsOf(rows, { marks, either, blanks, codes }) {
  const used = new Set(rows.flat());
  const open = [...either].filter((mark) => used.has(mark)).sort();
  const covered = [...used].some((mark) => marks[mark] === codes.covered);
  let ways = /** @type {Record<string, string>[]} */ ([{}]);
  for (const mark of open) {
    const blank = covered ? ["0"] : ["0", "#"];
    const choices = blanks.includes(mark) ? blank : ["#", "0"];
    ways = ways.flatMap((way) => choices.map((choice) => ({ ...way, [mark]: choice })));
  }
  const shape = { height: rows.length, width: rows[0].length };
  return ways.map((way) => ({
    ...shape,
    view: rows
      .flat()
      .map((/** @type {string} */ mark) => way[mark] ?? markOfCode(marks[mark], codes)),
  }));
}

/** @param {any} code @param {any} given */
function markOfCode(code, { covered, flagged, exploded }) {
  return { [covered]: "#", [flagged]: "F", [exploded]: "*" }[code] ?? String(code);
}

/** Whether every clue can be satisfied by itself, and some cell is covered. @param {any} given */
function canBe({ view, height, width }) {
  return (
    view.some((/** @type {string} */ mark) => !/\d/.test(mark)) &&
    view.every((/** @type {string} */ mark, /** @type {number} */ cell) => {
      if (!/\d/.test(mark)) return true;
      const around = neighbours(cell, height, width).map((other) => view[other]);
      const marked = around.filter((other) => LIKE_A_MINE.includes(other)).length;
      const covered = around.filter((other) => other === "#").length;
      if (mark === "0") return marked + covered === 0;
      return marked <= Number(mark) && Number(mark) <= marked + covered;
    })
  );
}

/** @param {string[]} kept @param {any} tables */
function cellsOfOdds(kept, tables) {
  const end = kept.indexOf("");
  const [head, ...rows] = (end < 0 ? kept : kept.slice(0, end)).map((/** @type {string} */ line) =>
    line.split(/\s+/),
  );
  if (
    !rows.length ||
    head.some((/** @type {any} */ col, /** @type {number} */ i) => col !== String(i))
  )
    return null;
  const isNumber = (/** @type {string} */ word) => /^\d+$/.test(word);
  if (
    rows.some(
      (/** @type {any} */ row, /** @type {number} */ i) => isNumber(row[0]) && row[0] !== String(i),
    )
  )
    return null;
  const cells = rows.filter(
    (/** @type {any} */ row) => row.length === head.length + 1 && isNumber(row[0]),
  );
  if (!cells.flat().some((/** @type {string} */ mark) => ODDS_MARK.test(mark))) return null;
  return even(
    cells.map((/** @type {any} */ row) =>
      row.slice(1).map((/** @type {string} */ mark) => (ODDS_MARK.test(mark) ? "#" : mark)),
    ),
    tables,
  );
}

/** @param {string} text @param {any} tables */
function ofNumbers(text, tables) {
  const { marks, numbers, codes } = tables;
  if (text.includes("...")) throw new Unreadable("standalone text cut");
  const parts = text.includes("[") ? text.split("]") : text.split("\n");
  let rows = parts.map(
    (/** @type {any} */ part) =>
      part
        .replace(new RegExp(BRACKETS, "g"), " ")
        .match(/[^\s,'"]+/g)
        ?.map(
          (/** @type {string} */ mark) => mark.replace(/\.+$/, "").replace(/\.0$/, "") || mark,
        ) ?? [],
  );
  rows = rows.filter((/** @type {any} */ row) => row.length);
  if (rows.length && /^((np\.)?array|mines=?\d*)$/.test(rows[0][0])) rows[0] = rows[0].slice(1);
  if (!rows.length || new Set(rows.map((/** @type {any} */ { length }) => length)).size > 1)
    throw new Unreadable("standalone text lists");
  checkSize(rows.length, rows[0].length, tables);
  const of = (/** @type {any} */ table, /** @type {string} */ name) =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const codeOf = (/** @type {string} */ mark) => of(numbers, mark.toLowerCase()) ?? of(marks, mark);
  rows.forEach((/** @type {any} */ row, /** @type {number} */ number) => {
    for (const mark of row)
      if (codeOf(mark) === undefined)
        throw new Unreadable("standalone text mark", { row: number, mark });
  });
  const view = rows.flat().map((/** @type {string} */ mark) => markOfCode(codeOf(mark), codes));
  return { view, height: rows.length, width: rows[0].length };
}

/** @param {string[]} lines @param {any} tables */
function positionOfMineFile(lines, tables) {
  const { mineMarks, codes } = tables;
  const [width, height, mines] = (MINE_FILE.exec(lines[0]) ?? []).slice(1).map(Number);
  checkSize(height, width, tables);
  const rows = lines.slice(1, height + 1).map((/** @type {string} */ line) => [...line.trim()]);
  if (rows.length !== height || !width)
    throw new Unreadable("standalone text rows", { rows: rows.length, height });
  rows.forEach((/** @type {any} */ row, /** @type {number} */ number) => {
    if (row.length !== width)
      throw new Unreadable("standalone text uneven", {
        row: number,
        cells: row.length,
        first: width,
      });
    for (const mark of row)
      if (!Object.hasOwn(mineMarks, mark))
        throw new Unreadable("standalone text mark", { row: number, mark });
  });
  const view = rows.flat().map((/** @type {string} */ mark) => markOfCode(mineMarks[mark], codes));
  return checked({ view, height, width, mines });
}

/** The position of a link of JSMinesweeper. @param {string} link @param {any} tables */
function positionOfLink(link, tables) {
  const { digits, runs } = tables;
  const code =
    /[?&]analysis=([^&#]*)/.exec(link)?.[1] ?? link.slice(link.lastIndexOf("analysis=") + 9);
  const wrong = new Unreadable("standalone text link");
  if (code.length < 9 || [...code].some((letter) => !digits.includes(letter))) throw wrong;
  const number = (/** @type {any} */ from, /** @type {any} */ to) =>
    [...code.slice(from, to)].reduce((sum, letter) => sum * 62 + digits.indexOf(letter), 0);
  const [width, height, mines] = [number(0, 2), number(2, 4), number(4, 8)];
  checkSize(height, width, tables);
  const cells = cellsOfRuns(code.slice(8), width * height, digits, runs);
  if (!cells.length || cells.length !== width * height) throw wrong;
  const view = cells.map((mark, cell) => {
    if (!/\d/.test(mark)) return "OF".includes(mark) ? "F" : "#";
    const around = neighbours(cell, height, width).map((other) => cells[other]);
    const clue = Number(mark) + around.filter((other) => "FI".includes(other)).length;
    if (clue > 8) throw wrong;
    return String(clue);
  });
  return checked({ view, height, width, mines });
}

/** The cells of the runs; no more than `most` and one. @param {any} code @param {number} most @param {string} digits @param {[string, number][]} runs */
function cellsOfRuns(code, most, digits, runs) {
  const alphabets = new Map();
  let start = 0;
  for (const [mark, size] of runs) {
    [...digits.slice(start, start + size)].forEach((letter, digit) =>
      alphabets.set(letter, [mark, digit, size]),
    );
    start += size;
  }
  const cells = /** @type {string[]} */ ([]);
  let [mark, count] = ["", 0];
  const put = () => {
    for (let i = 0; i < count && cells.length <= most; i += 1) cells.push(mark);
  };
  for (const letter of code) {
    const [now, digit, base] = alphabets.get(letter);
    if (now !== mark) {
      put();
      [mark, count] = [now, 0];
    }
    count = base === 1 ? count + 1 : Math.min(count * base + digit, most + 1);
  }
  put();
  return cells;
}

const LINK_MARKS = "012345678#F*"; // in an address: the letters a to l

/** A position as a short text for an address: sizes, mines, and runs of equal marks. @param {any} given */
export function linkOf({ view, height, width, mines }) {
  const letters = view
    .map((/** @type {string} */ mark) => "abcdefghijkl"[LINK_MARKS.indexOf(mark)])
    .join("");
  const runs = letters.replace(/(.)\1+/g, (/** @type {string} */ run) => `${run.length}${run[0]}`);
  return `${width}x${height}x${mines ?? ""}.${runs}`;
}

/** The position of such a text, with a limit on cells per side; null if it is damaged. @param {string} text @param {any} largest */
export function positionOfAddress(text, largest) {
  if (text.length > MOST_TEXT) return null;
  const [, width, height, mines, runs] =
    /^(\d{1,3})x(\d{1,3})x(\d{0,5})\.((?:\d{0,5}[a-l])+)$/.exec(text) ?? [];
  if (!runs || width > largest || height > largest) return null;
  /** @type {Position} */
  const position = { view: [], height: Number(height), width: Number(width), mines: null };
  const area = position.height * position.width;
  for (const [, count, letter] of runs.matchAll(/(\d*)([a-l])/g)) {
    const length = Math.min(Number(count || 1), area + 1 - position.view.length); // one too many is damage
    for (let i = 0; i < length; i += 1)
      position.view.push(LINK_MARKS[letter.charCodeAt(0) - "a".charCodeAt(0)]);
  }
  if (!area || position.view.length !== area) return null;
  if (mines !== "") position.mines = Math.min(Number(mines), area);
  return position;
}
