// How a board answers a hand, as the player sets it; remembered.

import { choice, make } from "../shared/dom.js";
import { keyFields } from "../shared/commands.js";
import { labelled } from "../shared/menu.js";

const HOLDS = [250, 350, 450, 600, 800]; // ms
const CHECKED = ["press", "swap", "touch", "question"];

/** The sound settings of a memory. @param {import("./memory.js").Memory} memory @returns {Controls} */
export function controlsOf(memory) {
  const { hold, keys, ...rest } = memory.get("controls") ?? {};
  const flags = CHECKED.map((name) => [name, rest[name] === true]);
  const own = keys && typeof keys === "object" ? keys : {};
  const known = { hold: HOLDS.includes(hold) ? hold : HOLDS[2], keys: own };
  return { ...known, ...Object.fromEntries(flags) };
}

/** The fields that change `controls` in place. @param {Say} say @param {import("./memory.js").Memory} memory @param {Controls} controls @param {import("../shared/commands.js").Commands} commands */
export function controlsMenu(say, memory, controls, commands) {
  const set = (/** @type {Partial<Controls>} */ changes) =>
    memory.set("controls", Object.assign(controls, changes));
  const holds = HOLDS.map((ms) => [ms, say("controls hold ms", { ms })]);
  const hold = choice(say("controls hold"), holds, controls.hold, (value) =>
    set({ hold: Number(value) }),
  );
  const boxes = CHECKED.map((name) => {
    const box = make("input", {
      type: "checkbox",
      checked: controls[/** @type {"press"} */ (name)],
    });
    box.onchange = () => set({ [name]: box.checked });
    return make("label", { class: "mv-check" }, box, say(`controls ${name}`));
  });
  return make(
    "details",
    { class: "mv-details" },
    make("summary", {}, say("controls")),
    labelled(say("controls hold"), hold),
    ...boxes,
    keyFields(commands, controls.keys, (keys) => set({ keys })),
  );
}
