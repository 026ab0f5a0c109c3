"""What is done at a table: heroes act, foes attack, Doom is spent, results are dealt out (F-FIGHT, F-DOOM, F-DMG)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from saga_tui.engine import choosing, command
from saga_tui.engine.command import Words
from saga_tui.engine.declared import declare
from saga_tui.engine.opponents import Adjust, FoeName, of_name
from saga_tui.engine.party import Part
from saga_tui.engine.sitting import SeatId, stranger
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, Card
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.odds import turning
from saga_tui.games.fate.play.actions import Acting, Level, PlayCards, Suit, Value
from saga_tui.games.fate.play.state import play_of
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.table.cards import MADE, Act, Cards, Members
from saga_tui.games.fate.table.state import Deed, Foe, Table, TableEdit, bank_of, shield, words
from saga_tui.words import plural


class Played(Act):
    """Cards of a hero who sits there, against what the narrator sets."""

    group = "rolls"
    typed: ClassVar[tuple[str, ...]] = ("hero", "cards", "by")
    hero: SeatId
    cards: Cards = ()
    """The cards in their order: S7."""
    by: Words = "strength"
    """The ability or power."""
    foe: FoeName = ""
    push: Words = ""
    skill: Words = ""
    suit: Suit | None = None
    take: Annotated[int, Field(ge=0, le=99)] | None = None
    bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    level: Level = "easy"
    """The level of difficulty, which only you see."""
    more: Annotated[int, Field(ge=-10, le=10)] = 0
    """Levels on top."""
    doom: Cards = ()
    """Doom that you spend before the cards are played."""
    piled: Annotated[int, Field(ge=0, le=99)] = 0
    """How many heroes are in the pile-on."""
    filled: ClassVar[tuple[str, ...]] = (*Act.filled, "shifts", "strong", "shield")
    shifts: tuple[str, ...] = ()
    """What moves the level by what the hero knows, has in hand or aims at (F-ACT-4)."""
    strong: int = 0
    """The bonus of the weapon."""
    shield: int = 0
    """The hero's defence and armour against the foe (F-DMG-1)."""

    def theirs(self, document: Table, hero: Hero) -> Acting:
        """The hero's command; how hard it is stays with the narrator (F-ACT-6)."""
        raise NotImplementedError

    def handed(self, verb: str, document: Table, **more: Any) -> Any:
        """A command of the hero with these cards."""
        own = {name: getattr(self, name) for name in ("cards", "by", "push", "skill", "suit", "take")}
        return self.made(verb, document, **own, **more)

    def seen(self, document: Table, members: Members) -> Self:
        """With what the hero brings."""
        own = super().seen(document, members)
        if self.hero not in members:
            return own
        of, foe = figures(members[self.hero]), of_name(document.play.foes, self.foe) or Foe()
        guard = of.score(law.defence_of(foe.kind)).total + of.bonus("armour").total
        made: Any = own.theirs(document, of.hero) if self.cards else None
        arm = made.arm(of) if isinstance(made, PlayCards) else None
        shifts = tuple(made.shifts(of)) if made is not None else ()
        return own.model_copy(update={"shield": guard, "shifts": shifts, "strong": arm.bonus if arm else 0})

    def parts(self, document: Table, members: Members) -> Sequence[Part]:
        """The hero plays."""
        there = self.cards and self.hero in members
        return [Part(self.hero, self.theirs(document, members[self.hero]))] if there else []

    def enter(self, edit: TableEdit, step: int, opposed: int, doom: int, less: int = 0, **deed: Any) -> None:
        """The deed with its difficulty waits for its results; outside a fight only the last one does (F-OPP-2)."""
        card = edit.now.card.value if edit.now.card and (opposed or self.foe) else 0
        goal = law.difficulty(self.level, self.shifts, more=self.more, opposition=opposed, card=card,
                              doom=[doom], penalty=less).total  # fmt: skip
        total, goal = (self.total, goal) if self.cards else (0, max(goal, 1))
        one = Deed(who=self.hero, total=total, difficulty=goal, **deed)
        what = " counters " if one.counter else " acts on " if one.foe else ""
        told = f"{edit.now.named(self.hero)}{what}{one.foe}: {one.total} against {one.difficulty}"
        edit.say(f"{told}, {'success' if one.met else 'failure'}", "F-ACT-7")
        edit.put("F-FIGHT-12", step=max(step, edit.play.step) * edit.fights)
        if edit.fights and not one.counter and edit.now.switch("wounds") == "at-once":
            deal(edit, one)
        else:
            edit.put("F-FIGHT-12", deeds=(*(edit.play.deeds if edit.fights else ()), one))
        if edit.play.open and not edit.fights:
            edit.lay([edit.play.open])
            edit.put("F-TIME-2", open=0)


