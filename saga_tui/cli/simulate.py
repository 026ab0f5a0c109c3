"""`saga-tui simulate`: many games of computer players, and a table of what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

from saga_tui.cli import options
from saga_tui.cli.output import Trouble, tell, tell_json
from saga_tui.engine.contests import Contest, Round, means, rounds, standings
from saga_tui.words import plural


@click.command()
@click.argument("levels", nargs=-1, metavar="[LEVELS]...")
@options.GAME
@click.option(
    "--games", "number", type=click.IntRange(1, 10_000), default=10, show_default=True, help="How many games."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**53),
    default=1,
    show_default=True,
    metavar="N",
    help="Of the first game; each takes the next. The same number gives the same games.",
)
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="A rule option; may be given several times.")
@options.JSON
def simulate(  # noqa: PLR0917 - click gives one for each option
    levels: tuple[str, ...], game: str, number: int, seed: int, given: tuple[str, ...], as_json: bool
) -> None:
    """Let the computer play many games against itself.

    LEVELS says who plays: one word a seat, such as easy, normal or hard; without any, one of each level. Everybody
    moves up a seat from game to game. No file changes.

    With --json: game, seed, games, levels (each with level, seats, wins, share, mean, least and most), counts (means of
    what was counted) and played (each game with seed, levels, totals, winners and counts). A shared win counts as a
    part; seats are numbered from 0.

    \b
    Examples:
      saga-tui simulate hard hard easy easy --games 100
      saga-tui simulate hard normal --seed 7 --json
    """
    key, contest = _contest(game)
    with options.usage_errors():
        played = list(rounds(contest, levels or contest.levels[: contest.most_seats], number, seed, _pairs(given)))
    if as_json:
        tell_json(_record(key, seed, played))
    else:
        for line in _lines(played):
            tell(line)


def _contest(named: str) -> tuple[str, Contest]:
    """The game that is meant, where it has computer players: the one named, the usual one, or the only one that has."""
    from saga_tui.games import registry

    try:
        if named or registry.wanted():
            meant = [registry.chosen(named)]
        else:
            meant = [one for one in map(registry.game, registry.keys()) if one.contest is not None]
    except registry.UnknownGame as unknown:
        raise Trouble(str(unknown)) from None
    if len(meant) > 1:
        raise Trouble(f"Which game? Add {' or '.join(f'--game {one.key}' for one in meant)}.")
    if not meant or meant[0].contest is None:
        who = meant[0].title if meant else "No game here"
        raise Trouble(f"{who} has {'no ' if meant else ''}computer players.")
    return meant[0].key, meant[0].contest


def _pairs(given: Iterable[str]) -> dict[str, str]:
    found = dict(one.partition("=")[::2] for one in given)
    for name, value in found.items():
        if not value:
            raise ValueError(f"Write a rule option as NAME=VALUE: {name!r} has no value.")
    return found


def _lines(played: Sequence[Round]) -> Iterable[str]:
    """The table for people."""
    found = standings(played)
    width = max(5, *(len(one.level) for one in found))
    yield f"{plural(len(played), 'game')}"
    yield f"  {'level':<{width}}  seats   wins           mean  least  most"
    for one in found:
        yield (
            f"  {one.level:<{width}}  {one.seats:>5}  {one.wins:>5.1f}  {one.share:>5.1%}"
            f"  {one.mean:>7.1f}  {one.least:>5}  {one.most:>4}"
        )
    if counted := means(played):
        yield "A game on average: " + ", ".join(f"{mean:.1f} {name}" for name, mean in counted.items())


def _record(key: str, seed: int, played: Sequence[Round]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": key,
        "seed": seed,
        "games": len(played),
        "levels": [{name: getattr(one, name) for name in one.__slots__} for one in standings(played)],
        "counts": means(played),
        "played": [
            {
                "seed": one.seed,
                "levels": one.levels,
                "totals": one.played.totals,
                "winners": one.played.winners,
                "counts": dict(one.played.counts),
            }
            for one in played
        ],
    }
