"""Two devices of one owner at one seat: both play, both see it, all copies are the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from saga_tui.changes import MISSING, Change
from saga_tui.live.roster import Roster
from saga_tui.store.event import Layout
from saga_tui.store.memory import Memory
from tests.live.laptops import Laptop, journals, same, table, until
from tests.live.test_link import ENGINES

ANA = "ana00000"


def opened(one: Laptop, *, read_only: bool = False) -> Memory:
    path = one.root / "characters" / f"{ANA}.toml"
    return Memory.open(path, Layout(), state_dir=one.state, read_only=read_only)


@pytest.mark.parametrize("named", [False, True], ids=["brought", "named by the GM"])
@pytest.mark.parametrize("engine", ENGINES)
def test_two_devices_of_one_owner(engine: str, named: bool, tmp_path: Path) -> None:
    """Ana's tablet joins by the link that her laptop has: the character is her own there too. Both play on before they
    have heard of each other; what each has done is merged as two devices are, and nobody else may write it."""

    async def evening() -> None:
        async with table(tmp_path, engine) as here:
            ana, ben = here.players
            if named:
                roster = here.gm.wanted
                assert isinstance(roster, Roster)
                seats = (one.model_copy(update={"docs": (ANA,)}) if one.who == "ana" else one for one in roster.seats)
                here.gm.link.retell(roster.model_copy(update={"seats": tuple(seats)}))
                await until(lambda: ben.link.roster.owner(ANA) == "ana")
            tablet = Laptop(tmp_path / "tablet", "ana", ana.seed, ana.gm, ana.connect)
            tablet.start()
            await until((tablet.root / "characters" / f"{ANA}.toml").exists)
            await until(lambda: same(ana, tablet, ANA) and same(ana, ben, ANA))
            its = opened(tablet)  # nobody has told this laptop that it is hers
            assert its.barred is None and tablet.device != ana.device
            await tablet.stop()
            its.commit("mark", {}, [Change(("m",), MISSING, 7)])
            ana.step(ANA)
            tablet.start()
            await until(lambda: same(ana, tablet, ANA) and same(ana, ben, ANA) and len(journals(ben.copy(ANA))) == 2)
            its.close()
            ana.memories[ANA].close()
            its, ana.memories[ANA] = opened(tablet), opened(ana)
            for one in (its, ana.memories[ANA]):
                assert (one.doc["n"], one.doc["m"]) == (1, 7) and not one.conflicts
            await until(lambda: same(ana, tablet, ANA) and same(ana, ben, ANA) and same(ana, here.gm, ANA))
            looking = opened(ben, read_only=True)
            assert (looking.doc["n"], looking.doc["m"]) == (1, 7)
            looking.close()
            ana.step(ANA)
            tablet.link.grew()
            await until(lambda: same(ana, tablet, ANA) and same(ana, here.gm, ANA))
            for laptop in (ana, ben, tablet, here.gm):
                found = laptop.link.copies
                assert not (found.troubles or found.strangers or found.set_back)
            its.close()
            await tablet.close()

    asyncio.run(evening())
