"""`saga-tui automation`: every rule in its class, and what can be set of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from saga_tui.games.saga import book
from tests.cli.conftest import Run


def told(run: Run, *arguments: str) -> dict[str, Any]:
    result = run("automation", *arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_every_rule_is_listed_once_and_what_can_be_set_too(run: Run) -> None:
    found = told(run)
    rules = [one["rule"] for one in found["rules"]]
    assert rules == [one.id for one in book.search("") if one.kind in ("rule", "perk")]
    settings = {one["key"]: one for one in found["settings"]}
    assert settings["clock:heal"]["modes"] == ["always", "ask", "off"] and settings["clock:heal"]["rule"] == "DMG-5"
    assert settings["perk:lucky"]["mode"] == "always" and settings["fortune:late"]["mode"] == "ask"


def test_a_setting_made_by_do_is_listed_and_acts(run: Run, folder: Path) -> None:
    assert run("do", "kestrel", "automate", "clock:heal", "off").exit_code == 0
    found = told(run, "kestrel")
    assert next(one for one in found["settings"] if one["key"] == "clock:heal")["mode"] == "off"
    assert next(one for one in found["rules"] if one["rule"] == "DMG-5")["class"] == "reminded"
    shown = run("automation", "kestrel", "--class", "reminded")
    assert "DMG-5" in shown.stdout and "clock:heal" in shown.stdout and "off*" in shown.stdout
    dry = run("do", "kestrel", "end-scene", "--dry-run")
    assert "Left to you: pain" in dry.output


def test_it_is_also_an_option_of_rules(run: Run) -> None:
    text = run("rules", "--automation", "CNF-6").stdout
    assert text.startswith("By hand (1)") and "CNF-6" in text
    assert run("rules", "--automation", "nonsense").exit_code == 2
    assert "In the app: automatic" in run("rules", "REG-3").stdout
