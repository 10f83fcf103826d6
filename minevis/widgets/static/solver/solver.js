// The solver in a worker: questions with a promise of their answers, and a way to stop one that takes long.

const PATIENCE = 10_000; // ms after which it is announced that a question takes long

/** A solver that starts its worker with the first question. Its program is the text `minevisSolver` of the window. */
export class Solver {
  constructor() {
    this.waiting = new Map(); // by number: how to settle a question
    this.asked = 0;
  }

  /** Promise the answer to a question of `worker.js`. The promise fails for a position without a layout, and when it is stopped. */
  ask(question, given, onslow = () => {}) {
    this.asked += 1;
    const number = this.asked;
    const slow = setTimeout(onslow, PATIENCE);
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.worker ??= this.started();
      this.worker.postMessage({ number, question, given });
    }).finally(() => clearTimeout(slow));
  }

  /** Give up all questions. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error("stopped"));
    this.waiting.clear();
  }

  started() {
    const program = new Blob([globalThis.minevisSolver], { type: "text/javascript" });
    const address = URL.createObjectURL(program);
    const worker = new Worker(address);
    worker.onmessage = ({ data: { number, answer, refused } }) => {
      const { resolve, reject } = this.waiting.get(number);
      this.waiting.delete(number);
      if (refused) reject(Object.assign(new Error(refused.kind), refused));
      else resolve(answer);
    };
    worker.onerror = () => this.stop(); // the host allows no worker
    return worker;
  }
}
