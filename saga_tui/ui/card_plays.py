"""Plays of a hand to choose from, each with its exact chance, the best first; and cards to pay with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final
from weakref import WeakKeyDictionary

from saga_tui.card_plays import Action, Play, best
from saga_tui.ui.card_faces import Face, Fan, Laid
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.roll_odds import Chance
from saga_tui.words import listed, percent, plural

MOST: Final = 12
"""So many plays or payments are listed, the best first."""
Listed = list[tuple[Offer, dict[str, Any]]]
"""Lines, each with what it says to a command: `cards` and `push` by their names."""


def lawful(action: Action) -> Iterator[Play]:
    """Every play of a hand: what may be played before a last card, lowest first."""
    for last in range(len(action.hand)):
        low = sorted(action.low(last), key=lambda at: action.hand[at].value)
        for many in range(min(len(low), 4) + 1):
            yield from (Play((*before, last)) for before in combinations(low, many))


def laid(faces: Sequence[Face], becomes: Mapping[int, str], *chances: Chance, tail: str = "") -> Laid:
    """A hand with what becomes of its cards, by their places, below the chances of it."""
    shown = (
        replace(one, picked=becomes.get(at, ""), dim=bool(becomes) and at not in becomes)
        for at, one in enumerate(faces)
    )
    return Laid(Fan(tuple(shown)), chances, tail)


def plays(
    action: Action, faces: Sequence[Face], goal: int | None, rules: tuple[str, str], spared: str = "",
    *, against: tuple[int, str] = (0, ""),
) -> Listed:  # fmt: skip
    """The plays by chance, then by cards, the best one first and the best with a push last, where that is better; by
    their averages, where nobody knows the goal. `rules` stand behind a play and a push; `spared` is said of a play with
    a card of the suit that one rather keeps; `against` is what may yet be added to the goal, and its words."""
    if not action.hand:
        return []
    names, (more, whose) = [one.name for one in faces], against

    def told(play: Play) -> tuple[Offer, dict[str, Any]]:
        cards, push = [names[at] for at in play.cards], "" if play.push is None else names[play.push]
        hoped = None if goal is None else action.chance(play, goal)
        becomes = {**dict.fromkeys(play.cards, "play"), **({} if play.push is None else {play.push: "push"})}
        costs = spared if any(action.hand[at].suit == action.spares for at in becomes) else ""
        about = f"{float(action.mean(play)):.1f} on average", "trump" if action.trumps(play) else "", costs
        chances, tail = [], ", ".join(filter(None, about))
        if goal is not None and hoped is not None:
            chances = [Chance("success", hoped, "$good"), Chance("failure", 1 - hoped, "$bad")]
            chances += [Chance(whose, action.chance(play, goal + more), within=True)] * bool(more)
        chance = "" if hoped is None else f"{percent(hoped):>4}  "
        words = f"{chance}{' '.join(cards)}{f', push {push}' if push else ''}"
        said = Offer(" ".join((*cards, push)), words, tail, rule=rules[bool(push)],
                     drawing=laid(faces, becomes, *chances, tail=tail))  # fmt: skip
        return said, {"cards": cards, "push": push}

    first = None if goal is None else best(action, goal)
    if goal is None or first is None:
        return [told(play) for play in sorted(lawful(action), key=lambda one: -action.mean(one))[:MOST]]
    ranked = sorted(lawful(action), key=lambda play: (play != first.play, -action.chance(play, goal), len(play.cards)))
    pushed = first.pushed()
    last = [pushed.play] if pushed is not None and pushed.chance > first.chance else []
    return [told(play) for play in (*ranked[:MOST], *last)]


def payments(faces: Sequence[Face], values: Sequence[int], due: int, first: Sequence[str], rule: str) -> list[Offer]:
    """Cards that are enough to pay what is due, or all of them: the `first` ones before the others."""
    names = [one.name for one in faces]
    places = range(len(names))
    sets = (some for many in places for some in combinations(places, many + 1))
    enough = [some for some in sets if sum(values[at] for at in some) >= due or len(some) == len(names)]
    ways = {" ".join(names[at] for at in some): some for some in enough}
    keys = [*dict.fromkeys((" ".join(first), *ways))]
    found = []
    for key in [key for key in keys if key in ways][:MOST]:
        over = max(0, sum(values[at] for at in ways[key]) - due)
        about = f"{plural(len(names) - len(ways[key]), 'card')} left, {over} over"
        drawn = laid(faces, dict.fromkeys(ways[key], "give"), tail=about)
        found.append(Offer(key, listed(names[at] for at in ways[key]), about, rule=rule, drawing=drawn))
    return found


ANSWERS: Final[WeakKeyDictionary[Any, dict[str, str]]] = WeakKeyDictionary()
"""What was answered last at a screen, by the parameter."""


async def asked(
    desk: Any, said: dict[str, Any], name: str, asks: tuple[str, Sequence[Offer], str], usual: str = ""
) -> bool:
    """Asks for a parameter of a command (title, offers, question), unless there is nothing to choose, and notes it;
    whether it was answered. The key of an offer may have further lines: `skill=Archery` is another parameter. With a
    `usual` answer the cursor begins there, and later on what was answered last at this screen."""
    if len(asks[1]) < 2:
        return True
    last = ANSWERS.setdefault(desk, {})
    key: str | None = await desk.choose(*asks, at=last.get(name, usual) if usual else "")
    if key is None:
        return False
    said[name], *more = key.split("\n")
    said |= dict(one.split("=", 1) for one in more)
    last[name] = said[name]
    return True


async def execute_drawn(desk: Any, command: Any, rule: str) -> None:
    """Carries a command out with the cards that were drawn from a real deck: they are typed in."""
    draw, found = command.draws(desk.document), None
    while draw.needed and found is None:
        told = await desk.line("Cards drawn", said="The trump's first, then those that fill your hand: A7, D3",
                               rule=rule, needed="the cards")  # fmt: skip
        if told is None:
            return
        found = draw.typed(told.replace(",", " ").split())
        found = found if found is not None and draw.fits(found) and not draw.lacks(found) else None
        if found is None:
            desk.notify(f"This takes {plural(draw.needed, 'card')}, and more while a trump goes on.")
    await desk.execute(command, found)
