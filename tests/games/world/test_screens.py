"""What World Saga says of its screens, without drawing them: rolls and their odds, panels, the entry form, moments."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from saga_tui.engine.command import perform
from saga_tui.games.world.character import Campaign, Character, Harm
from saga_tui.games.world.play import PLAY
from saga_tui.games.world.play.commands import Make as RollAsked
from saga_tui.games.world.play.commands import Test
from saga_tui.games.world.rules.figures import ATTRIBUTES, figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.screens import panels, steps
from saga_tui.games.world.screens.actions import ACTIONS, moment
from saga_tui.games.world.screens.rolls import SPEC
from saga_tui.roll_under import MISS, WORST
from saga_tui.ui import specs
from saga_tui.ui.roll_odds import Reading
from tests.games.world.stage import CALM, STAGES, TROUBLE, mira
from tests.games.world.table import Table, condition, harms, ill

DICE = range(1, 21)


class Seen:
    """A session as a roll reads it: a document and the rules."""

    game = RULES

    def __init__(self, document: Character) -> None:
        self.document = document


def test_roll(**given: Any) -> Test:
    command = RULES.command("test", {"skill": "athletics", **given})
    assert isinstance(command, Test)
    return command


test_roll.__test__ = False  # type: ignore[attr-defined]


def read(one: Character, command: Any) -> Reading:
    session: Any = Seen(one)
    rows = SPEC.rows(one, command)
    return SPEC.read(session, command, rows)


def keys(one: Character, command: Any) -> list[str]:
    """The rows in sight."""
    return [row.key for row in SPEC.rows(one, command) if row.shown]


def words(rows: Any) -> list[str]:
    """Each row in words: its text or label, then its note."""
    return [f"{getattr(row, 'text', '') or getattr(row, 'label', '')}|{row.note}" for row in rows]


# ---- actions


def test_every_verb_of_play_is_reached_by_a_key_or_a_menu() -> None:
    by_key = {action.menu or action.id for action in ACTIONS if action.key} | {"others"}
    reached = {verb for action in ACTIONS if action.key or action.menu in by_key for verb in action.verbs}
    assert {verb for verbs in PLAY.values() for verb in verbs.split()} <= reached


@pytest.mark.parametrize("mode", ["exploration", "journey", "sojourn", "combat", "turn"])
def test_no_two_actions_of_one_moment_share_a_key(mode: str) -> None:
    moves: dict[str, tuple[Any, ...]] = {
        "combat": (("start-combat", {}),), "turn": (("start-combat", {}), ("start-turn", {})), "exploration": ()
    }  # fmt: skip
    one = mira(("start-play", {}), *moves.get(mode, (("set-mode", {"mode": mode}),)))
    keys = [action.key for action in ACTIONS if action.key and action.when(one)]
    assert len(keys) == len(set(keys)) and {"n", "t", "r", "p"} <= set(keys)
    passes = {action.id for action in ACTIONS if action.key == "n" and action.when(one)}
    known = {"exploration": "pass-activity", "journey": "pass-period", "sojourn": "pass-day"}
    assert passes == {known.get(mode, "end-round")}
    told = [row.choose for row in panels.next_steps(one)]
    assert set(told) <= {action.id for action in ACTIONS if action.when(one)}


@pytest.mark.rule("W-TOL-4", "W-INJ-5", "W-AFF-7")
def test_what_changes_everything_is_seen_for_a_moment() -> None:
    one = mira(*CALM)
    gone = moment(perform(RULES, one, RULES.command("take-damage", {"amount": 9})))
    assert gone is not None and (gone.word, gone.tone) == ("Exhausted", "bad")
    assert moment(perform(RULES, one, RULES.command("take-damage", {"amount": 3}))) is None
    sick = mira(*TROUBLE)
    cured = moment(perform(RULES, sick, RULES.command("set-affliction", {"affliction": "influenza", "rank": 0})))
    assert cured is not None and (cured.word, cured.said) == ("Cured", "Influenza")


# ---- rolls


@pytest.mark.rule("W-ODD-1", "W-ODD-2", "W-ODD-3", "W-TST-7", "W-TST-8")
@pytest.mark.parametrize("role", ["attack", "defense"])
@pytest.mark.parametrize(("test", "other"), [("basic", None), ("complex", None), ("opposed", 9), ("conflict", 11)])
def test_the_panel_shows_what_all_faces_say(test: str, other: int | None, role: str) -> None:
    one = Table().one
    command = test_roll(test=test, role=role, other=other, difficulty=2)
    own, scale = command.target(one).total, figures(one).scale
    assert own == 13, "Strength 10, Agility 9, trained 2, difficulty 2"

    def good(die: int, theirs: int) -> bool:
        mine, other_one = scale.read(own, die) not in (MISS, WORST), scale.read(other or 0, theirs) not in (MISS, WORST)
        if other is None:
            return mine
        if role == "defense":
            return not (other_one and (not mine or die < theirs)) if test == "conflict" else not (
                (theirs if other_one else 0) > (die if mine else 0))  # fmt: skip
        return mine and (not other_one or die > theirs)

    seen = read(one, command)
    hits = sum(good(die, theirs) for die, theirs in product(DICE, DICE))
    assert seen.chances[0].chance == Fraction(hits, 400)
    assert sum(part.chance for part in seen.chances if not part.within) == 1
    assert seen.heading[0].plain == "Athletics 13" and seen.unpaid is None
    assert seen.adds["difficulty"] == SPEC.chance(one, command.model_copy(update={"difficulty": 3})) - Fraction(
        hits, 400
    )
    assert ("other" in keys(one, command)) == (other is not None)


@pytest.mark.rule("W-DEG-1", "W-ODD-2")
def test_degrees_stand_in_a_line_where_there_is_no_room_for_the_die() -> None:
    one = Table().one
    assert read(one, test_roll(test="complex")).tail.plain == "Strong 10% · Success 25% · Weak 15% · Complication 5%"
    assert read(one, test_roll()).tail.plain == "", "a Basic Test has none"


@pytest.mark.rule("W-MOD-2", "W-MOD-6", "W-TST-5")
def test_what_another_modifier_beats_stays_and_is_struck_out() -> None:
    one = Table(conditions=(condition("weary"), condition("distracted", 4))).one
    seen = read(one, test_roll(role="attack", modifier=20))
    terms = {line.plain.strip(): line for line, _ in seen.terms}
    assert list(terms) == ["+11  Athletics", "−2 Weary, beaten by Distracted 4", "−4  Distracted 4",
                           "+20  your GM's modifier"]  # fmt: skip
    struck = [plain for plain, line in terms.items() if any("strike" in str(span.style) for span in line.spans)]
    assert struck == ["−2 Weary, beaten by Distracted 4"]
    assert seen.heading[0].plain == "Athletics 18, cut from 27"


@pytest.mark.rule("W-CRG-2", "W-CRG-3", "W-CRG-4", "W-ODD-4", "W-ODD-5", "W-ODD-6", "W-TOL-9")
def test_courage_has_a_price_list_with_what_is_left() -> None:
    table = Table(courage=4)
    seen = read(table.one, test_roll())
    priced = {one.words: one.adds for one in seen.prices}
    assert priced == {
        "Grit +1, Courage 3 left": Fraction(1, 20),
        "Grit +2, Courage 2 left": Fraction(2, 20),
        "Nudge ×1, Courage 2 left": Fraction(11, 20) * Fraction(8, 20),
        "Nudge ×2, Courage 0: Hopeless": Fraction(11, 20) * (Fraction(8, 20) + Fraction(8, 20) ** 2),
    }
    assert seen.notes[0].plain == "Avert: a Critical Failure (5%) becomes a Failure, Courage 1 left"
    last = read(Table(courage=2).one, test_roll(grit=2))
    assert "! Your last Courage: you become Hopeless" in [note.plain for note in last.notes] and not last.prices
    wasted = read(table.one, test_roll(grit=2, modifier=6))
    assert wasted.notes[0].plain == "! 1 of the Grit is wasted: no number is above 18"
    assert SPEC.trimmed(table.one, test_roll(grit=9)).grit == 2, "no more than the Training Rank, or 2"


@pytest.mark.rule("W-ACT-7", "W-CND-12", "W-AFF-9")
def test_a_roll_has_the_rows_that_say_something() -> None:
    one = Table().one
    assert {"cost", "other", "ranged", "motivated"}.isdisjoint(keys(one, test_roll()))
    assert "cost" in keys(one, test_roll(action="trip"))
    assert read(one, test_roll(action="trip")).unpaid is not None, "what it costs is asked"
    assert read(one, test_roll(action="trip", cost=1)).unpaid is None
    moved = Table(conditions=(condition("motivated", 2),)).one
    assert "motivated" in keys(moved, test_roll())
    sick = Table(afflictions=(ill("influenza", 2, resistance=""),))
    sick.do("confront", affliction="influenza")
    asked = RULES.command("roll-asked", {})
    assert "resistance" in keys(sick.one, asked)
    assert SPEC.title(sick.one, asked) == "Confront Affliction: Influenza"
    fates = read(sick.one, asked).notes[1].plain
    assert "Rank −1" in fates and "toxic" not in fates, "Influenza is not toxic"


@pytest.mark.rule("W-CND-13", "W-CND-15", "W-TOL-5")
def test_an_attack_asks_what_befalls_the_one_attacked() -> None:
    one = Table().one
    rows = {row.key: row for row in SPEC.rows(one, test_roll(role="attack", ranged=True))}
    theirs = {key for key in rows if key.startswith("against-")}
    assert theirs == {"against-exhausted", "against-prone", "against-unconscious"}
    made = rows["against-exhausted"].step(1)
    assert made.against == ("exhausted",) and SPEC.number(one, made).total == 11 + 4
    assert SPEC.number(one, rows["against-prone"].step(1)).total == 11 - 4, "a ranged one"
    again = {row.key: row for row in SPEC.rows(one, made)}["against-exhausted"]
    assert again.used and again.step(1).against == () and not theirs & {*keys(one, test_roll())}


@pytest.mark.rule("W-ACT-3", "W-ODD-7")
def test_endure_is_told_by_what_it_brings() -> None:
    table = Table(stamina=0, courage=0, conditions=(condition("exhausted"),), injuries=harms("bruised"))
    table.do("take-damage", amount=1)
    asked = RULES.command("roll-asked", {})
    assert isinstance(asked, RollAsked)
    seen = read(table.one, asked)
    assert seen.heading[0].plain == "Resilience 11"
    assert seen.notes[0].plain == (
        "5% Dead · 40% injury, Bleeding Out, Unconscious · 20% injury, Unconscious · 25% Unconscious · 10% unharmed"
    ), "the worst first: a narrow line loses the best"
    table = Table(traumas=harms("hesitant"), courage=0)
    table.do("pass-day", safe=True)
    assert read(table.one, RULES.command("roll-asked", {})).notes[0].plain == "40% nothing changes · 60% score −1"


@pytest.mark.rule("W-CRG-3", "W-CRG-4", "W-ACT-3", "W-TST-10")
def test_after_a_roll_stands_what_may_still_be_done() -> None:
    table = Table(stamina=0, conditions=(condition("exhausted"),))
    table.do("take-damage", amount=1)
    table.do("roll-asked", 20)
    assert [offer.key for offer in SPEC.offers(table.one)] == ["w", "o"], "Endure is not averted, but has a way out"
    assert table.last is not None
    shown = SPEC.verdict(table.last)
    assert shown is not None and (shown.word, shown.tone, shown.number) == ("Critical Failure", "bad", "20")
    assert shown.lines[0].right == "had 60%"
    table.do("way-out")
    assert SPEC.offers(table.one) == () and table.last is not None
    worse = Table()
    worse.do("test", 20, skill="athletics")
    assert [(offer.key, offer.cost) for offer in SPEC.offers(worse.one)] == [("a", "3 Courage")]
    plain = Table()
    plain.do("test", 15, skill="athletics")
    assert [(offer.key, offer.cost) for offer in SPEC.offers(plain.one)] == [("n", "2 Courage")]


# ---- panels


@pytest.mark.rule("W-TOL-1", "W-TOL-4", "W-TOL-5", "W-TOL-6", "W-TOL-8")
def test_a_tolerance_says_what_comes_at_0_and_what_further_damage_asks_for() -> None:
    rows = {row.id: row for row in panels.OF.tolerances(Table(stamina=4).one)}
    assert (rows["stamina"].filled, rows["stamina"].total, rows["stamina"].note) == (4, 9, "0: Exhausted")
    assert [row.note for row in rows.values()] == ["0: Exhausted", "0: Stressed", "0: Hopeless"]
    gone = {row.id: row for row in panels.OF.tolerances(Table(stamina=0, conditions=(condition("exhausted"),)).one)}
    assert gone["stamina"].note == "Exhausted" and "bad" in gone["stamina"].note_style
    assert gone["stamina"].detail == "hurt: Endure, unharmed 15%"


@pytest.mark.rule("W-CND-2", "W-CND-3", "W-CND-9", "W-CND-11", "W-CND-14")
def test_conditions_say_their_number_their_end_and_what_they_bar() -> None:
    held = (condition("exposed", 2, ends="turn-start"), condition("hopeless", source="courage"), condition("grappled"))
    told = words(panels.OF.conditions(Table(conditions=held).one))
    assert told[0] == "Exposed 2|your turn begins" and told[1] == "Hopeless|Enhearten or Persevere"
    assert "Immobilized|by Grappled" in told and "Exposed 2|by Grappled" in told
    assert "move|barred: Immobilized" in told


@pytest.mark.rule("W-INJ-1", "W-INJ-4", "W-TRM-3", "W-AFF-8", "W-ODD-7")
def test_harm_and_afflictions_say_how_long_and_what_chance() -> None:
    one = Table(injuries=harms("broken"), afflictions=(ill("influenza", 2),)).one
    told = words(panels.OF.harms(one))
    assert told[0] == "Broken|7 days" and told[2] == "Bruised, Battered|no injury" and told[-1].endswith("|no trauma")
    assert "Athletics, Brawl, Dodge, Stealth, Thievery and Reflexes" in told[1]
    course = words(panels.OF.afflictions(one))
    assert course[0] == "Influenza|test in 1 day" and course[1].startswith("cured before its worst Rank: ")
    waiting = words(panels.OF.afflictions(Table(afflictions=(ill("influenza", 1, onset=2, due=0),)).one))
    assert waiting == ["Influenza|felt in 2 days"]
    scarred = words(panels.OF.harms(Table(traumas=(Harm(key="hesitant", left=7),)).one))
    assert scarred[1] == "Hesitant|score 7"
    assert scarred[3] == "gone after a week of tests: 3%|", "a Resolve of 12, seven times"
    slots = [row for row in panels.now(one) if isinstance(row, specs.Boxes)]
    assert [(row.filled, row.total, row.note) for row in slots] == [(1, 3, "Broken 7"), (0, 3, "none")]


def test_what_waits_comes_first_and_the_mood_is_that_of_the_moment() -> None:
    trouble = mira(*TROUBLE)
    first = next(iter(panels.waits(trouble)))
    assert isinstance(first, specs.Line) and first.text.startswith("Endure: Resilience, ") and first.key == "y"
    assert panels.mood(mira(*CALM)) == "" and panels.mood(trouble) == "conflict"
    dying = Table(conditions=(condition("bleeding-out"),)).one
    band = panels.band(dying)
    assert panels.mood(dying) == "deadly" and band is not None and band.title == "BLEEDING OUT"
    assert band.lines[0].left == "Resilience 60% at each round's end; Stabilize ends it"
    assert words(panels.waits(dying)) == ["Rounds go on: Bleeding Out|"]
    assert panels.band(mira(*CALM)) is None


def test_ranks_stand_as_they_are_now_with_their_chance() -> None:
    one = mira(*TROUBLE)
    rows = {row.label: row for row in panels.OF.skills(one)}
    assert (rows["Stealth"].value, rows["Stealth"].tail, rows["Stealth"].note) == (10, " −2", "50%")
    assert [row.value for row in rows.values()] == sorted((row.value for row in rows.values()), reverse=True)
    assert "Lore" not in {row.label for row in panels.OF.skills(one, trained=False)}, "its field stands there"
    bare = next(iter(panels.OF.ranks(mira(*CALM), ["agility"])))
    assert (bare.value, bare.note) == (11, "65%"), "the rank; its test has +2"


@pytest.mark.parametrize("stage", STAGES)
def test_every_row_names_numbers_and_rules_that_exist(stage: str) -> None:
    one = mira(*STAGES[stage])
    names = {entry.name for entry in RULES.entries(one)}
    rules = book_ids()
    for panel in panels.PANELS:
        for row in panel.rows(one) if panel.rows else ():
            assert isinstance(row, specs.Row)
            assert {*row.names, *row.also} <= names, row
            assert not row.rule or row.rule in rules, row


def book_ids() -> set[str]:
    return set(RULES.book.entries)


# ---- the entry form


def part_of(step: str, one: Character) -> dict[str, list[Any]]:
    found = next(each for each in steps.builder().steps if each.key == step)
    return {name: [*rows] for part in found.parts if hasattr(part, "groups") for name, rows in part.groups(one)}


@pytest.mark.rule("W-ENT-1", "W-ENT-2", "W-CHR-1")
def test_an_empty_attribute_begins_at_the_average_and_says_what_it_touches() -> None:
    rows = part_of("attributes", Character())
    assert list(rows) == ["Body", "Mind", "Spirit"] and [len(each) for each in rows.values()] == [3, 3, 3]
    first = rows["Body"][0]
    assert (first.value, first.more, first.less) == (
        "–",
        RULES.command("set-attribute", {"attribute": "strength", "rank": 8}),
        None,
    )
    assert first.detail.endswith("It touches Athletics, Fighting and Intimidate.")
    assert rows["Mind"][2].detail.endswith("most Attention.")


@pytest.mark.rule("W-CHR-3", "W-SET-1")
def test_a_rank_that_is_not_known_has_no_chance_and_options_have_names() -> None:
    skills = part_of("skills", Character(attributes={"agility": 9, "coordination": 8}))
    said = {row.label: row.detail for rows in skills.values() for row in rows}
    assert "to succeed" not in said["Athletics"] and said["Dodge"].startswith("40% to succeed. ")
    options = [row.text for rows in part_of(steps.builder().steps[0].key, Character()).values() for row in rows]
    assert "Lowest target number" in options and "Tn floor" not in options


@pytest.mark.rule("W-ENT-6")
def test_ranks_of_an_array_change_places_with_the_next_one() -> None:
    one = Character(campaign=Campaign(switches={"quick_build": "array"}))
    arrays = part_of("attributes", one)["Deal an array"]
    one = perform(RULES, one, arrays[1].choose).after
    assert sorted(one.attributes.values(), reverse=True) == [11, 10, 9, 8, 8, 8, 7, 7, 6] and one.quick == "gifted"
    assert part_of("attributes", one)["Deal an array"][1].mark == "(•)"
    agility = next(row for row in part_of("attributes", one)["Body"] if row.label == "Agility")
    assert (one.attributes["strength"], agility.value) == (11, 10)
    one = perform(RULES, one, agility.more).after
    assert (one.attributes["agility"], one.attributes["strength"]) == (11, 10)
    top = next(row for row in part_of("attributes", one)["Body"] if row.label == "Agility")
    assert top.more is None and sorted(one.attributes.values(), reverse=True)[-1] == 6


@pytest.mark.rule("W-CHR-3", "W-CHR-4", "W-CHR-5", "W-ENT-4", "W-ENT-7")
def test_skills_stand_with_rank_training_and_pair() -> None:
    one = mira()
    rows = {row.label: row for group in part_of("skills", one).values() for row in group}
    assert (rows["Stealth"].value, rows["Stealth"].tail) == (12, "  Expert 4")
    assert rows["Stealth"].note == "Agility 11, Intelligence 8" and "our guess" in rows["Stealth"].detail
    assert "our guess" not in rows["Athletics"].detail
    assert rows["Craft"].more is None and rows["Lore: Old town"].more is not None, "a field is trained, not all of it"
    house = one.model_copy(update={"maxima": {}, "campaign": Campaign(switches={"tolerances": "house"})})
    found = part_of("tolerances", house)
    assert list(found) == ["Resistances", "Maxima", "Training on them"]
    assert [row.value for row in found["Maxima"]] == [8, 9, 7]
    counted = {step.key: step.counted(house) for step in steps.builder().steps}
    assert (counted["attributes"], counted["skills"], counted["tolerances"]) == ("9 of 9", "9 trained", "3 of 3")
    points = Character(campaign=Campaign(switches={"quick_build": "points"}), attributes=dict.fromkeys(ATTRIBUTES, 8))
    counted = {step.key: step.counted(points) for step in steps.builder().steps}
    assert (counted["attributes"], counted["skills"]) == ("2 of 74 points left", "20 of 20 points left")


def test_each_problem_is_fixed_on_a_step_and_its_hint_names_that_step() -> None:
    spec, one = steps.builder(), Character()
    keys = [step.key for step in spec.steps]
    for problem in RULES.problems(one):
        step = spec.step_of(problem.where)
        assert f"Press {keys.index(step) + 1}" in problem.fix, problem
    assert len(keys) == 6
