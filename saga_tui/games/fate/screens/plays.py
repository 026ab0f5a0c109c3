"""Cards played at the screen: with which ability, against what, and which cards, each play with its exact chance
(F-ODDS-3, F-ODDS-4); and wounds paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from saga_tui.games.fate import book, odds
from saga_tui.games.fate.book import ABILITIES, LEVELS, Card
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.clock import CLOCK
from saga_tui.games.fate.play.state import cards_of, hand_of, play_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.ui import card_plays
from saga_tui.ui.card_faces import Face
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.specs import Flow, Token
from saga_tui.words import plural

SECRET: Final = "secret"
HELPS: Final = ("one level easier", "one level easier, a certain trump")
TABLE: Final = book.data("screens")
LOOKS: Final = {key: Token(row["sign"], row["sign"], row["colour"]) for key, row in TABLE["suits"].items()}
"""Sign and colour of each suit."""
AURAS: Final = {one["key"]: str(one["sign"]).replace("-", "−") for one in book.data("deck")["auras"]}


def face(card: Card) -> Face:
    """A card as it is drawn."""
    look, short = LOOKS[card.suit], TABLE["suits"][card.suit]["short"]
    return Face(str(card.value), card.suit.capitalize(), look.full, look.colour, AURAS[card.aura], card.name, short,
                card.aura)  # fmt: skip


def scores(hero: Hero) -> Iterator[Offer]:
    """Abilities and powers, with their numbers; then abilities with the skills below them."""
    of = figures(hero)
    for key in ABILITIES:
        yield Offer(key, f"{key.capitalize()} {of.score(key).total}", "", rule="F-HERO-2")
    for key, (place, power) in of.powers.items():
        yield Offer(power.name, f"{power.name} {of.intensity(place, key).total}", power.suit and f"trump {power.suit}")
    for key, own in hero.four.items():
        for one in own.skills:
            words = f"{key.capitalize()} {of.score(key).total}, {one.name}"
            yield Offer(f"{key}\nskill={one.name}", words, HELPS[one.world_class], rule="F-HERO-4")


def levels(hero: Hero) -> Iterator[Offer]:
    """The levels of difficulty; or none, where the narrator keeps it secret (F-ACT-3, F-ACT-6)."""
    step = figures(hero).whole("level_step")
    yield Offer(SECRET, "Secret", "the narrator knows; no chances are shown", rule="F-ACT-6")
    for at, level in enumerate(LEVELS):
        yield Offer(level, f"{level.capitalize()} {at * step}", "", rule="F-ACT-3")


def offers(hero: Hero, made: Acting, gone: Iterable[int] = (), bank: Iterable[int] = ()) -> card_plays.Listed:
    """The plays with their chances and means, the best first; then the best with a push (F-ODDS-3, F-ODDS-4). No card
    that is `gone` comes; the Doom of the `bank` may be spent on it."""
    of, hand, used, goal = figures(hero), hand_of(hero), made.used(figures(hero)), made.difficulty(figures(hero))
    if used is None:
        return []
    score = used[0].total + made.bonus + sum(term.amount for term in made.adds(of))
    action = odds.Action(score, used[1], of.edge.total, odds.plain(hand), odds.unseen(of, gone), made.helps(of))
    reach, doom = None if goal is None else goal.total, sum(one.value for one in cards_of(bank))
    return card_plays.plays(action, [*map(face, hand)], reach, ("F-ODDS-3", "F-ACT-9"), "Doom to the bank",
                            against=(doom, f"against all {doom} Doom of the bank"))  # fmt: skip


def skills(hero: Hero) -> Iterator[Offer]:
    """None, or a skill that helps: one level easier, whichever ability is used (F-HERO-4)."""
    yield Offer("", "None")
    for own in hero.four.values():
        yield from (Offer(one.name, one.name, HELPS[one.world_class], rule="F-HERO-4") for one in own.skills)


def weapons(hero: Hero) -> Iterator[Offer]:
    """None, or what is in hand: its bonus is added to damage (F-HERO-8)."""
    yield Offer("", "None")
    for one in hero.gear:
        if one.kind == "weapon" and one.used:
            yield Offer(one.name, one.name, f"+{one.bonus} damage", rule="F-HERO-8")


async def ask(desk: DocumentScreen[Hero], verb: str, real: bool = False, **known: Any) -> None:
    """Asks what is not known, lists the plays, and plays the one that is chosen; of a `real` deck the cards that were
    drawn are typed in (F-CHAT-2). An ability brings its skill; where it is known beforehand, any skill may be said."""
    hero, said, fights = desk.document, dict(known), CLOCK.is_open(desk.document, "fight")
    if not hand_of(hero):
        desk.notify("No cards in hand.")
        return
    title = RULES.commands[verb].title
    questions = (
        *([("skill", skills, "Does a skill help?")] if "by" in said else [("by", scores, "With what?")]),
        ("level", levels, "How hard?"),
        *[("weapon", weapons, "With a weapon?")] * (verb == "play" and fights),
    )
    for name, listing, question in questions:
        usual = "average" * (name == "level")
        if not await card_plays.asked(desk, said, name, (title, [*listing(hero)], question), usual):
            return
    if said["level"] == SECRET:
        said["level"] = None
    if verb == "counter" or (said["level"] is not None and (fights or play_of(hero).open)):
        what = "attack" if verb == "counter" else "opposition"
        question = "The attack's score?" if verb == "counter" else "What opposes? 0: nothing does"
        score = await desk.number(title, question, default=0, least=0)
        if score is None:
            return
        said[what] = score
    made = RULES.command(verb, said | {"cards": ["S1"]})
    assert isinstance(made, Acting)
    goal = made.difficulty(figures(hero))
    question = f"Difficulty {goal.total}." if goal is not None else "The difficulty is secret."
    plays = {offer.key: (offer, params) for offer, params in offers(hero, made, bank=play_of(hero).bank)}
    key = await desk.choose(title, [offer for offer, _ in plays.values()], question, rule="F-ODDS-3")
    if key is None:
        return
    command = RULES.command(verb, said | plays[key][1])
    await (card_plays.execute_drawn(desk, command, "F-CHAT-2") if real else desk.execute(command))


def playing(by: str) -> Flow:
    """What plays cards with an ability or a power."""
    return partial(ask, verb="play", by=by)


async def pay(desk: DocumentScreen[Hero]) -> None:
    """Which cards are given up for wounds: the set that keeps most first, then the others that are enough (F-DMG-6)."""
    hand, due = hand_of(desk.document), waiting(desk.document)
    first = [one.name for one in law.offered(hand, due)]
    found = card_plays.payments([*map(face, hand)], [one.value for one in hand], due, first, "F-DMG-5")
    chosen = await desk.choose("Give up cards", found, f"{plural(due, 'wound')}: which cards?", rule="F-DMG-6")
    if chosen is not None:
        await desk.execute(RULES.command("give-up", {"cards": chosen.split()}))


async def copy(desk: DocumentScreen[Hero]) -> None:
    """Puts the last action as one line where other programs can paste it (F-CHAT-3)."""
    if line := play_of(desk.document).last:
        desk.app.copy_to_clipboard(line)
        desk.notify(f"Copied: {line}", markup=False)
