"""Spark: narrative control (SPK-3)."""

from __future__ import annotations

from saga_tui.games.saga.rules.commands import spark as commands
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Foot, Form, Pick

ANSWERS = tuple(Offer(key, words) for key, words in commands.ANSWERS.items())

offer = Form(
    commands.Offer,
    (
        Foot("fact", "Offer 1 Spark for what fact?", "spent, kept or passed on, as they answer", "SPK-3"),
        Pick("answer", ANSWERS, title="What is the answer?", rule="SPK-3"),
    ),
)
"""1 Spark for a fact or a scene; what becomes of it depends on the answer (SPK-3)."""
