// A page without a kernel: every film in it gets its scrubber, and every board lives.

import { mountFilms } from "./film/mount.js";
import { Scrubber } from "./film/scrubber.js";
import { settlePage } from "./shared/mount.js";
import { mountBoards, openStandalone } from "./standalone/boards.js";

export async function mountAll() {
  await Promise.all([mountFilms(Scrubber, openStandalone), mountBoards()]);
  settlePage();
}
