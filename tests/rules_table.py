"""Which tests prove which rule: read from the tests' marks and names, and from worked cases kept as data
(`cases.toml`), without running them. `python -m tests.rules_table`."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from saga_tui.engine.book import RuleText
from saga_tui.games import registry

TESTS = Path(__file__).parent
NAMED = re.compile(r"(?<=_)[SFWH]_[A-Z]+_\d+")
"""A rule in the name of a test: `test_flames_injure_S_ENV_4`."""
BY_HAND = """S-TST-5 S-CMB-1 S-MOVE-6 S-SIT-5 S-HEAL-3 S-SOC-1 S-SOC-4 S-CHASE-1 S-APP-4 W-TST-10 F-ACT-1 F-OPP-3
F-NARR-1 F-NARR-2"""
"""Rules that people apply by themselves: the program has their text."""
WITHOUT = frozenset(BY_HAND.split())


@cache
def proofs() -> dict[str, tuple[str, ...]]:
    """Rule ids and the tests (`tests/x.py::test_y`) that are marked with them."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        place = file.relative_to(TESTS.parent).as_posix()
        for name, ids in _marked(tree.body, _module_marks(tree)):
            for rule in ids:
                if f"{place}::{name}" not in found.setdefault(rule, []):
                    found[rule].append(f"{place}::{name}")
    for file in sorted(TESTS.rglob("cases.toml")):
        place = file.with_name("test_cases.py").relative_to(TESTS.parent).as_posix()
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            for rule in case.get("rules") or [case["rule"]]:
                found.setdefault(rule, []).append(f"{place}::test_a_worked_case[{case['id']}]")
    return {rule: tuple(tests) for rule, tests in found.items()}


def _marked(body: list[ast.stmt], above: list[str], front: str = "") -> Iterator[tuple[str, list[str]]]:
    """Tests with the rules of their own marks and of the class and module around them."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _marked(node.body, above + _rules(node.decorator_list), f"{front}{node.name}::")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            named = [found.replace("_", "-") for found in NAMED.findall(node.name)]
            yield front + node.name, above + _rules(node.decorator_list) + named


def _module_marks(tree: ast.Module) -> list[str]:
    assigned = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)
    ]
    return _rules(assigned)


def _rules(places: list[ast.expr]) -> list[str]:
    """The ids in every `pytest.mark.rule(…)` there, those on single parameters too."""
    return [
        argument.value
        for place in places
        for node in ast.walk(place)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def rules() -> Iterator[RuleText]:
    """Every rule of every game of the house, in the order of its ledger; what else is looked up there is none."""
    for key in registry.OWN:
        yield from (entry for entry in registry.game(key).rules.book.load() if entry.kind == "rule")


def must() -> tuple[str, ...]:
    """The ids that may not be without a test, in the ledger's order."""
    return tuple(rule.id for rule in rules() if rule.id not in WITHOUT)


def markdown() -> str:
    """The table of all rules and the tests that prove them."""
    found = proofs()
    rows = ["| rule | | tests |", "|---|---|---|"]
    for rule in rules():
        tests = found.get(rule.id, ())
        shown = "<br>".join(f"`{test.removeprefix('tests/')}`" for test in tests)
        rows.append(f"| {rule.id} | {rule.title} | {shown or '—'} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
