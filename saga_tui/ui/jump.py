"""Jump mode: a letter on every number, row and panel in sight; the letter pressed moves the focus there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Label

from saga_tui.ui.area_map import AreaMap
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Row
from saga_tui.ui.terminal import Sized

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What is pressed, in the order in which it is given away; what a row has as its own key goes to that row."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place to jump to: what takes the focus, where its letter stands, and which of its numbers is meant."""

    widget: Widget
    at: Offset
    number: int = 0
    wish: str = ""
    """The letter that it would best have."""


def targets(screen: Screen[Any]) -> list[Target]:
    """All places in sight: rows and whatever else takes the focus, the further numbers of rows, panels by their titles;
    where there are more than letters, numbers and then panels go without."""
    widgets = [widget for widget in screen.query("*").results(Widget) if widget.focusable and widget.display]
    rows = [place for widget in widgets for place in _on(widget, screen.region)]
    further = [place for widget in widgets for place in _further(widget, screen.region)]
    panels = list(_panels(screen))
    found = rows
    for group in (panels, further):
        if len(found) + len(group) <= len(LETTERS):
            found = [*found, *group]
    return sorted(found[: len(LETTERS)], key=lambda place: (place.at.y, place.at.x))


def _seen(widget: Widget, screen: Region) -> Region:
    """The part of a widget that is in sight."""
    region = widget.region.intersection(screen)
    for parent in widget.ancestors:
        if isinstance(parent, Widget) and parent.is_attached:
            region = region.intersection(parent.content_region)
    return region


def _on(widget: Widget, screen: Region) -> Iterator[Target]:
    region = _seen(widget, screen)
    if isinstance(widget, AreaMap):
        for at, (_, place) in enumerate(widget.jump_places()):
            yield Target(widget, place, at)
    elif region and region.offset == widget.region.offset:
        wish = widget.key if isinstance(widget, Row) else ""
        yield Target(widget, region.offset, wish=wish.strip())


def _further(widget: Widget, screen: Region) -> Iterator[Target]:
    """Numbers of a row beyond its main one: their letters stand before its note, at the right."""
    if not isinstance(widget, Row) or not _seen(widget, screen):
        return
    end = widget.right().cell_length
    for number in range(1, len(widget.numbers)):
        x = widget.region.right - end - number - 1
        yield Target(widget, Offset(max(widget.region.x + 2, x), widget.region.y), number)


def _panels(screen: Screen[Any]) -> Iterator[Target]:
    for panel in screen.query(Panel):
        first = next((one for one in panel.query("*").results(Widget) if one.focusable and one.display), None)
        if first is not None and _seen(panel, screen.region) and panel.styles.border_top[0]:
            yield Target(first, panel.region.offset + Offset(1, 0))


def lettered(places: Iterable[Target]) -> dict[str, Target]:
    """The places by their letters: first those that wish for one, then the rest in order."""
    given: dict[str, Target] = {}
    rest: list[Target] = []
    for place in places:
        if place.wish in LETTERS and place.wish and place.wish not in given:
            given[place.wish] = place
        else:
            rest.append(place)
    free = (letter for letter in LETTERS if letter not in given)
    return given | dict(zip(free, rest, strict=False))


class JumpScreen(Sized, ModalScreen[Target]):
    """The letters over the screen beneath. A letter goes there, Escape stays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Cancel", id="jump.leave")]
    DEFAULT_CSS = """
    JumpScreen { background: $background 30%; }
    JumpScreen Label { position: absolute; width: 1; height: 1; background: $key; color: $background; }
    JumpScreen Label { text-style: bold; }
    """

    def __init__(self, places: Iterable[Target]) -> None:
        super().__init__()
        self.places = lettered(places)

    def compose(self) -> ComposeResult:
        """The letters where they belong."""
        for letter, place in self.places.items():
            label = Label(Content(letter))
            label.styles.offset = (place.at.x, place.at.y)
            yield label

    def on_key(self, event: events.Key) -> None:
        """A letter goes to its place."""
        if event.key == "escape":
            return
        event.stop()
        place = self.places.get(event.character or "")
        if place is not None:
            self.dismiss(place)
        elif event.is_printable:
            self.notify(f"{event.character} is not a jump letter. Esc cancels.", markup=False)

    def on_click(self) -> None:
        """A click leaves."""
        self.dismiss(None)

    def on_resize(self, event: events.Resize) -> None:
        """What the letters stood on has moved."""
        if event.size != self.app.screen_stack[-2].size:
            self.dismiss(None)

    def action_leave(self) -> None:
        """The focus stays where it was."""
        self.dismiss(None)


def jump(screen: Screen[Any]) -> bool:
    """Shows the letters of a screen; whether there is anything to jump to."""
    places = targets(screen)
    if not places:
        return False

    def go(place: Target | None) -> None:
        if place is not None and place.widget.is_attached:
            screen.set_focus(place.widget)
            if isinstance(place.widget, AreaMap):
                place.widget.go([key for key, _ in place.widget.jump_places()][place.number])
            if isinstance(place.widget, Row):
                place.widget.at = place.number
                place.widget.refresh()

    screen.app.push_screen(JumpScreen(places), go)
    return True
