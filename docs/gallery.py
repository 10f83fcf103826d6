"""The gallery: one page with all panels, themes and exports, made from a few runs."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from contact_sheet import contact_sheet
from matplotlib import rc_context

import minevis as mv
from minevis.film.stills import write_png
from minevis.render.options import FilmOptions
from minevis.render.panels import PANELS
from minevis.render.tiles.theme import LOOKS

CORNER = (0, 0)
RACERS = ("counting", "exact", "convolution")

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1180px;
       padding: 0 1rem; color: #202328; background: #faf9f5 }
h1 { margin-bottom: 0 } h2 { margin: 2.5rem 0 .5rem } figure { margin: 1rem 0 }
img, video { max-width: 100%; height: auto; border: 1px solid #d9d5cb; border-radius: 6px }
.grid { display: grid; gap: 1rem;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)) }
figcaption { color: #6c7076; font-size: .9rem }
pre { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem;
      color: #202328 }
.tall { max-width: 360px }
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>minevis: gallery</title>
<meta name="viewport" content="width=device-width"><style>{style}</style></head>
<body><h1>minevis: gallery</h1>
<p>Each panel, theme and export, with the line that makes it and what it is good for.
Most show this game:</p>
<pre><code>import minevis as mv

board = mv.Board.random("beginner", seed=26, first=(0, 0), safe_radius=1)
trace = mv.play(board, "exact", first=(0, 0))</code></pre>
{body}
</body></html>
"""
RACE_WORDS = (
    "A race on one board, to see where players part. It ends as most do: over 10,000 such boards "
    "“counting” wins 39 %, “exact” 77 % and “convolution” 76 % (seeds 0 to 9999, first click "
    "(0, 0); mv.compare counts it again)."
)
BRIEF_WORDS = {
    "gif": "a GIF plays everywhere, in a README too",
    "webp": "a WebP is smaller, and all browsers show it",
    "webm": "a WebM, with its captions beside it, may be stopped and searched",
}


def write_gallery(folder: Path) -> None:
    """Play the games of the gallery and write the page and its pictures into `folder`."""
    body = "\n".join(_sections(folder))
    (folder / "index.html").write_text(PAGE.format(style=STYLE, body=body), encoding="utf-8")


def game() -> mv.Trace:
    """A game with counting, sets, searches and guesses."""
    board = mv.Board.random("beginner", seed=26, first=CORNER, safe_radius=1)
    return mv.play(board, "exact", first=CORNER)


def large() -> mv.Trace:
    """An expert game without a guess."""
    return mv.play(mv.Board.random("expert", seed=10, first=CORNER), "exact", first=CORNER)


def race() -> mv.Race:
    """A typical race: "counting" loses, the other players win."""
    return mv.race(mv.Board.random("intermediate", seed=49, first=CORNER), RACERS, first=CORNER)


def word() -> mv.Trace:
    """A board of a word, won without a guess."""
    return mv.play(mv.Board.word("HELLO", seed=16), "exact", first=CORNER)


def _sections(folder: Path) -> Iterator[str]:
    shown = game()
    yield "<h2>The search made visible</h2>"
    yield from _films(folder, shown)
    yield '<h2>A camera that follows</h2><div class="grid">'
    yield from _followed(folder, shown)
    yield '</div><h2>Panels</h2><div class="grid">'
    for name in PANELS:
        yield _panel(folder, shown, name)
    yield "</div><h2>Themes</h2>"
    for name in mv.THEMES:
        yield from _theme(folder, shown, name)
    yield "<h2>Exports</h2>"
    yield from _exports(folder, shown)
    yield "<h2>More than one game</h2>"
    yield from _more(folder)


def _films(folder: Path, trace: mv.Trace) -> Iterator[str]:
    """The story as a video, and its first search as a picture."""
    film: FilmOptions = {"panels": ("board", "tree"), "format": "wide", "max_width": 840}
    film |= {"detail": 2, "seconds": 28}
    trace.video(folder / "story.mp4", **film)
    code = 'trace.video("story.mp4", panels=("board", "tree"), format="wide", seconds=28)'
    words = "A whole game, to see how a search becomes odds: its tree comes, grows and leaves."
    yield _video("story.mp4", words, code)
    at = moment(trace, "tree")
    write_png(folder / "search.png", trace.frame(at, panels=("board", "tree", "probability")))
    code = f'trace.frame({at}, panels=("board", "tree", "probability"))'
    words = "A search at its end and the odds that follow, for a slide or a paper."
    yield _image("search.png", words, code)


def _followed(folder: Path, trace: mv.Trace) -> Iterator[str]:
    """Films of fixed format, and one moment of them."""
    film: FilmOptions = {"format": "tall", "max_width": 480, "seconds": 20}
    large().video(folder / "followed.mp4", **film)
    code = (
        'mv.play(mv.Board.random("expert", seed=10, first=(0, 0)), "exact", first=(0, 0)).video('
        '"followed.mp4", format="tall", max_width=480, seconds=20)'
    )
    words = "An expert game on a phone: the film goes where the reasoning is."
    yield _video("followed.mp4", words, code, shape="tall")
    at = moment(trace, "guess")
    write_png(folder / "guess.png", trace.frame(at, format="wide", max_width=960))
    code = f'trace.frame({at}, format="wide", max_width=960)'
    yield _image("guess.png", "One moment, large enough for a talk: what a guess goes by.", code)


