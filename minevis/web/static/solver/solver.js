// The solver in a worker: questions with promised answers, and a way to stop slow ones.

const PATIENCE = 10_000; // ms until a note that a question takes long

/** The one worker, which answers all solvers of a page, and its questions without an answer yet, by number. */
const desk = {
  worker: /** @type {Worker | null} */ (null),
  address: /** @type {string | undefined} */ (undefined),
  asked: 0,
  waiting: new Map(),
};

/** Questions to the worker; it starts with the first one. Its program is the text `minevisSolver` of the window. */
export class Solver {
  static start = () => {
    const program = new Blob([globalThis.minevisSolver], { type: "text/javascript" });
    return new Worker((desk.address ??= URL.createObjectURL(program)));
  };

  /** Promise the answer to a question of `worker.js`; a report passes its first part to `onpart`. The promise fails for a position without a layout, and when it is stopped. @template {keyof Questions} Q @param {Q} question @param {Parameters<Questions[Q]>} given @param {() => void} [onslow] @param {(part: any) => void} [onpart] @returns {Promise<ReturnType<Questions[Q]>>} */
  ask(question, given, onslow = () => {}, onpart = () => {}) {
    desk.asked += 1;
    const message = { number: desk.asked, question, given };
    const slow = setTimeout(onslow, PATIENCE);
    return new Promise((resolve, reject) => {
      desk.waiting.set(message.number, { solver: this, message, onpart, resolve, reject });
      post(message);
    }).finally(() => clearTimeout(slow));
  }

  /** Give up the questions of this solver, if any has no answer yet. */
  stop() {
    endWorker((solver) => solver === this);
  }
}

/** @param {object} message */
function post(message) {
  desk.worker ??= started();
  desk.worker.postMessage(message);
}

function started() {
  const worker = Solver.start();
  worker.onmessage = ({ data: { number, part, answer, refused } }) => {
    const { onpart, resolve, reject } = desk.waiting.get(number);
    if (part) return void onpart(part);
    desk.waiting.delete(number);
    if (refused) reject(Object.assign(new Error(refused.kind), refused));
    else resolve(answer);
    return undefined;
  };
  worker.onerror = () => endWorker(() => true); // the host allows no worker
  return worker;
}

/** End the worker if it has questions to give up; a new one gets the rest. @param {(solver: Solver) => boolean} isGivenUp */
function endWorker(isGivenUp) {
  const givenUp = [...desk.waiting].filter(([, { solver }]) => isGivenUp(solver));
  if (!givenUp.length) return;
  desk.worker?.terminate();
  desk.worker = null;
  for (const [number, { reject }] of givenUp) {
    desk.waiting.delete(number);
    reject(new Error("stopped"));
  }
  for (const { message } of desk.waiting.values()) post(message);
}