def sits(edit: TableEdit, who: str) -> bool:
    """Whether a hero sits there; objects where not. Whether nothing is against it so far."""
    if not any(seat.id == who for seat in edit.now.seats):
        stranger(edit, who, "F-FIGHT-1")
    return not edit.problems


def spend(edit: TableEdit, names: Sequence[str]) -> int:
    """Takes Doom out of the bank, by name or value; objects to what is not there. Gives its sum (F-DOOM-2)."""
    left, taken = bank_of(edit.now), list[Card]()
    for name in names:
        same = [one for one in left if name.strip().casefold() in (one.name.casefold(), str(one.value))]
        if not same:
            have = words(bank_of(edit.now), "empty")
            edit.object("F-DOOM-2", f"The bank has no {name.strip()}", f"The bank: {have}.", code="bank")
            return 0
        left.remove(same[0])
        taken.append(same[0])
    if taken:
        edit.put("F-DOOM-2", bank=tuple(one.number for one in left))
        edit.lay(one.number for one in taken)
        edit.say(f"Doom spent: {words(taken)}", "F-DOOM-2", way="goes")
    return sum(one.value for one in taken)


def deal(edit: TableEdit, deed: Deed) -> None:
    """What a hero's action does to its target (F-DMG-2)."""
    if deed.dealt and (foe := edit.foe(deed.foe)) is not None:
        edit.hit(foe, deed.dealt, edit.play.exchange)


class Action(
    Played, verb="act", title="A hero acts", rules="F-FIGHT-6 F-ACT-2 F-ACT-6 F-OPP-1 F-OPP-2 F-DMG-2 F-FIGHT-8"
):
    """A hero acts: the player names the cards, you know how hard it is. A foe opposes with the same ability."""

    against: Literal["strength", "agility", "intellect", "willpower"] | None = None
    """What the foe resists with, if not the same ability."""
    opposition: Value | None = None
    """What opposes, if it is no foe's ability."""
    kind: Literal["physical", "energy", "mental", "magical"] | None = None
    """What kind of attack it is; nothing: it hurts nobody."""
    weapon: Words = ""
    """The hero's weapon by its name: its bonus adds to damage."""

    def opposed(self, document: Table) -> int:
        """The score of what opposes: the foe's ability, or as it is said (F-OPP-1)."""
        own = self.against or (self.by if self.by in ABILITIES else "strength")
        foe = of_name(document.play.foes, self.foe)
        return self.opposition if self.opposition is not None else getattr(foe, own, 0)

    def theirs(self, document: Table, hero: Hero) -> Acting:
        """An action at that target; a pile-on counts once (F-FIGHT-8). With its difficulty where the group shows it."""
        piled = 0 if play_of(hero).piled > 1 else law.piled(self.piled, document.switch("pile_on"))[0]
        more: dict[str, Any] = {"bonus": self.bonus + piled, "weapon": self.weapon, "target": self.foe}
        if document.switch("difficulty") == "shown":
            doom = [int(name.strip().lstrip("Dd")) for name in self.doom if name.strip().lstrip("Dd").isdecimal()]
            more |= {"level": self.level, "more": self.more, "opposition": self.opposed(document), "doom": doom}
        found: Acting = self.handed("play", document, **more)
        return found

    def apply(self, edit: TableEdit) -> None:
        """Its difficulty, and what it would do."""
        name = edit.now.named(self.hero)
        if edit.fights and self.hero in edit.play.surprised:
            edit.object("F-FIGHT-3", f"{name} is surprised", "Wait for the next exchange.", code="surprised")
        if edit.fights and self.hero in edit.play.acted:
            edit.object("F-FIGHT-1", f"{name} has acted", "One action an exchange.", code="acted")
        if not self.cards:
            edit.object("F-ACT-7", "Nothing is played", "Name the cards.", code="cards")
        foe = edit.foe(self.foe) if self.foe else None
        if not sits(edit, self.hero):
            return
        defence, armour = shield(foe, self.kind) if foe is not None and self.kind else (0, 0)
        harm = law.wounds(self.total, self.strong, defence=defence, armour=armour) if foe and self.kind else 0
        self.enter(edit, 2, self.opposed(edit.now), spend(edit, self.doom), foe=foe.name if foe else "", wounds=harm)
        edit.put("F-FIGHT-1", acted=(*edit.play.acted, self.hero) if edit.fights else ())


