"""Twenty problems of different rules as they are told: the rule, what was asked, what it costs, what is left, how it is
mended. `python -m tests.games.saga.test_findings_golden` writes the golden text anew; read it before you keep it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.problem import Problem
from tests.games.saga.rules.heroes import hero, made

GOLDEN = Path(__file__).with_name("golden") / "findings.txt"
POINTS = {"method": "points", "ratings": {"force": 9, "grace": 5, "acuity": 1, "fortune": 1}}
POOR: dict[str, Any] = {"tokens": {"force": 5, "grace": 0, "acuity": 3, "fortune": 0}}
SHAKEN = [{"name": "Shaken", "points": {"temporary": 1}}]
FIGHT = {"span": "conflict", "conflict": 1, "round": 1, "stakes": "serious"}


def refused(character: Character, rule: str, verb: str, **params: Any) -> Problem:
    """The problem of that rule with which a command is refused."""
    outcome = perform(character, command_of(verb, params))
    assert outcome.refused and not outcome.changes
    return next(item for item in outcome.problems if item.rule == rule)


def found(character: Character, rule: str, code: str = "") -> Problem:
    """The problem of that rule in a character."""
    return next(item for item in creation.problems(character) if item.rule == rule and code in ("", item.code))


def problems() -> list[Problem]:
    """Twenty, each of another rule."""
    swords = {"method": "points", "ranks": {"weaponry": 15}}
    parent = [{"buy": "specialty", "skill": "academia", "name": "maps"}]
    pieces = [{"name": "Coin", "kind": "charm", "rating": 3}, {"name": "Colt", "kind": "buff", "rating": 3}]
    return [
        refused(hero(**POOR), "AST-1", "spend", asset="grace"),
        refused(hero(**POOR), "AST-8", "invoke", trait="Swagger", weight=3),
        refused(hero(**POOR), "AST-9", "invert", trait="Lawman"),
        refused(hero(**POOR, consequences=SHAKEN), "AST-10", "clear-temporary"),
        refused(hero(**POOR), "AST-11", "luck", amount=2, fact="a back door"),
        refused(hero(), "AST-14", "regain", asset="force"),
        refused(hero(**FIGHT), "AST-2", "roll", skill="weaponry", net=1),
        refused(hero(**POOR), "CSQ-3", "consequence", name="Limp", own=True),
        refused(hero(**POOR), "DMG-3", "suffer", kind="pain", choose="fear"),
        refused(hero(drive_tokens=[1, 0, 0]), "DRV-3", "spend-drive", drive=0, amount=2),
        refused(hero(), "GER-3", "use-charm", gear="lucky-coin", dice=12),
        refused(hero(), "SPK-3", "offer", fact="a back door"),
        refused(hero(span="saga", scene=0, spark=2), "SPK-4", "buy", buy="asset", asset="force"),
        refused(hero(doom=8), "DOM-3", "spend", asset="force"),
        refused(hero(), "TIME-2", "start-chapter", drive=0),
        found(made(assets=POINTS), "CRE-3"),
        found(made(skills=swords), "CRE-5", "overspent"),
        found(made(gear=pieces), "CRE-8"),
        found(made(finishing=parent), "CRE-9", "parent"),
        found(made(story={"traits": ["Swagger"]}), "CRE-6"),
    ]


def text() -> str:
    """All of them, a paragraph each."""
    return "\n".join(
        f"{item.rule}  {item.level}\n  message  {item.message}\n  asked    {item.asked or '–'}\n"
        f"  cost     {item.cost or '–'}\n  left     {item.left or '–'}\n  mend     {item.fix}\n"
        f"  told     {item.sentence()}\n"
        for item in problems()
    )


def test_twenty_findings_are_told_as_they_were_read() -> None:
    assert text() == GOLDEN.read_text(encoding="utf-8"), "python -m tests.games.saga.test_findings_golden"


def test_each_is_of_another_rule_of_the_book_and_says_how_to_mend_it() -> None:
    listed = problems()
    assert len({item.rule for item in listed}) == len(listed) == 20
    for item in listed:
        assert book.rule(item.rule) is not None
        assert item.message and item.fix.endswith((".", ")"))
        assert item.sentence() == f"{item.message}. {item.fix}" and not item.message[0].islower()
    assert sum(bool(item.asked and item.cost and item.left) for item in listed) >= 14


if __name__ == "__main__":
    GOLDEN.write_text(text(), encoding="utf-8")
