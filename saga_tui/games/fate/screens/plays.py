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
KINDS: Final = ("physical", "energy", "mental", "magical", "plain")
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
    yield Offer("", "No skill")
    for own in hero.four.values():
        yield from (Offer(one.name, one.name, HELPS[one.world_class], rule="F-HERO-4") for one in own.skills)


def weapons(hero: Hero) -> Iterator[Offer]:
    """None, or what is in hand: its bonus is added to damage (F-HERO-8)."""
    yield Offer("", "No weapon")
    for one in hero.gear:
        if one.kind == "weapon" and one.used:
            yield Offer(one.name, one.name, f"+{one.bonus} damage", rule="F-HERO-8")


def settings(hero: Hero, verb: str) -> Iterator[card_plays.Setting]:
    """What cards are played on, as it is usual: in a fight against what opposes, with the weapon in hand; a counter
    action against the attack's score and weapon (F-ACT-2, F-ACT-4, F-DMG-4, F-FIGHT-10)."""
    made, fights = card_plays.Setting, CLOCK.is_open(hero, "fight")
    arms, counters = [*weapons(hero)], verb == "counter"
    yield made("by", "a", "", "With what?", [*scores(hero)], first=True)
    yield made("level", "l", "", "How hard?", [*levels(hero)], "easy" if fights else "average")
    if counters:
        yield made("attack", "o", "attack", "The attack's score?", usual=0, first=True)
        yield made("strong", "w", "weapon", "What else adds to its wounds: its weapon?", usual=0)
        yield made("kind", "d", "", "What kind of attack?", [Offer(one, one.capitalize()) for one in KINDS], "physical")
    elif fights or play_of(hero).open:
        yield made("opposition", "o", "against", "What opposes? 0: nothing does", usual=0)
    if len(arms) > 1 and fights and not counters:
        yield made("weapon", "w", "", "With a weapon?", arms, arms[1].key)
    if len(helps := [*skills(hero)]) > 1:
        yield made("skill", "s", "", "Does a skill help?", helps)
    yield made("more", "m", "shift", "How many levels harder? Below 0: easier", usual=0, least=-10, most=10)
    yield made("bonus", "b", "bonus", "What else is added to your score?", usual=0, least=-99, most=99)


async def ask(desk: DocumentScreen[Hero], verb: str, real: bool = False, **known: Any) -> None:
    """Lists the plays, with what they are played on as it was the last time, and plays the one that is chosen; of a
    `real` deck the cards that were drawn are typed in (F-CHAT-2)."""
    hero, title = desk.document, RULES.commands[verb].title
    if not hand_of(hero):
        desk.notify("No cards in hand.")
        return

    def given(said: dict[str, Any]) -> dict[str, Any]:
        return said | {"level": None if said["level"] == SECRET else said["level"]}

    def listed(said: dict[str, Any]) -> tuple[str, card_plays.Listed]:
        made = RULES.command(verb, given(said) | {"cards": ["S1"]})
        assert isinstance(made, Acting)
        goal = made.difficulty(figures(hero))
        question = f"Difficulty {goal.total}." if goal is not None else "The difficulty is secret."
        return question, offers(hero, made, bank=play_of(hero).bank)

    at, hand = card_plays.pointed(desk), hand_of(hero)
    card = hand[at].name if at is not None and hand[at:] else ""
    said = await card_plays.put_together(
        desk, title, lambda _: settings(hero, verb), dict(known), listed, rule="F-ODDS-3", card=card
    )
    if said is not None:
        command = RULES.command(verb, given(said))
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
