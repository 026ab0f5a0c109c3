"""A narrator's table: two heroes, foes, a bank of Doom, the steps of an exchange; and that no card is ever twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from saga_tui.engine.correcting import CommandCorrector
from saga_tui.engine.party import PartyOutcome, PartySession
from saga_tui.engine.typed import parse
from saga_tui.engine.values import NotUnderstood
from saga_tui.games import registry
from saga_tui.games.fate import book
from saga_tui.games.fate.play.state import hand_of, play_of
from saga_tui.games.fate.table.game import TABLE
from saga_tui.store import Memory
from saga_tui.store.correcting import Deed
from tests.games.fate.play_table import hero, numbers
from tests.store.simfs import Image, SimFS

HANDS = {"Ash": ("S4", "I2", "D7"), "Birch": ("A6", "W3", "S8", "A1")}
Session = PartySession[Any]


class Sitting:
    """Two heroes at a table, with cards that fall as they are told."""

    def __init__(
        self, folder: Path, hands: Mapping[str, Sequence[str]], fs: SimFS | None = None, /,
        bank: Sequence[str] = (), **switches: str,
    ) -> None:  # fmt: skip
        seats, layout = [], registry.layout("fate")
        for name, hand in hands.items():
            one = hero(hand, edge=2, size=len(hand), switches=switches, play={"span": "play"})
            one = one.model_copy(update={"concept": one.concept.model_copy(update={"name": name})})
            with Memory.create(folder, one.to_doc(), layout, state_dir=folder / "state", fs=fs) as memory:
                seats.append((memory.identity, name, memory.path.stem))
        doc = {**TABLE.with_seats(TABLE.new("Night watch"), seats), "switches": switches}
        doc["play"] = {**doc.get("play", {}), "bank": [*numbers(bank)]}
        layout = registry.layout("fate-table")
        self.memory = Memory.create(folder / "tables", doc, layout, state_dir=folder / "state", fs=fs)
        self.session: Session = TABLE.session(self.memory)
        self.falls: list[int] = []
        self.random = Random(7)
        self.session.roller = self.roll

    def roll(self, count: int, sides: int = 6, /) -> tuple[int, ...]:
        """What was told, then chance."""
        told, self.falls = self.falls[:count], self.falls[count:]
        return (*told, *(self.random.randint(1, sides) for _ in range(count - len(told))))

    def tries(self, verb: str, draws: Sequence[str] = (), **given: Any) -> PartyOutcome[Any]:
        """What a command would do, with these cards first."""
        self.falls = [*numbers(draws)]
        outcome = self.session.preview(self.session.game.command(verb, given))
        return outcome if isinstance(outcome, PartyOutcome) else PartyOutcome.of(outcome)

    def does(self, verb: str, draws: Sequence[str] = (), **given: Any) -> str:
        """Carries a command out, which must not be refused; what the table's log says."""
        outcome = self.tries(verb, draws, **given)
        assert not outcome.refused, [one.sentence() for one in outcome.problems]
        assert not outcome.left_out, outcome.left_out
        self.session.keep(outcome)
        return outcome.text

    def refuses(self, verb: str, **given: Any) -> str:
        """The code of the first problem."""
        outcome = self.tries(verb, **given)
        assert outcome.refused
        return outcome.problems[0].code

    def hand(self, name: str) -> list[str]:
        """Whose hand by names."""
        return [card.name for card in hand_of(self.hero(name))]

    def hero(self, name: str) -> Any:
        """The hero of that name."""
        return next(one for one in self.session.members.values() if one.title == name)

    def id(self, name: str) -> str:
        """The id of that hero."""
        return next(who for who, one in self.session.members.items() if one.title == name)

    @property
    def table(self) -> Any:
        """The table."""
        return self.session.document

    @property
    def bank(self) -> list[str]:
        """The bank by names."""
        return [card.name for card in self.table.bank]

    def foe(self, name: str = "Ogre") -> Any:
        """A foe."""
        return next(one for one in self.table.play.foes if one.name == name)


