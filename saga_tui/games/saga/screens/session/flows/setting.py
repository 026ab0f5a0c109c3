"""The setting in the session: looked at, changed, a switch of the group's own, perks of one's own (SET-1, PRK-1)."""

from __future__ import annotations

from saga_tui.games.saga.rules.commands.setting import RemovePerk
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.session.desk import Desk
from saga_tui.ui.dialogs import Offer


async def look(desk: Desk) -> None:
    """The setting, and what comes of looking at it."""
    shelf = setting.shelf_for(desk.memory.path)
    command = await setting.look(desk.app, desk.character, shelf, desk.table.preview)
    if command is not None:
        await desk.carry(command)


async def change(desk: Desk) -> None:
    """Another setting, what it changes being shown first (SET-2)."""
    shelf = setting.shelf_for(desk.memory.path)
    command = await setting.ask_setting(desk.app, desk.character, shelf, desk.table.preview)
    if command is not None:
        await desk.carry(command)


async def switch(desk: Desk) -> None:
    """A switch of the rules (SET-1)."""
    command = await setting.ask_switch(desk.app, desk.character, desk.table.preview)
    if command is not None:
        await desk.carry(command)


async def own_perk(desk: Desk) -> None:
    """The words of a perk of one's own; it is taken as an advance then (PRK-1, SPK-4)."""
    command = await setting.ask_own_perk(desk.app, desk.character)
    if command is not None:
        await desk.carry(command)


async def drop_perk(desk: Desk) -> None:
    """The words of a perk of one's own taken away."""
    offers = [Offer(str(place), made.name or "(no name)", made.text) for place, made in enumerate(desk.character.perks)]
    if not offers:
        desk.notify("You have no custom perks.")
        return
    place = await desk.choose("Remove which custom perk?", offers)
    if place is not None:
        await desk.carry(RemovePerk(place=int(place)))
