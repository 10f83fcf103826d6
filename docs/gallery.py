"""The gallery: six pieces, and below them all panels, themes and exports."""

from collections.abc import Iterator
from functools import cache
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
summary { cursor: pointer } summary h2 { display: inline }
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>minevis: gallery</title>
<meta name="viewport" content="width=device-width"><style>{style}</style></head>
<body><h1>minevis: gallery</h1>
{pieces}
<details><summary><h2>Every panel, theme and export</h2></summary>
<p>With the line that makes it. Most show this game:</p>
<pre><code>import minevis as mv

board = mv.Board.random("beginner", seed=26, first=(0, 0), safe_radius=1)
trace = mv.play(board, "exact", first=(0, 0))</code></pre>
{reference}
</details>
</body></html>
"""
CLIPS = ("1-1", "1-2", "1-2-1", "1-2-2-1", "chain", "mines left", "50/50", "components")
DASHES = str.maketrans("/ ", "--")
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
    pieces, reference = "\n".join(_pieces(folder)), "\n".join(_reference(folder))
    page = PAGE.format(style=STYLE, pieces=pieces, reference=reference)
    (folder / "index.html").write_text(page, encoding="utf-8")


@cache
def game() -> mv.Trace:
    """A game with counting, sets, searches and guesses."""
    board = mv.Board.random("beginner", seed=26, first=CORNER, safe_radius=1)
    return mv.play(board, "exact", first=CORNER)


@cache
def large() -> mv.Trace:
    """An expert game without a guess."""
    return mv.play(mv.Board.random("expert", seed=10, first=CORNER), "exact", first=CORNER)


@cache
def race() -> mv.Race:
    """A typical race: "counting" loses, the other players win."""
    return mv.race(mv.Board.random("intermediate", seed=49, first=CORNER), RACERS, first=CORNER)


@cache
def word() -> mv.Trace:
    """A board of a word, won without a guess."""
    return mv.play(mv.Board.word("HELLO", seed=16), "exact", first=CORNER)


@cache
def lost() -> mv.Trace:
    """An expert game that its last guess loses."""
    return mv.play("expert", seed=3)


def _pieces(folder: Path) -> Iterator[str]:
    yield "<h2>One of these is safe. Which?</h2>"
    large().video(folder / "hardest.mp4", idea="hardest", format="tall", max_width=480)
    code = (
        'mv.play(mv.Board.random("expert", seed=10, first=(0, 0)), "exact", first=(0, 0)).video('
        '"hardest.mp4", idea="hardest", format="tall", max_width=480)'
    )
    yield _video("hardest.mp4", "The hardest moment of an expert game.", code, shape="tall")
    yield "<h2>Counting turns into odds</h2>"
    pair: FilmOptions = {"panels": ("constraints", "probability"), "idea": "first two clues"}
    large().video(folder / "pair.mp4", **pair, format="tall", max_width=480)
    code = (
        'mv.play(mv.Board.random("expert", seed=10, first=(0, 0)), "exact", first=(0, 0)).video('
        '"pair.mp4", panels=("constraints", "probability"), idea="first two clues", '
        'format="tall", max_width=480)'
    )
    words = "Above, two clues count down; below, the odds of the same cells follow: 21 % becomes 0."
    yield _video("pair.mp4", words, code, shape="tall")
    yield "<h2>17 %. Would you?</h2>"
    lost().video(folder / "loss.mp4", idea="loss", max_width=840)
    code = 'mv.play("expert", seed=3).video("loss.mp4", idea="loss", max_width=840)'
    yield _video("loss.mp4", "Nothing is safe, and the best guess loses.", code)
    yield '<h2>Eight patterns to know</h2><div class="grid">'
    for name in CLIPS:
        path = folder / clip_name(name)
        mv.pattern_film(name, max_width=640).save(path)
        code = f'mv.pattern_film("{name}", max_width=640).save("{path.name}")'
        yield _video(path.name, f"{name}, from the question to the click.", code)
    yield "</div><h2>A search becomes odds</h2>"
    film: FilmOptions = {"panels": ("board", "tree"), "format": "wide", "max_width": 960}
    game().video(folder / "story.mp4", **film, detail=2, moves=(6, 7))
    code = (
        'trace.video("story.mp4", panels=("board", "tree"), format="wide", max_width=960, '
        "detail=2, moves=(6, 7))"
    )
    words = "The search before a guess: tries, dead ends and solutions become odds on the board."
    yield _video("story.mp4", words, code)
    yield "<h2>Three players, one board</h2>"
    race().video(folder / "race.mp4", seconds=20, max_width=1280)
    code = (
        'mv.race(mv.Board.random("intermediate", seed=49, first=(0, 0)), '
        '["counting", "exact", "convolution"], first=(0, 0))'
        '.video("race.mp4", seconds=20, max_width=1280)'
    )
    yield _video("race.mp4", RACE_WORDS, code)


def clip_name(name: str) -> str:
    """Return the file of the film of a pattern."""
    return f"pattern-{name.translate(DASHES)}.mp4"


def _word(folder: Path) -> Iterator[str]:
    """A board of a word."""
    word().video(folder / "word.mp4", max_width=840, seconds=12, detail=0)
    code = (
        'mv.play(mv.Board.word("HELLO", seed=16), "exact", first=(0, 0)).video("word.mp4", '
        "max_width=840, seconds=12, detail=0)"
    )
    yield _video("word.mp4", "The mines spell a word, for a greeting: won.", code)


def _reference(folder: Path) -> Iterator[str]:
    shown = game()
    yield "<h3>Moments</h3>"
    yield from _moments(folder, shown)
    yield '<h3>Panels</h3><div class="grid">'
    for name in PANELS:
        yield _panel(folder, shown, name)
    yield "</div><h3>Themes</h3>"
    for name in mv.THEMES:
        yield from _theme(folder, shown, name)
    yield "<h3>A board that says hello</h3>"
    yield from _word(folder)
    yield "<h3>Exports</h3>"
    yield from _exports(folder, shown)


def _moments(folder: Path, trace: mv.Trace) -> Iterator[str]:
    at = moment(trace, "tree")
    write_png(folder / "search.png", trace.frame(at, panels=("board", "tree", "probability")))
    code = f'trace.frame({at}, panels=("board", "tree", "probability"))'
    words = "A search at its end and the odds that follow, for a slide or a paper."
    yield _image("search.png", words, code)
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
    made = f"<details><summary>Code</summary><pre><code>{escape(code)}</code></pre></details>"
    return f"<figcaption>{escape(words)}{made}</figcaption>"
