// What the tests in Node share: positions, words that are their own names, and a worker of the same thread.

import { listen } from "../../minevis/widgets/static/solver/worker.js";
import { Solver } from "../../minevis/widgets/static/solver/solver.js";

/** A label is said as its name and its values. */
export const say = (name, values = {}) => [name, ...Object.values(values)].join(" ");

/** The position of a text: `mines 2` in its first line, if known, and a mark for each cell. */
export function position(text) {
    const rows = text.split("\n");
    const mines = rows[0].startsWith("mines") ? Number(rows.shift().split(" ")[1]) : null;
    return { height: rows.length, width: rows[0].length, mines, view: [...rows.join("")] };
}

/** Answer questions of solvers in this thread; returns the workers that were started, with their `messages`. */
export function answerHere(isAnswered = () => true) {
    const workers = [];
    Solver.start = () => {
        const scope = { postMessage: (data) => worker.onmessage?.({ data }) };
        const worker = { messages: [], terminate: () => (worker.onmessage = null) };
        worker.postMessage = (data) => {
            worker.messages.push(data);
            if (isAnswered(data)) queueMicrotask(() => scope.onmessage({ data }));
        };
        listen(scope);
        workers.push(worker);
        return worker;
    };
    return workers;
}
