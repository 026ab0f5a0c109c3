"""What is automated: declared and held against what happens, one class a rule, set by the player, never silent."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.engine.automation import CLASSES, SAID, Automated
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import clock, creation
from saga_tui.games.saga.rules.automation import PARTS
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, Outcome, command_of, options, perform
from saga_tui.games.saga.rules.named import named
from tests.games.saga import traced
from tests.games.saga.samples import SAMPLES, build
from tests.games.saga.screens.session.heroes import CONFLICT, doc


def kestrel(**play: Any) -> Character:
    return Character.model_validate(doc({**CONFLICT, **play}))


def told(rule: str, character: Character | None = None) -> Automated:
    [found] = RULES.automated(character, rule)
    return found


def do(character: Character, verb: str, **params: Any) -> Outcome:
    return perform(character, command_of(verb, params))


def set_to(character: Character, key: str, mode: str) -> Character:
    outcome = do(character, "automate", what=key, mode=mode)
    assert not outcome.refused, outcome.problems
    return outcome.after


def test_each_rule_and_perk_is_in_exactly_one_class() -> None:
    found = RULES.automated()
    assert [one.rule for one in found] == [one.id for one in book.search("") if one.kind in ("rule", "perk")]
    assert {one.kind for one in found} == set(CLASSES)
    assert len({one.rule for one in found}) == len(found)
    assert sum(one.kind == "done" for one in found) > len(found) / 2


def test_what_is_known_by_hand() -> None:
    """Of each class some that a reader of the book can check."""
    assert told("DMG-1").kind == told("SPK-2").kind == told("REG-3").kind == told("perk:lucky").kind == "done"
    assert told("DMG-2").kind == told("DRV-1").kind == told("AST-6").kind == told("perk:destined").kind == "asked"
    assert told("TRT-1").kind == "reminded"
    assert told("CNF-6").kind == told("PSH-5").kind == "by hand"
    assert told("CNF-6").how == ()


def test_it_follows_the_clock_s_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "at the chapter end: turn fortune and drive tokens into Spark" in told("SPK-2").how
    assert [option.key for option in told("SPK-2").options] == ["clock:convert"]
    without = tuple(row for row in clock.RESETS["chapter end"] if row.id != "convert")
    monkeypatch.setitem(clock.RESETS, "chapter end", without)
    assert told("SPK-2").options == ()
    assert told("SPK-2").how == ("done by “End the chapter”",)
    monkeypatch.setattr(COMMANDS["end-chapter"], "rules", ())
    assert told("SPK-2").kind == "by hand"


def test_it_follows_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("DRV-6").how == ("done by “Change a drive”",)
    monkeypatch.delitem(COMMANDS._homes, "change-drive")
    assert told("DRV-6").how == ("built into other actions",)


def test_what_is_declared_is_what_the_source_does() -> None:
    """A rule that is computed, asked, checked or carried out, and not declared so, is noticed; and the other way."""
    found = {(rule, part) for rule, parts in traced.traces().items() for part in parts}
    declared = {(rule, part) for rule, parts in PARTS.items() for part in parts}
    assert found - declared == set()
    by_a_table = {("GER-4", "number"), ("CRE-6", "checks"), ("CRE-7", "checks")}
    assert declared - found == by_a_table, "what the source does not say by an id, but does, as the next test sees"
    for row in clock.CLOCK.rows.values():
        assert {row.rule, *row.also} == traced.row_rules(row), row.id
        assert row.asks == traced.row_asks(row), row.id


def test_what_happens_is_declared() -> None:
    """The reasons of every number, every problem, and every line of an edge name a rule that is declared for it."""
    for character in (kestrel(), Character(), *map(build, SAMPLES)):
        for tally in named(character).values():
            for term in tally.terms:
                assert not term.rule or "number" in PARTS[term.rule], (tally.name, term)
        for problem in creation.problems(character):
            assert problem.rule == "FILE" or "checks" in PARTS[problem.rule], problem
    for verb, edge in (("end-round", "round end"), ("end-conflict", "conflict end"), ("end-scene", "scene end")):
        outcome = perform(kestrel(), command_of(verb, {}), overrule="")
        assert outcome.lines
        for line in outcome.lines:
            row = clock.CLOCK.rows.get(line.row.partition(":")[0])
            assert row is None or row.carries(line.rule), (edge, line)


def test_every_automation_can_be_set_and_changes_its_rule_s_class() -> None:
    for option in options(kestrel()):
        for mode in option.modes:
            character = set_to(kestrel(), option.key, SAID[mode])
            assert {one.key: one.mode for one in options(character)}[option.key] == mode
            key = option.key if option.key.startswith("perk:") else option.rule
            found = told(key, character)
            if mode != option.usual:
                assert found.kind == {"always": "done", "ask": "asked", "never": "reminded"}[mode], option.key


def test_nothing_else_can_be_set() -> None:
    for key in ("clock:next-round", "clock:scene-over", "ask:nothing"):
        outcome = do(kestrel(), "automate", what=key, mode="off")
        assert outcome.refused and outcome.problems[0].code == "unknown"


# ---- the clock's edges


@pytest.mark.rule("DMG-5")
def test_a_reset_that_is_off_leaves_its_reminder() -> None:
    character = set_to(kestrel(), "clock:heal", "off")
    outcome = do(character, "end-scene")
    assert not outcome.refused and outcome.after.play is not None
    assert outcome.after.play.damage["pain"] == 3
    line = next(line for line in outcome.lines if line.row == "heal")
    assert (line.rule, line.text) == ("DMG-5", "left to you: pain 3 → 0; fear 1 → 0; kismet 2 → 1")
    taken = do(character, "end-scene", take=["heal"])
    assert taken.after.play is not None and taken.after.play.damage["pain"] == 0


@pytest.mark.rule("SPK-2", "DMG-5")
def test_a_reset_that_is_asked_for_wants_an_answer() -> None:
    character = set_to(set_to(kestrel(), "clock:heal", "ask"), "clock:convert", "ask")
    refused = do(character, "end-chapter")
    assert refused.refused
    assert [(item.rule, item.code) for item in refused.problems] == [
        ("DMG-5", "ask-first-heal"),
        ("SPK-2", "ask-first-convert"),
    ]
    assert "pain 3 → 0" in refused.problems[0].message and "“heal”" in refused.problems[0].fix
    done = do(character, "end-chapter", take=["convert"], skip=["heal"])
    assert not done.refused and done.after.play is not None
    assert (done.after.play.spark, done.after.play.damage["pain"]) == (12, 3)


def test_nothing_is_asked_or_said_where_nothing_would_change() -> None:
    character = set_to(set_to(kestrel(damage={}), "clock:heal", "ask"), "clock:temporary", "off")
    outcome = do(character, "end-scene")
    assert not outcome.refused
    assert not [line for line in outcome.lines if line.row in ("heal", "temporary")]


@pytest.mark.rule("DMG-2", "KIS-2")
def test_a_question_that_is_off_leaves_its_reminder() -> None:
    character = set_to(set_to(kestrel(stakes="serious"), "ask:consequence", "off"), "ask:kismet", "off")
    hurt = do(character, "suffer", kind="pain", amount=3)
    assert hurt.asks == ()
    assert ("DMG-2", "left to you: 2 lasting consequences") in [(line.rule, line.text) for line in hurt.lines]
    fate = do(character, "suffer", kind="kismet", amount=1)
    assert fate.asks == ()
    assert ("KIS-2", "left to you: a kismet roll of 3 dice") in [(line.rule, line.text) for line in fate.lines]
    assert do(kestrel(), "suffer", kind="kismet", amount=1).asks
