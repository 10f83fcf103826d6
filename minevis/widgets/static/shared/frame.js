// A page in a frame of its host.

/**
 * Have the frame take the height that the page needs: directly in a host of the same origin, where the still that
 * stands in for the page is hidden; else by telling the host, which may listen for `minevisHeight`.
 */
export function fitFrame() {
  if (window.parent === window) return;
  const frame = ownFrame();
  const framed = frame?.closest(".minevis-framed");
  for (const other of framed?.children ?? []) if (other !== frame) other.style.display = "none";
  const fills = document.querySelector(".mv-film"); // its boards take the room that the frame has
  let toldAt = 0; // the width of the frame
  /** @param {number} height */
  const tell = (height) => {
    if (fills && toldAt === window.innerWidth && height <= window.innerHeight) return; // otherwise each message would make both lower
    toldAt = window.innerWidth;
    window.parent.postMessage({ minevisHeight: height }, "*");
  };
  const fit = () => {
    if (document.fullscreenElement) return;
    const height = document.body.scrollHeight;
    if (!frame) tell(height);
    else if (frame.style.height !== `${height}px`) frame.style.height = `${height}px`;
  };
  fit(); // at once: where the page is out of sight, nothing is observed
  new ResizeObserver(fit).observe(document.body);
}

/** The frame that the page stands in; null where it is of another origin, as frames of pages on disk are. */
function ownFrame() {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}
