"""Shared by widgets that play a film: their traits, tiles and curves."""

from typing import Any

import traitlets

from minevis.render.tiles.theme import THEMES
from minevis.web.film.film import AUTO
from minevis.web.film.tile_sheets import theme_sheets
from minevis.web.widget_with_fallback import ThemeName, ValueTraitError, WidgetWithFallback

LIGHT_AND_DARK = ("paper", "dark")  # themes between which "auto" chooses, in the browser
SLOWEST, FASTEST = 0.25, 240.0  # beats a second


class FilmWidget(WidgetWithFallback):
    """A widget that plays a film, of one run or of several."""

    film = traitlets.Bytes().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(6.0).tag(sync=True)
    theme = ThemeName().tag(sync=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.on_msg(self._receive)

    def _themes_sent(self) -> tuple[str, ...]:
        """The themes whose tiles come with the film. More are sent on request."""
        return LIGHT_AND_DARK if self.theme == AUTO else (self.theme,)

    @traitlets.validate("speed")
    def _check_speed(self, proposal: Any) -> float:
        speed = proposal["value"]
        if not SLOWEST <= speed <= FASTEST:
            raise ValueTraitError(f"speed={speed}: beats a second, {SLOWEST} to {FASTEST:.0f}")
        return float(speed)

    def _receive(self, _: object, message: object, __: object) -> None:
        """Answer a question of the browser, if it is one."""
        if isinstance(message, dict):
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        """Answer a request from the browser: the curve of the game, or the tiles of a theme."""
        number = message.get("number")
        if "curve" in message:
            self.send({"reply": number, "answer": self._curve()})
        elif str(message.get("tiles")) in THEMES:
            parts = theme_sheets(str(message["tiles"]), self._pictures(), small=False)
            self.send({"reply": number}, buffers=list(parts.values()))

    def _curve(self) -> object:
        """The curves over the timeline."""
        raise NotImplementedError

    def _pictures(self) -> tuple[int, ...]:
        """Return the pictures in the film."""
        raise NotImplementedError
