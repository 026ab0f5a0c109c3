"""Every command there is: in the app (and so in its palette, which lists every action) and on the command line, with
equal results: the same file, byte for byte, and the same entry of the journal apart from its time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from saga_tui import ui
from saga_tui.changes import Doc
from saga_tui.dice import seeded
from saga_tui.games.registry import layout
from saga_tui.games.saga import screens
from saga_tui.games.saga.rules import moments
from saga_tui.games.saga.rules.commands import COMMANDS, command_of
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from tests.cli.conftest import Run, write
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, DUE, TROUBLE, doc

PLAN = {"skill": "marksmanship", "force": 1}
ROLL: Doc = {
    "skill": "marksmanship", "kind": "attack", "dice": 6, "thrown": 6, "faces": [1, 2, 3, 6, 5, 6], "marks": 3,
    "opposing": 1, "net": 2, "pushes": 2, "outcome": "success", "plan": PLAN,
}  # fmt: skip
LYING: Doc = {
    "stage": "thrown", "skill": "marksmanship", "dice": 6, "thrown": 6, "faces": [1, 2, 3, 4, 5, 6], "marks": 2,
    "against": 4, "plan": PLAN,
}  # fmt: skip
SETTLED = {**TROUBLE, "asks": []}
BUILT, FIGHT, WORSE, REST = doc(None), doc(CONFLICT), doc(TROUBLE), doc(BETWEEN)
POINTS: Doc = {**BUILT, "assets": {"method": "points", "ratings": {"force": 4}}, "skills": {"method": "points"}}
"""Documents for the commands: being built, in a conflict, in trouble, between chapters, built by points."""

WAYS: dict[str, tuple[Doc, str, dict[str, Any]]] = {
    "set-concept": (BUILT, "field=line|text=A hawk", {"field": "line", "text": "A hawk"}),
    "asset-method": (BUILT, "points", {"method": "points"}),
    "asset-order": (BUILT, "order=grace,force,acuity", {"order": ("grace", "force", "acuity")}),
    "asset-points": (POINTS, "grace|3", {"asset": "grace", "rating": 3}),
    "skill-method": (BUILT, "points", {"method": "points"}),
    "skill-ranks": (POINTS, "weaponry|3", {"skill": "weaponry", "ranks": 3}),
    "add-specialty": (BUILT, "awareness|name=ambush", {"skill": "awareness", "name": "ambush"}),
    "write-trait": (BUILT, "text=Stubborn", {"text": "Stubborn"}),
    "write-drive": (BUILT, "text=The truth", {"text": "The truth"}),
    "put-gear": (BUILT, "name=Rope|kind=buff|rating=1", {"name": "Rope", "kind": "buff", "rating": 1}),
    "finish": (BUILT, "buy=rank|skill=weaponry", {"buy": "rank", "skill": "weaponry"}),
    "surprise": (BUILT, "7", {"seed": 7}),
    "enter-as-is": (BUILT, "", {}),
    "start-play": (BUILT, "", {}),
    "spend": (FIGHT, "force|2", {"asset": "force", "amount": 2}),
    "regain": (FIGHT, "grace", {"asset": "grace"}),
    "gain-fortune": (FIGHT, "2", {"amount": 2}),
    "clear-temporary": (WORSE, "", {}),
    "luck": (FIGHT, "amount=2|fact=a back door", {"amount": 2, "fact": "a back door"}),
    "side-effect": (doc({**CONFLICT, "roll": {"skill": "weaponry", "outcome": "qualified"}}), "", {}),
    "bribe": (FIGHT, "", {}),
    "use-charm": (FIGHT, "lucky-coin|2", {"gear": "lucky-coin", "dice": 2}),
    "suffer": (FIGHT, "pain|3", {"kind": "pain", "amount": 3}),
    "take-for-token": (FIGHT, "pain|force", {"kind": "pain", "asset": "force"}),
    "heal": (FIGHT, "pain|2", {"kind": "pain", "amount": 2}),
    "use-font": (FIGHT, "flask-of-rye|kind=pain", {"gear": "flask-of-rye", "kind": "pain"}),
    "use-perk": (FIGHT, "Tough", {"perk": "Tough"}),
    "consequence": (WORSE, "name=Limp", {"name": "Limp"}),
    "no-consequence": (WORSE, "", {}),
    "choose-kismet": (FIGHT, "", {}),
    "roll-kismet": (doc({**CONFLICT, "asks": [DUE]}), "", {}),
    "invoke": (FIGHT, "trait=Paranoid|weight=2", {"trait": "Paranoid", "weight": 2}),
    "invert": (FIGHT, "trait=Dark", {"trait": "Dark"}),
    "inverted": (FIGHT, "trait=Paranoid", {"trait": "Paranoid"}),
    "scene-trait": (FIGHT, "trait=Fog", {"trait": "Fog"}),
    "scene-invoked": (FIGHT, "trait=Fog", {"trait": "Fog"}),
    "lent-trait": (FIGHT, "trait=Calm", {"trait": "Calm"}),
    "temporary-trait": (FIGHT, "trait=Prone", {"trait": "Prone"}),
    "reward": (FIGHT, "name=Thanks", {"name": "Thanks"}),
    "note": (FIGHT, "text=dusk", {"text": "dusk"}),
    "push": (doc({**CONFLICT, "roll": ROLL}), "damage", {"use": "damage"}),
    "compare": (doc({**CONFLICT, "roll": LYING}), "", {}),
    "reroll": (doc({**CONFLICT, "roll": LYING}), "", {}),
    "late-reroll": (doc({**CONFLICT, "roll": ROLL}), "", {}),
    "automate": (FIGHT, "clock:heal|off", {"what": "clock:heal", "mode": "never"}),
    "roll": (FIGHT, "weaponry|force=1|opposing=3", {"skill": "weaponry", "force": 1, "opposing": 3}),
    "rule": (FIGHT, "number=spark|value=10", {"number": "spark", "value": 10}),
    "offer": (FIGHT, "fact=a door", {"fact": "a door"}),
    "gain-spark": (FIGHT, "2", {"amount": 2}),
    "buy": (REST, "buy=rank|skill=weaponry", {"buy": "rank", "skill": "weaponry"}),
    "end-chapter": (FIGHT, "", {}),
    "start-scene": (doc({**CALM, "span": "chapter"}), "", {}),
    "end-scene": (FIGHT, "", {}),
    "start-conflict": (doc(CALM), "serious", {"stakes": "serious"}),
    "end-conflict": (FIGHT, "", {}),
    "end-round": (FIGHT, "grace", {"recover": "grace"}),
    "gm-first": (FIGHT, "", {}),
    "escalate": (FIGHT, "", {}),
    "give-in": (FIGHT, "", {}),
    "set-clock": (FIGHT, "chapter=4|scene=2", {"chapter": 4, "scene": 2}),
}
"""A document, the words of the command line (parted by bars), and the parameters that the app gives."""


@pytest.mark.parametrize("part", range(2))
def test_the_app_and_the_command_line_leave_the_same_file(run: Run, folder: Path, tmp_path: Path, part: int) -> None:
    (tmp_path / "app").mkdir()
    unequal = []
    for number, (verb, (made, words, params)) in enumerate(WAYS.items()):
        if number % 2 != part:
            continue
        start = {**deepcopy(made), "id": f"same{number:04}"}
        ours, theirs = write(folder / f"{verb}.toml", start), write(tmp_path / "app" / f"{verb}.toml", start)
        with Memory.open(theirs, layout("saga")) as memory:
            outcome = Table(memory, seeded(7)).do(command_of(verb, params))
            told = None if outcome.refused else next(memory.history())
        seed = ["--seed", "7"] if outcome.dice else []
        result = run("do", verb, verb, *filter(None, words.split("|")), *seed)
        if bool(result.exit_code) != outcome.refused or ours.read_bytes() != theirs.read_bytes():
            unequal.append((verb, result.exit_code, outcome.refused, result.output[-200:]))
        elif told is not None:
            with Memory.open(ours, layout("saga"), read_only=True) as memory:
                event = next(memory.history())
            assert (event.do, event.params, event.dice, event.text) == (told.do, told.params, told.dice, told.text)
            assert event.changes == told.changes
    assert unequal == []


def used(*files: Path) -> Iterator[str]:
    """The names of the classes that modules call or name."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                yield node.id
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_command_can_be_done_in_the_app_and_on_the_command_line(run: Run) -> None:
    offered = Path(moments.__file__)  # perks and fortune at their moment, which the session offers
    shared = Path(ui.__file__).parent.rglob("*.py")  # the commands of every game, on every game's screens
    named = set(used(*Path(screens.__file__).parent.rglob("*.py"), *shared, offered))
    in_the_app = {verb for verb, kind in COMMANDS.items() if kind.__name__ in named or verb in named}
    assert set(COMMANDS) - in_the_app == set()
    listed = run("do", "--list").stdout
    assert [verb for verb in COMMANDS if f"{verb}" not in listed] == []
