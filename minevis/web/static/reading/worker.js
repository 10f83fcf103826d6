// The reader of pictures as a worker: one message has the network and a picture, the answer is what it shows.

import { readingOf } from "./reading.js";

/** @param {{ onmessage: unknown, postMessage(message: object): void }} scope */
export function answer(scope) {
  scope.onmessage = (/** @type {MessageEvent} */ { data: { weights, picture, shape } }) =>
    scope.postMessage(readingOf(weights, picture, shape));
}
