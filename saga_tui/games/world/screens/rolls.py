"""World Saga's rolls at the play screen: what each has no row for, its odds with what Courage buys, what may still be
done about it (W-TST, W-CRG, W-ODD)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from textual.content import Content

from saga_tui.engine.command import Outcome
from saga_tui.engine.document import Ask
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.play.commands import Make, Test
from saga_tui.games.world.play.state import AILS, ROWS, play_of
from saga_tui.games.world.rules import odds
from saga_tui.games.world.rules.figures import Figures, figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.roll_under import Scale
from saga_tui.tally import Tally
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.offers import Offered
from saga_tui.ui.open_dice import by_hand
from saga_tui.ui.roll import told
from saga_tui.ui.roll_faces import FacesRoll, Law
from saga_tui.ui.roll_odds import Priced
from saga_tui.ui.specs import Flow
from saga_tui.words import percent, plural

Screen = DocumentScreen[Character]


class Rolls(FacesRoll):
    """World Saga's rolls."""

    once = ("what", "grit", "motivated", "other_die", "cost")

    def scale(self, document: Character) -> Scale:
        """As the group plays it (W-DEG-1, W-TST-5)."""
        return figures(document).scale

    def number(self, document: Character, command: Any) -> Tally:
        """The target number (W-TST-4)."""
        found: Tally = command.target(document)
        return found

    def title(self, document: Character, command: Any) -> str:
        """What is asked for, or that it is a test."""
        ask = command.asked(document) if isinstance(command, Make) else None
        return AILS.words(document, ask) if ask else super().title(document, command)

    def test(self, document: Character, command: Any) -> str:
        """The kind of test; of an asked roll as its row has it."""
        ask = command.asked(document) if isinstance(command, Make) else None
        row = AILS.row(figures(document), ask.what) if ask else None
        return row.test if row else getattr(command, "test", "basic")

    def law(self, document: Character, command: Any) -> Law:
        """Alone, or against the other's number: then both dice count (W-ODD-1, W-ODD-2, W-ODD-3)."""
        number, other = self.number(document, command).total, getattr(command, "other", None) or 0
        defends = getattr(command, "role", "") == "defense"
        return odds.law(figures(document), self.test(document, command), number, other, defends=defends)

    def without(self, document: Character, command: Any) -> Collection[str]:
        """What the kind of test, the role, the action or the moment has no use for."""
        of, test = figures(document), isinstance(command, Test)
        row = of.actions.get(command.action) if test else None
        ask = None if test else command.asked(document)
        uses = {
            ("other",): test and command.faced,
            ("ranged",): test and command.role == "attack",
            ("cost",): row is not None and "attention" in row.traits,
            ("motivated",): of.suffers("motivated"),
            ("resistance",): ask is not None and "affliction" in ask.what and not _known(document, ask),
        }
        return {name for names, used in uses.items() if not used for name in names}

    def trimmed(self, document: Character, command: Any) -> Any:
        """Grit up to its limit and what Courage there is (W-CRG-2)."""
        most = max(0, min(command.bought_most(document), play_of(document).courage))
        return command if command.grit <= most else command.model_copy(update={"grit": most})

    # ---- what Courage buys

    def prices(self, document: Character, command: Any) -> Sequence[Priced]:
        """Each point of Grit, each Nudge, with the Courage left after (W-ODD-6)."""
        words = {"grit": "Grit +{}", "nudge": "Nudge ×{}"}
        return [Priced(f"{words[one.kind].format(one.amount)}, {_left(one)}", "$courage", one.gain, tokens=one.cost)
                for one in odds.prices(document, command) if one.kind in words]  # fmt: skip

    def notes(self, document: Character, command: Any) -> Sequence[Content]:
        """Grit that is wasted, the last point, Avert in reserve; of an asked roll what each degree brings."""
        of, number = figures(document), self.number(document, command).total
        said = list[tuple[str, str]]()
        if command.grit and (over := min(command.grit, number - of.scale.most)) > 0:
            said.append((f"! {over} of the Grit is wasted: no number is above {of.scale.most}", "$warn"))
        if command.grit and command.grit == of.play.courage:
            said.append(("! Your last Courage: you become Hopeless", "$warn"))
        said += [(f"Avert: a Critical Failure ({percent(one.gain)}) becomes a Failure, {_left(one)}", "$dim")
                 for one in odds.prices(document, command) if one.kind == "avert"]  # fmt: skip
        ask, found = command.asked(document) if isinstance(command, Make) else None, dict[str, Fraction]()
        for _, chance, _, effects in odds.outcomes(of, ask.what, number) if ask else ():
            told = ", ".join(filter(None, (self.effect(of, one) for one in effects))) or self.table["none"]
            found[told] = found.get(told, Fraction()) + chance
        fates = " · ".join(f"{percent(chance)} {told}" for told, chance in found.items() if chance)
        return [Content.styled(words, style) for words, style in ([(fates, "bold")] if fates else []) + said]

    def effect(self, of: Figures, effect: str) -> str:
        """An effect in words: a condition by its name, `Rank −1`."""
        known: dict[str, str] = self.table["effects"]
        return of.conditions[effect].name if effect in of.conditions else known.get(effect, effect)

    # ---- what it came to

    def came(self, outcome: Outcome[Any]) -> tuple[str, int] | None:
        """The degree and the die of the last roll, where this made or changed it."""
        before, after = play_of(outcome.before).thrown, play_of(outcome.after).thrown
        made = after is not None and after != before and outcome.command.verb != "accept-outcome"
        return (after.degree, after.die) if made and after is not None else None

    def offers(self, document: Character) -> Sequence[Offered]:
        """What Courage may still do about the last roll; its outcome, while that waits (W-CRG-3, W-CRG-4, W-ACT-3)."""
        one, of = play_of(document).thrown, figures(document)
        if one is None or one.settled:
            return ()
        costs = {"nudge": AILS.again, "avert": AILS.averted}
        found = [Offered(row["key"], row["words"], f"{costs[way]} Courage" if way in costs else "", row.get("note", ""),
                         row["rule"], RULES.command(way, {}))
                 for way, row in self.table["offers"].items() if way in [*AILS.ways(of, one)]]  # fmt: skip
        waiting = Offered("o", "Accept the outcome", rule="W-CRG-3", command=RULES.command("accept-outcome", {}))
        return [*found, *([waiting] if one.waits else [])]


