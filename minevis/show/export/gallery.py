"""The gallery: one page that shows each panel, theme and export, made from a few runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from minevis.core import events as ev
from minevis.core.atomic_files import write_whole
from minevis.core.errors import EncoderError
from minevis.core.record import Record
from minevis.show.export.contact_sheet import contact_sheet
from minevis.show.export.figure import plot
from minevis.show.export.race import Race
from minevis.show.export.stills import strip, write_png
from minevis.show.export.video import write_video
from minevis.show.frames import frame
from minevis.show.options import VideoOptions
from minevis.show.panels.panels import DRAWN, PANELS
from minevis.show.tiles.theme import THEMES

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1180px;
       padding: 0 1rem; color: #202328; background: #faf9f5 }
h1 { margin-bottom: 0 } h2 { margin: 2.5rem 0 .5rem } figure { margin: 1rem 0 }
img, video { max-width: 100%; height: auto; border: 1px solid #d9d5cb; border-radius: 6px }
.grid { display: grid; gap: 1rem;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)) }
figcaption { color: #6c7076; font-size: .9rem }
pre { margin: .3rem 0; overflow-x: auto; font-size: .85rem; color: #202328 }
.tall { max-width: 360px }
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>minevis: gallery</title>
<meta name="viewport" content="width=device-width"><style>{style}</style></head>
<body><h1>minevis: gallery</h1>
<p>Each panel, theme and export. <code>python -m minevis gallery</code> makes this page anew.</p>
{body}
</body></html>
"""
RACE_WORDS = (
    "A race on one board, to see where players part. It ends as most do: over 10,000 such boards "
    "“counting” wins 39 %, “exact” 77 % and “convolution” 75 % (seeds 0 to 9999, first click "
    "(0, 0); mv.compare counts it again)."
)


@dataclass(frozen=True)
class Runs:
    """What the gallery is made from: a game with a search worth watching, a race, a large game,
    and a board of a word.

    >>> board = mv.Board.parse("..*")
    >>> game = mv.play(board, first=(0, 0))
    >>> runs = Runs(game, mv.race(board, first=(0, 0)), game, game)
    >>> len(runs.race.names)
    4
    """

    game: Record
    race: Race
    large: Record
    word: Record


