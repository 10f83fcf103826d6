// A page in a frame of its host.

/**
 * Set the frame to the page's height: directly in a host of the same origin, hiding the page's
 * still picture; else by a message to the host, which may listen for `minevisHeight`.
 */
export function fitFrame() {
  if (window.parent === window) return;
  const frame = ownFrame();
  const framed = frame?.closest(".minevis-framed");
  for (const other of framed?.children ?? []) if (other !== frame) other.style.display = "none";
  const fills = document.querySelector(".mv-film"); // its boards take the frame's room
  let toldAt = 0; // the width of the frame
  /** @param {number} height */
  const tell = (height) => {
    if (fills && toldAt === window.innerWidth && height <= window.innerHeight) return; // otherwise every message would make both lower
    toldAt = window.innerWidth;
    window.parent.postMessage({ minevisHeight: height }, "*");
  };
  const fit = () => {
    if (document.fullscreenElement) return;
    const height = document.body.scrollHeight;
    if (!frame) tell(height);
    else if (frame.style.height !== `${height}px`) frame.style.height = `${height}px`;
  };
  fit(); // at once: hidden elements are not observed
  new ResizeObserver(fit).observe(document.body);
}

/** The frame around the page; null if it is cross-origin, as for pages on disk. */
function ownFrame() {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}
