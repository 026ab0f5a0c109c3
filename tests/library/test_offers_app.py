"""What a table wants of the character that is open: asked in the app as it comes, and answered by keys."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.cli.group import saga_tui
from saga_tui.engine.party import PartySession
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.store import Memory, groups
from saga_tui.ui import document_screen
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.inbox import WORDS, changeable
from saga_tui.ui.tracker import Tracker

SAMPLE = Path(__file__).parents[2] / "characters" / "kestrel-ward.toml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(document_screen, "OFFERS_EVERY", 0.05)
    place = tmp_path / "characters"
    place.mkdir()
    shutil.copy(SAMPLE, place)
    with Memory.open(place / SAMPLE.name, registry.layout("saga")) as memory:
        session = Session(registry.game("saga").rules, memory)
        for verb in ("start-play", "start-chapter", "start-scene"):
            session.do(session.game.command(verb, {"drive": 0} if verb == "start-chapter" else {}))
    return place


@asynccontextmanager
async def both(folder: Path) -> AsyncIterator[tuple[Pilot[None], PartySession[Any]]]:
    """The player's app on the character, and the GM's table as another window has it."""
    app = SagaApp(folder, folder / SAMPLE.name, animations=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        assert app.memory is not None
        groups.OPEN.discard(app.memory)  # as another process's it cannot be reached from there
        game = registry.game("saga-table")
        assert isinstance(game, PartyGame)
        doc = game.with_seats(game.new("Friday"), [(app.memory.identity, "Kestrel", SAMPLE.stem)])
        with Memory.create(folder / "tables", doc, registry.layout("saga-table"), stem="friday") as memory:
            party = game.session(memory)
            yield pilot, party
            party.close()


async def wanted(pilot: Pilot[None]) -> Choose:
    """The question, once it is asked."""
    for _ in range(200):
        await pilot.pause(0.02)
        if isinstance(pilot.app.screen, Choose):
            return pilot.app.screen
    raise AssertionError("nothing was asked")


async def closed(pilot: Pilot[None], said: str) -> None:
    """The question goes by itself, with a word on why."""
    for _ in range(200):
        await pilot.pause(0.02)
        if isinstance(pilot.app.screen, Tracker):
            break
    assert isinstance(pilot.app.screen, Tracker)
    await pilot.app.workers.wait_for_complete()
    assert [note.message for note in pilot.app._notifications][-1] == said
    pilot.app.clear_notifications()


def tokens(pilot: Pilot[None]) -> int:
    assert isinstance(pilot.app, SagaApp)
    assert pilot.app.memory is not None
    found = registry.game("saga").rules.of(pilot.app.memory.doc)
    from saga_tui.games.saga.rules import state

    return state.in_hand(found, "fortune")


async def test_what_the_table_wants_is_asked_once_and_accepted_changed_or_refused(folder: Path) -> None:
    async with both(folder) as (pilot, party):
        before = tokens(pilot)
        bribe = party.game.command("bribe", {"to": [*party.elsewhere], "amount": 2})
        assert party.do(bribe).text.startswith("Offered to Kestrel: Fortune ")
        asked = await wanted(pilot)
        assert asked.title_text == "Friday has an offer for you"
        assert asked.question == f"Accept a bribe: Fortune {before} → {before + 2}"
        await pilot.press("enter")
        await pilot.app.workers.wait_for_complete()
        assert isinstance(pilot.app.screen, Tracker)
        assert tokens(pilot) == before + 2
        party.refresh()
        assert [party.answer(one) for one in party.document.offers] == ["accepted"]

        party.do(bribe)
        await wanted(pilot)
        await pilot.press("2", *"1", "enter")
        await pilot.app.workers.wait_for_complete()
        assert tokens(pilot) == before + 3
        party.refresh()
        assert [party.answer(one) for one in party.document.offers] == ["changed"]

        party.do(bribe)
        await wanted(pilot)
        below = pilot.app.screen_stack[-2]
        assert isinstance(below, Tracker)
        elsewhere = below.session.game.command("refuse-offer", {"offer": party.document.offers[-1].id})
        assert not below.session.do(elsewhere).refused  # as another device of the same player did meanwhile
        await closed(pilot, "Your answer on another device came first, and counts.")
        party.refresh()
        party.do(bribe)
        await wanted(pilot)
        party.undo()
        await closed(pilot, "Friday has withdrawn this offer.")
        party.do(bribe)
        await wanted(pilot)
        await pilot.press("2", "1")
        elsewhere = below.session.game.command("refuse-offer", {"offer": party.document.offers[-1].id})
        assert not below.session.do(elsewhere).refused
        await pilot.press("enter")
        await closed(pilot, "Your answer on another device came first, and counts.")
        assert tokens(pilot) == before + 3
        party.refresh()

        party.do(bribe)
        await wanted(pilot)
        await pilot.press("escape")
        await pilot.pause(0.2)
        assert isinstance(pilot.app.screen, Tracker), "who puts it off is not asked again at once"
        await pilot.press("ctrl+p", *WORDS[:12], "enter")
        await wanted(pilot)
        await pilot.press("3")
        await pilot.app.workers.wait_for_complete()
        assert tokens(pilot) == before + 3
        party.refresh()
        assert [party.answer(one) for one in party.document.offers] == ["refused"]


async def test_offers_are_listed_and_answered_on_the_command_line(folder: Path) -> None:
    async with both(folder) as (pilot, party):
        party.do(party.game.command("bribe", {"to": [*party.elsewhere], "amount": 2}))
        [offer] = party.document.offers
        await wanted(pilot)
        await pilot.press("escape", "q")  # it is put off; to the library: the character is closed
        await pilot.app.workers.wait_for_complete()
        assert isinstance(pilot.app, SagaApp)
        assert pilot.app.memory is None

    def run(*given: str) -> Result:
        return CliRunner().invoke(saga_tui, ["--dir", str(folder), *given], prog_name="saga-tui")

    listed = run("offers", "kestrel-ward").output
    assert f"Friday: {offer.text}" in listed
    assert f"take-offer {offer.id}" in listed
    done = run("do", "kestrel-ward", "take-offer", offer.id).output
    assert done.startswith("Fortune ")
    assert run("offers", "kestrel-ward", "--json").output == "[]\n"
    again = run("do", "kestrel-ward", "refuse-offer", offer.id)
    assert again.exit_code == 1
    assert "answered already: accepted" in again.output


def test_an_offer_that_says_no_number_has_its_usual_one_to_change() -> None:
    known = registry.game_of({"game": "saga"}).rules.commands
    assert changeable(known["bribe"], {}) == {"amount": 1}
    assert changeable(known["bribe"], {"amount": 2}) == {"amount": 2}
    assert changeable(known["take-damage"], {"kind": "pain"}) == {"kind": "pain", "amount": 1}
