"""The theme of everything shown, and pictures that turn dark with a notebook's page.

A dark copy would double the size of every picture and film, and the time to make it. A filter
in the browser is free: it inverts lightness and keeps hues.
"""

from typing import Any

AUTO = "auto"  # light, or dark if the page is dark

MARK, BEFORE = "minevis-auto", "minevis-auto-next"  # classes of the picture, and of the mark before
DARK_FILTER = "filter: invert(.91) hue-rotate(180deg) brightness(1.2)"
_PICTURES = f":is(.{MARK}, .jp-OutputArea-child:has(.{BEFORE}) + .jp-OutputArea-child img)"
_CONTROLS = f".{MARK}::-webkit-media-controls"  # of a film: made for dark pages already


def _dark(page: str) -> str:
    undone = "filter: invert(1) hue-rotate(180deg)"
    return f"{page} {_PICTURES} {{ {DARK_FILTER} }} {page} {_CONTROLS} {{ {undone} }}"


# JupyterLab says whether it is dark. Other pages follow the system, as widgets do.
STYLE = (
    f"<style>{_dark('body[data-jp-theme-light=false]')} @media screen and "
    f"(prefers-color-scheme: dark) {{ {_dark('body:not([data-jp-theme-light])')} }}</style>"
)


class Chosen:
    """The theme chosen by `mv.set_theme`."""

    theme = AUTO


def follows_page(theme: object) -> bool:
    """Return whether a picture in `theme` (None: the chosen one) turns dark with its page."""
    theme = Chosen.theme if theme is None else theme
    return isinstance(theme, str) and theme == AUTO


class TurnsDark:
    """A picture that turns dark with a notebook's page, if it `follows` the page."""

    __slots__ = ()
    follows: bool = False

    def _ipython_display_(self) -> None:
        """Show the style of the picture in an output before it: a PNG cannot carry one."""
        if self.follows:
            from IPython import display

            publish: Any = display.publish_display_data
            publish({"text/html": f'<i class="{BEFORE}"></i>{STYLE}'})
        raise NotImplementedError  # the picture itself is shown as ever
