"""What a shop sells, as data: things with their prices, what was bought, who helps. Its screen is loaded with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from saga_tui.engine.command import Command
from saga_tui.ui.specs import Token

if TYPE_CHECKING:
    from saga_tui.ui.document_screen import DocumentScreen


@dataclass(frozen=True, slots=True)
class Price:
    """A thing to buy: what it is called by, what it becomes, its price, what it does to a chance, the command that buys
    it, and the section that it stands in."""

    id: str
    section: str
    words: str
    cost: int
    command: Command
    chance: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Bought:
    """Something bought that can be given back, with its price and the command that does it."""

    words: str
    cost: int
    back: Command


@dataclass(frozen=True, slots=True)
class Helper:
    """What makes some prices lower while it is told: a number, asked by a key (`t`, a trainer's total)."""

    key: str
    words: str
    question: str
    help: str


@dataclass(frozen=True, slots=True)
class Shop:
    """What a game says of it: what is paid with, how much of it there is, the prices (with the helper's number where
    one is told; the last section has a column of its own), what was bought, and where one stands."""

    title: str
    unit: str
    token: Token
    held: Callable[[Any], int]
    prices: Callable[[Any, int | None], Sequence[Price]]
    bought: Callable[[Any], Sequence[Bought]]
    now: Callable[[Any], str]
    helper: Helper | None = None


async def open_shop(screen: DocumentScreen[Any], shop: Shop) -> None:
    """Opens it above a screen, which shows afterwards what was bought."""
    above = import_module("saga_tui.ui.advances").ShopScreen(screen.session, shop)
    screen.app.push_screen(above, lambda _: screen.happened())
