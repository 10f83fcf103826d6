// Words come from Python as a table of labels; here only their placeholders are filled.

import { make } from "./dom.js";
import { bytesOfText, unpack } from "./pack.js";

/** The function that says the labels of a page without a kernel, which brings them packed; and with them its style, where nothing is seen without it. */
export async function speakerOfPage() {
  const {
    head: { words, style },
  } = await unpack(bytesOfText(document.getElementById("minevis-words").textContent.trim()));
  if (style) document.head.append(make("style", {}, style));
  return speaker(words);
}

/** A function that says a label of `table`: `say("tip clue", { number: 3 })`. */
export function speaker(table) {
  return (name, values = {}) => table[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** A chance in whole percent; 0 % and 100 % are said of certainties only. */
export function percent(say, chance) {
  if (chance > 0 && chance < 0.005) return say("chance tiny");
  if (chance >= 0.995 && chance < 1) return say("chance nearly");
  return say("chance", { percent: Math.floor(100 * chance + 0.5) });
}
