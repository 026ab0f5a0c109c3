"""Deeds kept as words: in order, stopped by a question, others put before them, and checked where they were written."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from saga_tui.engine.agenda import Agenda, Deed

DONE: list[str] = []
AGENDA: Agenda = Agenda(
    {
        "go": Deed(1, lambda run, _: DONE.append("go")),
        "ask": Deed(2, lambda run, who: run.state.questions.append(who), ("seat",)),
        "split": Deed(3, lambda run, _: AGENDA.first(run, "ask", ["egil", "ragnar"])),
    },
    "matter",
)


def test_deeds_are_done_in_order_and_a_question_stops_them() -> None:
    DONE.clear()
    matter: Any = SimpleNamespace(todo=("go", "split", "go"), step=0)
    run = SimpleNamespace(state=SimpleNamespace(matter=matter, questions=[]))
    assert AGENDA.resume(run)
    assert (DONE, run.state.questions, matter.todo, matter.step) == (["go"], ["egil"], ("ask:ragnar", "go"), 2)
    run.state.questions.clear()
    assert AGENDA.resume(run) and run.state.questions.pop() == "ragnar"
    assert AGENDA.resume(run) and run.state.matter is None and DONE == ["go", "go"]
    assert not AGENDA.resume(run), "nothing was open"


def test_words_that_are_no_deeds_are_found() -> None:
    words = ("go", "go:egil", "ask", "ask:egil", "ask:kari", "dance")
    assert list(AGENDA.unknown(words, {"seat": {"egil"}})) == ["go:egil", "ask", "ask:kari", "dance"]
