"""A table of Lanterns on the screen: cards from what each game shows anyway, and acts for all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.party import PartyScreen
from saga_tui.ui.party_edge import BroadcastScreen
from saga_tui.ui.party_parts import MemberRow
from saga_tui.ui.rulings import AllowDialog
from tests.keys import burst, press

NAMES = ("Ada", "Bo", "Cy")


class Watch(KitApp):
    """An app that opens a table of three keepers."""

    def __init__(self, folder: Path) -> None:
        super().__init__(animations=False)
        seats, state = [], folder / "state"
        for name in NAMES:
            doc = {**registry.game("lanterns").new(name), "keeper": {"name": name, "trade": "watchman"}}
            with Memory.create(folder / "c", doc, registry.layout("lanterns"), state_dir=state) as memory:
                seats.append((memory.identity, name, memory.path.stem))
        game = registry.game("lanterns-table")
        assert isinstance(game, PartyGame)
        doc = game.with_seats(game.new("Watch"), seats)
        self.memory = Memory.create(folder / "c" / "tables", doc, registry.layout("lanterns-table"), state_dir=state)
        table = game.screen(self.memory)
        assert isinstance(table, PartyScreen)
        self.table: PartyScreen[Any] = table
        self.session = self.table.session

    async def on_mount(self) -> None:
        """Opens it."""
        await self.push_screen(self.table)

    @property
    def text(self) -> str:
        """What is seen."""
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


async def test_a_table_of_any_game_has_cards_and_acts_for_all(lanterns: Path, tmp_path: Path) -> None:
    app = Watch(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        assert all(f"{at} {name} ─" in app.text.replace("━", "─") for at, name in enumerate(NAMES, 1))
        await burst(pilot, "ctrl+p", *"bell", "enter")
        assert isinstance(app.screen, BroadcastScreen) and "✓ 2 Bo" in app.text
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        rows = [row.region.x for row in app.screen.query(MemberRow)]
        assert len({*rows}) == 1 and isinstance(app.screen.focused, MemberRow), "there is no room beside each other"
        await pilot.resize_terminal(80, 24)
        await press(pilot, "down", "space")  # Bo is left out, or a line of Ada's
        await press(pilot, "enter")
        assert app.session.document.play.bells == 1
        await press(pilot, "u")
        assert app.session.document.play.bells == 0
        send = app.session.game.command("send", {"whom": "Bo"})
        app.table.call_later(lambda: app.table.run_worker(app.table.execute(send)))
        await press(pilot)
        await pilot.pause()
        assert isinstance(app.screen, AllowDialog), "by day nobody dares a dark room"
        await press(pilot, *"ok", "enter")
        assert app.session.document.play.best > 0, "what is allowed happens with the dice that fell"
        await press(pilot, "3", "enter")
        assert len(app.screen_stack) > 2
        await press(pilot, "escape", "escape")  # from the field, and back
        assert app.screen_stack[-1] is app.table
        app.session.close()
        app.memory.close()
