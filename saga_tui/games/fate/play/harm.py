"""Wounds: what a hit does, cards given up for it, being knocked out, recovery (F-DMG, F-HEAL)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from saga_tui.engine.asked import drop
from saga_tui.engine.command import Words
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.games.fate.play.state import Drawing, Hands, cards_of, hand_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.base import Command
from saga_tui.games.fate.rules.figures import figures
from saga_tui.words import plural

Value = Annotated[int, Field(ge=0, le=999)]


class Attacked(Command):
    """Something done about an attack on you."""

    attack: Value
    """The attacker's ability or power."""
    kind: Literal["physical", "energy", "mental", "magical", "plain"] = "physical"
    """What defends: strength, or willpower against the mental and magical; against plain wounds nothing does."""
    strong: Value = 0
    """The bonus of its weapon, and what else adds to wounds."""
    heroes: Annotated[int, Field(ge=0, le=99)] = 0
    """How many heroes it attacks at once, because they pile on it."""

    def hits(self, edit: Hands, card: int, doom: tuple[int, ...] = ()) -> None:
        """The wounds: asked for in cards, or taken off health (F-DMG-4, F-DMG-2)."""
        of, plain = figures(edit.now), self.kind == "plain"
        defence = 0 if plain else of.score(law.defence_of(self.kind)).total
        armour = 0 if plain else of.bonus("armour").total
        due = law.wounds(self.attack, self.strong, card, -law.piled(self.heroes)[1], *doom,
                         defence=defence, armour=armour)  # fmt: skip
        more = {"attack": self.attack + self.strong, "card": card, "Doom": sum(doom)}
        less = {"defence": defence, "armour": armour, "pile-on": law.piled(self.heroes)[1]}
        told = " + ".join(f"{by} {words}" for words, by in more.items() if by)
        told += "".join(f" − {by} {words}" for words, by in less.items() if by)
        edit.say(f"{plural(due, 'wound')}: {told or 'nothing'}", "F-DMG-4", way="goes")
        if due and edit.play.aim:
            edit.put("F-FIGHT-9", aim="")
        if due:
            wound(edit, due)


def wound(edit: Hands, due: int) -> None:
    """Takes wounds: of a hero they wait to be paid in cards; the unconscious become comatose by a later attack
    (F-DMG-3, F-DMG-5, F-DMG-8)."""
    play, of = edit.play, figures(edit.now)
    if play.state:
        later = not edit.game.clock.is_open(edit.now, "fight") or play.exchange > play.felled
        if play.state == "unconscious" and later:
            edit.put("F-DMG-8", state="comatose")
            edit.say("comatose", "F-DMG-8", way="goes")
    elif edit.now.health:
        full = of.health.total
        before = full if play.health is None else play.health
        edit.put("F-DMG-2", health=max(0, before - due))
        edit.say_moved("health", before, max(0, before - due), "F-DMG-2")
        if before <= due:
            fall(edit, "F-DMG-3")
    else:
        edit.ask(Ask(what="wounds", count=due, of=due, rule="F-DMG-5"))


def fall(edit: Hands, rule: str) -> None:
    """Becomes unconscious; further wounds do not matter in this exchange."""
    drop(edit, rule, "wounds")
    edit.put(rule, state="unconscious", felled=edit.play.exchange)
    edit.say("unconscious", rule, way="goes")


class TakeHit(Attacked, verb="take-hit", title="Take a hit", rules="F-DMG-1 F-DMG-4 F-DMG-8 F-DMG-10", group="damage"):
    """Take the wounds of an attack that nobody countered: score, weapon, card and Doom, less defence and armour."""

    card: Annotated[int, Field(ge=0, le=10)] | None = None
    """The narrator's card; nothing: the open one."""
    doom: Annotated[tuple[Annotated[int, Field(ge=1, le=10)], ...], Field(max_length=99)] = ()
    """Values of Doom that the narrator spends on it."""

    def apply(self, edit: Hands) -> None:
        """Reckoned and asked for."""
        lies = cards_of([edit.play.open]) if self.kind != "plain" else ()
        self.hits(edit, self.card if self.card is not None else sum(one.value for one in lies), self.doom)


