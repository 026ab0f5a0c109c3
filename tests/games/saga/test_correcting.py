"""An earlier entry corrected in its place: what came after is done again as far as it goes, one undo takes it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from saga_tui.changes import apply, invert
from saga_tui.games import registry
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.rules.commands import Command, command_of, perform
from saga_tui.games.saga.rules.commands.harm import NameConsequence
from saga_tui.games.saga.rules.commands.tokens import ClearConsequences
from saga_tui.games.saga.table import CORRECTOR, Table
from saga_tui.store import Event, Memory
from saga_tui.store.correcting import Correction, Deed, correction, deed_of, own_events
from saga_tui.store.event import CORRECT
from saga_tui.store.undoing import Fates, NoRestorePoint
from saga_tui.ui.journal.recent import entries
from tests.games.saga.rules.test_properties import SEEDS, STEPS, in_play, perform_seeded
from tests.games.saga.screens.session.heroes import CONFLICT, doc


class Played:
    """Kestrel at a table on a disk of his own, with dice that are known."""

    def __init__(self, folder: Path, play: dict[str, Any] = CONFLICT) -> None:
        self.memory = Memory.create(
            folder / "characters", doc(play), registry.layout("saga"), state_dir=folder / "state"
        )
        self.table = Table(self.memory, lambda count, _sides=6, /: (4, 6, 1, 5, 2)[:count] + (3,) * max(0, count - 5))
        self.ids: dict[str, int] = {}

    def do(self, label: str, verb: str, overrule: str | None = None, **params: Any) -> None:
        outcome = self.table.do(command_of(verb, params), overrule=overrule)
        assert not outcome.refused, outcome.problems
        self.ids[label] = next(self.memory.history()).id

    def events(self, name: str) -> list[Event]:
        return own_events(self.memory, self.ids[name])

    def correct(self, label: str, **params: Any) -> Correction:
        events = self.events(label)
        deed = deed_of(events, self.ids[label])
        for field, value in params.items():
            deed = CORRECTOR.changed(deed, field, str(value))
        return correction(self.memory.doc, events, self.ids[label], deed, CORRECTOR)


def story(folder: Path) -> Played:
    """A long round: damage, a consequence that it forces, tokens, a note, a ruling, something undone, a rename."""
    at = Played(folder)
    at.do("pain", "suffer", kind="pain", amount=3)
    at.do("first", "consequence", name="Broken arm")
    at.do("second", "consequence", name="Concussed")
    at.do("fortune", "gain-fortune", amount=2)
    at.do("gone", "suffer", kind="fear", amount=2)
    at.table.undo()
    at.do("spent", "spend", overrule="he dug deep", asset="grace", amount=3)
    at.do("ruled", "rule", number="spark", value=12, reason="the GM says so")
    at.do("kismet", "suffer", kind="kismet", amount=1)
    at.memory.rename("Kestrel the Bold")
    at.do("note", "note", text="It rains.")
    at.do("round", "end-round", overrule="rolled later", recover="grace")
    return at


@pytest.mark.rule("DMG-2", "CSQ-1")
def test_two_pain_not_three_and_what_came_after_is_carried_over_or_listed(tmp_path: Path) -> None:
    at = story(tmp_path)
    now = at.memory.doc
    found = at.correct("pain", amount=2)
    assert found.first.text == "Pain 3 → 5; " + found.first.text.partition("; ")[2]
    assert [(step.event.id, step.again.why_not) for step in found.left_out] == [
        (at.ids["second"], "the rules no longer need it")
    ]
    assert found.doc["play"]["damage"]["pain"] == 5
    assert [item["name"] for item in found.doc["play"]["consequences"]] == ["Broken arm"]
    for section in ("rulings", "concept"):
        assert found.doc[section] == now[section]
    assert found.doc["play"]["tokens"] == now["play"]["tokens"] and found.doc["play"]["round"] == 3
    event = found.go(at.memory)
    assert event is not None and event.do == CORRECT and at.memory.doc == found.doc
    assert "left out: Concussed −1, lasting" in event.text and ", not: Pain 3 → 6" in event.text
    assert any(change.rule == "DMG-2" for change in event.changes)
    assert marked(at) == {at.ids["pain"]: event.id}
    at.memory.undo()
    assert at.memory.doc == now and marked(at) == {}
    at.memory.redo()
    assert at.memory.doc == found.doc and marked(at) == {at.ids["pain"]: event.id}


def marked(at: Played) -> dict[int, int]:
    """The entries that the log marks as corrected later, each with the one that says so."""
    events = list(at.memory.history())
    fates, newer = Fates(events), Fates()
    for event in reversed(events):
        newer.newer(event)
    one, other = ({key.id: by.id for key in events if (by := each.corrected(key))} for each in (fates, newer))
    shown = {item.data for item in entries(events) if item.corrected}
    assert one == other and shown == set(one)
    return one


def test_corrected_to_what_it_was_nothing_differs(tmp_path: Path) -> None:
    at = story(tmp_path)
    for name in set(at.ids) - {"gone"}:
        found = at.correct(name)
        assert (found.changes(at.memory.doc), found.left_out, found.differing) == ((), (), ()), name
        assert found.go(at.memory) is None
    with pytest.raises(NoRestorePoint, match="is undone or cannot"):
        at.correct("gone", amount=1)
    with pytest.raises(NoRestorePoint, match="no event 99999"):
        deed_of(at.events("pain"), 99999)


@pytest.mark.rule("DMG-2")
def test_a_correction_is_corrected_again_and_an_earlier_one_keeps_it(tmp_path: Path) -> None:
    at = story(tmp_path)
    start = at.memory.doc
    at.correct("pain", amount=1).go(at.memory)
    at.ids["correction"] = next(at.memory.history()).id
    assert at.memory.doc["play"]["damage"]["pain"] == 4
    again = at.correct("correction", amount=3)
    assert again.event.id == at.ids["pain"] and not again.left_out
    assert again.doc == start, "back to what it was, and all is carried over"
    later = at.correct("fortune", amount=5)
    assert later.doc["play"]["damage"]["pain"] == 4, "the correction before it stands"
    assert later.doc["play"]["tokens"]["fortune"] == at.memory.doc["play"]["tokens"]["fortune"] + 3
    assert not later.left_out or later.left_out[0].event.id in (at.ids["first"], at.ids["second"])


@pytest.mark.rule("CRE-11")
def test_rulings_on_what_is_found_or_not_are_carried_over_and_no_others_are_made(tmp_path: Path) -> None:
    at = Played(tmp_path)
    at.do("pain", "suffer", kind="pain", amount=3)
    at.do("unknown", "allow", overrule="we said so", finding="GER-9:play:odd", reason="never mind")
    at.do("again", "allow", overrule="we said it again", finding="GER-9:play:odd", reason="never mind it")
    at.do("gone", "remove-ruling", ruling=0)
    at.do("note", "note", text="It rains.")
    rulings = at.memory.doc["rulings"]
    found = at.correct("pain", amount=2)
    assert found.left_out == () and found.doc["rulings"] == rulings


@pytest.mark.rule("KIS-2", "ROL-1")
def test_dice_are_kept_and_missing_ones_are_said(tmp_path: Path) -> None:
    at = Played(tmp_path, {**CONFLICT, "damage": {}})
    at.do("kismet", "suffer", kind="kismet", amount=2)
    at.do("roll", "roll-kismet")
    faces = next(at.memory.history()).dice
    assert len(faces) == 2
    fewer = at.correct("kismet", amount=1)
    assert not fewer.left_out and fewer.doc["play"]["kismet"]["faces"] == list(faces[:1])
    more = at.correct("kismet", amount=4)
    assert more.left_out[0].again.why_not == "it would need 2 more dice"
    other = at.correct("roll", dice="1 2")
    assert other.doc["play"]["kismet"]["hitches"] == 2


def test_what_is_typed_is_checked(tmp_path: Path) -> None:
    deed = Deed("suffer", {"kind": "pain", "amount": 3})
    assert CORRECTOR.changed(deed, "amount", "2").params == {"kind": "pain", "amount": 2}
    assert CORRECTOR.changed(deed, "amount", "").params == {"kind": "pain"}
    assert dict(CORRECTOR.given(deed))["amount"] == "3"
    for name, text in (("amount", "many"), ("kind", "rage"), ("dice", "7")):
        with pytest.raises(ValueError, match=r"amount|kind|faces"):
            CORRECTOR.changed(Deed(deed.do, deed.params, (1,)), name, text)
    assert CORRECTOR.given(Deed("external")) == ()


@pytest.mark.rule("CRE-11")
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate])
@example(seed=3, steps=[(ClearConsequences(first=()), None, 0), (NameConsequence(name="limp"), None, 0)], value=1)
@given(seed=SEEDS, steps=STEPS, value=st.integers(1, 9))
def test_any_play_done_again_is_the_same_and_a_correction_is_taken_back_by_its_changes(
    seed: int, steps: list[tuple[Command, str | None, int]], value: int
) -> None:
    character = in_play(seed)
    first = perform(character, command_of("suffer", {"kind": "kismet", "amount": 2}))
    outcomes, character = [first], first.after
    for command, reason, faces in steps:
        outcome = perform_seeded(character, command, reason, faces)
        if not outcome.refused and (outcome.changes or outcome.lines):
            outcomes.append(outcome)
            character = outcome.after
    events = [
        Event(number, "", {}, one.command.verb, one.command.params(), one.dice, one.changes, one.text, device="here")
        for number, one in enumerate(outcomes, 1)
    ][::-1]
    doc = character.to_doc()
    same = correction(doc, events, 1, deed_of(events, 1), CORRECTOR)
    assert (same.changes(doc), same.left_out) == ((), ())
    other = correction(doc, events, 1, Deed("suffer", {"kind": "kismet", "amount": value}), CORRECTOR)
    assert len(other.steps) == len(events) - 1
    there = apply(doc, other.changes(doc))
    from_doc(there)
    assert apply(there, invert(other.changes(doc))) == doc