class CounterAction(
    Played, verb="counter", title="A foe attacks", rules="F-FIGHT-10 F-DMG-1 F-DMG-4 F-FIGHT-8 F-NARR-4"
):
    """A foe attacks a hero, who counters with cards; without cards the attack hits."""

    typed = ("foe", "hero", "cards", "by")
    foe: FoeName

    def theirs(self, document: Table, hero: Hero) -> Acting:
        """A counter action against the foe's attack."""
        foe = of_name(document.play.foes, self.foe) or Foe()
        found: Acting = self.handed("counter", document, bonus=self.bonus, attack=foe.attack)
        return found

    def apply(self, edit: TableEdit) -> None:
        """What it has to reach, and what it takes if it does not."""
        foe = edit.foe(self.foe)
        if foe is not None and (foe.state or foe.surprised):
            state = foe.state or "surprised"
            edit.object("F-FIGHT-10", f"{foe.name} is {state}", "Another foe acts.", code="foe-out")
        elif foe is not None and edit.fights and foe.acted and self.piled < 2:
            fix = "One action an exchange; against a pile-on it may attack all."
            edit.object("F-FIGHT-1", f"{foe.name} has acted", fix, code="acted")
        if foe is None or not sits(edit, self.hero):
            return
        less, card = law.piled(self.piled)[1], edit.now.card.value if edit.now.card else 0
        doom = spend(edit, self.doom)
        harm = foe.attack + foe.weapon + card - less + doom - self.shield
        self.enter(edit, 3, foe.attack, doom, less, foe=foe.name, counter=True, wounds=harm)
        edit.put_foe(foe, "F-FIGHT-1", acted=True)


class SpendDoom(Act, verb="spend", title="Spend Doom", rules="F-DOOM-2 F-DOOM-3 F-DOOM-4 F-DOOM-6", group="cards"):
    """Spend Doom on the last action, until its result is dealt out. Without cards: the cheapest set that turns the
    success."""

    typed = ("cards",)
    cards: Cards = ()
    """The cards of the bank: D7, or 7."""

    def apply(self, edit: TableEdit) -> None:
        """The difficulty rises, the cards are gone."""
        if edit.now.switch("doom_spend") == "before":
            edit.object(
                "F-DOOM-3", "Your group spends Doom before the cards", "Spend it with the action.", code="before"
            )
        if not edit.play.deeds:
            edit.object("F-DOOM-3", "No action waits for its result", "Spend it on the next one.", code="no-deed")
            return
        *others, one = edit.play.deeds
        bank = bank_of(edit.now)
        found = turning([card.value for card in bank], one.total - one.difficulty - one.doom)
        if not (names := self.cards or [bank[place].name for place in found]):
            edit.object("F-DOOM-6", "No set of the bank turns it", "Name the cards to spend anyway.", code="none")
        after = one.model_copy(update={"doom": one.doom + spend(edit, names)})
        edit.put("F-DOOM-2", deeds=(*others, after))
        result = "failure" if not after.met else "success"
        edit.say(
            f"{edit.now.named(one.who)}: {one.total} against {after.difficulty + after.doom}, {result}", "F-DOOM-2"
        )


