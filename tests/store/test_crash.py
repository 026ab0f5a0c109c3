"""A power cut at any moment loses nothing that was called saved; and each step of the protocol is needed for that."""

from __future__ import annotations

import pytest

from tests.store.crash import Cutter, fixed, random_session
from tests.store.mutants import POWER_CUT


@pytest.mark.parametrize("mode", ["ordered", "weak"])
def test_no_power_cut_in_a_full_session_loses_anything(mode: str) -> None:
    """At every call of the whole session sixteen disks, enough to notice each step that is taken out, below (80 by
    `byhand images`); and of its beginning those that a second cut during the recovery leaves."""
    found, twice = Cutter(mode, 16).run(fixed), Cutter(mode, 12, nested=2, most=350).run(fixed)
    assert not found.bad + twice.bad, found.words() + twice.words()
    assert found.counts["images"] > 200
    assert twice.counts["images"] == 350


@pytest.mark.parametrize("seed", range(20))
def test_no_power_cut_in_a_random_session_loses_anything(seed: int) -> None:
    cutter = Cutter("weak" if seed % 2 else "ordered", 60, nested=4 if seed % 4 == 0 else 0, most=200)
    found = cutter.run(random_session(seed))
    assert not found.bad, f"session {seed}: {found.words()}"
    assert found.counts["images"] > 20


NEEDS_A_SECOND_CUT = {"appends_after_damage"}


@pytest.mark.parametrize("name", POWER_CUT)
def test_a_protocol_with_a_step_taken_out_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    POWER_CUT[name](monkeypatch)
    nested = 3 if name in NEEDS_A_SECOND_CUT else 0
    found = Cutter("ordered", 16, nested=nested, most=1500, one_is_enough=True).run(fixed)
    assert found.bad, f"{name}: nothing noticed ({found.words()})"
