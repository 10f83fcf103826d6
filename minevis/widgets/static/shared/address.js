// The address of the page, changed at most twice a second: Safari raises an error for more than a hundred changes in ten.

const BETWEEN_CHANGES = 500; // ms

const latest = { at: -Infinity, waiting: /** @type {any} */ (null) };

/** Replace the state of the history entry, and its address if one is given: at once, or with the last one asked for meanwhile. @param {any} state @param {string} [address] */
export function replaceAddress(state, address) {
  const { at, waiting } = latest;
  latest.waiting = { state, address: address ?? waiting?.address };
  const left = at + BETWEEN_CHANGES - Date.now();
  if (left <= 0) replaceNow();
  else if (!waiting) setTimeout(replaceNow, left);
}

function replaceNow() {
  if (!latest.waiting) return;
  const { state, address } = latest.waiting;
  Object.assign(latest, { at: Date.now(), waiting: null });
  window.history.replaceState(state, "", address);
}
