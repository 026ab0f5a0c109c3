"""An offer at the foot of a screen: one key takes it, one passes it, every other key goes on as usual.

It holds nobody up: what is passed can still be taken as long as the rules allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.engine.automation import Mode
from saga_tui.engine.command import Command
from saga_tui.engine.deciding import Automate
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.document_screen import DocumentScreen


class Offerable(Protocol):
    """Something that can act now."""

    @property
    def key(self) -> str:
        """As the automation table names it."""

    @property
    def name(self) -> str:
        """Whose offer it is."""

    @property
    def offer(self) -> str:
        """What taking it does, in words."""

    @property
    def command(self) -> Command | None:
        """Takes it; nothing for a reminder."""


class OfferStrip(Widget):
    """What can act right now, the first of it in words. `price` says what it costs."""

    DEFAULT_CSS = """
    OfferStrip { height: auto; width: 1fr; background: $panel; padding: 0 1; display: none; }
    OfferStrip.-asks { display: block; }
    """

    offers: reactive[tuple[Any, ...]] = reactive((), layout=True)

    def __init__(self, price: Callable[[Any], str]) -> None:
        super().__init__()
        self.price = price

    def watch_offers(self) -> None:
        """There only while it asks something."""
        self.set_class(bool(self.offers), "-asks")

    @property
    def first(self) -> Offerable | None:
        """What is asked now."""
        return self.offers[0] if self.offers else None

    def pass_by(self) -> None:
        """The first is passed; the next is asked."""
        self.offers = self.offers[1:]

    def render(self) -> Content:
        """`Lucky: remove 3 oil  1 ◆   y: Use  esc: Skip  Y: Automate`."""
        first = self.first
        if first is None:
            return Content("")
        price = self.price(first)
        more = f"  (1 of {len(self.offers)})" if len(self.offers) > 1 else ""
        said = Content.assemble(
            (f"{_line(first.name, 40)}: ", "bold $glow"),
            _line(first.offer, 200),
            (f"  {price}" if price else "", "bold"),
            (more, "$dim"),
        )
        take = (("   y", "bold $key"), (" Use", "$dim")) if first.command else ()
        return Content.assemble(
            said, *take, ("   Esc", "bold $key"), (" Skip", "$dim"), ("   Y", "bold $key"), (" Automate", "$dim")
        )


def _line(text: str, limit: int) -> str:
    return safe(" ".join(text.split()), limit=limit)


WORDS: Final[dict[Mode, str]] = {
    "always": "Always: without asking",
    "ask": "Ask each time",
    "never": "Off: never offer (y still lists it)",
}


async def set_mode(desk: DocumentScreen[Any], keys: Iterable[str]) -> None:
    """Whether one of these automations is always done, asked for or never offered; of several, asks which."""
    wanted = set(keys)
    fitting = [item for item in desk.session.game.settable(desk.document) if item.key in wanted]
    if not fitting:
        desk.notify("Nothing to automate here.")
        return
    key: str | None = fitting[0].key
    if len(fitting) > 1:
        listed = [Offer(item.key, _line(item.title, 80), item.mode) for item in fitting]
        key = await desk.choose("Automate this?", listed)
    option = next((item for item in fitting if item.key == key), None)
    if option is None:
        return
    offers = [Offer(mode, WORDS[mode], "Default" if mode == option.usual else "") for mode in option.modes]
    mode = await desk.choose(_line(option.title, 60), offers, at=option.mode)
    chosen = next((item for item in option.modes if item == mode), None)
    if chosen is not None:
        await desk.execute(Automate(what=option.key, mode=chosen))
