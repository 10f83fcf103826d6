// The address of the page, changed at most twice a second: Safari raises an error for more than a hundred changes in ten.

const BETWEEN_CHANGES = 500; // ms

/** @type {{at: number, waiting: {from: string, state: unknown, address?: string} | null}} */
const latest = { at: -Infinity, waiting: null };

/** Replace the state of the history entry `from`, and its address if one is given: at once, or with the last one asked for meanwhile. Another entry, entered since, stays unchanged. @param {unknown} state @param {string} [address] @param {string} [from] */
export function replaceAddress(state, address, from = window.location.href) {
  if (window.location.href !== from) return; // a waiting change of the present entry stays
  const { at, waiting } = latest;
  const sooner = waiting?.from === from ? waiting.address : undefined;
  latest.waiting = { from, state, address: address ?? sooner };
  const left = at + BETWEEN_CHANGES - Date.now();
  if (left <= 0) replaceNow();
  else if (!waiting) setTimeout(replaceNow, left);
}

function replaceNow() {
  const { waiting } = latest;
  latest.waiting = null;
  if (waiting?.from !== window.location.href) return;
  latest.at = Date.now();
  window.history.replaceState(waiting.state, "", waiting.address);
}

/** A link to a place of this page; of a page on a disk, only its end, which says nothing of the disk. @param {string} end */
export function linkHere(end) {
  const { protocol, href } = window.location;
  return protocol === "file:" ? end : href.split("#")[0] + end;
}
