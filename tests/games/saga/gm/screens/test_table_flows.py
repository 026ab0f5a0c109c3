"""The GM's flows that ask one thing after another, without a terminal: what they offer, and what they carry out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.document import Offer
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.screens import acts, challenges, giving
from saga_tui.games.saga.gm.screens.panels import scene
from tests.games.saga.gm.party import party
from tests.games.saga.gm.screens.tables import TableApp


class Answers:
    """Answers a flow's questions in order, and keeps what was asked and carried out."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, screen: Any, *answers: Any) -> None:
        self.left, self.asked, self.done = list(answers), [], []  # type: ignore[var-annotated]
        for name in ("line", "choose", "number"):
            monkeypatch.setattr(screen, name, self.answer)
        monkeypatch.setattr(screen, "execute", self.carried_out)

    async def answer(self, *asked: Any, **named: Any) -> Any:
        self.asked.append((asked, named))
        return self.left.pop(0)

    async def carried_out(self, command: Any) -> None:
        self.done.append(command)


@pytest.mark.rule("CNF-6")
def test_sides_and_the_order_stand_in_the_scene() -> None:
    here = party("ada", "moss", "wren")
    here.do("start-conflict")
    assert not any("Side" in str(getattr(row, "text", "")) for row in scene(here.table))
    here.do("side", seat="ada", side=1, also=("wren",), against=("moss",))
    here.do("order", rolls={"ada": {"marks": 1}, "moss": {"marks": 3}, "wren": {"marks": 0}})
    here.do("acted", seat="moss")
    words = [str(getattr(row, "text", "")) for row in scene(here.table)]
    assert words[:3] == ["Side 1: Ada and Wren", "Side 2: Moss", "Order: Moss ✓, Ada, Wren"]


@pytest.mark.rule("CNF-6", "RFX-1")
async def test_each_player_rolls_the_better_skill_and_those_who_are_even_roll_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TableApp("fight", tmp_path)
    screen, made = app.table_screen, []

    async def shown(_screen: Any, act: Any) -> Any:
        to = act.given["to"]
        made.append((to, act.choices(app.member(to[0]))))
        marks = dict.fromkeys(to, 1) | {to[0]: 2} if len(made) == 1 else {who: at for at, who in enumerate(to)}
        rolls = {who: {"marks": count} for who, count in marks.items()}
        ranks = dict.fromkeys(to, "awareness")
        return app.session.do(TABLE.rules.command("order", {"to": to, "rolls": rolls, "skills": ranks}))

    monkeypatch.setattr(acts, "broadcast", shown)
    monkeypatch.setattr(screen, "notify", lambda *_args, **_named: None)
    await acts.order(screen)
    (first, choices), *rest = made
    assert {one.value for one in choices} == {"athletics", "awareness"}
    ranks = [int(one.words.rpartition(" ")[2]) for one in choices]
    assert ranks == sorted(ranks, reverse=True), "the better one is taken unless the player says otherwise"
    assert [to for to, _ in rest] == [first[1:]], "only those who are even roll again"


@pytest.mark.rule("CNF-6")
async def test_where_sides_stand_against_each_other_the_other_side_is_attacked_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TableApp("fight", tmp_path)
    one, friend, *others = (seat.id for seat in app.table.seats if not seat.away and seat.id in app.session.members)
    said = {"seat": one, "side": 1, "also": [friend], "against": others}
    app.session.do(TABLE.rules.command("side", said))
    asked = Answers(monkeypatch, app.table_screen, "0")
    target = await acts.target_of(app.table_screen, one)
    assert target is not None and target[0] == others[0]
    offered = " ".join(offer.text for offer in asked.asked[0][0][1])
    assert app.member(friend).title not in offered and app.table.play.elements[0].name in offered


@pytest.mark.rule("AST-11", "SPK-3")
async def test_luck_asks_for_its_trait_and_an_offer_names_who_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TableApp("fight", tmp_path)
    screen = app.table_screen
    who, other = list(app.session.members)[:2]

    async def chosen(*_asked: Any, **_named: Any) -> str:
        return who

    monkeypatch.setattr(giving, "pick_seat", chosen)
    asked = Answers(monkeypatch, screen, "a back door", 2, "A way out", "the bells are cracked", "to-player", other)
    await giving.luck(screen)
    luck = asked.done[0]
    assert (luck.fact, luck.amount, luck.trait) == ("a back door", 2, "A way out")
    assert app.member(who).title in asked.asked[0][0][0]
    await giving.offer_spark(screen)
    assert (asked.done[1].seat, asked.done[1].to, asked.done[1].answer) == (who, other, "to-player")
    accepting = asked.asked[-1][0][1]
    assert [offer.key for offer in accepting if offer.barred] >= [who]
    assert [offer.key for offer in accepting] == [face.who for face in screen.faces()], "numbers are those of the cards"
    assert not any("you keep" in text for text in giving.ANSWERS.values()), "said to the GM, not to the player"


@pytest.mark.rule("CNF-8")
async def test_a_pursuit_shows_the_chance_of_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = TableApp("fight", tmp_path)
    app.session.do(TABLE.rules.command("condition", {"pattern": "pursuit", "name": "Chase"}))
    made: list[Any] = []

    async def shown(_screen: Any, act: Any) -> None:
        made.append(act)

    async def element(*_asked: Any) -> Any:
        return app.table.play.elements[0]

    monkeypatch.setattr(challenges, "broadcast", shown)
    monkeypatch.setattr(challenges, "element_of", element)
    Answers(monkeypatch, app.table_screen, "athletics")
    await challenges.pursue(app.table_screen, app.table.play.conditions[-1])
    who = app.table.seats[0].id
    assert made[0].choices(app.member(who))[0].words.endswith("%")


def test_an_offer_to_one_whose_window_is_gone_stands_on_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table has the character itself then: the offer is answered on the whole sheet, and must not be forgotten."""
    app = TableApp("calm", tmp_path)
    offer = Offer(id="x", to="theo1", verb="bribe", text="Fortune 2 → 3")
    open_one = app.table.model_copy(update={"offers": (offer,)})
    assert "theo1" in app.session.seats
    monkeypatch.setattr(type(app.table_screen), "document", property(lambda _screen: open_one))
    said = {face.who: face.note for face in app.table_screen.faces()}
    assert said["theo1"] == "1 offer open" and not said["kestrel1"]
