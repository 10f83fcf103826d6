// Which folders of scripts may import from which. The modules at the top are entries, and import from all.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const STATIC = new URL("../../minevis/web/static/", import.meta.url);
const MAY_IMPORT = {
  solver: ["shared"],
  shared: ["solver"],
  film: ["shared", "solver"],
  board: ["film", "shared", "solver"],
  standalone: ["board", "practice", "shared", "solver"],
  figures: ["film", "race", "shared", "solver"],
  practice: ["board", "shared", "solver"],
  race: ["film", "shared"],
  reading: ["solver"],
};

test("each folder imports only from those that it is built on", () => {
  const folders = readdirSync(STATIC, { withFileTypes: true }).filter((each) => each.isDirectory());
  const found = folders.map(({ name }) => {
    const scripts = readdirSync(new URL(`${name}/`, STATIC)).filter((file) => file.endsWith(".js"));
    const text = scripts.map((file) => readFileSync(new URL(`${name}/${file}`, STATIC), "utf8"));
    const imported = [
      ...text.join("").matchAll(/^import .* from "\.\.\/(\w+)\/|^\} from "\.\.\/(\w+)\//gm),
    ];
    return [name, [...new Set(imported.map((each) => each[1] ?? each[2]))].sort()];
  });
  assert.deepEqual(Object.fromEntries(found), MAY_IMPORT);
});