def _panel(folder: Path, trace: mv.Trace, name: str) -> str:
    """One panel at a moment at which it has something to show."""
    at = moment(trace, name)
    write_png(folder / f"panel-{name}.png", trace.frame(at, panels=(name,), max_width=760))
    code = f'trace.frame({at}, panels=("{name}",), max_width=760)'
    return _image(f"panel-{name}.png", PANELS[name].purpose, code)


def _theme(folder: Path, trace: mv.Trace, name: str) -> Iterator[str]:
    """A theme in use, and all its tiles."""
    at, panels = moment(trace, "probability"), ("board", "constraints", "probability")
    write_png(folder / f"theme-{name}.png", trace.frame(at, panels=panels, theme=name))
    code = f'trace.frame({at}, panels=("board", "constraints", "probability"), theme="{name}")'
    yield _image(f"theme-{name}.png", f"“{name}”: {LOOKS[name]}.", code)
    write_png(folder / f"sheet-{name}.png", contact_sheet(name, cell=32))
    words = f"All that “{name}” can draw, to choose a theme or to check one of your own."
    yield _image(
        f"sheet-{name}.png", words, f'contact_sheet("{name}", cell=32)  # docs/contact_sheet.py'
    )


def _exports(folder: Path, trace: mv.Trace) -> Iterator[str]:
    trace.strip(moments=6, cell=26).save(folder / "strip.png")
    words = "The key moments in one picture, for a page that cannot move."
    yield _image("strip.png", words, "trace.strip(moments=6, cell=26)")
    at = moment(trace, "tree")
    _write_figure(folder / "figure.svg", trace, at)
    code = f'trace.plot({at}, panels=("board", "tree")).savefig("figure.svg")'
    yield _image("figure.svg", "A Matplotlib figure, fine enough for print.", code)
    brief: FilmOptions = {"panels": ("board",), "cell": 24, "seconds": 6, "detail": 0, "fps": 5}
    for suffix, use in BRIEF_WORDS.items():
        trace.video(folder / f"game.{suffix}", **brief)
        show = _video if suffix == "webm" else _image
        options = 'panels=("board",), cell=24, seconds=6, detail=0, fps=5'
        code = f'trace.video("game.{suffix}", {options})'
        yield show(f"game.{suffix}", f"The same game in six seconds: {use}.", code)


def _more(folder: Path) -> Iterator[str]:
    """A race, and a board that spells a word."""
    race().video(folder / "race.mp4", seconds=20, max_width=1280)
    code = (
        'mv.race(mv.Board.random("intermediate", seed=49, first=(0, 0)), '
        '["counting", "exact", "convolution"], first=(0, 0))'
        '.video("race.mp4", seconds=20, max_width=1280)'
    )
    yield _video("race.mp4", RACE_WORDS, code)
    word().video(folder / "word.mp4", max_width=840, seconds=16)
    code = (
        'mv.play(mv.Board.word("HELLO", seed=16), "exact", first=(0, 0)).video("word.mp4", '
        "max_width=840, seconds=16)"
    )
    yield _video("word.mp4", "A board whose mines spell a word, for a greeting: won.", code)


def _write_figure(path: Path, trace: mv.Trace, at: int) -> None:
    """A search as a figure; the names within the file never change."""
    figure = trace.plot(at, panels=("board", "tree"))
    with rc_context({"svg.hashsalt": "minevis"}):
        figure.savefig(path, metadata={"Date": None})


def moment(trace: mv.Trace, panel: str) -> int:
    """The number of an event at which `panel` has something to show, otherwise the last one."""
    wanted = PANELS[panel].moment or ()
    found = [i for i, event in enumerate(trace.events) if isinstance(event, wanted)]
    return found[0] if found else len(trace) - 1


def _image(name: str, words: str, code: str) -> str:
    return f'<figure><img src="{name}" alt="{escape(words)}">{_words(words, code)}</figure>'


def _video(name: str, words: str, code: str, *, shape: str = "") -> str:
    """A video with its words; `shape` is a class of the style, subtitles are a file next to a WebM.

    The moment after `#t=` is shown by a phone before the video is played.
    """
    stem, _, suffix = name.rpartition(".")
    track = f'<track kind="captions" src="{stem}.vtt">' if suffix == "webm" else ""
    look = f' class="{shape}"' if shape else ""
    player = f'<video src="{name}#t=0.01"{look} controls muted playsinline preload="metadata">'
    return f"<figure>{player}{track}</video>{_words(words, code)}</figure>"


def _words(words: str, code: str) -> str:
    return f"<figcaption>{escape(words)}<pre><code>{escape(code)}</code></pre></figcaption>"
