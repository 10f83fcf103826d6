"""Films that follow an expert game: motion, a tall minute, and drawing beside encoding"""

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
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
KEPT = 30  # seconds of a film whose frames are kept in memory, to encode them alone


def rows() -> Iterator[Row]:
    """Seconds and megabytes, from a trace to a file."""
    trace = game()
    with TemporaryDirectory() as folder:
        path = Path(folder, "film.mp4")
        trace.video(path, format="tall", seconds=2)  # what is drawn once is drawn
        yield from of_motion(trace, path)
        whole, _ = timed(lambda: trace.video(path, format="tall", seconds=SECONDS))
        megabytes = path.stat().st_size / 1e6
        yield Row("tall, followed, a minute", f"{whole:.1f}", "s", "aim: 12")
        yield Row("  its size", f"{megabytes:.1f}", "MB", "aim: 6")
        films = {"the film of make demo": demo(trace)}
        films |= {form: followed(trace, form) for form in FORMATS}
        for name, film in films.items():
            share = beside_the_encoder(trace, *film, path)
            what = f"{name}: processor time, to that of the encoder"
            yield Row(what, f"{share:.2f}", "×", "limit: 1.4")


def demo(trace: Trace) -> tuple[Page, list[Beat]]:
    """The page and the beats of the film of `make demo`."""
    screen = film_page(trace.shape, Look())
    pacing = Pacing(fps=FPS, cards=True, motion=True)
    return screen, beats(trace, pacing, grouping="stepwise", crop=screen.cropped)


def of_motion(trace: Trace, path: Path) -> Iterator[Row]:
    """The film of `make demo` and the GIF of the game, with and without motion."""
    screen, shown = demo(trace)
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


def followed(trace: Trace, form: str, seconds: float = KEPT) -> tuple[Page, list[Beat]]:
    """The page and the beats of a film in a format."""
    pacing = Pacing(fps=FPS, seconds=seconds, cards=True, motion=True)
    shown = beats(trace, pacing, grouping="stepwise")
    return page_of_format(trace.shape, Look(format=form)), shown


def beside_the_encoder(trace: Trace, screen: Page, shown: list[Beat], path: Path) -> float:
    """How many times the processor time of the encoder alone a film takes, drawing included, on
    the same frames: of three turns the best of each.
    """
    stream = lambda: islice(frames(trace, shown, screen, fps=FPS, motion=True), KEPT * FPS)  # noqa: E731
    drawn = list(stream())
    times = [
        (_encoding(path, stream(), drawn[0]), _encoding(path, drawn, drawn[0])) for _ in range(3)
    ]
    ours, alone = (min(each) for each in zip(*times, strict=True))
    return ours / alone


def _encoding(path: Path, shown: Iterable[np.ndarray], first: np.ndarray) -> float:
    """The processor seconds of a film of some frames."""
    stream = FrameStream(shown, first.shape[:2], FPS, lambda: first)
    return processor_seconds(lambda: encode_film(path, stream))
