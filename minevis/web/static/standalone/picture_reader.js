// Reads a picture of a board in a worker, without Python.

import { make, penOf } from "../shared/dom.js";
import { unpack } from "../shared/pack.js";
import { Word } from "../shared/words.js";
import { asPart } from "./editing.js";
import { Unreadable, textOf } from "./notations.js";

const LARGEST_SIDE = 2400; // pixels; larger pictures are scaled down
const LARGEST_PICTURE = 60_000_000;
const PNG_SIZE = 16; // bytes before the size of a PNG
const ENDS = /** @type {const} */ ({ rows: ["above", "below"], columns: ["left", "right"] });

/** Promise what `Editing` takes for a picture; `packed` is the network. The program of the worker is the text `minevisReader` of the window. @param {Pictured} given @param {Uint8Array<ArrayBuffer>} packed @param {Say} say */
export async function readPicture({ name, data, answers = {} }, packed, say) {
  const bytes = Uint8Array.from(atob(data), (mark) => mark.charCodeAt(0));
  const picture = await pixelsOf(bytes, name);
  const { head, part } = await unpack(packed);
  const weights = {
    shapes: head.shapes,
    small: new Int8Array(part("small")),
    exact: part("exact"),
  };
  const shape = answers.shape?.split("x").map(Number) ?? null;
  const { reading, refused } = await askWorker({ weights, picture, shape });
  if (refused) throw new Unreadable(refused.name, refused.values);
  const { others, isPart } = reading;
  const shown = { ...reading, mines: null };
  const { height, width, view, doubtful = [] } = isPart ? asPart(shown) : shown;
  const cells = new Word(doubtful.length, String(doubtful.length));
  const label = doubtful.length ? "picture read doubts" : "picture read";
  const more = [isPart && "picture part", others && "picture others"].filter(Boolean);
  return {
    text: textOf({ height, width, view, mines: null }),
    said: [say(label, { height, width, cells }), ...more.map((name) => say(name))].join(" "),
    doubtful,
    questions: questionsOf(reading, say),
  };
}

/** Promise the pixels of a picture on white. @param {Uint8Array<ArrayBuffer>} bytes @param {string} name */
async function pixelsOf(bytes, name) {
  const isPng = bytes[0] === 0x89 && bytes.length > PNG_SIZE + 8;
  const header = new DataView(bytes.buffer, isPng ? PNG_SIZE : 0);
  if (isPng) checkPixels(header.getUint32(0), header.getUint32(4)); // before it takes memory
  const options = { colorSpaceConversion: /** @type {const} */ ("none") };
  const bitmap = await createImageBitmap(new Blob([bytes]), options).catch(() => null);
  if (!bitmap) throw new Unreadable("picture damaged", { name });
  checkPixels(bitmap.width, bitmap.height);
  const scale = Math.min(1, LARGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(scale * side)),
  );
  const pen = penOf(make("canvas", { width, height }));
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { width, height, data: pen.getImageData(0, 0, width, height).data };
}

/** @param {number} width @param {number} height */
function checkPixels(width, height) {
  if (width * height > LARGEST_PICTURE)
    throw new Unreadable("picture large", { width, height, most: LARGEST_PICTURE / 1e6 });
}

/** Promise the answer of a new worker. @param {object} message @returns {Promise<any>} */
function askWorker(message) {
  const program = new Blob([globalThis.minevisReader], { type: "text/javascript" });
  const address = URL.createObjectURL(program);
  const worker = new Worker(address);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message: text }) => reject(new Unreadable("picture failed", { text }));
    worker.postMessage(message);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
}

/** Return the questions how many rows and columns there are, where the board may end elsewhere. @param {Reading} reading @param {Say} say @returns {Asked[]} */
function questionsOf({ height, width, ends }, say) {
  return /** @type {const} */ (["rows", "columns"]).flatMap((axis) => {
    const unsure = ends.filter((side) => ENDS[axis].includes(/** @type {never} */ (side)));
    if (!unsure.length) return [];
    const sizes = [...unsure, ""].map((_, less) =>
      axis === "rows" ? [height - less, width] : [height, width - less],
    );
    const answers = sizes.map(([rows, columns]) => {
      const cells = [(rows - 1) * width + columns - 1];
      return { label: `${rows}×${columns}`, value: `${rows}x${columns}`, cells };
    });
    const numbers = sizes.map((size) => size[axis === "rows" ? 0 : 1]).join(say("picture or"));
    return [{ text: say(`picture ${axis}`, { numbers }), option: "shape", answers }];
  });
}
