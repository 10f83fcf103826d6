// The text of scripts and sheets: no words of their own, and nothing that is lost where they are joined.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const FOLDER = new URL("../../minevis/web/static/", import.meta.url);
const read = (suffix) =>
  readdirSync(FOLDER, { recursive: true })
    .filter((name) => name.endsWith(suffix))
    .map((name) => [name, readFileSync(new URL(name, FOLDER), "utf-8")]);

test("texts of widgets have sizes of one scale", () => {
  for (const [name, text] of read(".css"))
    if (!name.endsWith("report.css"))
      for (const [, size] of text.matchAll(/font-size: ([^;]+);/g))
        assert.match(size, /^(var\(--mv-|calc\(|0\.93em$)/, name);
});

test("no template stands in another: where pages are saved its spaces would be lost", () => {
  for (const [name, text] of read(".js"))
    assert.doesNotMatch(text.replace(/^ *(\/\/|\/?\*).*/gm, ""), /`[^`\n]*\$\{[^}`\n]*`/, name);
});

test("scripts make no markup, and have no label that no table holds: a text of several words", () => {
  for (const [name, text] of read(".js")) {
    const code = text.replace(/\/\/.*|\/\*[\s\S]*?\*\/|`[^`]*`/g, "");
    assert.doesNotMatch(code, /"[A-Z][a-z]+(?: [a-z]+)+[^"]*"/, name);
    assert.doesNotMatch(code, /innerHTML/, name);
  }
});
