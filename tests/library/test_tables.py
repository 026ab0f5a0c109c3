"""Tables in the library: above the characters, made of those that are marked, opened with all who sit there."""

from __future__ import annotations

import asyncio
import errno
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.engine.party import PartySession
from saga_tui.games import registry
from saga_tui.library.cards import CardRow, how_many
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import Memory
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.dialogs import AskText
from saga_tui.ui.panel import Panel
from saga_tui.ui.tracker import Tracker
from tests.keys import press


@pytest.fixture
def folder(lanterns: Path, tmp_path: Path) -> Path:
    """Three watchmen, and one of another game."""
    place = tmp_path / "characters"
    for name in ("Ada", "Bo", "Cy"):
        doc = {**registry.game("lanterns").new(name), "keeper": {"name": name, "trade": "watchman"}}
        doc |= {"play": {"night": 0}} if name == "Bo" else {}
        Memory.create(place, doc, registry.layout("lanterns")).close()
    Memory.create(place, registry.game("sagas").new("Rook"), registry.layout("sagas")).close()
    return place


async def settled(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete([worker for worker in pilot.app.workers if worker.group == "fill"])
    await pilot.pause()


async def at(pilot: Pilot[Any], name: str, *keys: str) -> None:
    """The keys, with the cursor at one of the cards."""
    row = next(row for row in pilot.app.screen.query(CardRow) if row.card.name == name)
    row.focus()
    await press(pilot, *keys)


def is_free(path: Path) -> bool:
    with Memory.open(path, registry.layout_at(path)) as memory:
        return not memory.read_only


async def test_a_table_is_made_of_marked_characters_and_all_who_sit_there_are_open_with_it(folder: Path) -> None:
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await at(pilot, "Rook", "T")
        assert not app.screen.is_modal, "its game has no tables: nobody is asked for a name"
        await at(pilot, "Ada", "T")
        assert isinstance(app.screen, AskText)
        named = app.screen.question.partition(" will sit there")[0]
        assert all(name in named for name in ("Ada", "Bo", "Cy")), "all of its game, in play or not"
        await press(pilot, "escape")
        await at(pilot, "Ada", "space")
        await at(pilot, "Cy", "space")
        await at(pilot, "Bo", "space", "space")
        assert app.screen.query_one("#cards", Panel).subtitle == "2 marked, T: table · 4 of 4"
        await press(pilot, "T")
        assert isinstance(app.screen, AskText)
        await press(pilot, *"Watch", "enter")
        await pilot.pause()
        table = app.screen
        assert isinstance(table, Tracker)
        session = table.session
        assert isinstance(session, PartySession)
        assert sorted(one.document.title for one in session.seats.values()) == ["Ada", "Cy"]
        assert not is_free(folder / "ada.toml")
        outcome = session.do(session.game.command("bell", {}))
        assert not outcome.refused
        await the_disk_is_full(pilot, table)

        await app.action_open_another()
        await settled(pilot)
        assert next(row.card.name for row in app.screen.query(CardRow)) == "Watch", "tables stand above characters"
        await at(pilot, "Ada", "enter")
        await pilot.pause()
        ada = app.screen
        assert isinstance(ada, Tracker)
        assert ada.memory in [one.memory for one in session.seats.values()], "it is the one at the table"
        await press(pilot, "q")
        await settled(pilot)
        assert isinstance(app.screen, LibraryScreen)
        assert not is_free(folder / "ada.toml"), "the table still needs it"
        session.undo()
        app.post_message(MemoryChanged())
        await press(pilot, "q", "q")
        await settled(pilot)
        assert isinstance(app.screen, LibraryScreen)
    for name in ("ada", "cy", "tables/watch"):
        assert is_free(folder / f"{name}.toml"), "all saved and closed"
        assert "night" not in (folder / f"{name}.toml").read_text()


async def the_disk_is_full(pilot: Pilot[Any], table: Tracker[Any]) -> None:
    """What the table has shown and nobody can save is taken back at the table and on every card, and told."""
    session, said = table.session, "undone in all 3 files"
    assert isinstance(session, PartySession)
    session.memory.flush()
    before = {who: one.memory.doc for who, one in session.seats.items()}

    looked = threading.Event()

    def full(*_args: Any) -> None:
        looked.wait(10)  # the writer's thread may be quicker than whoever looks
        raise OSError(errno.ENOSPC, "full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("saga_tui.store.group_log.put", full)
        table.action_undo()
        assert {who: one.memory.doc for who, one in session.seats.items()} != before, "it was shown"
        looked.set()
        for _ in range(200):
            await pilot.pause(0.02)
            if told := [note.message for note in pilot.app._notifications if said in note.message]:
                break
    assert told and "not saved (disk full)" in told[0], told
    assert {who: one.memory.doc for who, one in session.seats.items()} == before
    assert [table.memory.doc, *before.values()] == [table._shown, *table._members]  # type: ignore[attr-defined]
    assert table.memory.status == "saved"


async def test_a_look_at_a_table_says_who_sits_there_and_who_is_not_there(folder: Path) -> None:
    from saga_tui.games.tables import new_table
    from saga_tui.library.glance import Glance, keep, seen
    from saga_tui.library.shelf import Shelf

    path = new_table(folder, "Watch", [folder / "ada.toml", folder / "bo.toml"])
    (folder / "bo.toml").unlink()
    cards = await asyncio.to_thread(Shelf(folder).cards)
    assert how_many(cards) == "  3 characters, 1 table"
    assert (cards[0].path, cards[0].table, [card.table for card in cards[1:]]) == (path, True, [False] * 3)
    [part] = [part for part in cards[0].portrait.parts if part.title == "At the table"]
    assert part.lines == (("Ada", "ready to play"), ("Bo", "not here"))
    keep(folder, Glance(cards, {}, 80))
    again = seen(folder)
    assert again is not None
    assert [(card.name, card.table) for card in again.cards] == [(card.name, card.table) for card in cards]
    copy = Shelf(folder).copy(path, "Sunday")
    assert copy == folder / "tables" / "sunday.toml"
