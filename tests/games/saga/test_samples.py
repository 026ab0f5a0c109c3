"""The characters that come with the program are what their commands make, and sound."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from saga_tui.changes import same
from saga_tui.games.saga.rules import creation, derive, state
from saga_tui.games.saga.rules.character import from_doc
from tests.games.saga.samples import ANSELM, FINISHED, FOLDER, KESTREL, ODALYS, SAMPLES, THEO, Sample, build, text

NAMES = [sample.name for sample in SAMPLES]


@pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)
def test_the_tracked_file_is_what_the_commands_make(sample: Sample) -> None:
    tracked = tomllib.loads(sample.path.read_text(encoding="utf-8"))
    made = build(sample).to_doc()
    assert same(tracked | {"id": ""}, made | {"id": ""})
    assert sample.path.read_text(encoding="utf-8") == text(sample).replace(sample.id, tracked["id"])


def test_the_folder_holds_the_samples_and_nothing_else() -> None:
    files = {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.toml")}
    ours = sorted(name for name, doc in files.items() if doc["game"] == "saga")
    assert ours == sorted(sample.path.name for sample in SAMPLES)
    assert len({doc["id"] for doc in files.values()}) == len(files)
    assert len({sample.id for sample in SAMPLES}) == len(SAMPLES)


@pytest.mark.parametrize("sample", FINISHED, ids=NAMES[:3])
@pytest.mark.rule("CRE-11")
def test_the_finished_ones_have_no_finding_at_all(sample: Sample) -> None:
    assert creation.problems(build(sample)) == []


@pytest.mark.rule("CRE-11")
def test_the_half_built_one_says_what_is_unfinished_and_nothing_is_wrong() -> None:
    found = creation.problems(build(THEO))
    assert Counter(item.level for item in found) == {"unfinished": 8, "remark": 1}
    assert {(item.rule, item.code) for item in found if item.level == "unfinished"} == {
        ("CRE-2", ""),
        ("CRE-2", "none"),
        ("CRE-4", "few"),
        ("CRE-6", "few"),
        ("CRE-7", "few"),
        ("CRE-8", "none"),
    }


def test_they_are_of_different_kinds() -> None:
    methods = [(build(sample).assets.method, build(sample).skills.method) for sample in SAMPLES]
    assert methods[:3] == [("priority", "priority"), ("points", "points"), ("priority", "priority")]
    kestrel, odalys, anselm = map(build, (KESTREL, ODALYS, ANSELM))
    assert kestrel.play is None and odalys.play is None and anselm.play is not None
    assert {item.gear.kind for item in derive.gear(kestrel)} == {"buff", "charm", "font"}


def test_anselm_stands_in_the_middle_of_things() -> None:
    anselm = build(ANSELM)
    play = state.play_of(anselm)
    assert state.clock(anselm) == {"chapter": 2, "scene": 2, "conflict": 1, "round": 2}
    assert play.spark == 2 and play.doom == 1 and [item.buy for item in anselm.advances] == ["specialty"]
    assert state.held(anselm, "pain") > derive.threshold(anselm, "pain").total
    assert [(item.name, item.points) for item in play.consequences] == [("Cracked ribs", {"lasting": 1})]
    assert play.asks == () and play.kismet is None and not state.doomed(anselm)


@pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)
def test_they_come_back_from_their_own_document(sample: Sample) -> None:
    assert from_doc(build(sample).to_doc()) == build(sample)
