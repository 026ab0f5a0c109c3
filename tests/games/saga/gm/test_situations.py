"""Situations as files: read, checked with place and cure, ready ones for each setting, what may come of them (CNF)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner

from saga_tui.cli import saga_tui
from saga_tui.games.saga.gm import odds
from saga_tui.games.saga.gm.forecast import HOW, Forecast, forecast, told
from saga_tui.games.saga.gm.situations import SITUATIONS, Shelf, dice_in, opened
from saga_tui.games.saga.gm.state import Condition, Element, Situation, Trait
from saga_tui.games.saga.rules.odds import marks
from saga_tui.games.saga.settings import Shelf as Settings
from tests.games.saga.rules.heroes import hero


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(saga_tui, words)
    assert done.exit_code == code, done.output
    return done.output


# ---- ready ones


@pytest.mark.rule("CNF-2")
def test_a_dozen_ready_opponents_and_obstacles_for_each_shipped_setting() -> None:
    ready = {one.key: one for one in Shelf().all}
    assert list(ready) == [one.key for one in Settings().all if one.origin == "ships with saga-tui"]
    for one in ready.values():
        assert one.setting is not None and not one.checked.problems
        assert len(one.setting.elements) == 12
        for element in opened(one.setting).elements:
            assert element.dice == element.full and sum(element.dice.values()) >= 5
    assert len({item.name for one in ready.values() if one.setting for item in one.setting.elements}) == 48


@pytest.mark.rule("CNF-2")
def test_dice_are_written_as_at_the_table() -> None:
    assert dice_in("6/2/3") == {"physical": 6, "social": 2, "mental": 3}
    assert dice_in(" 4 / 0 / 2") == {"physical": 4, "social": 0, "mental": 2}
    assert dice_in("5") == dict.fromkeys(("physical", "social", "mental"), 5)
    assert [dice_in(text) for text in ("", "a/b", "1/2", "1/2/3/4", "9999999")] == [None] * 5


# ---- findings


WRONG = """\
format = 1
name = "Wrong"
stakes = "deadley"
traits = ["Dark", "dark"]
allies = -2
elements = [
    { name = "Thug", dice = "6/x" },
    { dice = "3/1/1", times = 99 },
    { name = "thug", dice = "0/0/0", trait = ["Big"] },
    { name = "Wall" },
]
[[conditions]]
name = "Fire"
goal = -1
"""


@pytest.mark.rule("CNF-1", "CNF-2", "CNF-8", "CNF-9")
def test_findings_have_their_place_and_their_cure() -> None:
    checked = SITUATIONS.check(WRONG)
    assert checked.setting is None
    found = [(item.line, item.problem.level, item.problem.rule, item.problem.message) for item in checked.problems]
    assert found == [
        (3, "error", "CNF-1", "There is no kind of stakes 'deadley'"),
        (4, "error", "TRT-4", "There is already 'dark' among the traits"),
        (5, "error", "CNF-9", "Ally dice cannot be -2"),
        (7, "error", "CNF-2", "Thug: the dice '6/x' cannot be read"),
        (8, "error", "CNF-2", "Element 2 has no name"),
        (8, "error", "CNF-2", "Element 2: times cannot be 99"),
        (9, "error", "CNF-2", "There is already 'thug' among the elements"),
        (9, "error", "CNF-2", "thug: no dice in any pool"),
        (9, "error", "CNF-2", "Unknown entry elements[3].trait: elements[3] has no such entry"),
        (10, "error", "CNF-2", "Wall: no dice"),
        (12, "remark", "CNF-8", "Fire: it is not said what it does"),
        (14, "error", "CNF-8", "Fire: goal cannot be -1"),
    ]
    assert all(item.problem.fix for item in checked.problems)
    fixes = " ".join(item.problem.fix for item in checked.problems)
    assert "Did you mean 'deadly'?" in fixes and "Did you mean 'traits'?" in fixes


@pytest.mark.parametrize(
    "text", ["", "format = 2", 'elements = "Thug"', 'name = 3\n[[elements]]\ndice = ["6"]', "name = \x00", "[[elements"]
)
def test_a_hostile_file_gets_findings_and_no_crash(text: str) -> None:
    checked = SITUATIONS.check(text)
    assert checked.problems and all(item.problem.fix for item in checked.problems)
    assert (checked.setting is None) is any(item.problem.level == "error" for item in checked.problems)


def test_more_than_one_act_can_bring_is_found() -> None:
    many = ", ".join(f'{{ name = "Mob {at}", dice = "1", times = 20 }}' for at in range(6))
    [found] = SITUATIONS.check(f'name = "Mobs"\nelements = [{many}]').problems
    assert found.problem.message == "Too many elements: 120"
    long = "\n".join(f'[[conditions]]\nname = "C{at}"\ntext = "{"x" * 19_000}"' for at in range(3))
    [found] = SITUATIONS.check(f'name = "Long"\n{long}').problems
    assert found.problem.message.endswith("letters") and found.problem.level == "error"


# ---- what may come of one


def fight(*elements: Element, stakes: str = "minor", conditions: Sequence[Condition] = ()) -> Situation:
    return Situation(name="A fight", stakes=stakes, elements=elements, conditions=tuple(conditions))


def foe(name: str = "Thug", ally: bool = False, **dice: int) -> Element:
    return Element(name=name, dice=dice, full=dice, ally=ally)


def near(share: float, exact: Fraction, times: int) -> bool:
    """Whether a share is what chance may make of it: within four standard deviations."""
    expected = float(exact)
    return abs(share - expected) <= 4 * sqrt(expected * (1 - expected) / times) + 1e-9


@pytest.mark.rule("CNF-3", "CNF-7", "DMG-2")
def test_the_simulation_agrees_with_the_exact_laws_of_the_first_round() -> None:
    ada, times = hero(), 4000
    found = forecast(fight(foe(physical=3)), [ada], times=times)
    own = marks(4 + 2 + 2)  # ranks in Weaponry, a specialty, a token
    attack = odds.attack(own, 3, block=odds.thrown(3))
    assert near(found.rounds[1] / times, attack.out, times), "out in the first round"


@pytest.mark.rule("CNF-8")
def test_the_simulation_agrees_with_the_exact_law_of_a_pursuit() -> None:
    chase, times = Condition(name="Chase", pattern="pursuit", goal=6), 3000
    found = forecast(fight(foe("Riders", physical=5, social=300), conditions=[chase]), [hero()], times=times)
    calm = forecast(fight(conditions=[chase]), [hero()], times=times)
    won, caught = calm.pursuit[-1]
    late = sum(often for rounds, often in calm.rounds.items() if rounds > 6)
    assert near(1 - late / times, won + caught, times)
    assert calm.won == times and not calm.undecided, "nobody pursues"
    assert found.pursuit[0] == odds.pursuit([[odds.attack(marks(6), 5).net]], 6)[0]


@pytest.mark.rule("KIS-5", "DOM-3", "CNF-1")
def test_doom_is_met_in_deadly_conflicts_only_and_the_seed_decides_alone() -> None:
    giant, doomed = foe("Giant", physical=14), hero(doom=7)

    def of(stakes: str, seed: int = 0) -> Forecast:
        return forecast(fight(giant, stakes=stakes), [doomed, hero()], seed=seed, times=200)

    assert of("severe").doom == 0 < of("deadly").doom
    assert of("deadly").each[0].doom > of("deadly").each[1].doom
    assert of("deadly") == of("deadly") != of("deadly", 1)
    assert of("severe").each[0].damage["pain"] > 1


@pytest.mark.rule("CNF-9")
def test_allies_on_the_players_side_help() -> None:
    hard = (foe("Guard", physical=8), foe("Captain", physical=9, mental=9))
    alone = forecast(fight(*hard), [hero()], times=200)
    dice = forecast(fight(*hard).model_copy(update={"allies": 6}), [hero()], times=200)
    friend = forecast(fight(*hard, foe("Friend", True, physical=9)), [hero()], times=200)
    assert max(dice.mean_rounds, friend.mean_rounds) < alone.mean_rounds


@pytest.mark.rule("CNF-2", "TRT-4")
def test_an_elements_invoked_traits_make_it_harder() -> None:
    plain = foe("Guard", physical=4)
    traits = (Trait(text="Shield wall", weight=3),)
    hard = plain.model_copy(update={"traits": traits})
    idle = plain.model_copy(update={"traits": (Trait(text="Shield wall"),)})
    rounds = [forecast(fight(one), [hero()], times=200).mean_rounds for one in (plain, idle, hard)]
    assert rounds[0] == rounds[1] < rounds[2]


@pytest.mark.rule("CNF-4")
def test_an_element_attacks_those_it_is_used_against() -> None:
    party = [hero().model_copy(update={"id": who}) for who in "ab"]
    free = foe("Guard", physical=9)
    each = forecast(fight(free), party, times=200).each
    assert each[0].hit > 0 < each[1].hit
    found = forecast(fight(free.model_copy(update={"against": ("b",)})), party, times=200)
    assert found.each[0].hit == 0 < found.each[1].hit
    assert [harm.hit > 0 for _, harm in found.first] == [False, True]


def test_what_cannot_be_played_says_so() -> None:
    with pytest.raises(ValueError, match="no one to face it"):
        forecast(fight(foe(physical=1)), [])
    with pytest.raises(ValueError, match="Nothing in it can be played"):
        forecast(fight(foe(physical=3, ally=True)), [hero()])
    with pytest.raises(ValueError, match=r"no element 'thag'\. Did you mean 'Thug'"):
        told(fight(foe(physical=3)), [hero()], only=["thag"])


def test_a_thousand_conflicts_of_five_take_two_seconds_at_most() -> None:
    party, foes = [hero()] * 5, [foe(f"Foe {one}", physical=6, social=5, mental=5) for one in range(4)]
    start = process_time()
    found = forecast(fight(*foes, stakes="deadly", conditions=[Condition(pattern="fear")]), party)
    assert found.times == 1000 and process_time() - start < 2


# ---- the command line


def test_a_situation_is_begun_checked_shown_and_tried(tmp_path: Path) -> None:
    folder = tmp_path / "characters"
    folder.mkdir()
    for name in ("kestrel-ward", "theo-marsh"):
        folder.joinpath(f"{name}.toml").write_bytes(Path(f"characters/{name}.toml").read_bytes())
    place = ("--dir", str(folder), "situation")
    path = Path(run(*place, "new", "The bridge").strip())
    assert path == folder / "situations" / "the-bridge.toml"
    assert "already exists" in run(*place, "new", "The bridge", code=2)
    assert run(*place, "check", "the-bridge", str(path)).count(": valid") == 2
    assert "the-bridge     The bridge (next to the characters)" in run(*place, "list")
    shown = run(*place, "show", "the bridge")
    assert "Thug ×3: 3/1/1" in shown and "comes down; challenge 4; asked every" in shown
    assert json.loads(run(*place, "show", str(path), "--json"))["elements"][1]["times"] == 3
    tried = run(*place, "forecast", "the-bridge", "kestrel-ward", "theo-marsh", "--ascii")
    assert "1,000 conflicts of Kestrel Ward and Theo Marsh, seed 0" in tried and " #" in tried
    assert tried.isascii() and " ".join(HOW.split()) in " ".join(tried.split())
    made = json.loads(run(*place, "forecast", "the-bridge", "theo-marsh", "--only", "thug", "--seed", "3", "--json"))
    assert made["seed"] == 3 and sum(made["rounds"].values()) == 1000 and made["first"][0]["name"] == "Theo Marsh"
    path.write_text(path.read_text("utf-8").replace('"3/1/1"', '"three"'), encoding="utf-8")
    assert "the-bridge.toml:26:" in run(*place, "check", str(path), code=1)
    assert "situation check" in run(*place, "forecast", "the-bridge", "theo-marsh", code=2)
    assert "Did you mean 'The bridge'" in run(*place, "show", "the brigde", code=2)
