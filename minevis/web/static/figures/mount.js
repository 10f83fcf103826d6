// Builds the figures of a page in their places.

import { hostBody } from "../shared/dom.js";
import { mountEach, settlePage } from "../shared/mount.js";
import { Bet } from "./bet.js";
import { Configurations } from "./configurations.js";
import { Estimate } from "./estimate.js";
import { Field } from "./field.js";
import { FirstClick } from "./first_click.js";
import { Guess } from "./guess.js";
import { Layouts } from "./layouts.js";
import { OneMore } from "./one_more.js";
import { Plot, PlotRecord } from "./plot.js";
import { Question } from "./question.js";
import { Regions } from "./regions.js";
import { SearchByHand } from "./search.js";
import { TwoNumbers } from "./two_numbers.js";
import { SlidingWindow } from "./window.js";

const FIGURES = [
  Bet,
  Configurations,
  Estimate,
  Field,
  FirstClick,
  Guess,
  Layouts,
  OneMore,
  Plot,
  PlotRecord,
  Question,
  Regions,
  SearchByHand,
  SlidingWindow,
  TwoNumbers,
];

export async function mountAll() {
  document.body.classList.toggle("mv-alone", window.parent === window); // a host has its own margins
  document.body.classList.toggle("mv-in-notebook", "jpThemeLight" in hostBody().dataset); // with a different ground
  await mountEach("script.minevis-figure", (root, pack, { say }) => {
    const Kind = FIGURES.find(({ kind }) => kind === pack.head.figure.kind) ?? Question;
    return new Kind(root, pack, { say }).start();
  });
  settlePage();
}
