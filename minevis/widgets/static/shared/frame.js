// A page in a frame of its host.

/** In a frame of the same origin, take the height that the page needs, and hide what stood in for it. */
export function fitFrame() {
  const frame = ownFrame();
  if (!frame) return;
  for (const other of frame.parentElement.children) if (other !== frame) other.style.display = "none";
  new ResizeObserver(() => {
    const needed = `${document.body.scrollHeight}px`;
    if (document.fullscreenElement || frame.style.height === needed) return;
    frame.style.height = needed;
  }).observe(document.body);
}

/** The frame that the page stands in; null where there is none, or of another origin, which keeps its height. */
function ownFrame() {
  try {
    return window.frameElement;
  } catch {
    return null;
  }
}
