"""What a table wants of a document that is open in another window: offered there, answered once, and told here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from saga_tui.changes import diff
from saga_tui.engine.document import Offer
from saga_tui.engine.inbox import Inbox, Wanted
from saga_tui.engine.party import OPEN_OFFERS, Part, PartyOutcome, PartySession
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory, groups
from tests.engine.test_party import do, folder, game

__all__ = ["folder"]


class Two:
    """The table, and Bo open in another window."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.bo = self._bo()
        path = place / "tables" / "watch.toml"
        groups.OPEN.discard(self.bo.memory)  # as another process's it cannot be reached from here
        self.memory = Memory.open(path, registry.layout_at(path))
        self.party: PartySession[Any] = game().session(self.memory)
        self._box = Inbox(place, self.bo.memory.identity)

    def _bo(self) -> Session[Any]:
        path = self.place / "bo.toml"
        return Session(registry.game("lanterns").rules, Memory.open(path, registry.layout_at(path)))

    def look(self) -> None:
        """What the table's timer does."""
        if self.party.seating is not None:
            self.party.seating.poll()

    @property
    def inbox(self) -> tuple[Wanted, ...]:
        """What waits for Bo, as Bo's window finds it."""
        return self._box.poll(self.bo.document.answered)

    def answer(self, verb: str, offer: Offer, **more: Any) -> Any:
        given = {"act": offer.verb, "given": offer.params} if verb == "take-offer" else {}
        return self.bo.do(self.bo.game.command(verb, {"offer": offer.id, **given, **more}))

    def close(self) -> None:
        self.party.close()
        self.memory.close()
        self.bo.memory.close()


@pytest.fixture
def two(folder: Path) -> Iterator[Two]:
    found = Two(folder)
    yield found
    found.close()


def ring(two: Two) -> Offer:
    """The bell rings for all; what comes to Bo is offered."""
    outcome = two.party.do(two.party.game.command("bell", {}))
    assert isinstance(outcome, PartyOutcome)
    assert [one.before.title for one in outcome.parts.values()] == ["Ada", "Cy"]
    assert [one.before.title for one in outcome.offered.values()] == ["Bo"]
    assert "offered to Bo: " in outcome.text
    offers: tuple[Offer, ...] = two.party.document.offers
    assert len(offers) == 1
    return offers[0]


def test_what_is_wanted_of_one_who_is_open_elsewhere_is_offered_and_accepted_there_once(two: Two) -> None:
    offer = ring(two)
    assert [(one.table, one.offer) for one in two.inbox] == [("Watch", offer)]
    outcome = two.answer("take-offer", offer)
    assert not outcome.refused
    assert outcome.after.play.night == 1
    assert two.inbox == ()
    again = two.answer("take-offer", offer)
    assert again.refused
    assert "answered already: accepted" in again.problems[0].message
    assert two.bo.document.play.night == 1
    two.look()
    assert two.party.answer(offer) == "accepted"
    do(two.party, "send", (17,), whom="Ada")
    assert two.party.document.offers == (), "answered ones go off the list"


def test_an_offer_survives_that_both_windows_are_closed(two: Two) -> None:
    offer = ring(two)
    two.close()
    again = Two(two.place)
    try:
        assert [one.offer for one in again.inbox] == [offer]
        assert not again.answer("take-offer", offer).refused
        again.look()
        assert (again.party.answer(offer), again.inbox) == ("accepted", ())
    finally:
        again.close()


def test_an_offer_is_refused_with_nothing_changed_and_the_table_knows(two: Two) -> None:
    offer = ring(two)
    outcome = two.answer("refuse-offer", offer, text=offer.text, why="asleep")
    assert outcome.text.startswith("Refused what the table wanted")
    assert "asleep" in outcome.text
    assert {change.path for change in outcome.changes} == {("answered",)}
    two.look()
    assert two.party.answer(offer) == "refused"
    assert [*two.party.answers().values()] == [f"Bo refused: {offer.text}"], "as it is told at once"
    told = two.party.preview(two.party.game.command("bell", {}))
    assert f"Bo refused: {offer.text}" in told.text, "as the log has it with the next act"
    next_one = told.command
    assert (next_one.params()["settled"], next_one.params()["refused"]) == ([offer.id], [offer.id])
    two.bo.undo()
    assert [one.offer for one in two.inbox] == [offer], "an answer that is undone is open again"


def test_of_many_offers_none_is_forgotten_or_done_twice(two: Two) -> None:
    """One who answers nothing gets no more of them; after all are answered none comes back."""
    bell = two.party.game.command("bell", {"without": [*two.party.seats]})
    for _ in range(OPEN_OFFERS):
        two.party.do(bell)
    held = two.party.do(bell)
    assert isinstance(held, PartyOutcome)
    assert [*held.left_out.values()] == [f"has {OPEN_OFFERS} offers to answer first"]
    assert len(two.inbox) == OPEN_OFFERS
    for one in two.inbox:
        assert not two.answer("refuse-offer", one.offer).refused
    assert two.inbox == ()
    for number in range(3 * OPEN_OFFERS):  # those of three other tables
        two.bo.do(two.bo.game.command("refuse-offer", {"offer": f"other{number}"}))
    assert two.inbox == ()
    two.look()
    two.party.do(bell)
    assert len(two.inbox) == len(two.party.document.offers) == 1


