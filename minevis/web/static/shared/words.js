// Words come from Python as a table of labels; here only their placeholders are filled.

/** The function for the labels of a standalone page. */
export function speakerOfPage() {
  return speaker(globalThis.minevisWords);
}

/** A count or a list within a sentence: its text, and the count that picks a form, as in Python. */
export class Word {
  /** @param {number} count @param {string} text */
  constructor(count, text) {
    this.count = count;
    this.text = text;
  }

  toString() {
    return this.text;
  }

  /** The text in one of `forms`, such as "# cell|# cells": for one, for two if there are three forms, for any other count. @param {any} forms */
  in(forms) {
    const choices = forms.split("|");
    const last = choices.length - 1;
    const place = { 1: 0, 2: Math.min(1, last) }[this.count] ?? last;
    return choices[place].replaceAll("#", this.text);
  }
}

/** A function that says a label of `table`: `say("tip clue", { number: 3 })`. A `Word` takes the form that a placeholder asks for. @param {Record<string, string>} table */
export function speaker(table) {
  return (/** @type {string} */ name, /** @type {Record<string, any>} */ values = {}) =>
    table[name].replace(/\{(\w+):?([^}]*)\}/g, (_, key, forms) =>
      forms ? values[key].in(forms) : values[key],
    );
}

/** A chance in percent; only certainties are 0 % and 100 %. @param {Say} say @param {number} chance */
export function percent(say, chance) {
  if (chance > 0 && chance < 0.005) return say("chance tiny");
  if (chance >= 0.995 && chance < 1) return say("chance nearly");
  return say("chance", { percent: Math.floor(100 * chance + 0.5) });
}

const WHOLE_BELOW = 10_000_000n;

/** A number of layouts, a BigInt: with commas below ten million, otherwise as 1.2 × 10³⁷. @param {bigint} count */
export function bigNumber(count) {
  if (count < WHOLE_BELOW) return count.toLocaleString("en");
  const digits = String(count + 5n * 10n ** BigInt(String(count).length - 3)); // rounded to tenths
  const exponent = String(digits.length - 1).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  return `${digits[0]}.${digits[1]} × 10${exponent}`;
}
