"""The whole table of opposing pools, 0 … 40 dice a side, against icepool: `python -m tests.games.saga.odds.byhand`."""

from __future__ import annotations

from saga_tui.games.saga.rules import odds
from tests.games.saga.odds.oracle import pool, same

MOST = 40


def main() -> None:
    """Compares every cell, and says how many agree; ends with an error if any does not."""
    wrong = [
        (own, opposing)
        for own in range(MOST + 1)
        for opposing in range(MOST + 1)
        if not same(odds.net(odds.marks(own), odds.marks(opposing)), pool(own) - pool(opposing))
    ]
    print(f"{(MOST + 1) ** 2 - len(wrong)} of {(MOST + 1) ** 2} cells agree exactly")
    if wrong:
        raise SystemExit(f"these do not: {wrong}")


if __name__ == "__main__":
    main()
