"""Spark: narrative control, what is received (SPK)."""

from __future__ import annotations

from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.rules.commands.spark import ANSWERS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
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
