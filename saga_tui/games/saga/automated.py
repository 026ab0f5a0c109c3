"""What the program does of each rule: done, asked, reminded or by hand. Nothing of it is written down anywhere: it is
read from the code, that is from the clock's table of resets, the perks and uses of fortune with their moments, the
commands with the rules that they carry out, and the ids of rules that are given on, or said of a parameter, in the
source of the rules' modules.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from saga_tui.engine.automation import CLOCK, Automated, Class, Mode, Option
from saga_tui.engine.clock import Reset
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import automation, clock
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import COMMANDS, RULES
from saga_tui.games.saga.rules.options import options as all_options

OF_MODE: Final[dict[Mode, Class]] = {"always": "done", "ask": "asked", "never": "reminded"}
NUMBERS: Final = ("Term", "counted", "Tally", "Budget")
"""Calls that make a number's reasons: a rule named in one is computed."""
Kind = Literal["number", "asks", "finding", "carried"]
"""What a rule's id in the source is a trace of; `carried` is an effect on the character."""
KINDS: Final = ("rule", "perk")
"""The entries of the book that something can be done of."""
MODULES: Final = "saga_tui.games.saga.rules"
RULE: Final = re.compile(r"[A-Z]{3,4}-\d+")


def automated_of(rule: str, character: Character | None = None) -> Automated | None:
    """What the program does of a rule or perk; `None` for what is no rule."""
    entry = book.rule(rule)
    return _of_entry(entry, settable(character), traces_of(None)) if entry and entry.kind in KINDS else None


def automated(character: Character | None = None, sources: Mapping[str, str] | None = None) -> list[Automated]:
    """Every rule and perk of the book in its order, each in one class; with a character, as the player has set it.

    `sources` are the rules' modules by their names; the program's own where none are given.
    """
    traces, options = traces_of(sources), settable(character)
    return [_of_entry(entry, options, traces) for entry in book.search("") if entry.kind in KINDS]


def _of_entry(entry: book.RuleText, options: list[Option], traces: Mapping[str, tuple[Kind, ...]]) -> Automated:
    mine = tuple(option for option in options if entry.id in (option.rule, option.key))
    return _judged(entry, mine, traces.get(entry.id, ()))


def settable(character: Character | None = None) -> list[Option]:
    """What the character's player may set; without one, all that any character may have."""
    own = all_options(character or Character())
    known = {option.key for option in own}
    return [*own, *(one for one in map(automation.of_perk, book.perks()) if one.key not in known)]


def _judged(entry: book.RuleText, options: tuple[Option, ...], traces: tuple[Kind, ...]) -> Automated:
    verbs = [verb for verb, made in COMMANDS.items() if entry.id in RULES.rules_of(made)]
    rows = [(edge, row) for edge, rows in clock.RESETS.items() for row in rows if entry.id in row_rules(row)]
    modes = {option.mode for option in options}
    asks = "asks" in traces or any(row_asks(row) for _, row in rows if row.rule == entry.id)
    if "never" in modes:
        kind: Class = "reminded"
    elif "ask" in modes or asks:
        kind = "asked"
    elif modes or rows or {"number", "carried"} & set(traces):
        kind = "done"
    elif "finding" in traces:
        kind = "reminded"
    else:
        kind = "done" if verbs else "by hand"
    how = [f"at the {edge}: {row.words}" for edge, row in rows]
    asked = [option for option in options if not option.key.startswith(CLOCK)]
    how += [f"at its moment: {one.when}" if one.key == entry.id else f"{one.title} ({one.when})" for one in asked]
    how += ["computed as a number"] if "number" in traces else []
    how += [f"applied by {', '.join(verbs)}"] if verbs else []
    how += ["problems are listed under To do"] if "finding" in traces else []
    how += ["built into other actions"] if kind == "done" and not how else []
    return Automated(entry.id, entry.title, kind, tuple(how), options)


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


def traces_of(sources: Mapping[str, str] | None) -> Mapping[str, tuple[Kind, ...]]:
    """What the ids of rules are traces of in those modules; in the program's own where none are given."""
    return source_traces(tuple(sorted((sources or rule_sources()).items())))


@cache
def source_traces(sources: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[Kind, ...]]:
    """What the ids of rules in the rules' modules are traces of. The clock's own are read row by row."""
    found: dict[str, list[Kind]] = {}
    for name, text in sources:
        if name not in ("clock", "automation"):
            for rule, calls in _named(ast.parse(text), ()):
                if calls:
                    found.setdefault(rule, []).append(_kind(name, calls))
    return {rule: tuple(dict.fromkeys(kinds)) for rule, kinds in found.items()}


def _kind(module: str, calls: tuple[str, ...]) -> Kind:
    """What a rule's id is a trace of, by the calls around it, the innermost first."""
    if "Ask" in calls or module == "moments":
        return "asks"
    if calls[0] in NUMBERS:
        return "number"
    if module.startswith("checks") or {"Problem", "object"} & set(calls):
        return "finding"
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
