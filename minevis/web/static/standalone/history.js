// The history of games: the last ones, their times as a drawing, and files with them.

import { askingButton, download, make, textButton } from "../shared/dom.js";
import { percent } from "../shared/words.js";
import { chart, through } from "./chart.js";
import { measuresOf } from "./playing.js";
import { REPLAYS, replayEnding } from "./replays.js";

const MOST_LISTED = 50;
const SIDE_OF_CELL = 16; // px, in replays of other programs
const [CHART_HIGH, CHART_WIDE] = [40, 240]; // units of a drawing

/** A list in the menu. `open(id)` opens a game again, `openReplay(file)` a file of another program. */
export class History {
  /** @param {Say} say @param {import("./memory.js").Memory} memory @param {{ largest: number, open(id: string): void, openReplay(file: File): void }} options */
  constructor(say, memory, { largest, open, openReplay }) {
    this.say = say;
    this.memory = memory;
    this.open = open;
    this.records = make("ul", { class: "mv-records", "aria-label": say("standalone records") });
    this.drawings = make("div");
    this.list = make("ol", { class: "mv-history", reversed: true });
    this.none = make("p", {}, say("history none"));
    const [name, all, about] = ["", " all", " about"].map((end) => say(`standalone forget${end}`));
    this.forget = askingButton(name, all, about, () => {
      memory.forgetHistory();
      this.show();
    });
    const save = () =>
      download("minevis-games.jsonl", memory.exported(largest), "application/jsonl");
    this.save = textButton(say("history export"), say("history export about"), save);
    this.added = make("p", { role: "status" });
    const file = make("input", {
      type: "file",
      hidden: true,
      accept: `.jsonl,.json,.txt,${REPLAYS}`,
    });
    file.onchange = async () => {
      const [given] = file.files ?? [];
      file.value = "";
      if (replayEnding(given.name)) return openReplay(given);
      const count = memory.take(await given.text(), largest);
      this.show();
      this.added.textContent = say("history added", { count });
    };
    const add = textButton(say("history import"), say("history import about"), () => file.click());
    this.element = make(
      "details",
      { class: "mv-details" },
      make("summary", {}, say("history")),
      this.none,
      this.drawings,
      this.list,
      make("div", { class: "mv-menu-row" }, this.save, add, this.forget, file),
      this.added,
    );
  }

  show() {
    const { say, memory } = this;
    const { history } = memory;
    const tallies = Object.entries(memory.records);
    const told = tallies.map(([level, { best, ...tally }]) => {
      const time = best === null ? "–" : `${best.toFixed(1)} s`;
      return make("li", {}, say("standalone record", { level, best: time, ...tally }));
    });
    this.records.replaceChildren(...told);
    this.added.textContent = "";
    this.none.hidden = history.length > 0;
    this.save.hidden = this.forget.hidden = !history.length;
    this.drawings.replaceChildren(
      ...tallies.flatMap(([level]) => {
        const won = history.filter((each) => each.level === level && each.won && each.counted);
        return won.length > 1 ? [this.timesOf(level, won)] : [];
      }),
    );
    this.list.replaceChildren(
      ...history.slice(-MOST_LISTED).map((entry) => this.lineOf(entry)).reverse(), // prettier-ignore
    );
  }

  /** @param {GameEntry} entry */
  lineOf(entry) {
    const { say } = this;
    const { id, date, level, size, won, luck, actions } = entry;
    const end = say(won ? "history won" : "history lost");
    const name = level || `${size[0]}×${size[1]}/${size[2]}`;
    const measures = { ...measuresOf(entry, say), actions };
    const day = date.slice(0, 16).replace("T", " ");
    const text = say("history line", { date: day, level: name, end, ...measures });
    const lucky = luck === null ? "" : say("history luck", { luck: percent(say, luck) });
    const isKept = this.memory.get(`game ${id}`) !== null;
    const button = textButton(say("history open"), say("history open about"), () => this.open(id));
    return make("li", {}, text + lucky, " ", ...(isKept ? [button] : []));
  }

  /** The times of won games, lower is faster. @param {string} level @param {GameEntry[]} won */
  timesOf(level, won) {
    const label = this.say("history chart", { level });
    const most = Math.max(...won.map(({ seconds }) => seconds), 1);
    const points = won.map(({ seconds }, i) => [
      (CHART_WIDE * i) / (won.length - 1),
      CHART_HIGH * (1 - seconds / most),
    ]);
    const svg = chart(label, {
      ...{ wide: CHART_WIDE, high: CHART_HIGH, rim: 3 },
      ...{ lines: [["mv-wins", through(points)]], dots: points },
    });
    return make("figure", { class: "mv-times" }, svg, make("figcaption", {}, label));
  }
}

/** A finished game as a replay in the open format RawVF. @param {Game} game */
export function rawvfOf(game) {
  const [height, width, mines] = game.size;
  const mined = /** @type {boolean[]} */ (game.mined);
  const rows = Array.from(
    { length: height },
    (_, row) =>
    mined.slice(row * width, (row + 1) * width).map((mine) => (mine ? "*" : "0")).join(""), // prettier-ignore
  );
  const buttons = { open: ["lc", "lr"], flag: ["rc", "rr"], chord: ["lc", "rc", "rr", "lr"] };
  const events = game.moves.slice(0, game.at).flatMap(([kind, cell, seconds]) => {
    const [row, col] = [Math.floor(cell / width), cell % width];
    const [x, y] = [col, row].map((place) => place * SIDE_OF_CELL + SIDE_OF_CELL / 2);
    return buttons[kind].map(
      (button) => `${seconds.toFixed(3)} ${button} ${col + 1} ${row + 1} (${x} ${y})`,
    );
  });
  const end = (game.moves[game.at - 1]?.[2] ?? 0).toFixed(3);
  const head = {
    ...{ RawVF_Version: "Rev6", Program: "minevis", Version: "1", Player: "you" },
    ...{ Timestamp: game.date.slice(0, 19), Level: "Custom", Width: width, Height: height },
    ...{ Mines: mines, SquareSize: SIDE_OF_CELL, Marks: "Off" },
    ...{ Mode: game.logic ? "Classic NG" : "Classic" },
  };
  return [
    ...Object.entries(head).map(([key, value]) => `${key}: ${value}`),
    ...["Board:", ...rows, "Events:", "0.000 start", ...events],
    `${end} ${game.end === "won" ? "won" : "blast"}`,
    "",
  ].join("\n");
}