class Results(Act, verb="results", title="Results", rules="F-FIGHT-12 F-DMG-2 F-DMG-3 F-DMG-4 F-DMG-8", group="damage"):
    """Deal out the results: foes lose health, heroes are asked for cards, one attack on each hero at a time."""

    @staticmethod
    def due(document: Table) -> Sequence[Deed]:
        """The deeds, up to the second that hurts the same hero."""
        found, hurt = list[Deed](), set[str]()
        for one in document.play.deeds:
            if one.counter and one.dealt and one.who in hurt:
                break
            hurt |= {one.who} if one.counter and one.dealt else set()
            found.append(one)
        return found

    def parts(self, document: Table, members: Members) -> Sequence[Part]:
        """Heroes take what they did not counter."""
        hits = [one for one in self.due(document) if one.counter and one.dealt and one.who in members]
        return [Part(one.who, self.made("take-hit", document, attack=one.dealt, kind="plain")) for one in hits]

    def apply(self, edit: TableEdit) -> None:
        """Health falls; what is dealt out is done with."""
        due = self.due(edit.now)
        if not due:
            edit.object("F-FIGHT-12", "Nothing waits for its result", "Go on.", code="no-deed")
        for one in due:
            if not one.counter:
                deal(edit, one)
            elif one.dealt:
                edit.say(f"{edit.now.named(one.who)}: {plural(one.dealt, 'wound')} by {one.foe}", "F-DMG-4", way="goes")
        edit.put("F-FIGHT-12", deeds=edit.play.deeds[len(due) :], step=4 * edit.fights)
        edit.say("no wounds", "F-FIGHT-12") if not edit.lines else None


# ---- what else the narrator does


class HealFoes(Act, verb="heal-foes", title="Foes recover", rules="F-HEAL-2 F-HEAL-3", group="damage"):
    """On a negative card: every foe injured in this fight regains its value, if you want."""

    def apply(self, edit: TableEdit) -> None:
        """Health comes back."""
        card = edit.now.card
        if card is None or card.aura != "negative":
            edit.object("F-HEAL-2", "Your card is not negative", "Wait for a negative card.", code="aura")
        for one in edit.play.foes:
            if not one.ally and card is not None:
                edit.heal(one, card.value)


class Surprise(Act, verb="surprise", title="Who is surprised", rules="F-FIGHT-3 F-FIGHT-4 F-FIGHT-5", group="rolls"):
    """Say who is surprised in this exchange: heroes by name, or all foes."""

    typed = ("heroes",)
    heroes: Annotated[tuple[SeatId, ...], Field(max_length=100)] = ()
    foes: bool = False
    """No foe acts in this exchange."""

    def apply(self, edit: TableEdit) -> None:
        """Noted until the exchange ends."""
        edit.put("F-FIGHT-3", surprised=(*edit.play.surprised, *self.heroes))
        if self.foes:
            edit.put_foes("F-FIGHT-4", surprised=True)
        names = [*map(edit.now.named, self.heroes), *["all foes"] * self.foes]
        edit.say(f"surprised: {', '.join(names) or 'no one'}", "F-FIGHT-3")


class Bank(Act, verb="clear-bank", title="Clear the bank", rules="F-DOOM-5", group="cards"):
    """Empty the bank of Doom."""

    def apply(self, edit: TableEdit) -> None:
        """The cards are used."""
        edit.lay(edit.play.bank)
        edit.put("F-DOOM-5", bank=())
        edit.say("the bank is empty", "F-DOOM-5", way="goes")


class Plain(command.Command):
    """Something of the table alone."""

    registry = MADE


class AddFoe(choosing.Add):
    """A character of the narrator's (F-NARR-3)."""

    row: ClassVar[Any] = Foe


declare(Plain, book.data("table")["foes"], add=AddFoe, adjust=Adjust, change=choosing.Change, remove=choosing.Remove)

__all__ = ["MADE"]
