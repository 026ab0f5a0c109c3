"""How a document is written: `saga_tui/engine/document.py`."""

from __future__ import annotations

from saga_tui.games.saga.rules.character import from_doc
from tests.games.saga.screens.session.heroes import CONFLICT, doc


def test_what_two_documents_share_is_written_once() -> None:
    before = from_doc({**doc(CONFLICT), "homemade": {"kept": 1}})
    written = before.to_doc()
    assert before.play is not None
    after = before.model_copy(update={"play": before.play.model_copy(update={"spark": 9})})
    like = after.to_doc((before, written))
    assert like == after.to_doc()
    assert [*like] == [*after.to_doc()], "in the order of the file"
    assert [key for key in like if like[key] is not written[key] and key not in ("format", "game", "id")] == ["play"]
    other = before.model_copy(update={"play": None})
    assert other.to_doc((before, written)) == other.to_doc()
    told = from_doc({**doc(CONFLICT), "homemade": {"kept": 2}})
    assert told.to_doc((before, written))["homemade"] == {"kept": 2}
