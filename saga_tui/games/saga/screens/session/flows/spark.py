"""Spark: narrative control, what is received, advances; and the group's rulings (SPK, CRE-11)."""

from __future__ import annotations

from saga_tui.engine import deciding
from saga_tui.engine.ruled import sentence
from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.rules.commands.spark import ANSWERS
from saga_tui.games.saga.screens import marks, ruling
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dialogs import Offer

SPARK = marks.SPARK.full


async def offer(desk: SagaScreen) -> None:
    """1 Spark for a fact or a scene; what becomes of it depends on the answer (SPK-3)."""
    fact = await desk.line("Offer 1 Spark for what fact?", "", "spent, kept or passed on, as they answer", "SPK-3")
    if fact is None:
        return
    offers = [Offer(key, words) for key, words in ANSWERS.items()]
    answer = await desk.choose("What is the answer?", offers, rule="SPK-3")
    if answer:
        await desk.execute(command_of("offer", {"fact": fact, "answer": answer}))


async def rule(desk: SagaScreen) -> None:
    """A ruling on what is at the focus, or on any number or text by its name (CRE-11)."""
    await ruling.ask(desk, desk.character, desk.execute)


async def return_to_rule(desk: SagaScreen) -> None:
    """The ruling on what is at the focus is taken back (CRE-11)."""
    await ruling.take_back(desk, desk.character, desk.execute)


async def rulings(desk: SagaScreen) -> None:
    """The problems that can be overruled, and the rulings that can be taken back."""
    character = desk.character
    found = [item for item in creation.problems(character) if item.level != "remark" and not item.overruled]
    offers = [Offer(f"f{place}", f"Allow: {view.one_line(item.message)}", rule=item.rule)
              for place, item in enumerate(found[:14])]  # fmt: skip
    for place, one in enumerate(character.rulings[-14:], max(0, len(character.rulings) - 14)):
        words = view.one_line(sentence(one))
        aside = ", ".join(part for part in (one.when, "past" if one.past else "") if part)
        how = "Remove from the list" if one.row or one.past else "Remove"
        offers.append(Offer(f"r{place}", f"{how} “{words}”", view.one_line(aside)))
    offers.append(Offer("set", "Override a number or text", "Or press = anywhere"))
    chosen = await desk.choose("House rulings", offers, rule="CRE-11")
    if chosen is None:
        return
    if chosen == "set":
        await rule(desk)
        return
    place = int(chosen[1:])
    if chosen[0] == "r":
        await desk.execute(deciding.RemoveRuling(ruling=place))
        return
    reason = await desk.line("Reason?", "our group agreed")
    if reason is not None:
        await desk.execute(deciding.Allow(finding=found[place].key, reason=reason))
