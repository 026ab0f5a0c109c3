"""What the adviser spends first of what costs the same, as the config file says: `[games.saga] adviser = [...]`."""

from __future__ import annotations

from collections.abc import Sequence

from saga_tui.games.saga.rules.adviser import ORDER
from saga_tui.games.saga.rules.purse import Kind
from saga_tui.ui import config

GAME, NAME = "saga", "adviser"


def order_of(settings: config.Config) -> tuple[tuple[Kind, ...], str]:
    """The order, and what is wrong with what the file says: each kind is named once, or the usual order holds."""
    said = settings.games.get(GAME, {}).get(NAME)
    if said is None:
        return ORDER, ""
    words: Sequence[object] = said if isinstance(said, list) else str(said).replace(",", " ").split()
    named = tuple(kind for word in words for kind in ORDER if kind == word)
    if len(named) == len(words) and set(named) == set(ORDER) and len(named) == len(ORDER):
        return named, ""
    return ORDER, f"games.saga.adviser must list each of {', '.join(ORDER)} once."


def with_order(settings: config.Config, order: tuple[Kind, ...]) -> config.Config:
    """The settings with another order."""
    return settings.with_game(GAME, **{NAME: list(order)})
