"""`minevis app`: a page to analyse, play, practise and watch, without Python."""

from pathlib import Path

from minevis.cli import options
from minevis.utils.files import output


def main(file: Path, /, *, theme: options.PageTheme = "auto", quiet: bool = False) -> None:
    """Write one HTML file that works offline and without Python. Paint or paste a position, see its
    odds and click a cell to see why. Play with odds and hints. Solve puzzles. Watch a game being
    solved.

    Parameters
    ----------
    file
        The .html file to write.
    quiet
        No progress bar.
    """
    from minevis.api.app import save_app  # not for the help

    options.check_page(file)
    with output(file):
        save_app(file, theme=theme, progress=not quiet)
    print(f"The page is {file}.")
