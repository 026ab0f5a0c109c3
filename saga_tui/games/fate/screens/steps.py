"""The builder: who it is, abilities and training, powers, weapons and armour, calling and hindrances (F-CRE). Its steps
are data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from saga_tui.games.fate import book
from saga_tui.games.fate.rules.figures import FREE, TEXTS, figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.games.fate.settings import PLAIN
from saga_tui.games.fate.sheet import page
from saga_tui.paper.sections import text
from saga_tui.ui.builder.options import played, row_at
from saga_tui.ui.builder.sheeted import Sheeted
from saga_tui.ui.builder.spec import BuilderSpec, Choice, Part, Rows, fields, steps
from saga_tui.ui.specs import Action

SCREENS: Final = book.data("screens")
OF: Final = Sheeted(RULES, {**book.data("deck"), **SCREENS["building"], "deck": book.cards(100)}, figures)
TIERS: Final = OF.options(book.TIERS.values(), "{title}: {ability_points} ability, {power_points} power points",
                          "cap {cap}")  # fmt: skip
CALLINGS: Final = OF.options(book.data("deck")["callings"], "{name}", "{text}{whose}")


def parts() -> Mapping[str, Part]:
    """The parts of the steps by name."""
    options, done = partial(played, rules=RULES, plain=PLAIN, switches=book.switches(), but=FREE), OF.done

    def choice(where: tuple[str, ...], verb: str, offers: Any) -> Choice:
        name = where[-1]
        return Choice(where=where, label=SCREENS["building"]["labels"][name], options=offers,
                      choose=lambda key: done(verb, **{name: key}))  # fmt: skip

    return {
        **fields("concept", TEXTS, lambda field, text: done("describe", field=field, text=text), needed=("name",),
                 lines=("background", "motives", "notes"), hints={"line": "who it is, in one line"}),
        "tier": choice(("made", "tier"), "choose-tier", TIERS),
        "way": choice(("made", "way"), "choose-way", OF.options(SCREENS["building"]["ways"], "{words}", "{about}")),
        "played": Rows(where=("campaign", "switches"), groups=options, row_of=row_at("row", 2)),
        "abilities": Rows(where=("abilities",), groups=OF.abilities, row_of=row_at("row")),
        "powers": Rows(where=("powers",), groups=OF.powers, row_of=row_at("row-power")),
        "calling": choice(("calling",), "choose-calling", CALLINGS),
        "hindrances": Rows(where=("hindrances",), groups=OF.hindrances),
    }  # fmt: skip


def builder() -> BuilderSpec:
    """The whole builder."""
    entered, power = "Enter from paper without a budget, or count again", OF.form("add-power", "intensity", "suit")
    more = {"concept": [Action("paper", "From paper", entered, OF.paper, key="e", shown=True)],
            "powers": [Action("power", "Power", "Add a power", power, key="a", shown=True)]}  # fmt: skip
    return BuilderSpec(
        steps=steps(SCREENS["steps"], parts(), more, {"points": OF.left}), begin=lambda _: [OF.done("start-play")],
        surprise=lambda seed, step: OF.done("surprise", seed=seed, step=step or None), so_far=OF.so_far,
        line=lambda one: one.concept.line, peeks=True, page=lambda one, width: text([*page(one)], width),
        meanings=tuple(SCREENS["meanings"]), synonyms={"budget": "points", "stats": "abilities"},
    )  # fmt: skip
