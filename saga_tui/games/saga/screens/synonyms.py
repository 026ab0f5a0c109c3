"""Other words by which people look for what a key does, by the id of its binding: the palette finds it by them too."""

from __future__ import annotations

from typing import Final

from saga_tui.games.saga.rules.words import ASSETS, DAMAGE

SESSION: Final[dict[str, str]] = {
    **{f"session.suffer-{kind}": "damage hurt harm wound lose health" for kind in DAMAGE},
    **{f"session.heal-{kind}": "cure remove damage health" for kind in DAMAGE},
    **{f"session.spend-{asset}": "use pay token" for asset in ASSETS},
    **{f"session.regain-{asset}": "regain get token" for asset in ASSETS},
    "session.undo": "take back revert mistake",
    "session.redo": "again restore",
    "session.advances": "level up improve experience xp shop advancement",
    "session.sheet": "export save print preview character",
    "session.recap": "export story summary save chapters",
    "session.journal": "history undo correct",
    "session.versions": "save restore history load version",
    "session.note": "write comment remark journal",
    "session.roll": "dice check test skill",
    "session.consequence": "injury wound damage",
    "session.kismet": "dice doom",
    "session.rule": "edit change set cheat",
    "session.rulings": "overrule house rules",
    "session.reward": "loot treasure",
    "session.gear": "items inventory heal charm font",
    "session.perks": "use offer ability",
    "session.drives": "goals",
}
BUILDER: Final[dict[str, str]] = {
    "builder.undo": "take back revert mistake",
    "builder.redo": "again restore",
    "builder.sheet": "export save print",
    "builder.surprise": "random",
    "builder.surprise-whole": "random",
    "builder.begin": "finish done start",
    "builder.versions": "save restore history",
    "builder.findings": "problems errors missing",
}
