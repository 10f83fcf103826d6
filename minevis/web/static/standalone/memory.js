// What the app remembers from visit to visit: games, a move at a time, the history of those that ended, and settings.

import { Kept } from "../shared/kept.js";
import { gameOf } from "./game.js";

const CHUNK = 50; // moves that are saved together
const MOST_OPEN = 8; // games under way, of all tabs
const LEAVING = 500; // ms for a page that is reloaded to leave its game
const TAB = `${Math.random()}`; // this page, among all that are open

/** Games, a history and settings in the storage that `open()` returns; `tab` is that of this tab alone. */
export class Memory extends Kept {
  at = ""; // the game of this tab
  saved = /** @type {WeakMap<object, boolean[] | null>} */ (new WeakMap()); // games, with the mines that are saved

  constructor(open = () => window.localStorage, tab = () => window.sessionStorage) {
    super(open);
    this.tab = new Kept(tab);
  }

  /** Set a value; null deletes it. In a full storage the oldest games lose their moves. @param {string} name @param {unknown} value */
  set(name, value) {
    while (!super.set(name, value)) if (value === null || !this.dropOldest(name)) return false;
    return true;
  }

  /** Save what has changed of a game since it was saved last. If another tab has gone on with it, this one goes on as a game of its own. @param {Game} game */
  save(game) {
    const { at, moves, helped, elapsed: seconds } = game;
    const isNew = !this.saved.has(game);
    const by = this.get(`now ${game.id}`)?.by;
    if (!isNew && by !== undefined && by !== TAB) {
      game.id += "+";
      game.unsaved = 0;
      this.saved.delete(game);
      this.save(game);
      return;
    }
    if (isNew || this.saved.get(game) !== game.mined) {
      const { moves: _, at: __, ...head } = game.record;
      this.set(`game ${game.id}`, head);
      this.saved.set(game, game.mined);
    }
    for (let k = Math.floor(game.unsaved / CHUNK); k * CHUNK < moves.length; k += 1)
      this.set(`moves ${game.id} ${k}`, moves.slice(k * CHUNK, (k + 1) * CHUNK));
    game.unsaved = moves.length;
    this.set(`now ${game.id}`, { at, count: moves.length, seconds, helped, by: TAB });
    this.note(game.id, !game.end);
  }

  /** Add a game to those under way, or take it out. @param {string} id @param {boolean} isOpen */
  note(id, isOpen) {
    const before = this.underWay;
    if (isOpen ? before.at(-1) === id : !before.includes(id)) return;
    const others = before.filter((each) => each !== id);
    const after = isOpen ? [...others, id] : others;
    for (const each of after.splice(0, after.length - MOST_OPEN)) this.forget(each);
    this.set("open", after);
    if (isOpen) this.be(id);
  }

  /** This tab is at a game: it claims it, and finds it again when it is loaded anew. @param {string} id */
  be(id) {
    if (id === this.at) return;
    this.at = id;
    void claimed(id);
    this.tab.set("game", id);
  }

  /** Forget a game that is given up. @param {Game} game */
  leave(game) {
    this.note(game.id, false);
    if (!game.end) this.forget(game.id);
    this.saved.delete(game);
    game.unsaved = 0;
  }

  /** The games under way, the latest last. @returns {string[]} */
  get underWay() {
    const open = this.get("open");
    return Array.isArray(open) ? open.filter((id) => typeof id === "string") : [];
  }

  /** A game by its name, or null. @param {string} id @param {number} largest */
  load(id, largest) {
    const now = this.get(`now ${id}`);
    const count = Number.isInteger(now?.count) ? now.count : 0;
    const chunks = Array.from({ length: Math.ceil(count / CHUNK) }, (_, k) =>
      this.get(`moves ${id} ${k}`),
    );
    const moves = chunks.flat().slice(0, count);
    const game = gameOf({ ...this.get(`game ${id}`), ...now, moves }, largest);
    if (!game) return null;
    this.saved.set(game, game.mined);
    return Object.assign(game, { id, unsaved: count });
  }

