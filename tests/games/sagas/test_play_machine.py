"""Anything may happen at any time: whatever is done in play is done or refused, in words, and can be undone."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from saga_tui.changes import apply, invert
from saga_tui.dice import seeded
from saga_tui.engine.command import perform
from saga_tui.engine.entries import numbers
from saga_tui.engine.fields import Field, placed
from saga_tui.games.sagas import play
from saga_tui.games.sagas.character import Gear
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.rules.ruleset import RULES
from tests.examples import tries
from tests.games.sagas.table import Table

VERBS = sorted(" ".join(play.PLAY.values()).split())
NAMES = ("you", "Guard", "Thug", "Vera", "")


def value(field: Field, draw: st.DrawFn, table: Table) -> Any:
    """Something for a parameter: of its list or of its words where it has any, else a small number or a name."""
    known = list(RULES.names(table.one, field.of.what)) if field.of is not None else []
    if field.kind is bool:
        return draw(st.booleans())
    if field.words:
        return draw(st.sampled_from(field.words))
    if field.kind is int:
        return draw(st.integers(-3, 70))
    return draw(st.sampled_from([*known, *NAMES]))


@st.composite
def parameters(draw: st.DrawFn, verb: str, table: Table) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for field in placed(RULES.commands[verb]):
        if field.required or draw(st.integers(0, 2)) == 0:
            one = value(field, draw, table)
            said[field.name] = [one] if field.many else one
    return said


class AtTheTable(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.table = Table(experience=40)
        gear = Gear(kind="weapon", key="walther_ppk"), Gear(kind="armour", key="plates", worn=True)
        self.table.one = self.table.one.model_copy(update={"gear": gear})
        self.table.do("start-scenario")
        self.seed = 0

    @rule(data=st.data(), verb=st.sampled_from(VERBS))
    def something_happens(self, data: st.DataObject, verb: str) -> None:
        said = data.draw(parameters(verb, self.table))
        try:
            command = RULES.command(verb, said)
        except ValueError:
            return  # no such parameter can be typed
        self.seed += 1
        before = self.table.one.to_doc()
        faces = command.draws(self.table.one).by(seeded(self.seed))
        outcome = perform(RULES, self.table.one, command, faces)
        again = perform(RULES, self.table.one, command, faces)
        assert (again.after, again.lines) == (outcome.after, outcome.lines)
        assert not outcome.refused or (outcome.problems and not outcome.changes)
        assert all(line.text and line.rule in RULES.book.entries for line in outcome.lines)
        assert all(one.rule in (*RULES.book.entries, "FILE") for one in outcome.problems)
        back = apply(outcome.doc or before, invert(outcome.changes))
        assert back == before
        self.table.one = outcome.after

    @invariant()
    def nothing_counted_is_below_nothing(self) -> None:
        for name, entry in numbers(RULES, self.table.one).items():
            if entry.counted:
                assert not isinstance(entry.value, str)
                assert entry.value.total >= 0, name

    @invariant()
    def what_stands_can_be_told_and_kept(self) -> None:
        assert all(words for _, words in state.reminders(self.table.one))
        assert RULES.of(self.table.one.to_doc()) == self.table.one


AtTheTable.TestCase.settings = settings(max_examples=tries(30), stateful_step_count=40, deadline=None)
TestAtTheTable = AtTheTable.TestCase
