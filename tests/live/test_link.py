"""The whole protocol, over a shared folder and over a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from saga_tui.live.server import Server
from saga_tui.store.errors import ReadOnly
from saga_tui.store.event import Layout
from saga_tui.store.memory import Memory
from tests.live.laptops import journals, same, table, until

ENGINES = ["folder", pytest.param("nats", marks=pytest.mark.skipif(not Server.program(), reason="NO nats-server HERE"))]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_copy_is_its_owners_journal(engine: str, tmp_path: Path) -> None:
    """Everybody's steps arrive everywhere, byte for byte; a copy can be looked at, and never written."""

    async def play() -> None:
        async with table(tmp_path, engine) as here:
            for _ in range(20):
                for one in here.laptops:
                    one.step("table0000" if one.who == "gm" else f"{one.who}00000")
                await asyncio.sleep(0)
            ana, ben = here.players
            await until(lambda: all(same(one, ben, "ana00000") for one in (ana, here.gm)), 10)
            await until(lambda: same(here.gm, ana, "table0000") and same(here.gm, ben, "table0000"), 10)
            copy = ben.copy("ana00000")
            assert len(journals(copy)[ana.device]) == 20
            await until((ben.root / "characters" / "ana00000.toml").exists, 5)
            looking = Memory.open(ben.root / "characters" / "ana00000.toml", Layout(), state_dir=ben.state)
            assert looking.barred is not None and looking.barred.code == "elsewhere"
            assert looking.doc["n"] == 20
            with pytest.raises(ReadOnly):
                looking.commit("step", {}, [])
            ana.step("ana00000")
            await until(lambda: looking.poll() or looking.doc["n"] == 21, 10)
            assert looking.doc["n"] == 21
            looking.close()

    asyncio.run(play())
