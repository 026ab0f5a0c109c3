"""Whole games of six computer players (H-AI-1): how long one takes, and what deciding costs beside what happens."""

from __future__ import annotations

from time import process_time

from saga_tui.games.heroes.game import GAME

WANTED = 10
"""Seconds that a game of six may take on one core."""


def seconds(level: str, games: int) -> float:
    """The mean time of a game of six at that level."""
    assert GAME.contest is not None
    start = process_time()
    for seed in range(games):
        GAME.contest.play((level,) * GAME.contest.most_seats, seed, {})
    return (process_time() - start) / games


def run(smoke: bool = False) -> list[str]:
    """Each level against games decided at random, which cost no thought."""
    games = 1 if smoke else 10
    at_random = seconds("random", games)
    return [
        f"six seats, {level}: {taken:.2f} s a game (wanted < {WANTED}), {taken / at_random:.1f} times one at random"
        for level in ("easy", "normal", "hard")
        for taken in (seconds(level, games),)
    ]
