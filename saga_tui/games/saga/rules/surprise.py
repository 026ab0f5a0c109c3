"""A random legal character, whole or for one step, from a seed (CRE-11)."""

from __future__ import annotations

from saga_tui.games.saga.rules.character import Character


def whole(character: Character, seed: int) -> Character:
    """The whole character from a seed."""
    raise NotImplementedError(seed)


def one(character: Character, seed: int, step: str) -> Character:
    """One step from a seed."""
    raise NotImplementedError(seed, step)
