// No cell is safe: where would you guess? Then the layouts sort themselves by what the click shows, and which of them are won.

import { make } from "../shared/dom.js";
import { nameOf } from "../shared/grid.js";
import { Word, percent } from "../shared/words.js";
import { Figure, FigureBoard, SECONDS } from "./figure.js";
import { Mosaic } from "./mosaic.js";

const [BOARDS, ROWS] = [9, 6]; // of little boards

export class Guess extends Figure {
  static kind = "guess";
  chosen = -1;

  /** @param {[HTMLElement, Pack, { say: Say }]} given */
  constructor(...given) {
    super(...given);
    const { data, say } = this;
    this.board = new FigureBoard(this, data, {
      onpick: (/** @type {number} */ cell) => this.choose(cell),
      most: 52,
      label: say("guess board"),
      axes: true,
    });
    this.board.showChances(data.risk);
    this.tried = new Set();
    const size = { height: data.part.length, width: data.part[0].length };
    const label = say("guess mosaic", { layouts: data.layouts });
    this.mosaic = new Mosaic(label, size, BOARDS, { rows: ROWS });
    this.show = this.button("guess show", () => this.reveal(), { hidden: true });
    this.tell(say("guess ask"));
    this.parts = this.beside(
      this.board,
      make("p", { class: "mv-asks" }, say("guess which")),
      this.said,
      this.mosaic.element,
      make("div", { class: "mv-choices" }, this.show),
    );
  }

  /** @param {number} width */
  arrange(width) {
    this.fitBeside(this.board, width, { share: 0.5, most: 420, height: 430, words: 420 });
    this.sort();
  }

  /** @param {number} cell */
  choose(cell) {
    const { data, say } = this;
    const wins = data.wins[cell];
    if (wins < 0) return this.tell(say("guess open"));
    const told = { cell: nameOf(cell, data.width), wins, layouts: data.layouts };
    this.recalled ||= say("guess recalled", told);
    const best = Math.max(...data.wins);
    this.tell(
      say(wins === best ? "guess best" : "guess worse", {
        ...told,
        win: percent(say, wins / data.layouts),
        risk: percent(say, data.risk[cell] / 10000),
      }),
    );
    this.tried.add(cell);
    this.showWins();
    this.show.hidden = false;
    this.chosen = cell;
    this.sort(SECONDS.sorts);
  }

  /** Sort the layouts into columns by what the chosen cell shows in them; those with a mine there fall out. */
  sort(seconds = 0) {
    const { chosen, data, say } = this;
    if (!this.theme) return;
    const shows = chosen < 0 ? [] : data.shows[chosen];
    const numbers = [...new Set(shows)].filter((number) => number >= 0).sort();
    const wide = BOARDS / numbers.length; // a column
    const boardsWide = Math.max(Math.floor(wide - 0.4), 1);
    const counts = new Map(shows.map((number) => [number, 0]));
    const fallen = ROWS - Math.ceil(shows.filter((number) => number < 0).length / BOARDS);
    const texts = numbers.flatMap((number, column) => {
      const those = data.won[chosen].filter((_, each) => shows[each] === number);
      const won = those.filter(Boolean).length;
      const x = column * wide;
      return [
        { x, y: 0.5, text: say("guess shows", { number }) },
        { x, y: 0.9, text: say("guess won", { won, count: those.length }) },
      ];
    });
    const mined = shows.filter((number) => number < 0).length;
    if (mined)
      texts.push({
        x: 0,
        y: fallen - 0.05,
        text: say("guess fell", { count: new Word(mined, String(mined)) }),
      });
    const boards = data.drawn.map((layout, number) => {
      const cells = data.part.flat().map((cell) => this.colourOf(layout, number, cell));
      if (chosen < 0)
        return { cells, x: 1.8 * (number % 5), y: 2 * Math.floor(number / 5), scale: 1.6 };
      const shown = shows[number];
      const place = counts.get(shown) ?? 0;
      counts.set(shown, place + 1);
      if (shown < 0) return { cells, x: place % BOARDS, y: fallen + Math.floor(place / BOARDS) };
      const x = numbers.indexOf(shown) * wide + (place % boardsWide);
      return { cells, x, y: 0.9 + Math.floor(place / boardsWide), after: 0.3 };
    });
    this.mosaic.draw(this, boards, seconds, texts);
  }

  /** @param {string} layout @param {number} number @param {number} cell */
  colourOf(layout, number, cell) {
    const { chosen, data } = this;
    if (data.risk[cell] > 10000) return "opened";
    if (layout[cell] === "1") return cell === chosen ? "mine" : "ink";
    if (cell === chosen) return "search";
    return chosen >= 0 && data.won[chosen][number] ? "safe" : "covered";
  }

  /** On the cells tried: the games won, of all. */
  showWins() {
    const { wins, layouts } = this.data;
    this.root.classList.add("mv-numbers");
    this.board.letter([...this.tried].map((cell) => [cell, `${wins[cell]}/${layouts}`]));
  }

  reveal() {
    const { data } = this;
    data.wins.forEach((wins, cell) => wins >= 0 && this.tried.add(cell));
    this.showWins();
    this.tell(this.say("guess all", { layouts: data.layouts }));
    this.show.hidden = true;
  }
}
