// Texts of positions in the notations of people and programs, as minevis/game/notations.py reads them.
//
// Its tables come from there, and its functions have the names of those there. A position has marks:
// "#" covered, "F" flagged, "*" exploded, 0 to 8.

import { neighbours } from "../solver/knowledge.js";

export const MOST_TEXT = 1 << 18; // letters: more than any drawing of the largest board has
const MOST_MARK = 40; // letters of a wrong mark in messages
const MOST_NAMES = 1000;
const MOST_NAMED = 40_000; // cells
const LINES_PER_ROW = 3; // of a drawing, for each row of a board
const [NO_ROOM, UNFIT] = [5, 9]; // grades: for the number of mines; clues cannot be satisfied
const MINE_FILE = /^([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})$/;
const GAME_ID =
  /^[0-9]{1,9}(?:x[0-9]{1,9})?(?:n[0-9]+)?[a-z]*:[0-9]{1,9},[0-9]{1,9},[mu][0-9a-fA-F]+$/;
const LINK = /^https?:\/\//;
const RULE_MARKS = "-_+|=: \t";
const NUMERALS = "0123456789";

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

/** @param {string} text @param {string} marks */
function strip(text, marks = " \t") {
  let [start, end] = [0, text.length];
  while (start < end && marks.includes(text[start])) start += 1;
  while (end > start && marks.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}
const stripEnd = (/** @type {string} */ text) => strip(`|${text}`).slice(1);
const lengthOf = (/** @type {string} */ text) => [...text].length;
const isOf = (/** @type {Iterable<string>} */ text, /** @type {any} */ marks) =>
  [...text].every((mark) => (marks.has ? marks.has(mark) : marks.includes(mark)));
const isNumber = (/** @type {string} */ text) => isOf(text, NUMERALS);
const lengths = (/** @type {any[]} */ rows) => [...new Set(rows.map((row) => row.length))];
const isSame = (/** @type {any} */ one, /** @type {any} */ other) =>
  one.size === other.size && [...one].every((each) => other.has(each));

/** What the text around a drawing says: the mines, or those left, and sides of the board. */
class Stated {
  /** @param {any} tables @param {Record<string, RegExp>} patterns */
  constructor(tables, patterns) {
    this.tables = tables;
    this.patterns = patterns;
    this.counts = /** @type {Record<string, number>} */ ({});
    this.sizes = /** @type {number[][]} */ ([]);
    this.sides = /** @type {number[][]} */ ([]);
  }

  /** @param {number[]} shape */
  fits(shape) {
    return (
      this.sizes.every((size) => isSame(new Set(size), new Set(shape))) &&
      this.sides.every(([axis, length]) => shape[axis] === length)
    );
  }

  /** @param {string} name @param {string} digits */
  put(name, digits) {
    const count = Number(digits);
    if (digits.length > 9 || (this.counts[name] ?? count) !== count)
      throw new Unreadable("standalone text sentence", { mark: digits });
    this.counts[name] = count;
  }

  /** Take the numbers of a sentence. @param {string} line */
  read(line, strict = true) {
    const { mineWords, left, sides, others, flags, vague, numberWords } = this.tables;
    const { cell, size, token } = this.patterns;
    const bare = line.replace(cell, " ");
    for (const [, high, wide, mines] of bare.matchAll(size)) {
      this.sizes.push([Number(high), Number(wide)]);
      if (mines) this.put("mines", mines);
    }
    const words = (bare.replace(size, " ").match(token) ?? []).map((word) => word.toLowerCase());
    const isName = (/** @type {string} */ word) =>
      mineWords.includes(word) || Object.hasOwn(sides, word);
    const numbers = new Set([...words.keys()].filter((i) => isNumber(words[i][0])));
    let names = [...words.keys()].filter((i) => isName(words[i]));
    if (words.length === 3 && left.includes(words[0]) && ":=".includes(words[1])) names = [0];
    const [first] = [...numbers, 0];
    const isFirst = (names[0] ?? 0) < first;
    const name = words.some((word) => left.includes(word)) ? "left" : "mines";
    let isVague = false;
    for (const i of names) {
      const near = [this.near(words, i, 1), this.near(words, i, -1)];
      const at = (isFirst ? near : near.reverse()).find((place) => place !== null) ?? -1;
      const digits = numberWords[words[at]] ?? words[at] ?? "";
      if (!digits || !isNumber(digits)) continue;
      if (Object.hasOwn(sides, words[i]))
        this.sides.push([sides[words[i]], Number(digits.slice(0, 9))]);
      else {
        this.put(name, digits);
        isVague ||= words.slice(Math.max(at - 3, 0), at + 2).some((word) => vague.includes(word));
      }
      numbers.delete(at);
      words[at] = "used";
    }
    const isMined = words.some((word) => mineWords.includes(word));
    const isFlagged = words.some((word) => flags.includes(word));
    const isOther = (/** @type {string} */ word) =>
      others.includes(word) && (isMined || !flags.includes(word));
    const rest = [...numbers].filter((i) => !words.slice(Math.max(i - 3, 0), i + 2).some(isOther));
    const last = words.length - 1;
    const isLabelled =
      last > 1 && ":=".includes(words[last - 1]) && rest.length === 1 && rest[0] === last;
    const isStrange = [...bare].some((mark) => /\p{N}/u.test(mark) && !isNumber(mark));
    const isShort =
      words.length < 5 &&
      rest.length > 0 &&
      words.some((word) => word === "total" || left.includes(word));
    if (
      isVague ||
      (strict && (isLabelled || isShort || rest.length > 2)) ||
      ((isMined || isFlagged) && (rest.length || isStrange))
    )
      throw new Unreadable("standalone text sentence", { mark: strip(line) });
  }

  /** The place of the number that belongs to a word before it (`step` 1) or behind it. @param {string[]} words @param {number} i @param {number} step */
  near(words, i, step) {
    const { before, after, numberWords } = this.tables;
    const between = step > 0 ? after : before;
    const end = i + step * (step > 0 ? 8 : 4);
    for (let j = i + step; j !== end && words[j] !== undefined; j += step) {
      const isLabel = [":", "="].some((mark) => words.slice(i, j).includes(mark));
      const isCount = Object.hasOwn(numberWords, words[j]) && (step < 0 || isLabel);
      if (isNumber(words[j][0]) || isCount)
        return step < 0 || words[i] !== "mine" || isLabel ? j : null;
      if (!between.includes(words[j])) return null;
    }
    return null;
  }
}

/** Reads one text by the tables of Python. */
class Reader {
  /** @param {any} tables */
  constructor(tables) {
    this.tables = tables;
    this.patterns = Object.fromEntries(
      Object.entries(tables.patterns).map(([name, source]) => [name, new RegExp(source, "gu")]),
    );
    this.stated = new Stated(tables, this.patterns);
    this.rowMarks = new Set(tables.rowMarks);
  }

  /** Whether the whole text has a pattern. @param {string} name @param {string} text */
  is(name, text) {
    const [found] = text.matchAll(this.patterns[name]);
    return found?.[0] === text && text !== "";
  }

  /** @param {string} text */
  same(text) {
    const { same } = this.tables;
    return text.replace(/[^\n-~]/gu, (mark) => (Object.hasOwn(same, mark) ? same[mark] : mark));
  }

  /** @param {string} line */
  words(line) {
    return line.split(this.patterns.blank).filter(Boolean);
  }

  /** @param {string} given */
  linesOf(given) {
    const { name, entity, escape } = this.patterns;
    const { emoji, rewrites } = this.tables;
    let text = given
      .replace(/\r\n?/g, "\n")
      .replace(entity, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)));
    if (text.includes("\\u"))
      text = text.replace(escape, (_, code) => String.fromCharCode(parseInt(code, 16)));
    text = this.same(text);
    for (const [needed, pattern, to] of rewrites)
      if (new RegExp(needed, "u").test(text)) text = text.replace(new RegExp(pattern, "gu"), to);
    text = text.replace(name, (whole, short) =>
      Object.hasOwn(emoji, short) ? emoji[short] : whole,
    );
    return text.split("\n").map((line) => this.unhidden(line));
  }

  /** @param {string} line */
  unhidden(line) {
    const parts = strip(line).split("||");
    const cells = parts.filter((_, i) => i % 2);
    const isHidden = parts.length > 2 && parts.every((part, i) => i % 2 || !strip(part));
    return isHidden && cells.every(Boolean) ? cells.join("") : line;
  }

  /** @param {string} group */
  elements(group) {
    const found = [...group.slice(1, -1).matchAll(this.patterns.item)];
    const cells = found.map(
      ([, one = "", other = "", bare = ""]) =>
        one + other + bare.replace(this.patterns.decimal, "$1"),
    );
    return !cells.length && lengthOf(group) === 3 ? [" "] : cells;
  }

  /** The rows in a list: more than one if semicolons part them, as in MATLAB. In the only list of a text, rows may be lines of one length. @param {string} group @param {boolean} isAlone */
  rowsOf(group, isAlone) {
    for (const end of isAlone ? ";\n" : ";") {
      const parts = strip(group.slice(1, -1), " \t;\n").split(end);
      const rows = parts.map((part) => this.elements(`[${part}]`));
      const isEven = end === ";" || new Set(lengths(rows)).size === 1;
      if (rows.length > 1 && Math.max(...lengths(rows)) > 1 && isEven) return rows;
    }
    return [this.elements(group)];
  }

  /** @param {string} cell */
  known(cell) {
    const { rowCodes } = this.tables;
    return (
      cell === " " ||
      this.rowMarks.has(cell) ||
      rowCodes.includes(cell.toLowerCase()) ||
      this.is("odds", cell)
    );
  }

  /** @param {string} group @param {string[]} row */
  isList(group, [cell, ...others]) {
    if (others.length) return true;
    const isTuple = group[0] !== "(" || group.at(-2) === ",";
    return cell !== undefined && isTuple && (this.known(cell) || isOf(cell, this.rowMarks));
  }

  /** @param {string[]} lines @returns {any} */
  inLists(lines) {
    const text = lines.join("\n");
    const all = [...text.matchAll(this.patterns.group)];
    const rowsOf = (/** @type {string} */ group) => this.rowsOf(group, all.length === 1);
    const found = all
      .flatMap(({ 0: group, index }) => rowsOf(group).map((row) => ({ index, group, row })))
      .filter(({ group, row }) => this.isList(group, row));
    const kind = [..."[{("].find((mark) => found.some(({ group }) => group[0] === mark));
    const groups = found.filter(({ group }) => group[0] === kind);
    if (!groups.length) return lines;
    const rows = groups.map(({ row }) => row);
    const ends = groups.map(({ index, group }) => index + group.length);
    const start = groups[0].index;
    const around = `${text.slice(0, start)}\n${text.slice(ends[ends.length - 1])}`
      .replace(this.patterns.brackets, "")
      .split("\n");
    if (around.some((line) => this.isRow(line) && !this.numbers(line).length)) return lines;
    const widest = Math.max(...lengths(rows));
    const { close, brackets } = this.patterns;
    if (!text.includes("[[") && widest === 1 && text.search(close) >= 0)
      return lines.map((line) => line.replace(close, "|").replace(brackets, "|"));
    if (text.replace(/(["'])[^"'\n]*\1/g, "").includes("..."))
      throw new Unreadable("standalone text cut");
    const between = groups.slice(1).map(({ index }, i) => text.slice(ends[i], index));
    const foreign = kind === "(" ? /[:="']/ : /[:="'[\]{}]/;
    if (foreign.test(between.join(""))) throw new Unreadable("standalone text lists");
    for (const line of around)
      this.stated.read(this.numbers(line).length === 1 ? `mines ${line}` : line, false);
    const cells = rows.length === 1 || widest === 1 ? rows.flat() : [];
    const isFlat = strip(text.slice(0, start), " \t\n").at(-1) !== text[start];
    const isQuoted = cells.length && !text.startsWith(cells[0], start + 1);
    if (isQuoted && isFlat) {
      const isWhole = Math.min(...cells.map(lengthOf)) > 1 || rows.length === cells.length;
      if (!isWhole) throw new Unreadable("standalone text lists");
      return cells;
    }
    return rows;
  }

  /** The rows of cells that are named one by one, `(0, 1): 2`; null for other texts. @param {string} text */
  namedCells(text) {
    const { triple } = this.patterns;
    const found = [...text.matchAll(triple)].map(([, row, col, mark]) => [+row, +col, mark]);
    const cells = new Map(found.map(([row, col, mark]) => [`${row} ${col}`, mark]));
    const around = text.replace(triple, " ").split("\n");
    if (cells.size < 2 || around.some((line) => this.isRow(line) && !this.numbers(line).length))
      return null;
    for (const line of around) this.stated.read(line, false);
    const first = found.some(([row, col]) => row === 0 || col === 0) ? 0 : 1;
    const [high, wide] = [0, 1].map(
      (axis) => Math.max(...found.map((cell) => +cell[axis])) + 1 - first,
    );
    const given = this.stated.sizes.flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ]);
    const sides = new Map(/** @type {[number, number][]} */ (this.stated.sides));
    if (sides.size === 2) given.push([sides.get(0) ?? 0, sides.get(1) ?? 0]);
    const sizes = (given.length ? given : [[high, wide]]).filter(
      ([a, b]) => a >= high && b >= wide,
    );
    const isPart = !given.length && cells.size < high * wide;
    const [height, width] = sizes[0] ?? [0, 0];
    const isOne = new Set(sizes.map(String)).size === 1;
    if (!isOne || isPart || height * width > MOST_NAMED || (first && high < height && wide < width))
      throw new Unreadable("standalone text named");
    checkSize(height, width, this.tables);
    const rows = [...Array(height).keys()];
    const columns = [...Array(width).keys()];
    return rows.map((row) =>
      columns.map((col) => cells.get(`${row + first} ${col + first}`) ?? "#"),
    );
  }

  /** @param {string} line */
  isRow(line) {
    const words = line.split(this.patterns.split).filter(Boolean);
    return words.length > 0 && words.every((word) => this.known(word) || isOf(word, this.rowMarks));
  }

  /** The numbers of a line that has only them. @param {string} line */
  numbers(line) {
    if (line.search(this.patterns.emptyCell) >= 0) return [];
    const words = strip(line).split(this.patterns.times);
    return words.length < 4 && words.every((word) => word && isNumber(word)) ? words : [];
  }

  /** @param {string} line */
  isRule(line) {
    if (!isOf(line, RULE_MARKS)) return false;
    const cells = strip(line, "|")
      .split("|")
      .map((cell) => strip(cell));
    const isWide = cells.length > 1 || line.startsWith("| ");
    return /[+=]/.test(line) || (isWide && cells.every(({ length }) => length > 1));
  }

  /** @param {string} line */
  isSentence(line) {
    if (line.search(this.patterns.word) < 0 || this.isRow(line) || this.columns(line).length)
      return false;
    const letters = new Set([...line].filter((mark) => !this.rowMarks.has(mark)));
    return letters.size > 2 && (/[ :=]/.test(line) || !/[0-9]/.test(line));
  }

  /** The lines of a drawing; those above and below it are sentences. @param {string[]} lines */
  block(lines) {
    const block = /** @type {string[]} */ ([]);
    const sentences = /** @type {[string, boolean][]} */ ([]);
    const { split, comment } = this.patterns;
    let end = "";
    const tabsOf = (/** @type {string} */ line) => line.split("\t").length;
    const rows = lines.filter((line) => this.isRow(line));
    const widths = new Set(rows.map(lengthOf));
    const tabs = new Set(rows.map(tabsOf));
    lines.forEach((line, number) => {
      const bare = strip(line);
      const sizes = block.length ? this.numbers(block[0]).length : 0;
      if (!bare) {
        const width = lengthOf(line);
        const isAsWide = widths.size === 1 && widths.has(width);
        const isWide =
          line && !end && (isAsWide || (block[0] && lengthOf(stripEnd(block[0])) === width));
        const isSheet = line.includes("\t") && tabs.size === 1 && tabs.has(tabsOf(line));
        if (isSheet && !end) block.push(line);
        else if (isWide && (!block.length || this.isRow(lines[number + 1] ?? ""))) block.push(line);
        else if (isWide) throw new Unreadable("standalone text last", { row: block.length });
        else if (block.length && !(block.length === 1 && sizes === 1)) end ||= "blank";
      } else if (this.isRule(bare)) return;
      else if (this.isSentence(bare)) {
        sentences.push([bare, block.length > 0]);
        end = block.length ? "sentence" : "";
      } else if (!end || sizes > 1) {
        block.push(line);
        checkSize(block.length / LINES_PER_ROW, 1, this.tables);
      } else if (end === "blank")
        throw new Unreadable("standalone text uneven", {
          row: block.length,
          cells: 0,
          first: lengthOf(block[0].replace(split, "")),
        });
      else throw new Unreadable("standalone text second", { mark: bare });
    });
    const isSize =
      block.length === 1 && !block[0].includes("*") && this.is("size", strip(block[0]));
    if (!block.length || isSize) throw new Unreadable("standalone text empty");
    const width = lengthOf(block[block.length - 1].replace(split, ""));
    const hasOdds = block.join("").includes("%");
    for (const [sentence, below] of sentences) {
      const [row] = sentence.split(comment);
      if (width > 1 && lengthOf(row.replace(split, "")) === width && this.isRow(row))
        throw new Unreadable("standalone text sentence", { mark: sentence });
      if (!(below && hasOdds)) this.stated.read(sentence);
    }
    return block;
  }

  /** The possible ways to cut a drawing: cost, rows, mines. @param {string[]} lines @returns {Iterable<[number, string[][], string]>} */
  *ways(lines) {
    const numbers = this.numbers(lines[0]);
    const rest = lines.slice(1);
    const isOther = rest.every((line) => lengthOf(strip(line)) !== numbers[0]?.length);
    const [width] = lines.map(lengthOf);
    const isPadded =
      lines[0].includes("\t") ||
      (rest.length && lengthOf(stripEnd(lines[0])) < width && width === lengthOf(rest[0]));
    if (numbers.length === 1 && rest.length && isOther && !isPadded) {
      if (numbers[0].length > 1)
        for (const [cost, rows] of this.tablesOf(lines)) yield [cost, rows, ""];
      const isColumn = this.columns(lines[0]).length === 1;
      if (!isColumn || indent(lines[0]) <= indent(rest[0]))
        for (const [cost, rows] of this.tablesOf(rest)) yield [cost, rows, numbers[0]];
      if (isColumn) for (const [cost, rows] of this.numbered(lines)) yield [cost, rows, ""];
      return;
    }
    for (const [cost, rows] of this.tablesOf(lines)) yield [cost, rows, ""];
    const sizes = numbers.length > 1 ? numbers.slice(0, 2).map((size) => +size.slice(0, 9)) : [];
    for (const height of new Set(sizes)) {
      const isSeveral = height < rest.length && this.numbers(rest[height]).length > 1;
      if (!height || !(isSeveral || height === rest.length)) continue;
      const other = sizes[0] + sizes[1] - height;
      for (const [cost, rows] of this.tablesOf(rest.slice(0, height)))
        if (rows.length === height && rows[0].length === other)
          yield [cost, rows, numbers[2] ?? ""];
    }
  }

  /** @param {string[]} given @returns {Iterable<[number, string[][]]>} */
  *tablesOf(given) {
    let lines = given;
    const [last] = this.columns(given[given.length - 1]);
    if (given.length > 2 && "aA".includes(last ?? "no") && !this.columns(given[0]).length)
      lines = [given[given.length - 1], ...given.slice(0, -1)]; // names of columns below, as in chess
    const bare = lines.map((line) => strip(line));
    const isPlain = [...new Set(bare.join(""))].every((mark) => this.markOf(mark) !== null);
    if (isPlain && new Set(bare.map(lengthOf)).size === 1) {
      yield [0, bare.map((line) => [...line])];
      return;
    }
    yield* this.numbered(lines);
    const isRule = (/** @type {string} */ line) =>
      isOf(line, RULE_MARKS) &&
      (line.includes("|") || (line.length > 2 && new Set(line).size === 1)) &&
      strip(line, "| \t") !== "";
    const rules = [...bare.keys()].filter((number) => isRule(bare[number]));
    if (!rules.length || rules.length === lines.length) return;
    const isUsual = rules.length === 1 && rules[0] === 1 && bare[1].includes("-|-");
    const rest = lines.filter((_, number) => !rules.includes(number));
    for (const [cost, rows] of this.numbered(rest)) yield [cost + (isUsual ? 0 : 1), rows];
  }

  /** The numbers or letters of the columns in a line. @param {string} line */
  columns(line) {
    if (strip(line).search(this.patterns.emptyCell) >= 0) return [];
    let words = this.words(line.replaceAll("|", " "));
    if (words.length === 1) words = [...words[0]];
    if (inOrder(words)) return words;
    return words.length > 2 && inOrder(words.slice(1)) ? words.slice(1) : [];
  }

  /** Rows without their numbers or letters; nothing if they have none. @param {string[]} lines @param {boolean} isAttached */
  unlabelled(lines, isAttached) {
    const found = lines.map((line) => {
      const [label] = line.matchAll(this.patterns.label);
      return label?.index === 0 ? label : null;
    });
    let labels = found.map((label) => label?.[1] ?? "");
    let rows = lines.map((line, i) => line.slice(found[i]?.[0].length ?? 0));
    if (!found.every(Boolean)) {
      if (!isAttached) return [];
      const marks = lines.map((line) => [...strip(line)]);
      labels = marks.map(([label]) => label ?? "");
      rows = marks.map(([, ...row]) => row.join(""));
    }
    if (!inOrder(labels) && !inOrder([...labels].reverse())) return [];
    const ends = rows.map((row) => stripEnd(row).lastIndexOf("|"));
    const isLabel = (/** @type {string} */ row, /** @type {number} */ i) =>
      ends[i] >= 0 && ["", labels[i]].includes(strip(row.slice(ends[i] + 1)));
    return rows.every(isLabel) ? rows.map((row, i) => row.slice(0, ends[i])) : rows;
  }

  /** @param {string[]} lines @returns {Iterable<[number, string[][]]>} */
  *numbered(lines) {
    const { length: count } = this.columns(lines[0]);
    let body = lines.slice(1);
    if (body.length > 1 && strip(body[body.length - 1]) === strip(lines[0]))
      body = body.slice(0, -1);
    const isWide = (/** @type {string[][]} */ cut) => cut.every(({ length }) => length === count);
    let rows = count && body.length ? this.unlabelled(body, count > 1) : [];
    if (rows.length) {
      const cuts = [...this.cuts(rows)].filter(([, cut]) => isWide(cut));
      yield* cuts.length ? cuts : below(lines[0], body, count);
      if (cuts.length) return;
    }
    for (const [cost, cut] of this.cuts(lines)) yield [cost, peeled(cut)];
    const few = count < 3 || !strip(lines[0]).includes(" ") ? 1 : 0;
    for (const [cost, cut] of count ? this.cuts(body) : [])
      if (isWide(cut)) yield [cost + few, cut];
    rows = this.unlabelled(lines, false);
    if (rows.length > 1)
      for (const [cost, cut] of this.cuts(rows)) yield [cost + (lines.length < 3 ? 1 : 0), cut];
  }

  /** @param {string[]} lines @returns {Iterable<[number, string[][]]>} */
  *cuts(lines) {
    if (!lines.length) return;
    const bare = lines.map((line) => strip(line));
    const inner = withoutBars(lines);
    const barsOf = (/** @type {string} */ line) => line.split("|").length - 1;
    if (lines.every((line, i) => barsOf(line) - barsOf(inner[i]) === 2)) {
      if (inner.every((line) => !line.includes("|"))) yield* this.framed(inner);
      else yield [0, inner.map((line) => line.split("|").map((cell) => strip(cell) || " "))];
      return;
    }
    for (const mark of "|\t,;") {
      if (!lines.every((line) => line.includes(mark))) continue;
      let rows = "|\t".includes(mark) ? lines : bare;
      if (mark === "|") rows = inner;
      else if (
        rows.length > 1 &&
        rows.every((line, i) => line.endsWith(mark) === i < rows.length - 1)
      )
        rows = rows.map((line) => stripMark(line, mark));
      const cellsOf = (/** @type {string} */ line) =>
        line.split(mark).map((cell) => strip(cell, " \t\"'") || (mark === "|" ? " " : ""));
      yield [0, rows.map(cellsOf)];
      yield [2, rows.map((line) => cellsOf(strip(line, ` \t${mark}`)))];
      return;
    }
    yield* this.spaced(lines);
  }

  /** In a frame, which shows the width of its lines. @param {string[]} given @returns {Iterable<[number, string[][]]>} */
  *framed(given) {
    const lines = given.map((line) => [...line]);
    const places = lines.flatMap((line) => [...line.keys()].filter((i) => strip(line[i])));
    const isSeparated = [..."\t,;"].some((mark) => given.every((line) => line.includes(mark)));
    const isEven = lengths(lines).length === 1;
    if (
      isSeparated ||
      this.areCodes(given.flatMap((line) => this.words(line))) ||
      !isEven ||
      !places.length
    ) {
      yield* this.cuts(given);
      return;
    }
    const step = gcd(places.map((i) => Math.abs(i - places[0])));
    for (const pitch of new Set([1, 2, step].filter((each) => each && step % each === 0)))
      yield [
        step === 2 && pitch < 2 ? 1 : 0,
        lines.map((line) => line.filter((_, i) => i % pitch === places[0] % pitch)),
      ];
    const isLoose = lines.every((line) => line[0] === " " && line.at(-1) === " ");
    if (step === 1 && lines[0].length > 2 && isLoose)
      yield [0, lines.map((line) => line.slice(1, -1))];
  }

  /** @param {string[]} words */
  areCodes(words) {
    return words.some((word) => lengthOf(word) > 1) && words.every((word) => this.known(word));
  }

  /** @param {string[]} given @returns {Iterable<[number, string[][]]>} */
  *spaced(given) {
    const words = given.map((line) => this.words(line));
    const every = words.flat();
    const isSingle = every.every((word) => lengthOf(word) === 1);
    const isCoded = this.areCodes(every);
    if (
      isCoded &&
      (Math.max(...lengths(words)) > 1 || every.some((word) => this.is("odds", word)))
    ) {
      yield [0, words];
      return;
    }
    const lines = given.map((line) => [...line]);
    const places = lines.map((line) => [...line.keys()].filter((i) => !" \t".includes(line[i])));
    const ends = places.map((row) => row[row.length - 1] ?? -1);
    let step = gcd(places.flatMap((row) => row.map((i) => i - row[0]))) || 1;
    const marks = lines.map((line, number) => places[number].map((i) => line[i]));
    const isTight = places.every(
      (row, number) => row.length && ends[number] - row[0] === step * (row.length - 1),
    );
    const width = lines[0].length;
    const last = Math.max(...new Set(ends));
    const isFull = lines.every(({ length }) => length === width);
    const isEven = lengths(marks).length === 1;
    let [[start]] = places;
    if (isTight) {
      yield [0, marks];
      const isStraight = isEven && isFull && places.every(([first]) => first === start);
      if (isStraight && width - last > 2 * step) {
        const blanks = Array(Math.floor((width - 1 - last) / step)).fill(" ");
        yield [0, marks.map((row) => [...row, ...blanks])];
      }
      if (isEven || ends.some((end) => end !== last)) return;
    }
    if (last < 0) {
      yield [0, lines];
      return;
    }
    const filled = [...places.keys()].filter((number) => places[number].length);
    start = filled.reduce((least, number) => Math.min(least, places[number][0]), Infinity);
    step = gcd(places.flatMap((row) => row.map((i) => i - start))) || 1;
    const isRagged = new Set(filled.map((number) => ends[number])).size > 1;
    const each = (/** @type {string[]} */ line, /** @type {number} */ end, pitch = step) =>
      Array.from({ length: Math.max(Math.ceil((end - start) / pitch), 0) }, (_, i) => {
        return line[start + i * pitch] ?? " ";
      });
    if (isRagged) yield [0, filled.map((number) => each(lines[number], ends[number] + 1))];
    const end = isFull ? width : last + 1;
    const grid = lines.map((line) => each(line, end));
    yield [isTight ? 1 : 0, grid];
    if (step > 1) yield [isTight ? 1 : 0, lines.map((line) => each(line, end, 1))];
    if (start >= step) {
      const blanks = Array(Math.floor(start / step)).fill(" ");
      yield [isTight ? 1 : 0, grid.map((row) => [...blanks, ...row])];
    }
    if (step === 1 && isSingle && lengths(words).length === 1) yield [0, words];
  }

  /** The only meaning that the rules allow. @param {string} text */
  chosen(text) {
    const lines = this.linesOf(text);
    if (lines.every((line) => !strip(line))) throw new Unreadable("standalone text empty");
    const drawn = this.namedCells(lines.join("\n")) ?? this.inLists(lines);
    const ways = typeof drawn[0] === "string" ? this.ways(this.block(drawn)) : [[0, drawn, ""]];
    let fault = /** @type {Unreadable | null} */ (null);
    const found = /** @type {any[]} */ ([]);
    for (const [cost, rows, count] of /** @type {Iterable<[number, string[][], string]>} */ (ways))
      try {
        const mines = count ? Number(count.slice(0, 10)) : this.stated.counts.mines;
        for (const { grade, ...view } of this.views(rows, mines)) {
          const { height, width } = view;
          if (!this.stated.fits([height, width]))
            throw new Unreadable("standalone text shape", { height, width });
          found.push({
            ...view,
            count,
            grade: 10 * grade + cost,
            key: [height, count, ...view.view].join(),
          });
        }
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        fault ??= found.length ? null : error;
      }
    const best = Math.min(...found.map(({ grade }) => grade));
    if (fault && !(best < 10 * UNFIT)) throw fault;
    const alike = found.filter(({ grade }) => grade === best);
    const one = alike[0];
    const other = alike.find(({ key }) => key !== one.key);
    if (other && best >= 10 * UNFIT) throw new Unreadable("standalone text unfit");
    if (other)
      throw new Unreadable("standalone text two meanings", {
        one: shown(one, other),
        other: shown(other, one),
      });
    if (one.count) this.stated.put("mines", one.count);
    return { view: one.view, height: one.height, width: one.width };
  }

  /** The views that cells may mean, and how well they fit the rules. @param {string[][]} given @param {number | undefined} mines */
  *views(given, mines) {
    const { candidates, notations, boardMarks, exceptions } = this.tables;
    let rows = given;
    let marks = new Set(rows.flat());
    const letters = [...marks].filter((mark) => this.is("letter", mark));
    for (const table of notations) {
      if (letters.some((letter) => marks.has(table[letter]))) continue;
      if (!letters.every((letter) => Object.hasOwn(table, letter))) continue;
      if (letters.every((letter) => this.markOf(letter) !== null || "oO".includes(letter)))
        continue;
      rows = rows.map((row) =>
        row.map((mark) => (Object.hasOwn(table, mark) ? table[mark] : mark)),
      );
      marks = new Set(rows.flat());
    }
    const isEither = (/** @type {string} */ mark) =>
      Object.hasOwn(candidates, mark) && candidates[mark].startsWith("0#");
    const fixed = new Map();
    for (const mark of marks) {
      const own = this.markOf(mark);
      if (own !== null) fixed.set(mark, own);
    }
    checkRows(rows, this.tables, (mark) => fixed.has(mark) || isEither(mark));
    if (boardMarks.some((/** @type {string} */ each) => isSame(marks, new Set(each))))
      throw new Unreadable("standalone text board");
    const [height, width] = [rows.length, rows[0].length];
    const cells = rows.flat();
    const open = [...marks].filter((mark) => !fixed.has(mark)).sort(byPoints);
    const graded = [];
    for (const [apart, zeros, grade] of exceptions) {
      const own = new Map(fixed);
      for (const mark of marks)
        if ("xX".includes(mark) && mark && apart.includes(mark)) own.set(mark, "F");
      const closed = [...own].some(([mark, code]) => code === "#" && !apart.includes(mark));
      for (const chosen of open.length < 4 ? choices(open.length) : []) {
        const opened = open.filter((_, i) => chosen[i] === "0");
        if (open.length - opened.length > (closed ? 0 : 1) || opened.length > 1) continue;
        if (marks.has("0") && opened.some((mark) => !mark || !zeros.includes(mark))) continue;
        open.forEach((mark, i) => own.set(mark, chosen[i]));
        const view = cells.map((mark) => own.get(mark));
        const hidden = countsAround(
          view.map((mark) => "#F*".includes(mark)),
          height,
          width,
        );
        const mined = countsAround(
          view.map((mark) => "F*".includes(mark)),
          height,
          width,
        );
        const beside = view.map((mark, cell) => mark === "0" && hidden[cell] > 0);
        const supposed = cells.map((mark, cell) => open.includes(mark) && view[cell] === "#");
        const around = countsAround(supposed, height, width);
        if (beside.some((is, cell) => is && (around[cell] || open.includes(cells[cell])))) continue;
        const isWrong = view.some(
          (mark, cell) =>
            beside[cell] ||
            (!"#F*".includes(mark) && (mined[cell] > +mark || hidden[cell] < +mark)),
        );
        const isFull = view.map((mark, cell) => +mark > 0 && mined[cell] === +mark);
        const proved = countsAround(isFull, height, width);
        const isLoose = view.some((mark, cell) =>
          "#F*".includes(mark)
            ? mark === "F" && !proved[cell]
            : mined[cell] > 0 && mined[cell] < +mark,
        );
        if (isLoose && apart.includes("x")) continue;
        const most = view.filter((mark) => "#F*".includes(mark)).length;
        const least = view.filter((mark) => "F*".includes(mark)).length;
        const isAlone = marks.size === 1 && !marks.has("-") && !marks.has("_");
        const hasRoom = mines === undefined ? most > 0 || isAlone : least <= mines && mines <= most;
        const fit = isWrong ? UNFIT : hasRoom ? grade : NO_ROOM;
        graded.push({ grade: fit, view, height, width });
      }
      if (graded.length || !open.length) break;
    }
    if (!graded.length) throw new Unreadable("standalone text unfit");
    yield* graded;
  }

  /** The mark of a cell, whatever the others are; null if they decide. @param {string} mark */
  markOf(mark) {
    const { candidates } = this.tables;
    if (this.is("odds", mark)) return "#";
    const name = lengthOf(mark) > 1 ? mark.toLowerCase() : mark;
    const meanings = Object.hasOwn(candidates, name) ? candidates[name] : "";
    return /^(?!0#)[#F*0-8]/.test(meanings) ? meanings[0] : null;
  }
}

const indent = (/** @type {string} */ line) => line.length - strip(`${line}|`).length + 1;
const byPoints = (/** @type {string} */ one, /** @type {string} */ other) =>
  (one.codePointAt(0) ?? -1) - (other.codePointAt(0) ?? -1);
const stripMark = (/** @type {string} */ line, /** @type {string} */ mark) =>
  strip(`|${line}`, mark).slice(1);
/** Rows without bars at one side; a blank as wide as a cell is a cell. @param {string[]} lines */
function withoutBars(lines) {
  let parts = lines.map((line) => line.split("|"));
  for (const [side, inner] of [
    [0, 1],
    [-1, -2],
  ]) {
    const isBlank = parts.every((row) => row.length > 1 && !strip(row.at(side) ?? ""));
    const isCell = parts.every((row) => {
      const [end, cell] = [row.at(side) ?? "", row.at(inner) ?? ""];
      return end && [0, 1].includes(lengthOf(cell) - lengthOf(end));
    });
    if (isBlank && !isCell) parts = parts.map((row) => (side ? row.slice(0, -1) : row.slice(1)));
  }
  return parts.map((row) => row.join("|"));
}

const gcd = (/** @type {number[]} */ numbers) => {
  let found = 0;
  for (const number of numbers) for (let rest = number; rest;) [found, rest] = [rest, found % rest];
  return found;
};
/** @param {number} count @returns {string[][]} */
const choices = (count) =>
  count ? ["0", "#"].flatMap((mark) => choices(count - 1).map((rest) => [mark, ...rest])) : [[]];
/** The row in which a view differs from another. @param {any} one @param {any} other */
const shown = ({ view, width, height }, other) => {
  const cell = view.findIndex(
    (/** @type {string} */ mark, /** @type {number} */ i) => mark !== other.view[i],
  );
  const row = Math.max(Math.floor(cell / width), 0);
  return other.width === width
    ? view.slice(row * width, (row + 1) * width).join("")
    : `${height}×${width}`;
};

/** Whether names are 0 1 2 …, 1 2 3 … or a b c …; of long numbers, the last digits. @param {string[]} names */
function inOrder(names) {
  const [first] = names;
  if (!names.length || !["0", "1", "a", "A"].includes(first) || names.length > MOST_NAMES)
    return false;
  if ("aA".includes(first))
    return names.every((name, i) => name === String.fromCharCode(first.charCodeAt(0) + i));
  const count = names.map((_, i) => String(Number(first) + i));
  return (
    names.every((name, i) => name === count[i]) ||
    names.every((name, i) => name === count[i].at(-1))
  );
}

/** The cells of a table without its numbers or letters of rows and columns. @param {string[][]} rows */
function peeled(rows) {
  const [[corner, ...columns], ...others] = rows;
  const isNumbered = ["", " "].includes(corner) && others.every((row) => row.length);
  return isNumbered && inOrder(others.map(([name]) => name)) && inOrder(columns)
    ? others.map((row) => row.slice(1))
    : rows;
}

/** The cells right below the numbers of the columns. @param {string} head @param {string[]} lines @param {number} count @returns {[number, string[][]][]} */
function below(head, lines, count) {
  const marks = [...head];
  const isBlank = (/** @type {string | undefined} */ mark) =>
    mark === undefined || " \t|".includes(mark);
  const ends = [...marks.keys()].filter((i) => !isBlank(marks[i]) && isBlank(marks[i + 1]));
  if (ends.length < count) return [];
  const cut = lines.map((line) => {
    const cells = [...line];
    return ends.slice(-count).map((i) => cells[i] ?? " ");
  });
  return [[0, cut]];
}

/** How many of the cells around each are set. @param {boolean[]} set @param {number} height @param {number} width */
function countsAround(set, height, width) {
  const counts = new Uint8Array(set.length);
  set.forEach((isSet, cell) => {
    if (isSet) for (const other of neighbours(cell, height, width)) counts[other] += 1;
  });
  return counts;
}

/** @param {string[][]} rows @param {any} tables @param {(mark: string) => boolean} isMark */
function checkRows(rows, tables, isMark) {
  checkSize(rows.length, rows[0].length, tables);
  if (!rows[0].length) throw new Unreadable("standalone text empty");
  rows.forEach((row, number) => {
    if (row.length !== rows[0].length)
      throw new Unreadable("standalone text uneven", {
        row: number,
        cells: row.length,
        first: rows[0].length,
      });
    for (const mark of row)
      if (!isMark(mark)) throw new Unreadable("standalone text mark", { row: number, mark });
  });
}

/**
 * The position in a text: `{ view, height, width, mines }`. `tables` are those of Python, and may have `largest`,
 * the most cells of a side.
 * @param {string} text @param {NotationTables} tables
 */
export function positionOf(text, tables) {
  if (text.length > MOST_TEXT) throw new Unreadable("standalone text long");
  const reader = new Reader(tables);
  const whole = strip(reader.same(text), " \t\r\n");
  if (whole.includes("analysis=")) return positionOfLink(whole, tables);
  const isLink = LINK.test(whole);
  if (isLink || GAME_ID.test(whole)) throw new Unreadable("standalone text link");
  const lines = whole.split(/\r\n|\r|\n/);
  if (MINE_FILE.test(strip(lines[0]))) return positionOfMineFile(lines, tables);
  const found = reader.chosen(text);
  const marked = found.view.filter((/** @type {string} */ mark) => "F*".includes(mark)).length;
  const { stated } = reader;
  if (stated.counts.left !== undefined) stated.put("mines", String(stated.counts.left + marked));
  return checked({ ...found, mines: stated.counts.mines ?? null });
}

/** The position as a text, also for Python. @param {Position} given */
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

/** @param {any} code @param {any} given */
function markOfCode(code, { covered, flagged, exploded }) {
  return { [covered]: "#", [flagged]: "F", [exploded]: "*" }[code] ?? String(code);
}

/** @param {string[]} lines @param {any} tables */
function positionOfMineFile(lines, tables) {
  const { mineMarks, codes } = tables;
  const [width, height, mines] = (MINE_FILE.exec(strip(lines[0])) ?? []).slice(1).map(Number);
  checkSize(height, width, tables);
  const rows = lines.slice(1, height + 1).map((/** @type {string} */ line) => [...strip(line)]);
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

/** A position as a short text for an address: sizes, mines, and runs of equal marks. @param {Position} given */
export function linkOf({ view, height, width, mines }) {
  const letters = view
    .map((/** @type {string} */ mark) => "abcdefghijkl"[LINK_MARKS.indexOf(mark)])
    .join("");
  const runs = letters.replace(/(.)\1+/g, (/** @type {string} */ run) => `${run.length}${run[0]}`);
  return `${width}x${height}x${mines ?? ""}.${runs}`;
}

/** The position of such a text, with a limit on cells per side; null if it is damaged. @param {string} text @param {number} largest */
export function positionOfAddress(text, largest) {
  if (text.length > MOST_TEXT) return null;
  const [, width, height, mines, runs] =
    /^(\d{1,3})x(\d{1,3})x(\d{0,5})\.((?:\d{0,5}[a-l])+)$/.exec(text) ?? [];
  /** @type {Position} */
  const position = { view: [], height: Number(height), width: Number(width), mines: null };
  if (!runs || Math.max(position.width, position.height) > largest) return null;
  const area = position.height * position.width;
  for (const [, count, letter] of runs.matchAll(/(\d{0,5})([a-l])/g)) {
    const length = Math.min(Number(count || 1), area + 1 - position.view.length); // one too many is damage
    for (let i = 0; i < length; i += 1)
      position.view.push(LINK_MARKS[letter.charCodeAt(0) - "a".charCodeAt(0)]);
  }
  if (!area || position.view.length !== area) return null;
  if (mines !== "") position.mines = Math.min(Number(mines), area);
  return position;
}
