"""What the ids of rules in the source of Saga's rules are traces of: what the program declares is held against it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from saga_tui.engine.automation import Part
from saga_tui.engine.clock import Reset
from saga_tui.games.saga import book

NUMBERS: Final = ("Term", "counted", "Tally", "Budget")
"""Calls that make a number's reasons: a rule named in one is computed."""
MODULES: Final = "saga_tui.games.saga.rules"
RULE: Final = re.compile(r"[A-Z]{3,4}-\d+")


# ---- the clock's rows


def row_rules(row: Reset) -> frozenset[str]:
    """The rules that a row of the clock's table carries out: its own, and those that its function names."""
    return _function_rules(row.act.__name__) | {row.rule}


def row_asks(row: Reset) -> bool:
    """Whether a row needs a choice of the player: its function reads the choices."""
    return "choices" in inspect.signature(row.act).parameters


@cache
def _function_rules(name: str) -> frozenset[str]:
    """The rules named in a function of the clock and in the functions there that it calls."""
    functions = {
        node.name: node
        for node in ast.parse(rule_sources()["clock"]).body
        if isinstance(node, ast.FunctionDef) and node.name != "cross"
    }
    found: set[str] = set()
    todo, seen = [name], set[str]()
    while todo:
        at = todo.pop()
        if at in functions and at not in seen:
            seen.add(at)
            found |= {rule for rule, _ in _named(functions[at], ())}
            todo += [node.id for node in ast.walk(functions[at]) if isinstance(node, ast.Name)]
    return frozenset(found)


# ---- the source


@cache
def rule_sources() -> Mapping[str, str]:
    """The text of every module of the rules, by its name below `rules` (`commands.harm`)."""
    root = files(MODULES)
    found: dict[str, str] = {}
    for front, folder in (("", root), ("commands.", root / "commands")):
        for file in folder.iterdir():
            if file.name.endswith(".py") and file.name != "__init__.py":
                found[f"{front}{file.name.removesuffix('.py')}"] = file.read_text(encoding="utf-8")
    return found


def traces() -> Mapping[str, tuple[Part, ...]]:
    """What the ids of rules in the rules' modules are traces of. The clock's own are read row by row."""
    found: dict[str, list[Part]] = {}
    for name, text in rule_sources().items():
        if name not in ("clock", "automation"):
            for rule, calls in _named(ast.parse(text), ()):
                if calls:
                    found.setdefault(rule, []).append(_part(name, calls))
    return {rule: tuple(dict.fromkeys(kinds)) for rule, kinds in found.items()}


def _part(module: str, calls: tuple[str, ...]) -> Part:
    """What a rule's id is a trace of, by the calls around it, the innermost first."""
    if "Ask" in calls or module == "moments":
        return "asks"
    if calls[0] in NUMBERS:
        return "number"
    if module.startswith(("checks", "creation")) or {"Problem", "object"} & set(calls):
        return "checks"
    return "carried"


def _named(node: ast.AST, calls: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every id of a rule in a piece of source, with the names of the calls around it, the innermost first; and those
    that the words on a class or on its fields name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _ids():
        yield node.value, calls
    if isinstance(node, ast.ClassDef):
        for said in node.body:
            if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
                yield from ((rule, ("parameter",)) for rule in RULE.findall(str(said.value.value)) if rule in _ids())
    inside = calls
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        inside = (name, *calls)
    for child in ast.iter_child_nodes(node):
        yield from _named(child, inside)


@cache
def _ids() -> frozenset[str]:
    return frozenset(rule.id for rule in book.rules())
