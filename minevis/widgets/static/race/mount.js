// A page of races without a kernel: every race in it can be stepped through.

import { mountFilms } from "../film/mount.js";
import { fitFrame } from "../shared/frame.js";
import { RaceScrubber } from "./race.js";

export async function mountAll() {
  await mountFilms(RaceScrubber);
  fitFrame();
}
