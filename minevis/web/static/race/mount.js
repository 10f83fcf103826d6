// A page of races without a kernel: every race in it can be stepped through.

import { mountFilms } from "../film/mount.js";
import { settlePage } from "../shared/mount.js";
import { RaceScrubber } from "./race.js";

export async function mountAll() {
  await mountFilms(RaceScrubber);
  settlePage();
}
