"""What the palette lists beyond the keys: every action of the table that has none."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.session.actions import ACTIONS, Action


def unkeyed(character: Character) -> Iterator[Action]:
    """The actions without a key that are possible now, each once."""
    seen = {action.help for action in ACTIONS if action.key and action.when(character)}
    for action in ACTIONS:
        if not action.key and action.help not in seen and action.when(character):
            seen.add(action.help)
            yield action
