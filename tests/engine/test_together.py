"""Commands on several documents as one act: all happen or none, and one undo takes all of them back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from saga_tui.engine.session import do_all
from saga_tui.games.registry import layout
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.table import CORRECTOR, Table
from saga_tui.store import Memory, load
from saga_tui.store.correcting import Correction, Deed, correction, deed_of, own_events
from saga_tui.store.undoing import NoRestorePoint
from tests.games.saga.samples import FOLDER

GO = {"kind": "pain", "amount": 1}


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[list[Table]]:
    doc = {key: value for key, value in load(FOLDER / "anselm-rook.toml").items() if key != "id"}
    state = tmp_path / "state"
    found = [Table(Memory.create(tmp_path, doc, layout("saga"), stem=stem, state_dir=state)) for stem in ("one", "two")]
    yield found
    for table in found:
        table.memory.close()


def damage(table: Table) -> int:
    play = table.character.play
    assert play is not None
    return sum(play.damage.values())


def test_commands_on_two_documents_are_one_act(tables: list[Table]) -> None:
    before = [damage(table) for table in tables]
    outcomes = do_all([(table, command_of("take-damage", GO)) for table in tables])
    assert not any(outcome.refused for outcome in outcomes)
    assert [damage(table) for table in tables] == [number + 1 for number in before]
    tables[1].undo()
    assert [damage(table) for table in tables] == before
    tables[0].redo()
    assert [damage(table) for table in tables] == [number + 1 for number in before]


def test_a_refusal_by_one_document_s_rules_is_one_by_all(tables: list[Table]) -> None:
    before = [table.memory.doc for table in tables]
    spend = command_of("spend", {"asset": "force", "amount": 99})
    outcomes = do_all([(tables[0], command_of("take-damage", GO)), (tables[1], spend)])
    assert [bool(outcome.refused) for outcome in outcomes] == [False, True]
    assert [table.memory.doc for table in tables] == before


def test_a_single_document_s_command_is_an_act_like_any_other(tables: list[Table]) -> None:
    do_all([(tables[0], command_of("take-damage", GO))])
    event = next(tables[0].memory.history())
    assert (event.do, event.group) == ("take-damage", None)


def corrected(table: Table, number: int, amount: int) -> Correction:
    """What a correction of an event to another amount would lead to."""
    memory = table.memory
    deed = Deed("take-damage", {"kind": "pain", "amount": amount})
    return correction(memory.doc, own_events(memory, number), number, deed, CORRECTOR)


def test_an_act_on_several_is_corrected_in_none_of_them_alone(tables: list[Table]) -> None:
    one, two = tables
    one.do(command_of("gain-fortune", {"amount": 1}))
    one.do(command_of("take-damage", GO))
    first = next(one.memory.history()).id
    do_all([(table, command_of("gain-spark", {"amount": 1})) for table in tables])
    [act] = [event.id for event in one.memory.history() if event.group]
    events = own_events(one.memory, act)
    with pytest.raises(NoRestorePoint, match=f"Event {act} changed 2 files at once and cannot be corrected"):
        deed_of(events, act)
    with pytest.raises(NoRestorePoint, match="Undo back to it, then do it again"):
        corrected(one, act, 2)
    found = corrected(one, first, 2)  # before it, as long as the act stays what it was
    assert not found.left_out
    assert found.doc["play"]["spark"] == two.memory.doc["play"]["spark"]
    do_all([(table, command_of("take-damage", GO)) for table in tables])
    with pytest.raises(NoRestorePoint, match="changed 2 files at once and would not fit here any more"):
        corrected(one, first, 2)
