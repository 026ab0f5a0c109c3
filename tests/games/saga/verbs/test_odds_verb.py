"""`odds` and `roll`: what is asked, exact answers, what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from saga_tui.cli.dice import chart
from saga_tui.dice import seeded
from saga_tui.games.saga.dice import Pools, faces, pools
from saga_tui.games.saga.rules import odds as law
from tests.cli.conftest import Run


@pytest.mark.rule("ROL-2", "ROL-3", "AST-6", "ROL-6")
def test_odds_are_exact_fractions(run: Run) -> None:
    result = run("odds", "9", "vs", "6", "--fortune", "1", "--trade", "3", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    net = law.net(law.marks(6, 1, 1), law.marks(6))
    assert found["net"] == {str(value): str(chance) for value, chance in net}
    parts = [Fraction(found[name]) for name in ("success", "qualified", "failure")]
    assert sum(parts) == 1
    assert sum(map(Fraction, found["net"].values())) == 1
    assert all(isinstance(chance, str) for chance in found["net"].values())
    assert sum(Fraction(chance) for net, chance in found["net"].items() if int(net) > 0) == parts[0]


@pytest.mark.rule("ROL-2", "ROL-3")
def test_odds_in_words_have_percents_and_a_chart(run: Run) -> None:
    lines = run("odds", "1", "vs", "1").stdout.splitlines()
    assert lines[0] == "1 die against 1"
    assert lines[1].split() == ["success", "22.2%", "2/9"]
    assert lines[2].split() == ["qualified", "success", "55.6%", "5/9"]
    assert lines[3].split() == ["failure", "22.2%", "2/9"]
    assert lines[-3:] == [
        "    −1   22.2%  ████████████",
        f"     0   55.6%  {'█' * 30}",
        "    +1   22.2%  ████████████",
    ]


@pytest.mark.rule("ROL-8")
def test_a_pool_of_no_dice_is_a_chance_roll(run: Run) -> None:
    lines = run("odds", "0", "vs", "3").stdout.splitlines()
    assert lines[0] == "A chance roll against 3"
    assert "dramatic failure" in lines[4]
    assert (lines[2].split()[-1], lines[3].split()[-1]) == ("20/81", "53/81")
    found = json.loads(run("odds", "0", "vs", "3", "--json").stdout)
    assert (found["dramatic"], found["qualified"]) == ("1/3", "20/81")
    rolled = json.loads(run("roll", "0", "vs", "0", "--seed", "1", "--json").stdout)
    assert rolled["faces"][0] <= 2
    assert (rolled["result"], rolled["words"]) == ("failure", "a dramatic failure")


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-4", "DOM-3")
def test_kismet_odds(run: Run) -> None:
    found = json.loads(run("odds", "kismet", "4", "--doom", "2", "--json").stdout)
    assert found["hitches"] == {str(value): str(chance) for value, chance in law.kismet(4, 2).hitches}
    assert found["no_hitch"] == "16/81"
    assert found["doom"] == "11/27"
    text = run("odds", "KISMET", "4", "--doom", "2").stdout
    assert "doom                40.7%  11/27  (2 steps left)" in text
    assert "doom" not in run("odds", "kismet", "4").stdout
    assert json.loads(run("odds", "kismet", "4", "--json").stdout)["doom"] is None


@pytest.mark.rule("AST-7", "PRK-5")
def test_kismet_odds_with_fortune_and_destined(run: Run) -> None:
    found = json.loads(run("odds", "kismet", "3", "--fortune", "1", "--destined", "--json").stdout)
    told = law.kismet(3, ignored=1, reroll=True)
    assert (found["no_hitch"], found["spark"]) == (str(told.no_hitch), str(told.spark))
    assert run("odds", "kismet", "3", "--fortune", "2").exit_code == 2
    assert json.loads(run("odds", "kismet", "3", "--fortune", "1", "--json").stdout)["spark"] == "79/81"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["9", "vs", "x"], "'x' is not a number of dice"),
        (["9", "vs"], "Give it as 9 vs 6"),
        (["vs", "9", "6"], "Give it as 9 vs 6"),
        (["9", "6", "3"], "Give it as 9 vs 6"),
        (["kismet"], "kismet 4"),
        (["kismet", "4", "5"], "kismet 4"),
        (["301"], "at most 300"),
        (["9" * 5000], "at most 300"),
        (["٣"], "not a number of dice"),
        (["\x1b[31m9", "vs", "6"], "not a number of dice"),
        (["9", "vs", "6", "--trade", "-3"], "-3"),
        (["9", "vs", "6", "--trade", "4"], "4 is not a multiple of 3"),
        (["2", "vs", "6", "--trade", "3"], "You cannot trade 3 dice of a pool of 2"),
        (["9", "vs", "6", "--fortune", "-1"], "-1"),
        (["9", "vs", "6", "--doom", "2"], "--doom does not go with a skill roll"),
        (["kismet", "4", "--trade", "3"], "--trade does not go with a kismet roll"),
        (["kismet", "4", "--doom", "0"], "0"),
        ([], "Missing argument"),
    ],
)
def test_what_says_nothing_is_refused(run: Run, words: list[str], said: str) -> None:
    result = run("odds", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert "\x1b" not in result.stderr
    assert result.stdout == ""


def test_pools_as_people_type_them() -> None:
    assert pools(["9", "VS", "6"]) == pools(["9", "6"]) == pools(["9d", "against", "6"]) == Pools(9, 6)
    assert pools(["5"]) == Pools(5)
    assert pools(["Kismet", "4"]) == Pools(4, kismet=True)


def test_rare_values_share_a_line_of_the_chart() -> None:
    rare = Fraction(1, 10_000)
    law = [(0, rare), (1, rare), (2, 1 - 4 * rare), (3, rare), (4, rare)]
    assert [line.split()[:2] for line in chart(law)] == [["≤", "1"], ["2", ">99.9%"], ["≥", "3"]]


# ---- roll


@pytest.mark.rule("ROL-1", "ROL-2")
def test_a_seeded_roll_is_always_the_same(run: Run) -> None:
    found = json.loads(run("roll", "9", "vs", "6", "--seed", "3", "--json").stdout)
    thrown = seeded(3)
    assert found["faces"] == list(thrown(9))
    assert found["opposing"]["faces"] == list(thrown(6))
    assert found["marks"] == sum(face >= 5 for face in found["faces"])
    assert found["net"] == found["marks"] - found["opposing"]["marks"]
    assert run("roll", "9", "vs", "6", "--seed", "3").stdout == run("roll", "9", "vs", "6", "--seed", "3").stdout


@pytest.mark.rule("ROL-1")
def test_marks_are_lit_without_colour(run: Run) -> None:
    assert faces((5, 2, 6)) == "[5] 2 [6]"
    result = run("roll", "9", "vs", "6", "--seed", "3")
    assert (
        result.stdout.splitlines()[0].count("[")
        == json.loads(run("roll", "9", "vs", "6", "--seed", "3", "--json").stdout)["marks"]
    )
    assert "\x1b" not in result.stdout


@pytest.mark.rule("AST-6")
def test_fortune_rerolls_two_dice_that_are_no_marks(run: Run) -> None:
    found = json.loads(run("roll", "6", "--fortune", "1", "--seed", "3", "--json").stdout)
    changed = [(old, new) for old, new in zip(found["first"], found["faces"], strict=True) if old != new]
    assert len(changed) <= 2
    assert all(old < 5 for old, _ in changed)
    blanks = [place for place, face in enumerate(found["first"]) if face < 5][:2]
    fresh = seeded(3)
    fresh(6)
    assert [found["faces"][place] for place in blanks] == list(fresh(2))


@pytest.mark.rule("ROL-6")
def test_traded_dice_are_marks_and_not_thrown(run: Run) -> None:
    found = json.loads(run("roll", "9", "--trade", "9", "--json").stdout)
    assert (found["faces"], found["automatic"], found["marks"]) == ([], 3, 3)
    assert run("roll", "9", "--trade", "2").exit_code == 2


@pytest.mark.rule("ROL-8")
def test_a_chance_roll_throws_one_die(run: Run) -> None:
    found = json.loads(run("roll", "0", "vs", "2", "--json").stdout)
    assert len(found["faces"]) == 1


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-4")
def test_a_kismet_roll(run: Run) -> None:
    for seed in range(12):
        found = json.loads(run("roll", "kismet", "4", "--seed", str(seed), "--json").stdout)
        hitches, marks = sum(face <= 2 for face in found["faces"]), sum(face >= 5 for face in found["faces"])
        assert (found["hitches"], found["marks"]) == (hitches, marks)
        said = f"{hitches} doom step{'s' * (hitches > 1)} marked" if hitches else f"{marks} Spark"
        assert found["words"] == (said if hitches or marks else "nothing happens")
    assert run("roll", "kismet", "4", "--fortune", "1").exit_code == 2
