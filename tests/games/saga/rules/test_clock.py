"""The clock and the one table of what resets at each of its edges (TIME, REG-1, REG-3, DMG-5, CSQ-1, DOM-4, SPK-2)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.clock import RESETS, may_skip
from saga_tui.games.saga.rules.words import POOLS
from tests.games.saga.rules.heroes import act, at, do, fighter, hero, made, no

SPENT: dict[str, Any] = {"tokens": {"force": 1, "grace": 0, "acuity": 2, "fortune": 6}}
FULL = {"force": 5, "grace": 3, "acuity": 3}


def pools(character: Character) -> dict[str, int]:
    return {asset: state.in_hand(character, asset) for asset in POOLS}


def points(character: Character) -> list[dict[str, int]]:
    return [item.points for item in at(character).consequences]


# ---- spans


@pytest.mark.rule("TIME-3", "TIME-1")
def test_a_new_character_stands_before_chapter_1_with_all_tokens() -> None:
    character = do(made(), "start-play")
    assert state.span_of(at(character)) == "saga" and state.clock(character) == {}
    assert at(character).tokens == {**FULL, "fortune": 4} and at(character).chapter == 0
    assert no(character, "start-play").code == "started"


@pytest.mark.rule("TIME-1", "TIME-3")
def test_each_span_begins_inside_the_one_that_contains_it() -> None:
    character = do(made(), "start-play")
    for verb in ("start-scene", "start-conflict", "end-round", "end-conflict", "end-scene", "end-chapter", "gm-first"):
        assert no(character, verb).rule in {"TIME-1", "TIME-3"}, verb
    character = do(character, "start-chapter", drive=1)
    assert state.clock(character) == {"chapter": 1}
    assert no(character, "start-conflict").rule == "TIME-3"
    character = do(character, "start-scene")
    assert state.clock(character) == {"chapter": 1, "scene": 1}
    assert no(character, "end-round").rule == "TIME-3"
    character = do(character, "start-conflict", stakes="severe")
    assert state.clock(character) == {"chapter": 1, "scene": 1, "conflict": 1, "round": 1}
    assert at(do(character, "end-round")).round == 2
    for verb in ("start-chapter", "start-scene", "start-conflict"):
        assert no(character, verb, **({"drive": 0} if verb == "start-chapter" else {})).rule == "TIME-2", verb


@pytest.mark.rule("TIME-2")
def test_ending_a_span_ends_all_that_it_contains_first() -> None:
    character = fighter(**SPENT, damage={"pain": 2, "kismet": 3})
    scene = do(character, "end-scene")
    assert state.span_of(at(scene)) == "chapter" and (at(scene).round, at(scene).stakes) == (0, "")
    outcome = act(character, "end-chapter")
    rows = list(dict.fromkeys(line.row.partition(":")[0] for line in outcome.lines))
    edges = [sorted(RESETS[f"{span} end"], key=lambda row: not row.moves) for span in ("conflict", "scene", "chapter")]
    order = [row.id for edge in edges for row in edge]  # what ends is told first
    assert rows == [row for row in order if row in rows] and {"conflict-over", "scene-over", "chapter-over"} <= set(
        rows
    )
    assert state.clock(outcome.after) == {} and at(outcome.after).chapter == 1


@pytest.mark.rule("TIME-1")
def test_chapters_scenes_and_conflicts_are_counted() -> None:
    character = do(do(hero(), "end-scene"), "start-scene")
    assert at(character).scene == 2
    character = do(do(do(character, "start-conflict"), "end-conflict"), "start-conflict")
    assert at(character).conflict == 2
    character = do(do(character, "end-chapter"), "start-chapter", drive=0)
    assert (at(character).chapter, at(character).scene, at(character).conflict) == (2, 0, 0)


@pytest.mark.rule("TIME-1", "TIME-3")
def test_the_clock_can_be_set_to_any_place_without_resets_and_with_a_chapters_start() -> None:
    character = hero(**SPENT, damage={"pain": 2}, given_in=True)
    there = do(character, "set-clock", chapter=4, scene=2, round=3, stakes="deadly")
    assert state.clock(there) == {"chapter": 4, "scene": 2, "conflict": 1, "round": 3}
    assert pools(there) == pools(character) and state.held(there, "pain") == 2 and at(there).tokens["fortune"] == 6
    assert not at(there).given_in
    fresh = do(character, "set-clock", chapter=3, scene=1, fresh=True, drive=2)
    used = hero(gear_used={"lucky-coin": 4, "flask-of-whisky": 1})
    later = act(used, "set-clock", chapter=5, scene=1, fresh=True)
    assert any(line.text == "chapter 5 begins" for line in later.lines)
    assert (at(later.after).chapter, at(later.after).gear_used) == (5, {})
    assert at(fresh).tokens["fortune"] == 4 and state.drive_tokens(fresh) == (0, 0, 1)
    assert state.clock(fresh) == {"chapter": 3, "scene": 1}
    before = do(character, "set-clock", chapter=0)
    assert state.span_of(at(before)) == "saga"


# ---- the table, row by row


def test_every_row_has_its_test_here() -> None:
    rows = {row.id for edge in RESETS for row in RESETS[edge]}
    proved = {name.removeprefix("test_row_").replace("_", "-") for name in globals() if name.startswith("test_row_")}
    assert rows == proved


@pytest.mark.rule("TIME-1")
def test_row_chapter_opens() -> None:
    assert state.clock(do(do(made(), "start-play"), "start-chapter", drive=0)) == {"chapter": 1}


@pytest.mark.rule("AST-13", "AST-12")
@pytest.mark.parametrize("held", [0, 9])
def test_row_fortune_start(held: int) -> None:
    character = hero(span="saga", tokens={"fortune": held})
    assert state.in_hand(do(character, "start-chapter", drive=0), "fortune") == 4


@pytest.mark.rule("DRV-1")
def test_row_drive_token() -> None:
    character = hero(span="saga", drive_tokens=[0, 2, 0])
    assert state.drive_tokens(do(character, "start-chapter", drive=1)) == (0, 3, 0)
    assert no(character, "start-chapter").rule == "DRV-1"
    assert no(character, "start-chapter", drive=3).rule == "DRV-1"


@pytest.mark.rule("GER-4", "GER-3")
def test_row_gear_chapter() -> None:
    character = do(hero(span="saga", gear_used={"flask-of-whisky": 7, "lucky-coin": 4}), "start-chapter", drive=0)
    assert at(character).gear_used == {"lucky-coin": 4}


@pytest.mark.rule("TIME-1")
def test_row_scene_opens() -> None:
    character = do(hero(span="chapter", used_perks=["Tough"]), "start-scene")
    assert at(character).scene == 2 and at(character).used_perks == ()


@pytest.mark.rule("GER-3")
def test_row_charms() -> None:
    character = do(hero(span="chapter", gear_used={"flask-of-whisky": 7, "lucky-coin": 4}), "start-scene")
    assert at(character).gear_used == {"flask-of-whisky": 7}


@pytest.mark.rule("PRK-3")
@pytest.mark.parametrize(("held", "after"), [(0, 2), (1, 3), (2, 2), (5, 5)])
def test_row_top_up(held: int, after: int) -> None:
    lucky = do(hero("Lucky", span="chapter", tokens={"fortune": held}), "start-scene")
    assert state.in_hand(lucky, "fortune") == after
    assert state.in_hand(do(hero(span="chapter", tokens={"fortune": held}), "start-scene"), "fortune") == held


@pytest.mark.rule("CNF-1")
def test_row_conflict_opens() -> None:
    character = do(hero(given_in=True, spent_this_round=3), "start-conflict", stakes="deadly")
    assert (at(character).stakes, at(character).round, at(character).conflict) == ("deadly", 1, 1)
    assert at(character).given_in is False and at(character).spent_this_round == 0


@pytest.mark.rule("REG-3", "AST-12")
def test_row_conflict_recovery() -> None:
    character = do(hero(**SPENT), "start-conflict")
    assert pools(character) == FULL and state.in_hand(character, "fortune") == 6


@pytest.mark.rule("REG-1")
def test_row_round_recovery() -> None:
    character = fighter(**SPENT, spent_this_round=1)
    assert pools(do(character, "end-round", recover="grace")) == {"force": 1, "grace": 1, "acuity": 2}
    choice = no(character, "end-round")
    assert choice.rule == "REG-1" and "force, grace or acuity" in choice.fix
    one = fighter(tokens={"force": 4}, spent_this_round=1)
    assert pools(do(one, "end-round")) == FULL
    assert no(one, "end-round", recover="grace").rule == "AST-14"


@pytest.mark.rule("PSH-2")
def test_row_count_down() -> None:
    character = do(fighter(), "temporary-trait", trait="Winded", pushes=1)
    now = do(character, "end-round")
    assert [(item.name, item.rounds) for item in at(now).temporary] == [("Winded", 1)]
    assert at(do(now, "end-round")).temporary == ()
    longer = do(fighter(), "temporary-trait", trait="Winded", pushes=3)
    assert [item.rounds for item in at(longer).temporary] == [4]


@pytest.mark.rule("PSH-2", "TIME-2")
@pytest.mark.parametrize("ends", [("end-round", "end-round"), ("end-conflict",)])
def test_a_temporary_trait_whose_rounds_are_over_counts_no_more_though_it_was_invoked(ends: tuple[str, ...]) -> None:
    character = do(fighter(), "temporary-trait", trait="Winded", pushes=1)
    for trait in ("Winded", "Swagger"):
        character = do(character, "invoke", trait=trait)
    own = do(character, "temporary-trait", trait="Swagger", pushes=1)
    for verb in ends:
        assert [item.trait for item in at(own).active] == ["Winded", "Swagger"]
        own = do(own, verb)
    assert [item.trait for item in at(own).active] == ["Swagger"] and at(own).temporary == ()


@pytest.mark.rule("TIME-3", "AST-11")
def test_row_next_round() -> None:
    character = do(fighter(), "luck", fact="a fire extinguisher", trait="Full of foam", weight=2)
    assert [(item.trait, item.until, item.weight) for item in at(character).active] == [("Full of foam", "round", 2)]
    later = do(do(character, "spend", asset="force"), "end-round")
    assert (at(later).round, at(later).spent_this_round, at(later).active) == (2, 0, ())
    assert [item.name for item in at(later).temporary] == ["Full of foam"]


@pytest.mark.rule("TIME-2", "PSH-2")
def test_row_conflict_over() -> None:
    character = do(fighter(given_in=True), "temporary-trait", trait="Winded", overrule="")
    over = do(do(character, "invoke", trait="Swagger"), "end-conflict")
    assert at(over).temporary == () and (at(over).span, at(over).stakes, at(over).given_in) == ("scene", "", False)
    assert [item.trait for item in at(over).active] == ["Swagger"]


@pytest.mark.rule("REG-3")
def test_row_end_recovery() -> None:
    character = do(fighter(**SPENT), "end-conflict")
    assert pools(character) == FULL and state.in_hand(character, "fortune") == 6


@pytest.mark.rule("REG-3", "AST-12")
def test_row_scene_recovery() -> None:
    character = do(hero(**SPENT), "end-scene")
    assert pools(character) == FULL and state.in_hand(character, "fortune") == 6


@pytest.mark.rule("DMG-5")
def test_row_heal() -> None:
    character = do(hero(damage={"pain": 9, "doubt": 1, "fear": 4, "kismet": 3}), "end-scene")
    assert at(character).damage == {"pain": 0, "doubt": 0, "fear": 0, "kismet": 2}
    assert state.held(do(hero(damage={"kismet": 0}), "end-scene"), "kismet") == 0


LIMPS = [
    {"name": "Limp", "points": {"temporary": 2, "lasting": 1}},
    {"name": "Scar", "points": {"permanent": 1, "lasting": 2}},
    {"name": "Dazed", "points": {"temporary": 1}},
]


@pytest.mark.rule("CSQ-1", "CSQ-2")
def test_row_temporary() -> None:
    asks = [{"what": "consequence", "count": 1, "level": level} for level in ("temporary", "lasting", "permanent")]
    character = do(hero(consequences=LIMPS, asks=asks), "end-scene")
    assert points(character) == [{"lasting": 1}, {"permanent": 1, "lasting": 2}]
    assert [ask.level for ask in at(character).asks] == ["lasting", "permanent"]


@pytest.mark.rule("TIME-1", "TRT-3", "TRT-4", "CNF-12")
def test_row_scene_over() -> None:
    character = do(do(hero(), "invoke", trait="Swagger"), "scene-trait", trait="Dark")
    for until in ("scene", "chapter", "good"):
        character = do(character, "reward", name=until, until=until)
    over = at(do(character, "end-scene"))
    assert (over.span, over.active, over.scene_traits) == ("chapter", (), ())
    assert [item.name for item in over.rewards] == ["chapter", "good"]


@pytest.mark.rule("CSQ-1", "CSQ-4")
def test_row_lasting() -> None:
    fading = {"name": "Burn", "points": {"fading": 2}}
    character = do(hero(span="chapter", consequences=[*LIMPS[1:2], fading]), "end-chapter")
    assert points(character) == [{"permanent": 1}, {"fading": 1}]


@pytest.mark.rule("DMG-5")
def test_row_kismet() -> None:
    assert state.held(do(hero(span="chapter", damage={"kismet": 5}), "end-chapter"), "kismet") == 0


@pytest.mark.rule("DOM-4", "DOM-2")
def test_row_doom_step() -> None:
    assert at(do(hero(span="chapter", doom=3), "end-chapter")).doom == 2
    assert at(do(hero(span="chapter", doom=0), "end-chapter")).doom == 0


@pytest.mark.rule("SPK-2", "AST-12")
@pytest.mark.parametrize(
    ("fortune", "driven", "spark"), [(4, (0, 0, 0), 2), (4, (1, 0, 0), 3), (0, (0, 0, 0), 0), (1, (1, 2, 1), 3)]
)
def test_row_convert(fortune: int, driven: tuple[int, ...], spark: int) -> None:
    character = do(hero(span="chapter", tokens={"fortune": fortune}, drive_tokens=driven, spark=10), "end-chapter")
    assert at(character).spark == 10 + spark
    assert state.in_hand(character, "fortune") == 0 and state.drive_tokens(character) == (0, 0, 0)


@pytest.mark.rule("TIME-1", "CNF-12")
def test_row_chapter_over() -> None:
    character = do(do(hero(), "reward", name="a horse", until="chapter"), "reward", name="a house", until="good")
    over = at(do(character, "end-chapter"))
    assert over.span == "saga" and [item.name for item in over.rewards] == ["a house"]


@pytest.mark.rule("DOM-4", "SPK-2")
def test_a_chapter_ends_in_the_ledgers_order_and_its_purchases_come_last() -> None:
    ids = [row.id for row in RESETS["chapter end"]]
    assert ids.index("lasting") < ids.index("kismet") < ids.index("doom-step") < ids.index("convert")
    character = fighter(doom=2, tokens={"fortune": 4}, drive_tokens=[0, 1, 0], damage={"kismet": 3})
    over = do(character, "end-chapter")
    assert (at(over).doom, at(over).spark) == (1, 3)
    assert at(do(over, "buy", buy="doom")).doom == 0


@pytest.mark.rule("TIME-1")
def test_a_row_can_be_struck_and_the_log_says_so() -> None:
    outcome = act(hero(damage={"pain": 2, "kismet": 2}), "end-scene", skip=["heal"])
    assert state.held(outcome.after, "pain") == 2 and state.held(outcome.after, "kismet") == 2
    assert any(line.state == "skipped" and line.row == "heal" for line in outcome.lines)


@pytest.mark.rule("TIME-1")
def test_what_an_edge_does_says_its_row_and_rule() -> None:
    outcome = act(fighter(**SPENT, damage={"pain": 1}, doom=1), "end-chapter")
    assert all(line.row for line in outcome.lines)
    pain = next(change for change in outcome.changes if change.path == ("play", "damage", "pain"))
    assert pain.rule == "DMG-5"


@pytest.mark.rule("CRE-11", "DMG-5", "CSQ-1", "SPK-2")
def test_one_line_of_an_edge_can_be_struck_and_becomes_a_ruling() -> None:
    character = hero(
        span="scene",
        damage={"pain": 2, "fear": 1, "kismet": 2},
        consequences=[
            {"name": "Shaken", "points": {"temporary": 1}},
            {"name": "Broken leg", "points": {"temporary": 2}},
        ],
        active=[{"trait": "Swagger"}, {"trait": "Paranoid", "inverted": True}],
        tokens={"force": 2, "fortune": 3},
        drive_tokens=[2, 1, 0],
        rewards=[{"name": "A favour"}],
    )
    plain = act(character, "end-chapter")
    said = {line.row: line.text for line in plain.lines if may_skip(line.row)}
    assert {"heal:pain", "heal:kismet", "temporary:broken-leg", "scene-over:paranoid", "scene-over:a-favour",
            "scene-recovery:force", "convert:fortune", "convert:drives", "convert"} <= set(said)  # fmt: skip
    for row in said:
        outcome = act(character, "end-chapter", skip=[row], why="so the group decided")
        struck = [line for line in outcome.lines if line.state == "skipped"]
        assert [line.row for line in struck] == [row], "one line, and no other"
        rest = [(line.row, line.text) for line in outcome.lines if line not in struck]
        if row != "heal:kismet" and not row.startswith("convert"):  # what comes after them reckons with them
            assert rest == [(line.row, line.text) for line in plain.lines if line.row != row]
        ruling = outcome.after.rulings[-1]
        assert (ruling.row, ruling.reason, ruling.when) == (row, "so the group decided", "chapter 1, scene 1")
        assert ruling.new == struck[0].text and said[row] in ruling.new
    kept = do(character, "end-chapter", skip=["heal:pain", "temporary:shaken", "convert:fortune"])
    assert (state.held(kept, "pain"), state.held(kept, "fear")) == (2, 0)
    assert [item.name for item in at(kept).consequences] == ["Shaken"]
    assert (at(kept).spark, at(kept).tokens["fortune"], at(kept).drive_tokens) == (2, 3, (0, 0, 0))
    assert not do(character, "end-scene", skip=["heal:doubt"]).rulings, "what would not happen cannot be skipped"


def test_the_clocks_own_step_and_unknown_lines_cannot_be_struck() -> None:
    for row in ("scene-over", "heel", ""):
        outcome = act(hero(), "end-scene", skip=[row])
        assert outcome.refused and "to skip. " in outcome.problems[0].sentence()


@pytest.mark.rule("DRV-1")
def test_the_drives_are_counted_from_one_where_one_is_asked_for() -> None:
    outcome = act(fighter(span="saga"), "start-chapter")
    assert outcome.refused and "1 my little sister, 2 fame and glory" in outcome.problems[0].fix


@pytest.mark.rule("ROL-2")
def test_a_roll_that_was_not_compared_is_told_of_at_every_edge_once() -> None:
    character = fighter(roll={"stage": "thrown", "skill": "marksmanship", "dice": 6, "marks": 2})
    for verb in ("end-round", "end-conflict", "end-scene", "end-chapter"):
        told = [line.text for line in act(character, verb).lines if line.rule == "ROL-2"]
        assert told == ["Marksmanship roll still in progress: 2 marks, not compared"], verb
