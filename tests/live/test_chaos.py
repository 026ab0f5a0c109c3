"""Lines are cut, programs and the server killed, disks set back: every copy ends as its owner's journal."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from tests.live.chaos import BadLine
from tests.live.laptops import Table, same, table, until
from tests.live.test_link import ENGINES


def doc(who: str) -> str:
    return "table0000" if who == "gm" else f"{who}00000"


def all_same(here: Table) -> bool:
    return all(same(owner, other, doc(owner.who)) for owner in here.laptops for other in here.laptops)


async def play(here: Table, steps: int, chance: random.Random) -> None:
    """Everybody's steps in a random order; now and then a program is killed, or a journal begins a new segment."""
    for _ in range(steps * len(here.laptops)):
        one = chance.choice(here.laptops)
        one.step(doc(one.who))
        dice = chance.random()
        if dice < 0.01:
            await one.restart()
        elif dice < 0.03:
            one.memories[doc(one.who)].checkpoint()
        elif dice < 0.2:
            await asyncio.sleep(chance.random() * 0.01)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_bad_line(engine: str, seed: int, tmp_path: Path) -> None:
    """Calls end, answers are lost, messages are told twice, programs are killed."""
    chance = random.Random(seed)

    async def evening() -> None:
        async with table(tmp_path, engine, line=lambda one: BadLine(one, chance, 0.03)) as here:
            await play(here, 60, chance)
            chance.seed(0)
            await until(lambda: all_same(here), 30)
            for one in here.laptops:
                await one.restart()
                one.step(doc(one.who))
            await until(lambda: all_same(here), 30)
            assert not any(one.link.copies.troubles or one.link.copies.strangers for one in here.laptops)

    asyncio.run(evening())


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_the_server_dies_and_its_disk_is_set_back(engine: str, tmp_path: Path) -> None:
    """What the server has lost is sent again by its owners; nobody's copy goes back or stops."""
    chance = random.Random(3)

    async def evening() -> None:
        async with table(tmp_path, engine) as here:
            server = here.server
            assert server is not None and here.gm.wanted is not None
            await play(here, 20, chance)
            await until(lambda: all_same(here))
            await server.stop()
            shutil.copytree(server.folder / "stream", tmp_path / "before")
            await server.start(here.gm.wanted, here.gm.seed)
            await play(here, 20, chance)
            await until(lambda: all_same(here))
            await server.stop()
            shutil.rmtree(server.folder / "stream")
            shutil.copytree(tmp_path / "before", server.folder / "stream")
            await server.start(here.gm.wanted, here.gm.seed)
            await play(here, 20, chance)
            await until(lambda: all_same(here), 30)

    asyncio.run(evening())