def _left(one: odds.Price) -> str:
    """`Courage 3 left`, `Courage 0: Hopeless`."""
    return "Courage 0: Hopeless" if one.falls else f"Courage {one.left} left"


def _known(document: Character, ask: Ask) -> str:
    """The resistance that an affliction is confronted with, where it was said (W-AFF-9)."""
    form, ill = figures(document).afflictions.get(ask.kind), AILS.ill_of(document, ask.kind)
    return (form.resistance if form else "") or (ill.resistance if ill else "")


TABLE: Final = book.data("screens")["roll"]
SPEC: Final = Rolls(RULES, TABLE, book.data("tests")["die"])
SMALL: Final = Rolls(RULES, TABLE, 6)
"""Of injuries, traumas and poison."""


async def answer(desk: Screen, ask: Ask | None = None) -> None:
    """Makes a roll that is asked for, the oldest where none is named; first what became of the last one."""
    if (last := play_of(desk.document).thrown) is not None and last.waits:
        return await outcome(desk)
    asks = play_of(desk.document).asks
    ask = ask or asks[0]
    words = AILS.words(desk.document, ask)
    if ask.what in ROWS:
        usual = book.data("afflictions")["kinds"].get(
            getattr(figures(desk.document).afflictions.get(ask.kind), "kind", ""), {}
        )
        more = (
            {"resistance": usual.get("suggested", "resilience")}
            if "affliction" in ask.what and not _known(desk.document, ask)
            else {}
        )
        return await SPEC.open(desk, "roll-asked", what=words, **more)
    command = RULES.command("roll-asked", {"what": words})
    key = await desk.choose(
        words, [Offer("roll", f"Roll {plural(max(1, ask.dice), 'die')}"), Offer("dice", "Type what your dice show")]
    )
    faces = await by_hand(desk, SMALL, command) if key == "dice" else None
    if key == "roll" or faces is not None:
        await told(desk, SMALL, await desk.execute(command, faces), fresh=faces is None)
    return None


async def outcome(desk: Screen) -> None:
    """What may still be done about the last roll."""
    offers = SPEC.offers(desk.document)
    if not offers:
        return desk.notify("There is no roll to change.")
    key = await desk.choose(
        "The last roll", [Offer(one.key, one.words, one.cost or one.note, rule=one.rule) for one in offers]
    )
    command = next((one.command for one in offers if one.key == key), None)
    return await told(desk, SPEC, await desk.execute(command)) if command is not None else None


async def act(desk: Screen) -> None:
    """Which action; then its roll, in the role that it has, with a skill that is chosen where nobody knows it (W-ACT-1,
    W-ACT-7)."""
    of, offers = figures(desk.document), list[Offer]()
    for key, row in of.actions.items():
        if "reaction" not in row.traits and (row.roll in of.table or "attack" in row.traits):
            cost = f", Attention {'?' if row.cost is None else row.cost}" * ("attention" in row.traits)
            offers.append(Offer(key, row.name, f"{of.label_of(row.roll) or 'a skill'}{cost}", rule=row.rule))
    if chosen := await desk.choose("Which action?", offers):
        row = of.actions[chosen]
        test = {"attack": "conflict", "": "basic"}.get(row.test, row.test)
        given = {"action": chosen, "test": test, "role": "attack" if "attack" in row.traits else "own"}
        await (SPEC.open(desk, "test", skill=row.roll, **given) if row.roll else pick(desk, **given))


async def pick(desk: Screen, **given: str) -> None:
    """Which skill, resistance or attribute; then its roll."""
    of = figures(desk.document)
    rows = [(name, RULES.command("test", {"skill": name}).number(desk.document)) for name in of.refs()]  # type: ignore[attr-defined]
    offers = [Offer(name, f"{of.label_of(name)} {number}", percent(of.scale.success(number))) for name, number in rows]
    if (key := await desk.choose("Roll what?", offers)) is not None:
        await SPEC.open(desk, "test", skill=key, **given)


DEEDS: Final[dict[str, Flow]] = {
    "asked": answer,
    "again": SPEC.again,
    "outcome": outcome,
    "act": act,
    "test": pick,
    "oppose": partial(pick, test="opposed"),
    "conflict": partial(pick, test="conflict"),
}
"""What opens them."""
