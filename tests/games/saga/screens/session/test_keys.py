"""How many keys the things of every round take, from the resting view and without a mouse: what is pressed here is what
the README's table counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.saga.screens.session.heroes import Table, doc, press
from tests.key_table import WAYS, Way, kept, keys_of, table


@pytest.mark.parametrize("way", WAYS, ids=[way.words.replace(" ", "-") for way in WAYS])
@pytest.mark.rule("AST-1", "DMG-2", "CSQ-3", "CSQ-4", "AST-13", "REG-1", "TIME-2", "DMG-5", "SPK-2", "DRV-2", "ROL-1")
@pytest.mark.rule("ROL-2", "KIS-2", "KIS-3", "SPK-4", "CRE-11")
async def test_it_takes_no_more_keys_than_it_may(tmp_path: Path, way: Way) -> None:
    assert way.count <= way.most
    app = Table(doc(way.play), tmp_path, way.dice)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, *way.before)
        assert not way.came(app)
        for key in keys_of(way, app):
            await press(pilot, key())
        assert way.came(app)


def test_the_readme_s_table_is_what_is_pressed_here() -> None:
    assert kept() == table(), "write it anew: python -m tests.key_table"
