"""No rule is without a test, and no test names a rule that does not exist."""

from __future__ import annotations

import re

from saga_tui.games.saga import book
from tests.rules_table import must, proofs


def test_every_rule_that_must_have_a_test_has_one() -> None:
    assert [rule for rule in must() if not proofs().get(rule)] == []


def test_tests_name_only_rules_that_exist() -> None:
    known = {rule.id for rule in book.rules()}
    others = re.compile(r"S-[A-Z]+-\d+")
    assert {rule: tests for rule, tests in proofs().items() if rule not in known and not others.fullmatch(rule)} == {}


def test_the_list_of_rules_is_not_empty_by_mistake() -> None:
    assert {"CRE-2", "DMG-2", "CNF-12", "TRT-1"} <= set(must())
    assert len(must()) > 100
