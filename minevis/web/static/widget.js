// The part of the program in every notebook widget: it loads the rest from a shared model.

const programs = (globalThis.minevisWidgets ??= new Map()); // by their scripts, for all widgets of the window

/** @param {Model} model */
async function programFor(model) {
  const name = model.get("program").replace("IPY_MODEL_", "");
  const held = await model.widget_manager.get_model(name);
  const script = held.get("script");
  if (!programs.has(script)) {
    const style = document.createElement("style");
    style.textContent = held.get("style");
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    programs.set(script, { style, module: import(address) });
  }
  const { style, module } = programs.get(script);
  if (!style.isConnected) document.head.append(style);
  return (await module).default;
}

/** Called by anywidget for every view. @param {{ model: Model, el: HTMLElement }} view */
async function render(view) {
  let program;
  try {
    program = await programFor(view.model);
  } catch {
    view.el.textContent = view.model.get("words")["no program"];
    return undefined;
  }
  return program.render(view);
}
