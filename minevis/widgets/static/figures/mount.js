// A page of figures: every one that it brings is built where it stands.

import { hostBody, make, showError } from "../shared/dom.js";
import { fitFrame } from "../shared/frame.js";
import { unpack } from "../shared/pack.js";
import { speakerOfPage } from "../shared/words.js";
import { Bet } from "./bet.js";
import { Configurations } from "./configurations.js";
import { FirstClick } from "./first_click.js";
import { Guess } from "./guess.js";
import { Question } from "./question.js";
import { Search } from "./search.js";
import { SlidingWindow } from "./window.js";

const FIGURES = [Bet, Configurations, FirstClick, Guess, Question, Search, SlidingWindow];

async function mountFigure(source, say) {
  const root = make("div");
  source.after(root);
  try {
    const pack = await unpack(source.textContent.trim());
    const Kind = FIGURES.find(({ kind }) => kind === pack.head.figure.kind);
    root.figure = await new Kind(root, pack, say).start();
  } catch (error) {
    showError(root, say("cannot be shown", { error: error.message }));
  }
}

export async function mountFigures() {
  const say = speakerOfPage();
  document.body.classList.toggle("mv-alone", window.parent === window); // a host has its own margins
  document.body.classList.toggle("mv-in-notebook", "jpThemeLight" in hostBody().dataset); // whose ground is another
  await Promise.all(
    [...document.querySelectorAll("script.minevis-figure")].map((source) =>
      mountFigure(source, say),
    ),
  );
  fitFrame();
}
