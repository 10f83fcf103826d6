"""What all widgets share: their scripts, and what is seen of them where nothing runs."""

from typing import Any
from uuid import uuid4

import anywidget
import traitlets

from minevis.widgets.film.bundle import kernel_script, style
from minevis.widgets.film.fallback import show


class Readable(anywidget.AnyWidget):
    """A widget that leaves something to see in a notebook that is only read."""

    _esm = kernel_script()
    _css = style()

    kind = traitlets.Unicode().tag(sync=True)  # which part of the script it is
    mark = traitlets.Unicode().tag(sync=True)  # the class of its still

    def __init__(self, **options: Any) -> None:
        super().__init__(mark=f"minevis-{uuid4().hex}", **options)

    def still(self) -> dict[str, Any]:
        """The MIME bundle that stands for the widget where nothing runs."""
        raise NotImplementedError

    def _ipython_display_(self, **_: Any) -> None:
        show(super()._repr_mimebundle_(), self.still(), self.mark)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget and its still in one, for hosts that take one bundle only."""
        view = super()._repr_mimebundle_(**options)
        data, *metadata = view if isinstance(view, tuple) else (view,)
        together = {**self.still(), **(data or {}), "text/plain": repr(self)}
        return (together, *metadata) if metadata else together