Sit = Callable[..., Sitting]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Opens a table; it is closed at the end."""
    opened: list[Sitting] = []

    def open_(hands: Mapping[str, Sequence[str]] = HANDS, **switches: str) -> Sitting:
        opened.append(Sitting(tmp_path / str(len(opened)), hands, **switches))
        return opened[-1]

    yield open_
    for one in opened:
        one.session.close()
        one.memory.close()


def ogre(at: Sitting, **more: Any) -> None:
    at.does("add-foe", name="Ogre", strength=8, agility=3, intellect=4, willpower=2, attack=9, health=15, **more)


@pytest.mark.rule("F-FIGHT-1", "F-FIGHT-2", "F-FIGHT-6", "F-FIGHT-10", "F-FIGHT-12", "F-NARR-3", "F-DOOM-1", "F-DOOM-4")
def test_a_fight_of_two_exchanges(sit: Sit) -> None:
    at = sit()
    ogre(at)
    at.does("start-fight", ["A5"])
    assert at.table.card.name == "A5" and (at.table.play.exchange, at.table.play.step) == (1, 1)
    assert all(play_of(one).open == at.table.play.open for one in at.session.members.values())
    made = at.session.game.command("act", {"hero": at.id("Ash"), "cards": ["I2", "S4"], "foe": "Ogre"})
    assert at.session.foresee(made).text == "Ash plays I2, S4", "what is drawn is not seen beforehand"
    # Ash chains 2 and 4: trump of strength, one draw
    told = at.does("act", ["S5", "A6", "W1", "W2"], hero=at.id("Ash"), cards=("I2", "S4"), foe="Ogre", kind="physical")
    assert told == "Ash acts on Ogre: 23 against 17, success" and at.hand("Ash") == ["D7", "W1", "W2"]
    assert at.refuses("act", hero=at.id("Ash"), cards=("D7",), foe="Ogre") == "acted"
    at.does("act", ["I3"], hero=at.id("Birch"), cards=("S8",), by="agility", foe="Ogre", kind="physical")
    assert [one.met for one in at.table.play.deeds] == [True, True] and at.foe().left == 15, "until the results"
    told = at.does("counter", ["I4"], foe="Ogre", hero=at.id("Ash"), cards=("D7",), by="agility")
    assert told == "Ash counters Ogre: 13 against 18, failure; to the bank: D7" and at.bank == ["D7"]
    assert at.table.play.deeds[-1].wounds == 9 + 5 - 6
    assert at.refuses("spend", cards=("D7",)) == "bank", "a card just played is not spent on the same action"
    assert at.refuses("counter", foe="Ogre", hero=at.id("Birch")) == "acted"
    at.does("results")
    assert at.foe().state == "unconscious" and at.table.play.step == 4
    assert play_of(at.hero("Ash")).asks[0].count == 8 and at.table.play.deeds == ()
    assert at.refuses("next-exchange", card="S4") == "wounds"
    assert at.does("give-up", seat=at.id("Ash"))
    assert at.hand("Ash") == [] and play_of(at.hero("Ash")).state == "unconscious"
    at.does("next-exchange", ["S4", "A2"])  # S4 is negative or not: the deck says
    assert at.table.play.exchange == 2 and at.table.play.acted == ()
    at.session.undo()
    assert at.table.play.exchange == 1 and play_of(at.hero("Ash")).exchange == 1, "one undo takes it back for all"


@pytest.mark.rule("F-TIME-1", "F-TIME-3", "F-TIME-4", "F-TIME-5")
def test_who_stands_elsewhere_in_time_is_left_out(sit: Sit) -> None:
    at = sit()
    alone = at.session.seats[at.id("Ash")]
    alone.do(alone.game.command("start-scene", {}))
    outcome = at.tries("start-scene")
    assert [*outcome.left_out] == [at.id("Ash")] and [*outcome.parts] == [at.id("Birch")]
    at.session.keep(outcome)
    at.does("start-fight", card="S4")
    at.does("end-evening")
    assert at.table.play.span == "play" and {one.play.span for one in at.session.members.values()} == {"play"}


@pytest.mark.rule("F-HEAL-1", "F-HEAL-2", "F-HEAL-3", "F-FIGHT-13")
def test_what_the_narrators_card_heals(sit: Sit) -> None:
    at = sit()
    ogre(at)
    at.does("add-foe", name="Page", health=10, ally=True)
    at.does("start-fight", card="41")
    for name in ("Ogre", "Page"):
        at.does("adjust-foe", foe=name, by=-9)
    at.does("counter", foe="Ogre", hero=at.id("Birch"))
    at.does("results")
    at.does("give-up", seat=at.id("Birch"), cards=("S8",))
    assert len(at.hand("Birch")) == 3
    assert at.refuses("heal-foes") == "aura"
    at.does("next-exchange", card="#5")  # A4, positive
    assert len(at.hand("Birch")) == 4 and (at.foe("Page").left, at.foe().left) == (5, 6)
    at.does("next-exchange", card="16")  # A6, negative
    at.does("heal-foes")
    assert (at.foe("Page").left, at.foe().left) == (5, 12)
    at.does("end-fight")
    assert at.table.play.open == 0 and at.table.play.step == 0


@pytest.mark.rule("F-DMG-3", "F-DMG-8", "F-DMG-10", "F-FIGHT-15")
def test_a_foe_falls_and_is_hit_again(sit: Sit) -> None:
    at = sit()
    ogre(at)
    at.does("start-fight", card="#1")
    at.does("adjust-foe", foe="Ogre", by=-15)
    at.does("adjust-foe", foe="Ogre", by=-1)
    assert at.foe().state == "unconscious", "a second hit of the same exchange does not matter"
    assert at.refuses("counter", foe="Ogre", hero=at.id("Ash")) == "foe-out"
    at.does("next-exchange", card="#1")
    at.does("adjust-foe", foe="Ogre", by=-1)
    assert at.foe().state == "comatose"
    at.does("remove-foe", foe=0)
    assert at.table.play.foes == ()


@pytest.mark.rule("F-DOOM-2", "F-DOOM-3", "F-DOOM-5", "F-DOOM-6", "F-ACT-6", "F-ACT-2")
def test_doom_turns_a_success_and_the_difficulty_stays_with_the_narrator(sit: Sit) -> None:
    at = sit({"Ash": ("D3", "D5", "D9"), "Birch": ("A6",)})
    for card in ("D5", "D3"):
        at.does("act", ["A1"], hero=at.id("Ash"), cards=(card,), level="average")
    assert at.bank == ["D5", "D3"] and len(at.table.play.deeds) == 1
    assert not play_of(at.hero("Ash")).bank, "the Doom is in one bank only"
    ash = next(iter(at.session.seats.values())).memory
    assert "against" not in next(ash.history()).text, "the hero's log keeps the difficulty secret"
    assert at.refuses("spend", cards=("D3",)) == "bank", "a card just played is not in the bank yet"
    assert at.does("spend") == "Doom spent: D5; Ash: 9 against 13, failure" and at.bank == ["D3"]
    assert at.refuses("spend") == "none" and at.refuses("spend", cards=("D9",)) == "bank"
    at.does("clear-bank")
    assert at.bank == [] and at.refuses("collect-doom") == "none"
    session = at.session.seats[at.id("Ash")]
    session.do(session.game.command("play", {"cards": ("D9",), "by": "strength"}), numbers(["A1"]))
    assert [one.text for one in TABLE.badges(at.table, at.hero("Ash"))] == ["Doom to collect"]
    assert at.does("collect-doom") == "To the bank: D9"
    assert at.bank == ["D9"] and not play_of(at.hero("Ash")).bank
    before = sit({"Ash": ("D3", "S4")}, doom_spend="before")
    before.does("act", ["A1"], hero=before.id("Ash"), cards=("D3",), level="average")
    assert before.refuses("spend", cards=("D3",)) == "before"
    told = before.does("act", ["A1", "A1"], hero=before.id("Ash"), cards=("S4",), level="average", doom=("D3",))
    assert told.endswith("11 against 11, success")


@pytest.mark.rule("F-ACT-6", "F-CHAT-3")
def test_a_group_may_show_what_is_to_be_reached(sit: Sit) -> None:
    at = sit(difficulty="shown")
    ogre(at)
    at.does("start-fight", card="A5")
    at.does("act", ["A1"], hero=at.id("Birch"), cards=("W3",), by="agility", foe="Ogre", level="average")
    undone = at.session.undo()
    assert undone is not None and at.session.still(undone) == "It cannot be unseen."
    at.session.redo()
    assert play_of(at.hero("Birch")).last.endswith("total 9 against 16, failure")
    assert at.table.play.deeds[-1].difficulty == 8 + 3 + 5


@pytest.mark.rule("F-OPP-1", "F-ACT-7", "F-HEAL-2", "F-DMG-8")
def test_a_foe_opposes_recovers_once_and_is_felled_for_each_fight(sit: Sit) -> None:
    at = sit()
    ogre(at)
    at.does("start-fight", card="W4")
    at.does("adjust-foe", foe="Ogre", by=-1)
    told = at.does("act", ["A1"], hero=at.id("Ash"), cards=("I2",), by="Agility", foe="Ogre", bonus=-8)
    assert told == "Ash acts on Ogre: 0 against 11, failure", "nothing is a score too; a name is read in any case"
    assert at.refuses("act", hero=at.id("Ash"), cards=("S4",)) == "acted"
    at.does("next-exchange", card="A5")
    at.does("adjust-foe", foe="Ogre", by=-9)
    at.does("heal-foes")
    assert at.refuses("heal-foes") == "again", "once for each card"
    at.does("next-exchange", card="A5")
    at.does("heal-foes")
    at.does("adjust-foe", foe="Ogre", by=-99)
    at.does("adjust-foe", foe="Ogre", by=-1)
    assert at.foe().state == "unconscious", "in the same exchange"
    at.does("end-fight")
    at.does("start-fight", card="A5")
    at.does("adjust-foe", foe="Ogre", by=-1)
    assert at.foe().state == "comatose", "it fell in an earlier fight"


@pytest.mark.rule("F-FIGHT-12", "F-TIME-4")
def test_a_fight_does_not_end_before_its_results_are_dealt_out(sit: Sit) -> None:
    at = sit()
    ogre(at)
    at.does("start-fight", card="A5")
    at.does("act", ["A1"], hero=at.id("Ash"), cards=("S4",), foe="Ogre", bonus=9, kind="physical", take=0)
    assert at.tries("end-fight").problems[0].message == "1 result still waits"
    assert at.refuses("end-evening") == "waiting"
    assert not at.session.preview(at.session.game.command("end-fight", {}), overrule="They fled.").refused
    at.does("results")
    at.does("end-fight")
    assert at.foe().left == 15 - (6 + 4 + 9 - 8)


@pytest.mark.rule("F-OPP-2", "F-TIME-2")
def test_outside_a_fight_the_narrators_card_is_for_one_action(sit: Sit) -> None:
    at = sit({"Ash": ("S4", "A1", "W3")}, draw="deck")
    at.does("narrator-card", card="A5")
    at.does("act", hero=at.id("Ash"), cards=("W3",), by="agility", opposition=6)
    assert at.table.play.deeds[-1].difficulty == 4 + 6 + 5
    assert at.table.play.open == 0 and len(at.table.play.discard) == 2
    accounted(at)


@pytest.mark.rule("F-DMG-4", "F-DOOM-4")
def test_doom_first_has_to_get_through_the_defence(sit: Sit) -> None:
    at = sit({"Ash": ("D7", "A1")})
    at.does("add-foe", name="Imp", attack=1)
    at.does("start-fight", card="S1")
    at.does("act", ["A1"], hero=at.id("Ash"), cards=("D7",))
    at.does("counter", foe="Imp", hero=at.id("Ash"))
    assert (at.table.play.deeds[-1].wounds, at.table.play.deeds[-1].dealt) == (1 + 1 - 6, 0)
    at.does("spend", cards=("D7",))
    assert at.table.play.deeds[-1].dealt == 1 + 1 + 7 - 6


@pytest.mark.rule("F-FIGHT-3", "F-FIGHT-4", "F-FIGHT-5", "F-FIGHT-8")
def test_surprise_and_pile_on(sit: Sit) -> None:
    at = sit()
    ogre(at)
    at.does("start-fight", card="#1")
    at.does("surprise", heroes=(at.id("Birch"),), foes=True)
    assert at.refuses("act", hero=at.id("Birch"), cards=("A6",)) == "surprised"
    assert at.refuses("counter", foe="Ogre", hero=at.id("Birch"), cards=("A6",)) == "foe-out"
    assert at.does("set-switch", switch="pile_on", value="flat").startswith("Pile on: flat")
    at.does("act", ["A1"], hero=at.id("Ash"), cards=("I2",), foe="Ogre", kind="mental", piled=2)
    assert at.table.play.deeds[-1].total == 6 + 2 + 1
    at.does("next-exchange", card="#1")
    assert not at.table.play.surprised and not at.foe().surprised
    at.does("counter", ["A1"], foe="Ogre", hero=at.id("Ash"), cards=("A1",), piled=2)
    assert at.table.play.deeds[-1].difficulty == 4 + 9 + 1 - 2


@pytest.mark.rule("F-OPP-5", "F-FIGHT-11", "F-DMG-9", "F-ACT-4")
def test_one_hero_acts_on_another(sit: Sit) -> None:
    at = sit({"Ash": ("S4", "I2", "D7"), "Birch": ("A6", "W3", "S8", "A1")})
    at.does("start-fight", card="A5")
    ash, birch = at.id("Ash"), at.id("Birch")
    assert at.refuses("duel", hero=ash, rival=ash, cards=("D7",)) == "self"
    assert at.refuses("answer", hero=birch, cards=("S8",)) == "no-deed"
    told = at.does("duel", ["A1"], hero=ash, rival=birch, cards=("D7",), level="average", kind="physical")
    assert told == "Ash acts on Birch: 13; Birch has to reach 21; to the bank: D7", "no narrator's card is added"
    assert at.refuses("spend", cards=("D7",)) == "rival", "Doom cards are kept, and not spent here"
    assert at.refuses("duel", hero=ash, rival=birch, cards=("S4",)) == "acted"
    told = at.does("answer", ["A1"], hero=birch, cards=("A6",), by="agility", skill="Dodging", take=0)
    assert told == "Birch answers Ash: 12 against 17, failure", "a skill that helps makes it a level easier"
    at.does("results")
    assert play_of(at.hero("Birch")).asks[0].count == 13 - 6, "the score without the level, less defence"
    at.does("next-exchange", card="A5", without=("Birch",))
    at.does("duel", ["A1", "A1"], hero=birch, rival=ash, cards=("W3",), by="agility")
    assert at.does("answer", ["A1"], hero=ash, cards=("S4",), take=0) == "Ash answers Birch: 10 against 13, failure"
    at.does("results")
    assert not play_of(at.hero("Ash")).asks, "nobody is hurt where it is no attack"


@pytest.mark.rule("F-SET-1", "F-ACT-3")
def test_levels_may_be_another_step_apart(sit: Sit) -> None:
    at = sit(level_step="5")
    at.does("act", ["A1"], hero=at.id("Ash"), cards=("D7",), level="average")
    assert at.table.play.deeds[-1].difficulty == 10


@pytest.mark.rule("F-CALL-1", "F-CALL-2", "F-OPP-6", "F-NARR-4", "F-ACT-10")
def test_cards_that_the_narrator_turns_over(sit: Sit) -> None:
    at = sit()
    event = at.does("event", card="71")
    assert event == "Event “The Promise Comes Due”, Guardian: Ash, Birch moved"
    assert [one.text for one in TABLE.badges(at.table, at.hero("Ash"))] == ["moved by the event"]
    at.does("event", card="17", without=())
    assert "stalemate" in at.does("aura", ["A1"]).casefold()
    assert at.does("pick-ability", ["D3"]).endswith("draw again")
    assert at.refuses("aura", card="Z9") == "card"
    assert at.session.game.commands["event"].hidden, "what was seen stays seen"


@pytest.mark.rule("F-SET-1", "F-FIGHT-12")
def test_options_of_the_table_are_those_of_its_heroes(sit: Sit) -> None:
    at = sit()
    at.does("set-switch", switch="wounds", value="at-once")
    assert {one.campaign.switches["wounds"] for one in at.session.members.values()} == {"at-once"}
    assert at.refuses("set-switch", switch="luck", value="much") == "switch"
    ogre(at)
    at.does("start-fight", card="#1")
    at.does("act", ["A1"], hero=at.id("Birch"), cards=("S8",), by="agility", foe="Ogre", kind="mental")
    assert at.foe().left == 15 - (6 + 8 - 2) and at.table.play.deeds == ()


@pytest.mark.rule("F-FIGHT-1")
def test_seats(sit: Sit) -> None:
    at = sit()
    ash = at.id("Ash")
    at.does("unseat", seat=ash)
    assert [one.name for one in at.table.seats] == ["Birch"]
    at.does("seat", id=ash, name="Ash", file="ash")
    assert at.refuses("give-up", seat="nobody") == "no-seat"
    at.does("name-table", name="Late watch")
    assert at.table.title == "Late watch" and not TABLE.rules.problems(at.table)


@pytest.mark.rule("F-FIGHT-1", "F-NARR-3")
def test_seats_are_typed_by_file_and_foes_by_a_part_of_the_name(sit: Sit) -> None:
    at = sit()
    ogre(at)
    seats = [one.model_copy(update={"name": f"Nameless {number}"}) for number, one in enumerate(at.table.seats)]
    table = at.table.model_copy(update={"seats": tuple(seats)})
    for typed in (seats[1].file, seats[1].file[:4].upper()):
        made = parse(TABLE.rules, table, "counter", ["og", typed])
        assert made.params()["hero"] == at.id("Birch") and made.params()["foe"] == "Ogre"
    with pytest.raises(NotUnderstood):
        parse(TABLE.rules, table, "counter", ["og", "willow"])


@pytest.mark.rule("F-NARR-3", "F-HAND-5")
def test_the_sheet_of_a_table(sit: Sit) -> None:
    at = sit()
    ogre(at, armour=2)
    at.does("act", ["A1"], hero=at.id("Ash"), cards=("D7",), level="average")
    paper = TABLE.sheet(at.memory.doc, folder=at.memory.path.parent)
    assert "Ogre  15 of 15       9       2" in paper and "Cards: D7" in paper
    assert "3 of 3" in paper and "S4" not in paper, "cards in hands stay with their players"
    assert TABLE.summary(at.memory.doc).line == "Ash, Birch"
    assert [one.code for one in TABLE.rules.problems(at.table)] == []
    again = at.table.play.foes[0].model_copy(update={"health": 0})
    odd = at.table.play.model_copy(update={"foes": (*at.table.play.foes, again)})
    codes = [one.code for one in TABLE.rules.problems(at.table.model_copy(update={"play": odd, "seats": ()}))]
    assert codes == ["seats", "twice", "health", "twice"]


# ---- one pile for all


def accounted(at: Any) -> None:
    """Every card of the deck is in one place, and in one alone (F-DECK-6)."""
    play = at.table.play
    held = [card for one in at.session.members.values() for card in play_of(one).hand]
    away = [*held, *play.bank, *play.discard, *[play.open] * bool(play.open)]
    assert len({*away}) == len(away), "no card is twice"
    pile = at.table.pile(at.session.members)
    assert {*away, *pile} == {*book.cards()}, "and none is lost"
    assert not {*pile} & {*held, *play.bank, play.open}


@pytest.mark.rule("F-DECK-6")
def test_hands_that_are_not_of_one_pile_are_gathered(sit: Sit) -> None:
    at = sit({"Ash": ("S4", "W1"), "Birch": ("S4", "A1")}, draw="deck")
    assert at.refuses("event") == "hands"
    at.does("gather")
    assert at.hand("Ash") == [] == at.hand("Birch")
    for name in ("Ash", "Birch"):
        at.does("fill", seat=at.id(name))
    accounted(at)
    assert len(at.hand("Ash")) == 2
    at.does("seat", id="ghost", name="Ghost")
    assert at.refuses("event") == "hands" == at.refuses("fill", seat=at.id("Ash"))
    at.does("unseat", seat="ghost")
    at.does("event")
    accounted(at)


@pytest.mark.rule("F-DECK-7")
def test_a_small_pile_takes_the_discard_back(sit: Sit) -> None:
    at = sit({"Ash": ("S4", "W1")}, draw="deck")
    told = [at.does("aura") for _ in range(74)]
    assert ["shuffled back" in one for one in told] == [False] * 73 + [True], "with 21 of 94 left"
    assert len(at.table.play.discard) == 1 and at.does("deck", show="show") == "Pile 93, used 1, held 2, bank empty"
    newest = next(at.memory.history())
    assert newest.do == "aura", "to be shown is no act, and there is nothing to undo"
    assert "pile" not in newest.params, "which no journal has to keep"
    accounted(at)


@pytest.mark.rule("F-DECK-6")
def test_a_journal_keeps_the_cards_drawn_and_not_the_pile(sit: Sit) -> None:
    at = sit(draw="deck")
    session = at.session.seats[at.id("Ash")]
    before, pile = session.memory.doc, [*at.table.pile(at.session.members)]
    at.does("act", hero=at.id("Ash"), cards=("S4",), by="strength")
    event = next(session.memory.history())
    assert event.dice and "pile" not in event.params and event.params["table"]
    once = CommandCorrector(session.game)
    for params in (event.params, {**event.params, "pile": pile}):  # the second one as earlier versions kept it
        again = once.again(before, Deed(event.do, params, event.dice), event)
        assert again is not None and not again.why_not
        assert {(one.path, str(one.new)) for one in again.changes} == {
            (one.path, str(one.new)) for one in event.changes
        }
    short = once.again(before, Deed(event.do, event.params, ()), event)
    assert short is not None and "more" in short.why_not, "a card that is missing is missed"


DEEDS = ("act", "act", "counter", "next-exchange", "event", "aura", "results", "give-up", "fill", "spend", "undo",
         "redo", "end-fight", "start-fight", "end-scene", "start-evening", "clear-bank", "deck")  # fmt: skip


@pytest.mark.rule("F-DECK-6", "F-CHAT-2")
def test_cards_typed_from_a_real_deck_are_rows_that_are_still_free(sit: Sit) -> None:
    at = sit({"Ash": ("D3", "W1"), "Birch": ("D3", "A6")}, draw="deck")
    assert at.refuses("event") == "hands", "each typed a hand before they sat down"
    at.does("hold", seat=at.id("Birch"), cards=("D3", "A6"))
    assert at.hand("Ash") == ["D3", "W1"] and at.hand("Birch") == ["D3", "A6"]
    accounted(at)
    at.does("event", card="A6")
    accounted(at)
    assert at.refuses("hold", seat=at.id("Birch"), cards=("W1", "D3", "A6")) == "twice", "there is one W1"
    alone = at.session.seats[at.id("Birch")]
    refused = alone.preview(alone.game.command("hold", {"cards": ("S6",)}))
    assert refused.refused and refused.problems[0].code == "table"


@pytest.mark.rule("F-DECK-6", "F-DECK-7", "F-HAND-2", "F-TRUMP-2")
@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_ever_twice_or_lost(sit: Sit, seed: int) -> None:
    at, chance = sit({"Ash": (), "Birch": (), "Cedar": ()}, draw="deck"), Random(seed)
    for name in ("Ash", "Birch", "Cedar"):
        session = at.session.seats[at.id(name)]
        session.do(session.game.command("set-hand", {"size": 5}))
    ogre(at)
    at.does("start-evening")
    alone = at.session.seats[at.id("Ash")]
    assert alone.preview(alone.game.command("fill", {})).refused, "the table has the pile"
    happened = 0
    for _ in range(60):
        verb, who = chance.choice(DEEDS), at.hero(chance.choice(("Ash", "Birch", "Cedar")))
        given: dict[str, Any] = {}
        hand = [card.name for card in hand_of(who)]
        if verb in ("act", "counter"):
            low = [name for name in hand if int(name[1:]) <= 2][:1]
            last = [name for name in hand if name not in low][:1]
            given = {"hero": who.id, "cards": (*low, *last), "by": chance.choice(book.ABILITIES)}
            given |= {"foe": "Ogre"} if verb == "counter" else {}
        elif verb in ("give-up", "fill"):
            given = {"seat": who.id}
        if verb in ("undo", "redo"):
            happened += (at.session.undo if verb == "undo" else at.session.redo)() is not None
        else:
            outcome = at.tries(verb, **given)
            at.session.keep(outcome)
            happened += not outcome.refused
        accounted(at)
    assert happened > 20


@pytest.mark.rule("F-DECK-6", "F-DECK-7")
def test_no_card_is_twice_or_lost_where_the_power_fails_during_an_act(tmp_path: Path) -> None:
    disk, cuts = SimFS(), dict[int, Image]()
    hands = {"Ash": ("S4", "I2", "D7"), "Birch": ("A6", "W3", "S8")}
    at = Sitting(tmp_path, hands, disk, draw="deck")
    ogre(at)

    def cut(fs: SimFS, _: str) -> None:
        for image in (fs.now(), fs.surely()):
            cuts.setdefault(hash(frozenset(image.items())), image)

    def stands(session: Session) -> tuple[object, ...]:
        held = {one.title: play_of(one).hand for one in session.members.values()}
        return held, session.document.play.discard, session.document.play.bank, session.document.play.open

    allowed = [stands(at.session)]
    disk.on_op = cut
    ash, birch = ({"hero": at.id(name)} for name in ("Ash", "Birch"))
    for verb, given in (
        ("start-evening", {}),
        ("start-fight", {}),
        ("next-exchange", {}),
        ("counter", {"foe": "Ogre", "cards": ("D7",), **ash}),
        ("act", {"cards": ("A6",), "by": "agility", **birch}),
    ):
        at.does(verb, **given)
        allowed.append(stands(at.session))
    disk.on_op = None
    layout, seen = registry.layout("fate-table"), list[tuple[object, ...]]()
    for image in cuts.values():
        with Memory.open(at.memory.path, layout, state_dir=tmp_path / "state", fs=SimFS(image)) as memory:
            left = SimpleNamespace(session=TABLE.session(memory))
            left.table = left.session.document
            accounted(left)
            seen.append(stands(left.session))
            left.session.close()
    assert all(one in allowed for one in seen), "an act is there as a whole, or not at all"
    assert len(cuts) > 20 and all(one in seen for one in allowed[1:])
    at.session.close()
    at.memory.close()
