// A page of practice without a kernel: every set of puzzles in it gets its widget.

import { mountEach, settlePage } from "../shared/mount.js";
import { Practice } from "./practice.js";
import { printAsSheet } from "./sheet.js";

export async function mountAll() {
  await mountEach(
    "script.minevis-film",
    async (/** @type {HTMLElement} */ root, /** @type {Pack} */ pack, /** @type {any} */ host) => {
      const { theme } = pack.head.practice;
      const practice = await new Practice(root, pack, { ...host, theme }).start();
      if (window.parent === window) printAsSheet(practice);
      return practice;
    },
  );
  settlePage();
}
