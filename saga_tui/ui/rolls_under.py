"""Rolls of those who suffer (`engine.under`, `engine.rerolled`) at a play screen: what each has no row for, exact odds
with what is bought on them, what may still be done about the last one, rolls that are asked for, actions with theirs.
All words are a game's, in a table (see also `roll_faces`):

    [bought]   luck = "Luck +{amount}, {left}"               # by kind of price, with what is left after it
    [left]     some = "Luck {left} left", none = "Luck 0: cursed"
    [notes]    wasted = "…", last = "…", avert = "…"
    [effects]  "rank+1" = "Rank +1"                          # of an outcome; conditions go by their names
    [offers]   again = { key = "n", words = "…", cost = "…" }  # by the verb of what changes the last roll
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from textual.content import Content

from saga_tui.engine.ailments import Condition
from saga_tui.engine.command import Command, Outcome
from saga_tui.engine.document import Ask
from saga_tui.engine.rerolled import Make
from saga_tui.engine.rules import Rules
from saga_tui.engine.suffering import Suffering
from saga_tui.engine.under import Test
from saga_tui.engine.under_odds import Odds, Price
from saga_tui.roll_under import Scale
from saga_tui.tally import Tally
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.offers import Offered
from saga_tui.ui.open_dice import by_hand
from saga_tui.ui.roll import told
from saga_tui.ui.roll_faces import FacesRoll, Law, Screen
from saga_tui.ui.roll_items import Item
from saga_tui.ui.roll_odds import Priced
from saga_tui.ui.specs import Flow
from saga_tui.words import percent, plural

SMALL = 6
"""The sides of the dice of harm and poison."""


class UnderRolls(FacesRoll):
    """A game's rolls, by its table and its odds."""

    def __init__(self, rules: Rules[Any], table: Mapping[str, Any], odds: Odds, sides: int = 20) -> None:
        super().__init__(rules, table, sides)
        self.odds, self.ails, self.once = odds, odds.ails, table["once"]

    def of(self, document: Any) -> Suffering:
        """All numbers."""
        return self.ails.numbers(document)

    def scale(self, document: Any) -> Scale:
        """As the group plays it."""
        return self.of(document).scale

    def number(self, document: Any, command: Any) -> Tally:
        """The target number."""
        found: Tally = command.target(document)
        return found

    def asked(self, document: Any, command: Any) -> Ask | None:
        """The question that a roll answers."""
        return command.asked(document) if isinstance(command, Make) else None

    def title(self, document: Any, command: Any) -> str:
        """What is asked for, or what it is."""
        ask = self.asked(document, command)
        return self.ails.words(document, ask) if ask else super().title(document, command)

    def law(self, document: Any, command: Any) -> Law:
        """Alone, or against the other's number: then both dice count."""
        of, ask = self.of(document), self.asked(document, command)
        row = self.ails.row(of, ask.what) if ask else None
        test, other = row.test if row else getattr(command, "test", "basic"), getattr(command, "other", None) or 0
        defends = getattr(command, "role", "") == "defense"
        return self.odds.law(of, test, self.number(document, command).total, other, defends=defends)

    def without(self, document: Any, command: Any) -> Collection[str]:
        """What the kind of test, the role, the action or the moment has no use for."""
        of, ask = self.of(document), self.asked(document, command)
        test = command if isinstance(command, Test) else None
        row = of.actions.get(test.action) if test else None
        uses = {
            "other": test is not None and test.faced,
            "ranged": test is not None and test.role == "attack",
            "cost": row is not None and "attention" in row.traits,
            command.picks: of.suffers(command.picks),
            "resistance": isinstance(command, Make) and ask is not None and self.unknown(document, command, ask),
        }
        return {name for name, used in uses.items() if not used}

    def rows(self, document: Any, command: Any) -> Sequence[Item[Any]]:
        """Its fields; of a test what may yet come in sight too: the conditions of the one attacked that change it."""
        known = self.of(document).conditions if isinstance(command, Test) else {}
        theirs = [self.theirs(command, key, row) for key, row in known.items() if row.against]
        return [*(row for row in super().rows(document, command) if row.shown or isinstance(command, Test)), *theirs]

    def theirs(self, command: Any, key: str, row: Condition) -> Item[Any]:
        """A condition of the one attacked, which holds or does not."""
        held, rest = key in command.against, tuple(one for one in command.against if one != key)
        made = command.model_copy(update={"against": rest if held else (*rest, key)})
        return Item(f"against-{key}", self.table["theirs"], f"They are {row.name}", "yes" if held else "no", held,
                    lambda _: made, rule=row.rule, shown=command.role == "attack",
                    off=lambda: command.model_copy(update={"against": rest}))  # fmt: skip

    def unknown(self, document: Any, command: Make, ask: Ask) -> bool:
        """Whether what an affliction is resisted with is still to be said."""
        return ask.kind in self.of(document).afflictions and not command.known(document, ask)

    def trimmed(self, document: Any, command: Any) -> Any:
        """What is bought up to its limit and what there is."""
        has = getattr(document.play, self.ails.pays)
        most = max(0, min(command.bought_most(document), has))
        now = getattr(command, command.buys)
        return command if now <= most else command.model_copy(update={command.buys: most})

    # ---- what can be bought

    def left(self, one: Price) -> str:
        """What is left after it."""
        said = self.table["left"]
        return str(said["none"] if one.falls else said["some"].format(left=one.left))

    def prices(self, document: Any, command: Any) -> Sequence[Priced]:
        """What is bought beforehand, and each time that it is rolled again."""
        said, colour = self.table["bought"], f"${self.ails.pays}"
        return [Priced(said[one.kind].format(amount=one.amount, left=self.left(one)), colour, one.gain, tokens=one.cost)
                for one in self.odds.prices(document, command) if one.kind in said]  # fmt: skip

    def notes(self, document: Any, command: Any) -> Sequence[Content]:
        """What each degree of an asked roll brings; what is wasted, the last point, what is kept against the worst."""
        of, number, said = self.of(document), self.number(document, command).total, self.table["notes"]
        bought, notes = getattr(command, command.buys), list[tuple[str, str]]()
        if fates := self.fates(document, command, number):
            notes.append((" · ".join(f"{percent(chance)} {words}" for words, chance in fates.items()), "bold"))
        if bought and (over := min(bought, number - of.scale.most)) > 0:
            notes.append((said["wasted"].format(over=over, most=of.scale.most), "$warn"))
        if bought and bought == getattr(of.play, self.ails.pays):
            notes.append((said["last"], "$warn"))
        notes += [(said["avert"].format(chance=percent(one.gain), left=self.left(one)), "$dim")
                  for one in self.odds.prices(document, command) if one.kind == "avert"]  # fmt: skip
        return [Content.styled(words, style) for words, style in notes]

    def fates(self, document: Any, command: Any, number: int) -> dict[str, Fraction]:
        """What an asked roll may bring, in words, each with its chance; the worst first, which no line may lose."""
        ask, of, found = self.asked(document, command), self.of(document), dict[str, Fraction]()
        ill = of.afflictions.get(ask.kind) if ask else None
        for _, chance, text, effects in reversed(self.odds.outcomes(of, ask.what, number) if ask else []):
            words = (of.conditions[one].name if one in of.conditions else self.table["effects"].get(one, one)
                     for one in effects if not (ill and ill.toxic is None and one.startswith("toxic")))  # fmt: skip
            told = ", ".join(filter(None, words)) or self.table["none" if text else "same"]
            found[told] = found.get(told, Fraction()) + chance
        return {words: chance for words, chance in found.items() if chance}

    # ---- what it came to

    def came(self, outcome: Outcome[Any]) -> tuple[str, int] | None:
        """The degree and the die of the last roll, where this made or changed it."""
        before, after = outcome.before.play.thrown, outcome.after.play.thrown
        same = after is None or after == before or outcome.command.verb == self.table["verbs"]["accept"]
        return None if same else (after.degree, after.die)

    def offers(self, document: Any) -> Sequence[Offered]:
        """What may still be done about the last roll; its outcome, while that waits."""
        one = document.play.thrown if document.play is not None else None
        if one is None or one.settled:
            return ()
        ways = {*self.ails.ways(self.of(document), one)} | ({self.table["verbs"]["accept"]} if one.waits else set())
        return [Offered(row["key"], row["words"], row.get("cost", ""), row.get("note", ""), row["rule"],
                        self.rules.command(way, {}))
                for way, row in self.table["offers"].items() if way in ways]  # fmt: skip

    # ---- dialogues

    async def answer(self, desk: Screen, ask: Ask | None = None) -> None:
        """Makes a roll that is asked for, the oldest where none is named; first what became of the last one."""
        play = desk.document.play
        if play.thrown is not None and play.thrown.waits:
            return await self.last(desk)
        ask, verb = ask or play.asks[0], self.table["verbs"]["make"]
        command = self.rules.command(verb, {"what": self.ails.words(desk.document, ask)})
        of = self.of(desk.document)
        if self.ails.row(of, ask.what) is not None:
            unsaid = isinstance(command, Make) and self.unknown(desk.document, command, ask)
            kind = of.afflictions[ask.kind].kind if unsaid else ""
            usual: Mapping[str, str] = getattr(command, "suggested", {})
            more = {"resistance": usual[kind]} if kind in usual else {}
            return await self.open(desk, verb, what=self.ails.words(desk.document, ask), **more)
        small = UnderRolls(self.rules, self.table, self.odds, SMALL)
        return await small.throw(desk, command, self.ails.words(desk.document, ask))

    async def throw(self, desk: Screen, command: Command, title: str = "") -> None:
        """Dice without a number to reach: thrown here, or typed as they fell on the table."""
        dice = plural(command.draws(desk.document).needed, "die")
        ways = [Offer("roll", f"Roll {dice}"), Offer("dice", "Type what your dice show")]
        key = await desk.choose(title or command.title, ways)
        faces = await by_hand(desk, self, command) if key == "dice" else None
        if key == "roll" or faces is not None:
            await told(desk, self, await desk.execute(command, faces), fresh=faces is None)

    async def last(self, desk: Screen) -> None:
        """What may still be done about the last roll."""
        found = {one.key: one for one in self.offers(desk.document)}
        if not found:
            return desk.notify("There is no roll to change.")
        ways = [Offer(one.key, one.words, one.cost or one.note, rule=one.rule) for one in found.values()]
        command = found[key].command if (key := await desk.choose("The last roll", ways)) is not None else None
        return await told(desk, self, await desk.execute(command)) if command is not None else None

    async def act(self, desk: Screen) -> None:
        """Which action; then its roll in its role, with a skill that is chosen where nobody knows it."""
        of, offers = self.of(desk.document), list[Offer]()
        for key, row in of.actions.items():
            if "reaction" not in row.traits and (row.roll in of.table or "attack" in row.traits):
                cost = self.table["cost"].format("?" if row.cost is None else row.cost) * ("attention" in row.traits)
                offers.append(Offer(key, row.name, f"{of.label_of(row.roll) or 'a skill'}{cost}", rule=row.rule))
        if chosen := await desk.choose("Which action?", offers):
            row = of.actions[chosen]
            test = {"attack": "conflict", "": "basic"}.get(row.test, row.test)
            given = {"action": chosen, "test": test, "role": "attack" if "attack" in row.traits else "own"}
            await (self.open(desk, self.table["verbs"]["test"], skill=row.roll, **given) if row.roll
                   else self.pick(desk, **given))  # fmt: skip

    async def pick(self, desk: Screen, **given: str) -> None:
        """What is rolled, by its number and its chance; then its roll."""
        of, verb, offers = self.of(desk.document), self.table["verbs"]["test"], list[Offer]()
        for name in of.refs():
            number = of.scale.cut(self.number(desk.document, self.rules.command(verb, {"skill": name})).total)
            offers.append(Offer(name, f"{of.label_of(name)} {number}", percent(of.scale.success(number))))
        if (key := await desk.choose("Roll what?", offers)) is not None:
            await self.open(desk, verb, skill=key, **given)

    def deeds(self) -> dict[str, Flow]:
        """All of them by name."""
        tests = {
            name: partial(self.pick, test=kind) for name, kind in (("oppose", "opposed"), ("conflict", "conflict"))
        }
        sums = {verb: partial(self.throw, command=self.rules.command(verb, {})) for verb in self.table["sums"]}
        return {"asked": self.answer, "again": self.again, "outcome": self.last, "act": self.act, "test": self.pick,
                **tests, **sums}  # fmt: skip
