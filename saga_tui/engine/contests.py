"""Many games that computer players play against each other, and what comes of them: for games with computer players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Played:
    """One game played to its end, by seats."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won; several share the win."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """What else is worth counting, by its name: `fights`."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What a game says of its computer players. `play` raises `ValueError`, in plain words, at a rule option that there
    is not."""

    levels: tuple[str, ...]
    """How they may play, from the weakest."""
    most_seats: int
    play: Callable[[Sequence[str], int, Mapping[str, str]], Played]
    """A whole game: the level of each seat, a seed, the rule options by name. The same three give the same game."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What one level reached in all games."""

    level: str
    seats: int
    """Its seats in each game."""
    wins: float
    """Games won; a shared win counts as a part."""
    share: float
    """Of all games, 0 to 1."""
    mean: float
    """Of the totals."""
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Round:
    """One game of many: its seed, the levels by seats, how it ended."""

    seed: int
    levels: tuple[str, ...]
    played: Played


def rounds(
    contest: Contest, levels: Sequence[str], games: int, seed: int, options: Mapping[str, str]
) -> Iterator[Round]:
    """Games of these levels, each with the next seed. Everybody moves up a seat from game to game, so that no seat
    favours a level. `ValueError` says in plain words what cannot be played."""
    for level in levels:
        if level not in contest.levels:
            raise ValueError(f"There is no level {level!r}. Choose from: {', '.join(contest.levels)}.")
    if not 1 <= len(levels) <= contest.most_seats:
        raise ValueError(f"Give 1 to {contest.most_seats} levels, one a seat.")
    for number in range(games):
        turned = tuple(levels[(place - number) % len(levels)] for place in range(len(levels)))
        yield Round(seed + number, turned, contest.play(turned, seed + number, options))


def standings(all_rounds: Sequence[Round]) -> list[Standing]:
    """What each level reached, the most wins first."""
    found = []
    for level in dict.fromkeys(level for one in all_rounds[:1] for level in one.levels):
        totals = [
            total
            for one in all_rounds
            for name, total in zip(one.levels, one.played.totals, strict=True)
            if name == level
        ]
        wins = sum(
            sum(one.levels[seat] == level for seat in one.played.winners) / len(one.played.winners)
            for one in all_rounds
            if one.played.winners
        )
        mean = sum(totals) / len(totals)
        seats = len(totals) // len(all_rounds)
        found.append(Standing(level, seats, wins, wins / len(all_rounds), mean, min(totals), max(totals)))
    return sorted(found, key=lambda one: -one.wins)


def means(all_rounds: Sequence[Round]) -> dict[str, float]:
    """The mean of each count over all games."""
    names = dict.fromkeys(name for one in all_rounds for name in one.played.counts)
    return {name: sum(one.played.counts.get(name, 0) for one in all_rounds) / len(all_rounds) for name in names}
