"""World Saga's printed sheet: filled in, in play, empty, with strange texts; and how its stories are told."""

from __future__ import annotations

from fractions import Fraction

import pytest
from wcwidth import wcswidth

from saga_tui.games.world.character import Character, Item
from saga_tui.games.world.game import GAME
from saga_tui.games.world.recap import Telling
from saga_tui.games.world.rules.ruleset import RULES
from tests.games.saga.sheet.documents import EMOJI, LONG, MARKUP, RIGHT_TO_LEFT, WIDE
from tests.games.world.stage import TROUBLE, mira
from tests.games.world.table import Table


@pytest.mark.rule("W-ENT-2", "W-DEG-1", "W-INJ-4", "W-TOL-1")
def test_the_sheet_has_ranks_boxes_and_the_table_of_degrees() -> None:
    text = GAME.sheet(mira(*TROUBLE).to_doc(), 80)
    assert "Strength        7          Coordination    8          Charisma        6" in text
    assert "Stamina     7  ■■■■■ ■■" in text and "0 left; at 0 Exhausted" in text, "Influenza takes 2 of the most"
    assert "Broken      7  ■■■■■ ■■□□□ □□" in text and "Stealth         4   12" in text
    assert "Complication  Weak  Success  Strong  Great  Critical Failure" in text
    assert "1   2–4      5–9   10–14  15–18                20" in text
    assert (
        "Grappled       Someone has hold of you" in text
        and "Immobilized    by Grappled" in text
        and "Influenza" in text
        and "Rank 2 of 6" in text
    )
    assert "Dark lantern" in text and "+2 on Investigate" in text


@pytest.mark.parametrize("form", [{}, {"plain": True}, {"markdown": True}], ids=["text", "plain", "markdown"])
def test_an_empty_sheet_has_boxes_to_tick_and_lines_to_write_on(form: dict[str, bool]) -> None:
    text = GAME.blank_sheet("", 80, folder=None, **form)
    assert "15–18" in text or "15-18" in text
    if not form:
        assert text.count("□□□□□ □□□□□ □□") == 9 and "Reflexes" in text and "___" in text
    if form.get("plain"):
        assert text.isascii()


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_odd_texts_break_no_line(width: int) -> None:
    words = {"name": WIDE, "line": LONG, "player": MARKUP, "looks": RIGHT_TO_LEFT, "background": EMOJI, "notes": LONG}
    doc = Character().to_doc() | {"concept": words, "speed": MARKUP, "training": {f"lore:{WIDE}": 3, "nonsense": 99}}
    one = RULES.of(doc).model_copy(
        update={"items": tuple(Item(name=name, modifier=3, on=(name,)) for name in words.values())}
    )
    for line in GAME.sheet(one.to_doc(), width).splitlines():
        assert wcswidth(line) <= width and "\x1b" not in line


@pytest.mark.rule("W-ODD-1", "W-ODD-3")
def test_a_story_tells_the_chance_that_each_roll_had() -> None:
    table, telling = Table(stamina=0), Telling(RULES)
    test = RULES.command("test", {"skill": "athletics"})
    assert telling.chance(test, table.one) == Fraction(11, 20)
    against = RULES.command("test", {"skill": "athletics", "test": "opposed", "other": 18})
    assert 0 < (telling.chance(against, table.one) or 0) < (telling.chance(test, table.one) or 0)
    table.do("condition", what="exhausted")
    table.do("take-damage", amount=1)
    assert telling.chance(RULES.command("roll-asked", {}), table.one) == Fraction(12, 20)
    table.do("injury")
    assert telling.chance(RULES.command("roll-asked", {"what": "injury"}), table.one) is None
    assert telling.chance(RULES.command("take-damage", {"amount": 1}), table.one) is None
