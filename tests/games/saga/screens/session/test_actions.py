"""The one table of what can be done: every command of play is in it, with keys that terminals let through."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.commands import COMMANDS
from saga_tui.games.saga.screens.advancement import AdvancementScreen
from saga_tui.games.saga.screens.session.actions import ACTIONS
from saga_tui.ui.keys import first_rule
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Table, doc, press

EATEN = {"f1", "f11", "ctrl+j", "ctrl+m", "ctrl+i", "ctrl+s", "ctrl+q", "ctrl+z", "ctrl+c", "ctrl+b", "ctrl+a"}
ON_THEIR_OWN_SCREEN = {"buy", "refund"}
ASKED_AS_THEY_COME = {"take-offer", "refuse-offer"}
"""What a table wants is asked by the screen itself."""
PLAY_MODULES = ("time", "tokens", "harm", "kismet", "traits", "spark", "rolls", "deciding", "setting")


def play_verbs() -> set[str]:
    """Every command that belongs to play or growth."""
    made_for_play = (one for one in COMMANDS.values() if one.__module__.rpartition(".")[2] in PLAY_MODULES)
    return {made.verb for made in made_for_play if made.stands_on != "automation"}


def test_every_command_of_play_can_be_done_here() -> None:
    reached = {verb for action in ACTIONS for verb in action.verbs}
    assert play_verbs() - reached == ON_THEIR_OWN_SCREEN | ASKED_AS_THEY_COME
    assert reached <= play_verbs()


def test_ids_are_stable_and_single() -> None:
    assert all(count == 1 for count in Counter(action.id for action in ACTIONS).values())
    assert all(action.id and action.help for action in ACTIONS)


def test_no_key_is_eaten_by_terminals() -> None:
    assert not {action.key for action in ACTIONS} & EATEN


async def test_one_action_a_key_at_any_time(tmp_path: Path) -> None:
    for number, play in enumerate((None, BETWEEN, CALM, {**CALM, "span": "chapter"}, CONFLICT, TROUBLE)):
        app = Table(doc(play), tmp_path / str(number))
        async with app.run_test():
            keys = Counter(action.key for action in ACTIONS if action.key and action.when(app.session.character))
            assert [key for key, count in keys.items() if count > 1] == []
            assert {"n", "N", "c", "m"} <= set(keys)


async def test_the_palette_has_every_action_that_is_possible(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test():
        listed = {command.words for command in app.commands(app.session)}
        missing = {action.help for action in ACTIONS if action.when(app.session.character)} - listed
        assert missing == set()


def test_actions_name_their_rules_beside_their_words() -> None:
    known = {entry.id for entry in book.search("")}
    assert [item.id for item in ACTIONS if item.menu and item.rule not in known] == []
    assert [item.id for item in ACTIONS if first_rule(f"{item.words} {item.help} {item.about}")] == []


async def test_the_footer_says_what_matters_now(tmp_path: Path) -> None:
    expected = {"a": (BETWEEN, "Start chapter"), "b": (CALM, "Start conflict"), "c": (CONFLICT, "End round")}
    for name, (play, words) in expected.items():
        app = Table(doc(play), tmp_path / name)
        async with app.run_test(size=(120, 40)):
            shown = [active.binding.description for active in app.session.active_bindings.values()]
            assert words in shown
    app = Table(doc(TROUBLE), tmp_path / "d")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        bar = app.session.query_one("Foot KeyBar").render().plain  # type: ignore[union-attr]
        assert bar.split("  ")[:2] == ["c Name it", "m Kismet roll"]
        assert "^p Commands" in bar


async def test_advances_open_from_the_session(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "b")
        assert isinstance(app.screen, AdvancementScreen)
        await press(pilot, "b")
        assert app.screen_stack[-1] is app.session
