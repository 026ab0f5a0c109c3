"""No rule is without a test, and no test names a rule that does not exist."""

from __future__ import annotations

from tests.rules_table import must, proofs, rules


def test_every_rule_that_must_have_a_test_has_one() -> None:
    assert [rule for rule in must() if not proofs().get(rule)] == []


def test_tests_name_only_rules_that_exist() -> None:
    known = {rule.id for rule in rules()}
    assert {rule: tests for rule, tests in proofs().items() if rule not in known} == {}


def test_the_list_of_rules_is_not_empty_by_mistake() -> None:
    assert {"CRE-2", "DMG-2", "CNF-12", "TRT-1", "S-DIE-3", "S-TST-2"} <= set(must())
    assert len(must()) > 100