class GiveUp(
    Command, verb="give-up", title="Give up cards for wounds", rules="F-DMG-5 F-DMG-6 F-DMG-7", group="damage"
):
    """Give up cards whose total is at least the wounds; they are not replaced. Without cards: the best set."""

    answers, typed = ("wounds",), ("cards",)
    cards: Annotated[tuple[Annotated[Words, Of("card")], ...], Field(max_length=30)] = ()
    """The cards; nothing: those that are offered first."""
    serious: bool = False
    """Whether the narrator calls the wound serious: the cards stay lost."""
    table: str = ""
    filled = ("table",)

    def apply(self, edit: Hands) -> None:
        """Paid; who has no card left is knocked out."""
        due, hand = waiting(edit.now), hand_of(edit.now)
        if not due and not self.cards:
            edit.object("F-DMG-5", "No wounds wait", "Name the cards to give up.", code="unasked")
            return
        edit.at_table = bool(self.table)
        given = edit.find(self.cards, "F-DMG-5") if self.cards else law.offered(hand, due)
        if given is None:
            return
        if not law.pays(hand, given, due):
            total = sum(one.value for one in given)
            message = f"{plural(due, 'wound')}: your cards come to {total}"
            offer = ", ".join(one.name for one in law.offered(hand, due))
            edit.object("F-DMG-5", message, f"Give up {offer}, or more.", code="short")
        edit.answered("wounds", due)
        edit.drop(given)
        edit.lay([one.number for one in given])
        edit.lose(len(given), "F-DMG-5", "serious" if self.serious else "")
        edit.say(f"given up: {', '.join(one.name for one in given)}", "F-DMG-5", way="goes")
        if not edit.play.hand:
            fall(edit, "F-DMG-7")


class Recover(
    Drawing, verb="recover", title="Recover cards", rules="F-HEAL-1 F-HEAL-3 F-HEAL-4 F-HEAL-5", group="damage"
):
    """Recover lost cards as the narrator says: each is drawn, and who was knocked out or comatose wakes."""

    cards: Annotated[int, Field(ge=0, le=99)] = 1
    of: Literal["hurt", "serious", "lasting", "pushed"] = "hurt"
    """Cards of this fight, of serious wounds, given up outside a fight, or pushed."""

    def apply(self, edit: Hands) -> None:
        """The limit rises, the hand is filled."""
        edit.begin(self)
        lost = getattr(edit.play, self.of)
        if self.cards > lost:
            message, fix = f"You have lost {plural(lost, 'card')} so", f"Recover {lost} at most."
            edit.object("F-HEAL-3", message, fix, code="most")
        wake(edit, "F-HEAL-5")
        edit.put("F-HEAL-1", **{self.of: max(0, lost - self.cards)})
        edit.fill("F-HEAL-1")


def wake(edit: Hands, rule: str) -> None:
    """Who was out is awake again."""
    if edit.play.state:
        edit.put(rule, state="", felled=0)
        edit.say("awake", rule, way="comes")


class Serious(Command, verb="mark-serious", title="Mark a wound serious", rules="F-HEAL-4", group="damage"):
    """Mark cards lost in this fight as those of a serious wound: they stay lost until the narrator lifts it."""

    cards: Annotated[int, Field(ge=1, le=99)] = 1

    def apply(self, edit: Hands) -> None:
        """From one count to the other."""
        play, moved = edit.play, min(self.cards, edit.play.hurt)
        if moved < self.cards:
            edit.object("F-HEAL-4", f"Only {plural(play.hurt, 'card')} lost in this fight", "Mark fewer.", code="most")
        edit.put("F-HEAL-4", hurt=play.hurt - moved, serious=play.serious + moved)
        edit.say(f"a serious wound: {plural(moved, 'card')}", "F-HEAL-4", way="goes")


def recovers(edit: Hands) -> None:
    """What a card of the narrator gives back: a positive one a card to an injured hero, or its value to the health of
    one whom the narrator runs (F-HEAL-1, F-HEAL-3)."""
    play, card = edit.play, next(iter(cards_of([edit.play.open])), None)
    if card is None or card.aura != "positive" or play.state == "comatose":
        return
    if edit.now.health:
        full = figures(edit.now).health.total
        if play.health is not None and play.health < full:
            edit.put("F-HEAL-1", health=min(full, play.health + card.value))
            edit.say_moved("health", play.health, min(full, play.health + card.value), "F-HEAL-1")
            wake(edit, "F-DMG-3")
    elif play.hurt:
        wake(edit, "F-HEAL-1")
        edit.put("F-HEAL-1", hurt=play.hurt - 1)
        edit.fill("F-HEAL-1")
