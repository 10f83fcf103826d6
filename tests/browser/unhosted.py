"""A living widget on a page of its own: shown as a notebook shows it, but nobody answers it."""

import json
from base64 import b64encode

from minevis.web.javascript import notebook_script, notebook_style

PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ margin: 0; }} {style}</style>
<div id="place"></div>
<script type="module">
{script}
const traits = {traits};
const bytes = (text) => Uint8Array.from(atob(text), (mark) => mark.charCodeAt(0));
for (const name of {packed}) traits[name] = bytes(traits[name]);
window.traits = traits;
window.sent = []; // what the widget has asked its kernel to do
const model = {{ get: (name) => traits[name], set: (name, value) => {{ traits[name] = value; }},
  on() {{}}, off() {{}}, save_changes() {{}},
  send: (message) => void (message.do && !board && window.sent.push(message)) }};
let board = null;
await render({{ model, el: document.getElementById("place") }});
const {{ host }} = document.querySelector(".minevis").widget;
board = host.ask; // a board hears what is done on it, and may ask the kernel then
if (board) host.ask = (action, onwait) => (window.sent.push(action), board(action, onwait));
</script>"""


def save_widget(path, widget):
    names = [name for name in widget.trait_names(sync=True) if not name.startswith("_")]
    values = {name: getattr(widget, name) for name in names if name not in ("layout", "tabbable")}
    packed = [name for name, value in values.items() if isinstance(value, bytes)]
    told = {
        name: b64encode(value).decode() if name in packed else value
        for name, value in values.items()
    }
    script = notebook_script().replace("export default { render };", "")
    path.write_text(
        PAGE.format(
            style=notebook_style(),
            script=script,
            traits=json.dumps(told),
            packed=json.dumps(packed),
        ),
        "utf-8",
    )
    return path
