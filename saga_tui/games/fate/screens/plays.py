"""Cards played at the screen: with which ability, against what, and which cards, each play with its exact chance
(F-ODDS-3, F-ODDS-4); and wounds paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final

from saga_tui.games.fate import odds
from saga_tui.games.fate.book import ABILITIES, DOOM, LEVELS
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import cards_of, hand_of, play_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.specs import Flow
from saga_tui.words import listed, percent, plural

SECRET: Final = "secret"
MOST: Final = 12
"""So many plays are listed, the best first."""


def scores(hero: Hero) -> Iterator[Offer]:
    """Abilities and powers, with their numbers."""
    of = figures(hero)
    for key in ABILITIES:
        yield Offer(key, f"{key.capitalize()} {of.score(key).total}", "", rule="F-HERO-2")
    for key, (place, power) in of.powers.items():
        yield Offer(power.name, f"{power.name} {of.intensity(place, key).total}", power.suit and f"trump {power.suit}")


def levels(hero: Hero) -> Iterator[Offer]:
    """The levels of difficulty; or none, where the narrator keeps it secret (F-ACT-3, F-ACT-6)."""
    step = figures(hero).whole("level_step")
    yield Offer(SECRET, "Secret", "the narrator knows; no chances are shown", rule="F-ACT-6")
    for at, level in enumerate(LEVELS):
        yield Offer(level, f"{level.capitalize()} {at * step}", "", rule="F-ACT-3")


def lawful(hero: Hero) -> Iterator[odds.Play]:
    """Every play of the hand: what may be played before a last card, lowest first (F-EDGE-2)."""
    hand, edge = hand_of(hero), figures(hero).edge.total
    for last in range(len(hand)):
        low = sorted(
            (at for at, one in enumerate(hand) if one.value <= edge and at != last), key=lambda at: hand[at].value
        )
        for many in range(min(len(low), 4) + 1):
            yield from (odds.Play((*before, last)) for before in combinations(low, many))


def offers(hero: Hero, made: Acting, gone: Iterable[int] = ()) -> list[tuple[Offer, dict[str, Any]]]:
    """The plays with their chances and means, the best first; then the best with a push (F-ODDS-3, F-ODDS-4). `gone`
    are cards of a table that lie open."""
    of, hand, used = figures(hero), hand_of(hero), made.used(figures(hero))
    if used is None or not hand:
        return []
    difficulty = made.difficulty(of)
    more = made.bonus + sum(term.amount for term in made.adds(of))
    action = odds.Action(
        used[0].total + more, used[1], of.edge.total, odds.plain(hand), odds.unseen(of, gone), made.helps(of)
    )
    if difficulty is None:
        return [
            _told(hero, action, play, None) for play in sorted(lawful(hero), key=lambda one: -action.mean(one))[:MOST]
        ]
    goal = difficulty.total
    best = odds.best(action, goal)
    assert best is not None
    ranked = sorted(lawful(hero), key=lambda play: (play != best.play, -action.chance(play, goal), len(play.cards)))
    found = [_told(hero, action, play, goal) for play in ranked[:MOST]]
    pushed = best.pushed()
    if pushed is not None and pushed.chance > best.chance:
        found.append(_told(hero, action, pushed.play, goal))
    return found


def _told(hero: Hero, action: odds.Action, play: odds.Play, goal: int | None) -> tuple[Offer, dict[str, Any]]:
    """A play as a line, and what it says to the command."""
    hand = hand_of(hero)
    names, push = [hand[at].name for at in play.cards], "" if play.push is None else hand[play.push].name
    chance = "" if goal is None else percent(action.chance(play, goal))
    laid = [*play.cards, *[play.push or 0] * bool(push)]
    doom = "Doom to the bank" if any(hand[at].suit == DOOM for at in laid) else ""
    told = f"{float(action.mean(play)):.1f} on average", "trump" if action.trumps(play) else "", doom
    words = f"{chance:>5}  {' '.join(names)}{f', push {push}' if push else ''}".strip()
    rule = "F-ACT-9" if push else "F-ODDS-3"
    return Offer(" ".join((*names, push)), words, ", ".join(filter(None, told)), rule=rule), {
        "cards": names,
        "push": push,
    }


async def ask(desk: DocumentScreen[Hero], verb: str, **known: Any) -> None:
    """Asks what is not known, lists the plays, and plays the one that is chosen."""
    hero, said = desk.document, dict(known)
    if not hand_of(hero):
        desk.notify("No cards in hand.")
        return
    title = RULES.commands[verb].title
    questions: Sequence[tuple[str, Callable[[], Iterator[Offer]], str]] = (
        ("by", partial(scores, hero), "With what?"),
        ("level", partial(levels, hero), "How hard?"),
    )
    for name, listing, question in questions:
        if name not in said:
            key = await desk.choose(title, [*listing()], question, at="average" if name == "level" else "")
            if key is None:
                return
            said[name] = key
    if said["level"] == SECRET:
        said["level"] = None
    if verb == "counter" or said["level"] is not None:
        what = "attack" if verb == "counter" else "opposition"
        question = "The attack's score?" if verb == "counter" else "What opposes? 0: nothing does"
        score = await desk.number(title, question, default=0, least=0)
        if score is None:
            return
        said[what] = score
    made = RULES.command(verb, said | {"cards": ["S1"]})
    assert isinstance(made, Acting)
    goal = made.difficulty(figures(hero))
    bank = sum(one.value for one in cards_of(play_of(hero).bank))
    against = f" The bank has {bank} Doom." if bank else ""
    question = f"Difficulty {goal.total}.{against}" if goal is not None else "The difficulty is secret."
    plays = {offer.key: (offer, params) for offer, params in offers(hero, made)}
    key = await desk.choose(title, [offer for offer, _ in plays.values()], question, rule="F-ODDS-3")
    if key is not None:
        await desk.execute(RULES.command(verb, said | plays[key][1]))


def playing(by: str) -> Flow:
    """What plays cards with an ability or a power."""
    return partial(ask, verb="play", by=by)


async def pay(desk: DocumentScreen[Hero]) -> None:
    """Which cards are given up for wounds: the set that keeps most first, then the others that are enough (F-DMG-6)."""
    hand, due = hand_of(desk.document), waiting(desk.document)
    first = law.offered(hand, due)
    sets = [one for many in range(1, len(hand) + 1) for one in combinations(hand, many) if law.pays(hand, one, due)]
    ways = {" ".join(card.name for card in one): one for one in (first, *sets)}
    found = []
    for key, one in [*ways.items()][:MOST]:
        total = sum(card.value for card in one)
        about = f"{plural(len(hand) - len(one), 'card')} left, {max(0, total - due)} over"
        found.append(Offer(key, listed(card.name for card in one), about, rule="F-DMG-5"))
    chosen = await desk.choose("Give up cards", found, f"{plural(due, 'wound')}: which cards?", rule="F-DMG-6")
    if chosen is not None:
        await desk.execute(RULES.command("give-up", {"cards": chosen.split()}))


async def copy(desk: DocumentScreen[Hero]) -> None:
    """Puts the last action as one line where other programs can paste it (F-CHAT-3)."""
    if line := play_of(desk.document).last:
        desk.app.copy_to_clipboard(line)
        desk.notify(f"Copied: {line}", markup=False)
