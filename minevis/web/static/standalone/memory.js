// What the app remembers from visit to visit: the game, the theme, the position, and the games won by level.

const PREFIX = "minevis ";

/** Values by name, in the storage that `open()` returns; where the browser forbids it, for this visit only. */
export class Memory {
  values = /** @type {Map<string, string>} */ (new Map());
  storage = /** @type {Storage | null} */ (null);

  /** @param {() => Storage} [open] */
  constructor(open = () => window.localStorage) {
    try {
      this.storage = open();
    } catch {
      // a private window, or a page in a frame
    }
  }

  /** Return a value, or null. @param {string} name @returns {any} */
  get(name) {
    try {
      const text = this.values.get(name) ?? this.storage?.getItem(PREFIX + name) ?? "null";
      return JSON.parse(text);
    } catch {
      return null; // damaged, or of another program
    }
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    const text = JSON.stringify(value);
    try {
      if (!this.storage) throw new Error("no storage");
      this.storage.setItem(PREFIX + name, text);
      this.values.delete(name);
    } catch {
      this.values.set(name, text);
    }
  }

  forgetRecords() {
    this.set("records", {});
  }

  /** Games by level: how many were played and won, the streak, and the best time. @returns {Record<string, Tally>} */
  get records() {
    const records = Object.entries(this.get("records") ?? {});
    return Object.fromEntries(records.filter(([, tally]) => isTally(tally)));
  }

  /** Add a game to those of its level; return them, and whether it was the fastest. @param {string} level @param {boolean} won @param {number} seconds */
  count(level, won, seconds) {
    const { records } = this;
    const { games, won: before, streak, best } = records[level] ?? NO_GAMES;
    const isBest = won && (best === null || seconds < best);
    const tally = {
      games: games + 1,
      won: before + Number(won),
      streak: won ? streak + 1 : 0,
      best: isBest ? seconds : best,
    };
    this.set("records", { ...records, [level]: tally });
    return { ...tally, isBest };
  }
}

const NO_GAMES = { games: 0, won: 0, streak: 0, best: /** @type {number | null} */ (null) };

/** @param {any} given */
function isTally(given) {
  const { games, won, streak, best } = given ?? {};
  return [games, won, streak, best ?? 0].every((number) => Number.isFinite(number) && number >= 0);
}

/** Return a remembered game if it can be one, otherwise null. @param {any} given @param {number} largest */
export function gameOf(given, largest) {
  const [height, width, mines] = Array.isArray(given?.sizes) ? given.sizes : [];
  const isSide = (/** @type {any} */ side) =>
    Number.isInteger(side) && side >= 1 && side <= largest;
  const isSized = isSide(height) && isSide(width) && Number.isInteger(mines);
  if (!isSized || mines < 0 || mines >= height * width) return null;
  const { sizes, wide, noGuess, view, mined, seconds, actions, helped } = given;
  const settings = { sizes, wide: Boolean(wide), noGuess: String(noGuess ?? "") };
  const isCell = (/** @type {any} */ cell) =>
    Number.isInteger(cell) && cell >= 0 && cell < height * width;
  const isPlayed =
    /^[#F0-8]+$/.test(view) &&
    view.length === height * width &&
    [seconds, actions].every(Number.isFinite) &&
    [mined, given.clicks].every(Array.isArray) &&
    new Set(mined.filter(isCell)).size === mines &&
    given.clicks.every((/** @type {any} */ click) => isCell(click?.cell));
  if (!isPlayed) return { settings, played: null };
  const clicks = given.clicks.map((/** @type {any} */ click) => ({
    ...click,
    safe: [click.safe ?? []].flat().filter(isCell),
  }));
  const isSeed = Number.isInteger(given.seed) && given.seed >= 0;
  return {
    settings: isSeed ? { ...settings, seed: given.seed } : settings,
    played: { view, mined, clicks, seconds, actions, helped: Boolean(helped) },
  };
}
