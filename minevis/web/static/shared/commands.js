// The commands of a widget: one table gives the buttons, their titles, the keys, the list of keys, and what is disabled.

import { make, textButton } from "./dom.js";
import { labelled } from "./menu.js";

const OF_BOARDS = ["z", "+", "-", "=", "?", " "]; // keys of every board

/** `table` has the commands in the order of their keys in the menu; `run(name)` runs those that do not say how; `own` are the keys that players gave commands, by name. */
export class Commands {
  buttons = /** @type {Record<string, Made>} */ ({});
  keys = /** @type {Record<string, string[]>} */ ({}); // by name, the first one is shown

  /** @param {Say} say @param {Command[]} table @param {(name: string) => void} run @param {Record<string, string>} [own] */
  constructor(say, table, run, own = {}) {
    this.say = say;
    this.table = table;
    this.run = run;
    for (const command of table) {
      const { name, label = name, pressed } = command;
      const extra = pressed ? { "aria-pressed": "false" } : {};
      if (label) this.buttons[name] = textButton(say(label), "", () => this.does(command), extra);
    }
    this.use(own);
  }

  /** The buttons of some commands. @param {...string} names */
  of(...names) {
    return names.flatMap((name) => this.buttons[name] ?? []);
  }

  /** Take keys that players chose in place of the usual ones; of two for one key, or for a key of boards, none counts. @param {Record<string, string>} own */
  use(own) {
    const usual = this.table.map(({ name, keys = [] }) => ({ name, keys }));
    const wanted = usual.map(({ name, keys }) =>
      keys.length && Object.hasOwn(own, name) ? { name, keys: [own[name]] } : { name, keys },
    );
    const all = wanted.flatMap(({ keys }) => keys);
    const isSound = all.every((key) => typeof key === "string" && key && !OF_BOARDS.includes(key));
    const taken = isSound && new Set(all).size === all.length ? wanted : usual;
    this.keys = Object.fromEntries(taken.map(({ name, keys }) => [name, keys]));
    for (const { name, label = name, about = `${label} about` } of this.table)
      if (label) this.buttons[name].title = this.titled(name, about);
  }

  /** The title of a command, with its key. @param {string} name @param {string} [about] */
  titled(name, about = `${name} about`) {
    const [key] = this.keys[name] ?? [];
    return key ? `${this.say(about)}  [${keyName(key)}]` : this.say(about);
  }

  /** Why a key cannot be that of a command; "" if it can. @param {string} name @param {string} key */
  refusal(name, key) {
    const values = { key: keyName(key) };
    if (OF_BOARDS.includes(key)) return this.say("keys of boards", values);
    const other = this.table.find(
      (each) => each.name !== name && this.keys[each.name].includes(key),
    );
    return other ? this.say("keys taken", { ...values, command: this.nameOf(other) }) : "";
  }

  /** What a command is called. @param {Command} command */
  nameOf({ name, label }) {
    return this.say(label || name);
  }

  /** Run the command of a key; return whether there is one. @param {string} key */
  press(key) {
    const low = key.toLowerCase();
    const command = this.table.find(({ name }) => this.keys[name].includes(low));
    const button = command && this.buttons[command.name];
    if (command && !button?.disabled && !button?.hidden) this.does(command);
    return Boolean(command);
  }

  /** @param {Command} command */
  does({ name, run }) {
    if (run) run();
    else this.run(name);
  }

  /** Let the buttons be as a state wants them; `lose()` is called if one with the focus is disabled. @param {any} state @param {() => void} lose */
  update(state, lose) {
    for (const { name, about, off, pressed, says } of this.table) {
      const button = this.buttons[name];
      if (says) {
        const label = says();
        button.textContent = this.say(label);
        button.title = this.titled(name, about ?? `${label} about`);
      }
      if (off && button) {
        const isOff = Boolean(off(state));
        if (isOff && button.matches(":focus")) lose();
        button.disabled = isOff;
      }
      if (pressed) button.setAttribute("aria-pressed", Boolean(pressed(state)));
    }
  }

  /** The keys, one line a command. @returns {string[]} */
  get lines() {
    return this.table.flatMap(({ name, label = name, about = `${label || name} about` }) => {
      const keys = this.keys[name].map(keyName).join(", ");
      return keys && about ? `${keys}: ${this.say(about)}` : [];
    });
  }
}

/** A field for the key of every command that has one; `keep(keys)` remembers them. @param {Commands} commands @param {Record<string, string>} own @param {(keys: Record<string, string>) => void} keep */
export function keyFields(commands, own, keep) {
  const { say, table, keys } = commands;
  const refused = make("p", { role: "status" });
  const fields = table
    .filter(({ name }) => keys[name].length)
    .map((command) => {
      const { name, keys: usual = [] } = command;
      const field = make("input", { class: "mv-number", "aria-label": commands.nameOf(command) });
      field.onkeydown = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Tab" || event.key === "Escape") return;
        event.preventDefault();
        const isErased = ["Backspace", "Delete"].includes(event.key);
        if (!isErased && event.key.length > 1) return;
        const key = isErased ? usual[0] : event.key.toLowerCase();
        refused.textContent = commands.refusal(name, key);
        if (refused.textContent) return;
        own[name] = key;
        commands.use(own);
        field.value = keyName(key);
        keep(own);
      };
      field.value = keyName(commands.keys[name][0]);
      return labelled(commands.nameOf(command), field);
    });
  return make(
    "details",
    { class: "mv-details" },
    make("summary", {}, say("keys own")),
    make("p", {}, say("keys own about")),
    make("div", { class: "mv-controls" }, ...fields),
    refused,
  );
}

/** @param {string} key */
const keyName = (key) => (key.length > 1 ? key : key.toUpperCase());
