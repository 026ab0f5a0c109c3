"""A row of dice that tumble for a moment when they are thrown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from saga_tui.games.saga.screens.session.dice import Look, drawn

TICK: Final = 0.05
"""Seconds between two looks of a tumbling die."""
FIRST: Final = 5
LAST: Final = 13
"""Ticks after which the first and the last of the tumbling dice lie still."""
OTHERS: Final = 16
"""Lines of a dialog that are not dice."""
FEWEST: Final = 6


class DiceView(Widget):
    """Dice, as large as there is room. `show` lets some of them tumble where animations are on; `rest` ends it."""

    DEFAULT_CSS = """
    DiceView { height: auto; width: 1fr; margin: 0 0 1 0; }
    Screen.-low DiceView { margin: 0; }
    """

    class Rested(Message):
        """All dice lie still."""

    def __init__(self, look: Look, faces: Sequence[int] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look = look
        self.faces = tuple(faces)
        self._rolling: tuple[int, ...] = ()
        self._tick = 0
        self._timer: Timer | None = None

    def show(self, faces: Sequence[int], look: Look | None = None, rolling: Iterable[int] = ()) -> None:
        """Shows these faces; those at the `rolling` places tumble first."""
        self.rest()
        self.look = look or self.look
        self.faces = tuple(faces)
        if getattr(self.app, "animated", True):
            self._rolling = tuple(place for place in rolling if place < len(self.faces))
            self._tick = 0
            if self._rolling:
                self._timer = self.set_interval(TICK, self._turn)
        self.refresh(layout=True)

    @property
    def tumbling(self) -> bool:
        """Whether some die does not lie still yet."""
        return bool(self._rolling)

    def rest(self) -> None:
        """All dice lie still."""
        if self._timer is not None:
            self._timer.stop()
            self.post_message(self.Rested())
        self._timer, self._rolling = None, ()
        self.refresh()

    def _turn(self) -> None:
        self._tick += 1
        if self._tick >= LAST:
            self.rest()
        self.refresh()

    def _loose(self) -> frozenset[int]:
        many = max(1, len(self._rolling) - 1)
        stills = {place: FIRST + (LAST - FIRST) * at // many for at, place in enumerate(self._rolling)}
        return frozenset(place for place, still in stills.items() if self._tick < still)

    def _lines(self, viewport_height: int) -> int:
        return max(FEWEST, viewport_height - OTHERS)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the dice take."""
        return len(drawn(self.faces, self.look, width, self._lines(viewport.height)).split("\n")) if self.faces else 0

    def render(self) -> Content:
        """The dice; what tumbles shows another face each time."""
        loose = self._loose()
        faces = [
            (face + place * 5 + self._tick * (1 + place % 4)) % 6 + 1 if place in loose else face
            for place, face in enumerate(self.faces)
        ]
        picked = frozenset[int]() if loose else self.look.picked
        look = Look(self.look.mark_from, self.look.hitch_to, picked, loose)
        return drawn(faces, look, self.content_size.width, self._lines(self.app.size.height))