def test_undo_of_the_act_takes_the_offer_back(two: Two) -> None:
    offer = ring(two)
    assert [one.offer for one in two.inbox] == [offer]
    two.party.undo()
    assert two.party.document.offers == ()
    assert two.inbox == ()


def test_undo_at_the_table_says_what_a_player_has_accepted_of_it(two: Two) -> None:
    """An offer that was accepted is the player's own act: it stays, and it is not asked again after a redo."""
    offer = ring(two)
    assert not two.answer("take-offer", offer).refused
    two.look()
    event = two.party.undo()
    assert event is not None
    assert two.party.still(event).startswith("Bo has accepted this, and it stays: ")
    assert two.party.document.offers == ()
    assert two.bo.document.play.night == 1
    assert two.party.redo() is not None
    assert two.inbox == (), "answered once"
    assert two.party.undo() is not None
    two.bo.undo()
    two.look()
    ring(two)
    event = two.party.undo()
    assert event is not None
    assert two.party.still(event) == "", "nobody has answered that one"


def test_an_offer_of_nonsense_is_told_and_changes_nothing(two: Two) -> None:
    offer = ring(two)
    for bad in ({"act": "dance"}, {"act": ""}, {"act": "bell"}, {"act": "dare"}, {"act": "take-offer", "given": {}}):
        outcome = two.bo.do(two.bo.game.command("take-offer", {"offer": offer.id, **bad}))
        assert outcome.refused, bad
        assert not two.bo.document.answered
    table = two.place / "tables" / "odd.toml"
    table.write_text('game = "lanterns-table"\nseats = 3\noffers = [{ to = 7 }]\n')
    (table.parent / "torn.toml").write_text("offers = [")
    assert [one.offer for one in two.inbox] == [offer]


def test_a_roll_of_one_who_is_open_elsewhere_is_left_to_that_window(two: Two) -> None:
    outcome = two.party.preview(two.party.game.command("send", {"whom": "Bo"}))
    assert isinstance(outcome, PartyOutcome)
    assert not outcome.offered
    assert "has to roll" in next(iter(outcome.left_out.values()))


def test_nothing_is_offered_of_which_nothing_would_come(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    keepers = registry.game("lanterns").rules
    idle = [Part(two.bo.memory.identity, keepers.command("choose", {}))]
    monkeypatch.setattr(two.party.game.commands["bell"], "parts", lambda *_: idle)
    outcome = two.party.do(two.party.game.command("bell", {}))
    assert isinstance(outcome, PartyOutcome)
    assert (outcome.offered, outcome.left_out, two.party.document.offers) == ({}, {}, ())


def test_what_the_command_of_one_cannot_hold_is_a_refusal(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    keepers, ada = registry.game("lanterns").rules, next(iter(two.party.seats))
    kind, bell = two.party.game.commands["bell"], two.party.game.command("bell", {})
    monkeypatch.setattr(kind, "parts", lambda *_: [Part(ada, keepers.command("note", {"text": "x" * 30_000}))])
    outcome = two.party.do(bell)
    assert outcome.refused
    assert [one.fix for one in outcome.problems] == ["Make it shorter or smaller."]
    assert two.party.document.play.bells == 0
    assert two.party.draw(bell).needed == 0


def test_json_deeper_than_can_be_read_is_told_as_any_other(two: Two) -> None:
    deep = '{"a": ' + "[" * 100_000
    with pytest.raises(ValidationError, match="nested too deeply"):
        two.bo.game.command("take-offer", {"offer": "1", "given": deep})


def test_an_accepted_act_keeps_its_reason(two: Two) -> None:
    two.bo.do(two.bo.game.command("start-night", {}))
    two.bo.do(two.bo.game.command("dare", {}), (1,))
    given = {"skip": ["oil"], "why": "a long watch"}
    assert two.bo.preview(two.bo.game.command("end-night", given)).after.rulings[0].reason == "a long watch"
    two.bo.do(two.bo.game.command("take-offer", {"offer": "1", "act": "end-night", "given": given}))
    assert [one.reason for one in two.bo.document.rulings] == ["a long watch"]


def test_one_who_has_left_the_table_is_not_taken_back_when_free(two: Two) -> None:
    document, bo = two.party.document, two.bo.memory
    seats = [seat for seat in document.to_doc()["seats"] if seat["id"] != bo.identity]
    changes = diff(two.memory.doc, {**two.memory.doc, "seats": seats})
    two.memory.commit("unseat", {}, changes, text="Bo leaves")
    two.party.refresh()
    bo.close()
    two.party.refresh()
    two.bo = two._bo()
    assert not two.bo.memory.read_only, "nobody else has it"


def test_what_a_table_fills_in_itself_is_no_parameter_that_people_type(folder: Path) -> None:
    assert folder.is_dir()
    from saga_tui.engine.fields import fields

    for verb, kind in game().rules.commands.items():
        assert not {"offers", "settled"} & {one.name for one in fields(kind)}, verb