def write_gallery(folder: str | Path, runs: Runs) -> Path:
    """Write the page and its pictures into `folder`, made if need be; return the page.

    Raises `EncoderError` when a file cannot be written.

    >>> board = mv.Board.parse("..*")
    >>> game = mv.play(board, first=(0, 0))
    >>> runs = Runs(game, mv.race(board, first=(0, 0)), game, game)
    >>> write_gallery("gallery", runs).name
    'index.html'
    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
        body = "\n".join(_sections(target, runs))
        page = write_whole(target / "index.html", PAGE.format(style=STYLE, body=body))
    except OSError as error:
        raise EncoderError(f"{error.filename or target}: {error.strerror}") from error
    return page


def _sections(folder: Path, runs: Runs) -> Iterator[str]:
    yield "<h2>The search made visible</h2>"
    yield from _films(folder, runs.game)
    yield "<h2>A camera that follows</h2>"
    yield from _followed(folder, runs)
    yield '<h2>Panels</h2><div class="grid">'
    for name in (*PANELS, *DRAWN):
        picture = frame(runs.game, moment(runs.game, name), panels=(name,), max_width=760)
        write_png(folder / f"panel-{name}.png", picture)
        yield _image(f"panel-{name}.png", f"The panel “{name}”.")
    yield "</div><h2>Themes</h2>"
    for name in THEMES:
        panels = ("board", "constraints", "probability")
        picture = frame(runs.game, moment(runs.game, "probability"), panels=panels, theme=name)
        write_png(folder / f"theme-{name}.png", picture)
        yield _image(f"theme-{name}.png", f"The theme “{name}”.")
        write_png(folder / f"sheet-{name}.png", contact_sheet(name, cell=32))
        yield _image(f"sheet-{name}.png", f"All that the theme “{name}” can draw.")
    yield "<h2>Exports</h2>"
    yield from _exports(folder, runs)


def _films(folder: Path, game: Record) -> Iterator[str]:
    """The story as a video, and its first search as an endless picture."""
    panels = ("board", "tree")
    write_video(game, folder / "story.mp4", panels=panels, max_width=1100, detail=2, seconds=40)
    code = 'trace.video("story.mp4", panels=("board", "tree"), seconds=40)'
    yield _video("story.mp4", "A whole game, to see how a search becomes odds.", code)
    at = moment(game, "tree")
    write_png(folder / "search.png", frame(game, at, panels=("board", "tree", "probability")))
    code = 'trace.frame(trace.find(OddsFound), panels=("board", "tree", "probability"))'
    words = "A search at its end and the odds that follow, for a slide or a paper."
    yield _image("search.png", words, code)


def _followed(folder: Path, runs: Runs) -> Iterator[str]:
    """Films of fixed format, and one moment of them."""
    film: VideoOptions = {"format": "tall", "max_width": 540, "seconds": 20}
    write_video(runs.large, folder / "followed.mp4", **film)
    code = 'trace.video("followed.mp4", format="tall", max_width=540, seconds=20)'
    words = "An expert game on a phone: the film goes where the reasoning is."
    yield _video("followed.mp4", words, code, shape="tall")
    at = moment(runs.game, "information")
    write_png(folder / "guess.png", frame(runs.game, at, format="wide", max_width=960))
    code = 'trace.frame(trace.find(Guessed), format="wide", max_width=960)'
    yield _image("guess.png", "One moment, large enough for a talk: what a guess goes by.", code)


def _exports(folder: Path, runs: Runs) -> Iterator[str]:
    game = runs.game
    write_png(folder / "strip.png", strip(game, moments=6, cell=26))
    yield _image("strip.png", "The key moments in one picture.")
    _write_figure(folder / "figure.svg", game)
    yield _image("figure.svg", "A Matplotlib figure of one snapshot, in vectors.")
    brief: VideoOptions = {"panels": ("board",), "cell": 24, "detail": 0, "seconds": 6}
    brief |= {"pace": "even", "fps": 5}
    for suffix in ("gif", "webp"):
        write_video(game, folder / f"game.{suffix}", **brief)
        yield _image(f"game.{suffix}", f"The same game as .{suffix}, at an even pace.")
    write_video(game, folder / "game.webm", **brief)
    yield _video("game.webm", "The same game as .webm.")
    runs.race.video(folder / "race.mp4", seconds=20, max_width=1100)
    code = (
        'mv.race(mv.Board.random("intermediate", seed=24, first=(0, 0)), '
        '["counting", "exact", "convolution"]).video("race.mp4", seconds=20)'
    )
    yield _video("race.mp4", RACE_WORDS, code)
    write_video(runs.word, folder / "word.mp4", max_width=960, seconds=20)
    code = 'mv.play(mv.Board.word("HELLO", seed=16), first=(0, 0)).video("word.mp4", seconds=20)'
    yield _video("word.mp4", "A board whose mines spell a word, for a greeting: won.", code)


def _write_figure(path: Path, game: Record) -> None:
    """A search in vectors; the names within the file are the same each time it is written."""
    from matplotlib import rc_context

    figure = plot(game, moment(game, "tree"), panels=("board", "tree"))
    with rc_context({"svg.hashsalt": "minevis"}):
        figure.savefig(path, metadata={"Date": None})


def moment(trace: Record, panel: str) -> int:
    """The number of an event at which `panel` has something to show; the last one if none has.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> moment(trace, "information")
    2
    """
    wanted: tuple[type, ...] = {
        "board": (ev.Counted,),
        "constraints": (ev.Counted,),
        "regions": (ev.FrontierFound,),
        "information": (ev.Guessed,),
        "probability": (ev.Guessed,),
        "zero": (ev.Guessed,),
        "tree": (ev.OddsFound,),
    }[panel]
    found = [i for i, event in enumerate(trace.events) if isinstance(event, wanted)]
    return found[0] if found else len(trace) - 1


def _image(name: str, words: str, code: str = "") -> str:
    return f'<figure><img src="{name}" alt="{escape(words)}">{_words(words, code)}</figure>'


def _video(name: str, words: str, code: str = "", *, shape: str = "") -> str:
    """A video with its words; `shape` is a class of the style, subtitles stand beside a WebM."""
    stem, _, suffix = name.rpartition(".")
    track = f'<track kind="captions" src="{stem}.vtt">' if suffix == "webm" else ""
    look = f' class="{shape}"' if shape else ""
    player = f'<video src="{name}"{look} controls muted playsinline preload="metadata">'
    return f"<figure>{player}{track}</video>{_words(words, code)}</figure>"


def _words(words: str, code: str = "") -> str:
    line = f"<pre><code>{escape(code)}</code></pre>" if code else ""
    return f"<figcaption>{escape(words)}{line}</figcaption>"


def write_sheet(path: str | Path, theme: str, *, cell: int = 40) -> Path:
    """Write the contact sheet of `theme` as a PNG file and return its path.

    Raises `EncoderError` for another suffix and when it cannot be written, and
    `ValueError` for an unknown theme.

    >>> write_sheet("paper.png", "paper", cell=12).name
    'paper.png'
    """
    target = Path(path)
    if target.suffix.lower() != ".png":
        raise EncoderError(f"{target}: a contact sheet is a .png file")
    return write_png(target, contact_sheet(theme, cell=cell))