  /** Promise the game to go on with: that of this tab before it was loaded again, else the latest that no other tab is at. @param {number} largest */
  async resumed(largest) {
    const own = this.tab.get("game");
    const open = this.underWay.reverse();
    const wanted = open.includes(own) ? [own] : open;
    for (const id of wanted) {
      const isFree = await claimed(id, id === own ? LEAVING : 0);
      const game = isFree && this.load(id, largest);
      if (!game || game.end) continue;
      this.at = id;
      this.set(`now ${id}`, { ...this.get(`now ${id}`), by: TAB });
      this.note(id, true);
      return game;
    }
    return null;
  }

  /** @param {string} id */
  forget(id) {
    const { count = 0 } = this.get(`now ${id}`) ?? {};
    for (let k = 0; k * CHUNK < count; k += 1) this.set(`moves ${id} ${k}`, null);
    for (const kind of ["game", "now"]) this.set(`${kind} ${id}`, null);
  }

  /** Forget the moves of the oldest finished game that has any; return whether there was one. @param {string} name of the value that had no room */
  dropOldest(name) {
    const oldest = this.history.find(({ id }) => !name.includes(id) && this.get(`game ${id}`));
    if (oldest) this.forget(oldest.id);
    return Boolean(oldest);
  }

  /** The finished games, the oldest first. @returns {GameEntry[]} */
  get history() {
    const history = this.get("history");
    return Array.isArray(history) ? history.filter(isEntry) : [];
  }

  /** Add finished games, once each. @param {GameEntry[]} entries */
  add(entries) {
    const byId = new Map([...this.history, ...entries].map((entry) => [entry.id, entry]));
    this.set(
      "history",
      [...byId.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    );
  }

  forgetHistory() {
    for (const { id } of this.history) this.forget(id);
    this.set("history", null);
  }

  /** Games by level: how many were played and won, the streak, and the best time. @returns {Record<string, Tally>} */
  get records() {
    /** @type {Record<string, Tally>} */
    const records = {};
    for (const { level, won, seconds, counted } of this.history) {
      if (!counted) continue;
      const tally = (records[level] ??= { games: 0, won: 0, streak: 0, best: null });
      tally.games += 1;
      tally.won += Number(won);
      tally.streak = won ? tally.streak + 1 : 0;
      if (won) tally.best = Math.min(seconds, tally.best ?? Infinity);
    }
    return records;
  }

  /** All finished games as one text, which `take` reads. @param {number} largest */
  exported(largest) {
    const games = this.history.map((entry) => {
      const game = this.load(entry.id, largest);
      return { ...entry, game: game && game.record };
    });
    return games.map((each) => `${JSON.stringify(each)}\n`).join("");
  }

  /** Add the games of such a text; return how many. @param {string} text @param {number} largest */
  take(text, largest) {
    const entries = text.split("\n").flatMap((line) => {
      try {
        const { game, ...entry } = JSON.parse(line);
        if (!isEntry(entry)) return [];
        const made = game && gameOf(game, largest);
        if (made) this.keep(Object.assign(made, { id: entry.id }));
        return [entry];
      } catch {
        return [];
      }
    });
    this.add(entries);
    return entries.length;
  }

  /** Save a game of another time; the tab is not at it. @param {Game} game */
  keep(game) {
    const { moves, at, seconds, helped, ...head } = game.record;
    this.set(`game ${game.id}`, { ...head, seconds, helped });
    for (let k = 0; k * CHUNK < moves.length; k += 1)
      this.set(`moves ${game.id} ${k}`, moves.slice(k * CHUNK, (k + 1) * CHUNK));
    this.set(`now ${game.id}`, { at, count: moves.length, seconds, helped });
  }
}

let release = () => {}; // the game that this page has

/** Promise whether this page has a game to itself, until it is closed or claims another one. @param {string} id */
export function claimed(id, patience = 0) {
  release();
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const options = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    const hold = (/** @type {any} */ lock) => {
      resolve(Boolean(lock));
      return lock && new Promise((done) => (release = () => done(null)));
    };
    locks
      .request(`minevis ${id}`, options, hold)
      .catch((error) => resolve(error.name === "SecurityError")); // denied to files: `save` sees another tab
  });
}

/** @param {any} given @returns {given is GameEntry} */
function isEntry(given) {
  const { id, date, level, size, won, seconds, bv, actions, luck, counted } = given ?? {};
  return (
    [id, date, level].every((text) => typeof text === "string") &&
    [won, counted].every((flag) => typeof flag === "boolean") &&
    [seconds, actions, luck ?? 0, ...size, ...bv].every(Number.isFinite)
  );
}
