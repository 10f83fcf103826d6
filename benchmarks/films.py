"""Films that follow an expert game: motion, a tall minute, and drawing beside encoding"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from measuring import Row, game, processor_seconds, timed

from minevis import Trace
from minevis.film.beats import beats
from minevis.film.ffmpeg import FrameStream, encode_film
from minevis.film.frames import frames
from minevis.film.moments import Beat
from minevis.render.options import Look, Pacing
from minevis.render.page import Page, film_page, page_of_format
from minevis.utils.options import FORMATS

FPS = 30
SECONDS = 60
SMALL = 540  # px: frames of that width are kept in memory, to encode them alone


def encoded_alone(
    trace: Trace,
    shown: list[Beat],
    screen: Page,
    path: Path,
    clock: Callable[[Callable[[], object]], float],
) -> float:
    """Seconds to encode the frames of a film that are drawn already."""
    drawn: list[np.ndarray] = list(frames(trace, shown, screen, fps=FPS, motion=True))
    size = (screen.height, screen.width)
    stream = FrameStream(drawn, size, FPS, lambda: drawn[0])
    return clock(lambda: encode_film(path, stream))


def rows() -> Iterator[Row]:
    """Seconds and megabytes, from a trace to a file."""
    trace = game()
    with TemporaryDirectory() as name:
        path = Path(name, "film.mp4")
        trace.video(path, format="tall", seconds=2)  # what is drawn once is drawn
        yield from of_motion(trace, path)
        whole, _ = timed(lambda: trace.video(path, format="tall", seconds=SECONDS))
        megabytes = path.stat().st_size / 1e6
        yield Row("tall, followed, a minute", f"{whole:.1f}", "s", "aim: 12")
        yield Row("  its size", f"{megabytes:.1f}", "MB", "aim: 6")
        for form in FORMATS:
            share = beside_the_encoder(trace, form, path)
            what = f"{form}, {SMALL} px: processor time beside the encoder's"
            yield Row(what, f"{share:.2f}", "×")
        for form in FORMATS:
            share = beside_the_encoder(trace, form, path, seconds=30, width=1920, clock=best_of)
            what = f"{form}, as films are made: time beside the encoder's"
            yield Row(what, f"{share:.2f}", "×", "limit: 1.4, on two free cores")


def of_motion(trace: Trace, path: Path) -> Iterator[Row]:
    """The film of `make demo` and the GIF of the game, with and without motion."""
    screen = film_page(trace.shape, Look())
    pacing = Pacing(fps=FPS, cards=True, motion=True)
    shown = beats(trace, pacing, grouping="stepwise", crop=screen.cropped)
    stream = frames(trace, shown, screen, fps=FPS, motion=True)
    moving = sum(before is not after for before, after in pairwise(stream))
    share = moving / sum(beat.hold for beat in shown)
    yield Row("the film of make demo: the share of its time that moves", f"{share:.0%}", "", "20 %")
    for suffix, limits in ((".mp4", ("limit: 3", "limit: 2.2")), (".gif", ("", "limit: 1.6"))):
        film = path.with_suffix(suffix)
        seconds, sizes = zip(*(_film(trace, film, motion) for motion in (True, False)), strict=True)
        for what, pair, limit in zip(("time", "size"), (seconds, sizes), limits, strict=True):
            words = f"  {suffix} with motion: {what}, to that without"
            yield Row(words, f"{pair[0] / pair[1]:.2f}", "×", limit)


def _film(trace: Trace, path: Path, motion: bool) -> tuple[float, int]:
    """The processor seconds and bytes of a film."""
    seconds = processor_seconds(lambda: trace.video(path, motion=motion))
    return seconds, path.stat().st_size


def best_of(work: Callable[[], object]) -> float:
    """The seconds that `work` takes, the best of three turns."""
    return min(timed(work)[0] for _ in range(3))


def beside_the_encoder(
    trace: Trace,
    form: str,
    path: Path,
    *,
    seconds: float = SECONDS,
    width: int = SMALL,
    clock: Callable[[Callable[[], object]], float] = processor_seconds,
) -> float:
    """How many times the time of the encoder alone a film takes, drawing included: by default
    processor time."""
    screen = page_of_format(trace.shape, Look(format=form, max_width=width))
    pacing = Pacing(fps=FPS, seconds=seconds, cards=True, motion=True)
    shown = beats(trace, pacing, grouping="stepwise")
    look = {"format": form, "max_width": width, "seconds": seconds, "fps": FPS}
    ours = clock(lambda: trace.video(path, **look))
    return ours / encoded_alone(trace, shown, screen, path, clock)
