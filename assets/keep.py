"""Save pictures and texts only if they have changed, for `make derived`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageSequence

TOLERANCE = 8  # of 255, after a blur: versions of a font differ less, other words differ more


def keep(path: Path, *frames: Image.Image, blur: int = 5, **options: Any) -> None:
    """Save frames to `path`, unless the file there shows the same."""
    if path.exists() and alike(frames, stored(path), blur):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    more = {"save_all": True, "append_images": frames[1:]} if frames[1:] else {}
    frames[0].save(path, **more, **options)
    print(f"{path}: {path.stat().st_size / 1e3:.0f} kB")


def stored(path: Path) -> list[Image.Image]:
    """Read the frames of a file."""
    with Image.open(path) as picture:
        return [frame.copy() for frame in ImageSequence.Iterator(picture)]


def alike(first: Sequence[Image.Image], second: Sequence[Image.Image], blur: int = 5) -> bool:
    """Return whether two series of pictures look the same."""
    if [each.size for each in first] != [each.size for each in second]:
        return False
    pairs = zip(map(_pixels, first), map(_pixels, second), strict=True)
    return all(np.abs(cv2.blur(a - b, (blur, blur))).max() <= TOLERANCE for a, b in pairs)


def _pixels(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture.convert("RGBA"), np.float32)
