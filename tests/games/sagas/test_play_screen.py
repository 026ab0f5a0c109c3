"""SagaS's play screen: harm as bars, a fight, healing, experience and what it buys; how many keys all that takes, and
how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from saga_tui.games.sagas.game import GAME
from saga_tui.games.sagas.play import PLAY
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.screens.actions import ACTIONS
from saga_tui.ui.advances import ShopScreen, Ware
from saga_tui.ui.edge import TransitionScreen
from saga_tui.ui.gauge import Gauge
from saga_tui.ui.rows import Row
from tests.games.saga.screens.test_looks import SIZES, Bars, sizes, too_much
from tests.games.sagas.play_stage import CALM, DYING, FIGHT, STAGES, Table
from tests.games.sagas.samples import Step
from tests.keys import press, rested
from tests.ui.looking import heroes, rows_of

SHOP: Bars = {80: (35, 11), 100: (38, 27), 120: (37, 15), 200: (60, 51)}
"""What the shop has reached: names at the left end, prices at the right."""
SCENARIO: tuple[Step, ...] = (*CALM[:2], ("gain-experience", {"amount": 12}))


# ---- what is there


def test_every_verb_of_play_is_reached_by_a_key_or_a_menu() -> None:
    by_key = {action.menu or action.id for action in ACTIONS if action.key} | {"others"}
    reached = {verb for action in ACTIONS if action.key or action.menu in by_key for verb in action.verbs}
    wanted = {verb for module, verbs in PLAY.items() for verb in verbs.split() if not module.endswith("rolls")}
    assert wanted <= reached


def test_no_two_actions_of_one_moment_share_a_key(tmp_path: Path) -> None:
    for steps in STAGES.values():
        app = Table(tmp_path / str(len(steps)), steps)
        keys = [action.key for action in ACTIONS if action.key and action.when(app.character)]
        app.memory.close()
        assert len(keys) == len(set(keys))


async def test_damage_is_foreseen_in_the_bar_and_taken(tmp_path: Path) -> None:
    app = Table(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "p", "2", "0")
        row = next(row for row in app.screen.query(Gauge) if row.key == "p")
        assert (row.ghost, row.filled, row.part) == (17, 15, 9)
        assert row.would.startswith("15 → 32")
        assert any("protection 3" in line for line in rows_of(app.screen))
        await press(pilot, "tab", "enter")
        assert (app.play.physical.injuries, app.play.physical.stun) == (9, 23)
        await rested(pilot)
        assert (row.ghost, row.filled, row.part) == (0, 32, 9)
        assert [ask.what for ask in app.play.asks] == ["shock"]


async def test_the_ground_is_that_of_a_fight_exactly_in_one_and_red_while_dying(tmp_path: Path) -> None:
    for name, classes in {"calm": set(), "fight": {"-conflict"}, "dying": {"-conflict", "-deadly"}}.items():
        app = Table(tmp_path / name, STAGES[name])
        async with app.run_test(size=(120, 40)) as pilot:
            await rested(pilot)
            assert set(app.screen.classes) & {"-conflict", "-deadly"} == classes
            if name == "dying":
                assert "DYING" in "".join(rows_of(app.screen))


def test_what_is_worth_seeing_is_said_for_a_moment(tmp_path: Path) -> None:
    app = Table(tmp_path, (*CALM[:3], ("start-fight", {"die": 4})))
    seen = []
    for verb, params in (
        ("take-damage", {"amount": 8}),
        ("take-damage", {"amount": 30}),
        ("roll-asked", {"total": 11}),
        ("take-damage", {"amount": 40}),
        ("take-damage", {"amount": 9}),
        ("take-damage", {"amount": 50, "kind": "mental"}),
        ("end-scenario", {"more": 1}),
    ):
        found = GAME.moment(app.tracker.session.do(RULES.command(verb, params)))
        seen.append((found.word, found.number) if found is not None else None)
    app.memory.close()
    assert seen == [
        *(("First blood", "5"), None, ("You faint", ""), ("Dying", ""), ("Dead", "")),
        *(("Confused", ""), ("Scenario over", "6")),
    ]


def test_its_card_in_the_library_shows_harm_and_what_can_be_done(tmp_path: Path) -> None:
    app = Table(tmp_path, FIGHT)
    card = GAME.glance(app.memory.doc)
    app.memory.close()
    meters = {meter.label: (meter.kind, meter.filled, meter.total) for meter in card.meters}
    assert (meters["Physical"], meters["Mental"]) == (("gauge", 31, 60), ("gauge", 0, 48))
    assert [badge.text for badge in card.badges] == ["1 to answer"]
    assert card.waits[0].key == "y"


# ---- a whole scenario


async def test_a_fight_of_four_rounds_against_two_is_played_and_brings_experience(tmp_path: Path) -> None:
    app = Table(tmp_path, CALM[:3], roller=lambda count, sides=6, /: (3,) * count)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "n", "enter", "y")
        assert (app.play.span, app.play.order[0].rank) == ("round", 13)
        await press(pilot, "f", "1", *"Guard, Vargas", "enter", "7", "enter")
        assert [one.called for one in app.play.order] == ["you", "Guard", "Vargas"]
        await press(pilot, "o", "1")
        assert app.play.acted == "attack"
        await press(pilot, "s", "3", "enter", "n", "enter")
        assert (app.play.round, app.play.acted, app.character.gear[0].shots) == (2, "", 12)
        await press(pilot, "p", "1", "9", "enter", "y")
        assert (app.play.physical.injuries, app.play.fainted) == (16, False)
        await press(pilot, "n", "enter", "f", "3", "1", "n", "enter")
        assert (app.play.round, [one.out for one in app.play.order]) == (4, [False, True, False])
        await press(pilot, "N", "enter")
        assert (app.play.span, app.play.to_heal, app.play.order) == ("scene", True, ())
        await press(pilot, "t", "enter", "y")
        assert app.play.physical.injuries == 11  # Endurance 10 by 6: degree I, five injuries
        await press(pilot, "N", "enter", "N", "2", "enter")
        assert (app.play.span, app.play.experience) == ("play", 7)
        await press(pilot, "S")
        await rested(pilot)
        assert any("Ida Marsh" in line for line in rows_of(app.screen))


async def test_lines_of_an_edge_can_be_skipped(tmp_path: Path) -> None:
    app = Table(tmp_path, FIGHT)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "n")
        assert isinstance(app.screen, TransitionScreen)
        await press(pilot, "space", "enter", "enter")
        assert (app.play.round, app.play.acted, len(app.character.rulings)) == (2, "attack", 1)


# ---- what experience buys


async def test_experience_buys_and_gives_back_and_a_trainer_halves(tmp_path: Path) -> None:
    app = Table(tmp_path, SCENARIO)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "e")
        await rested(pilot)
        shop = app.screen
        assert isinstance(shop, ShopScreen)
        wares = {row.price.id: row for row in shop.query(Ware)}
        pistol = wares["skill:pistol"]
        assert (pistol.words, pistol.cost, pistol.chance) == ("Pistol 7 → 8", 2, "92% → 94%")
        assert (wares["str"].cost, wares["str"].short) == (12, 0)
        assert [wares[f"skill:{key}"].words for key in ("lock-picking", "first-aid")] == [
            *("Lock-picking −5 → 0", "First aid −5 → 0")
        ]
        pistol.focus()
        await press(pilot, "t", "2", "0", "enter")
        assert (pistol.cost, wares["str"].cost) == (1, 12)
        await press(pilot, "enter")
        assert (app.play.experience, app.character.advances[0].what) == (11, "skill:pistol")
        assert (wares["str"].short, pistol.words) == (1, "Pistol 8 → 9")
        await press(pilot, "delete", "q")
        assert (app.play.experience, app.character.advances) == (12, ())


# ---- how many keys


@dataclass(frozen=True)
class Way:
    """One thing to do from the resting screen, in at most so many keys (without what is typed), and what came of it."""

    words: str
    most: int
    keys: Sequence[str]
    came: Callable[[Table], bool]
    steps: Sequence[Step] = CALM
    typed: str = ""

    @property
    def count(self) -> int:
        """The keys without what is typed."""
        return len(self.keys) - len(self.typed)


WAYS: tuple[Way, ...] = (
    Way("take physical damage", 2, ["p", "2", "0", "enter"], lambda app: app.play.physical.injuries == 26, typed="20"),
    Way("take it as stun", 3, ["p", "9", "tab", "enter"], lambda app: app.play.physical.stun == 12, typed="9"),
    Way("take mental damage", 2, ["m", "5", "enter"], lambda app: app.play.mental.injuries == 5, typed="5"),
    Way("heal injuries", 2, ["P", "4", "enter"], lambda app: app.play.physical.injuries == 5, typed="4"),
    Way("one injury more", 1, ["right"], lambda app: app.play.physical.injuries == 10),
    Way("make the asked roll", 1, ["y"], lambda app: not app.play.asks, FIGHT),
    Way("start a fight", 2, ["n", "enter"], lambda app: app.play.round == 1),
    Way("use this round", 2, ["o", "2"], lambda app: app.play.acted == "defence", FIGHT[:-3]),
    Way("fire a shot", 2, ["s", "enter"], lambda app: app.character.gear[0].shots == 14),
    Way("end the round", 2, ["n", "enter"], lambda app: app.play.round == 2, FIGHT),
    Way("end the fight", 2, ["N", "enter"], lambda app: app.play.span == "scene", FIGHT),
    Way("rest ten minutes", 2, ["t", "enter"], lambda app: app.play.physical.stun == 0),
    Way("sleep", 2, ["z", "enter"], lambda app: len(app.play.asks) == 1),
    Way("first aid", 2, ["k", "1"], lambda app: "first aid" in app.told[0].casefold(), DYING),
    Way("use a bonus", 2, ["b", "1"], lambda app: not app.play.held),
    Way("go on with a long action", 3, ["w", "2", "2", "enter"], lambda app: app.play.works[0].total == 5, typed="2"),
    Way("set a condition", 2, ["c", "1"], lambda app: app.play.fainted),
    Way("spend experience", 2, ["e", "enter"], lambda app: app.character.advances[0].what == "str", SCENARIO),
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.words)
async def test_it_takes_at_most_so_many_keys(tmp_path: Path, way: Way) -> None:
    app = Table(tmp_path, way.steps)
    async with app.run_test(size=(120, 40)) as pilot:
        await rested(pilot)
        app.screen.query(Row).first().focus()
        await press(pilot, *way.keys)
        await rested(pilot)
        assert way.came(app)
        assert way.count <= way.most


# ---- how it looks


@pytest.mark.parametrize("stage", STAGES)
async def test_it_uses_its_room_has_one_hero_and_is_quiet(tmp_path: Path, stage: str) -> None:
    app, wrong = Table(tmp_path, STAGES[stage]), {}
    app.live()
    async with app.run_test(size=(120, 40)) as pilot:
        for size in sizes(f"sagas {stage}"):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.3)
            wrong[size] = too_much(app.screen, size[0], {})
            assert heroes(app.screen) == 1
    assert not any(wrong.values()), wrong


async def test_the_shop_uses_its_room_and_is_quiet(tmp_path: Path) -> None:
    app, wrong = Table(tmp_path, SCENARIO), {}
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "e")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause(0.3)
            wrong[size] = too_much(app.screen, size[0], SHOP)
            assert isinstance(app.screen, ShopScreen) and heroes(app.screen) == 1
    assert not any(wrong.values()), wrong
