"""The setting in the session: looked at, changed, a switch of the group's own, perks of one's own (SET-1, PRK-1)."""

from __future__ import annotations

from saga_tui.games.saga.rules.commands.setting import RemovePerk
from saga_tui.games.saga.screens import setting
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Form, Pick


async def look(desk: SagaScreen, wish: str = "") -> None:
    """The setting, or what is wished of it at once, and what comes of it (SET-2)."""
    shelf = setting.shelf_for(desk.memory.path)
    command = await setting.look(desk.app, desk.character, shelf, desk.session.preview, wish)
    if command is not None:
        await desk.execute(command)


drop_perk = Form(
    RemovePerk,
    (
        Pick(
            "place",
            lambda character, _given: [
                Offer(str(place), made.name or "(no name)", made.text) for place, made in enumerate(character.perks)
            ],
            title="Remove which custom perk?",
            none="You have no custom perks.",
        ),
    ),
)
"""The words of a perk of one's own taken away."""
