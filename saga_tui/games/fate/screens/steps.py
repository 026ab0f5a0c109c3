"""The builder: who it is, abilities and training, powers, weapons and armour, calling and hindrances (F-CRE). Its steps
are data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from saga_tui.engine.command import Command
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CODES, TIERS
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.rules.checks import FREE
from saga_tui.games.fate.rules.figures import TEXTS, figures, price
from saga_tui.games.fate.rules.ruleset import COMMANDS, RULES
from saga_tui.games.fate.settings import PLAIN
from saga_tui.games.fate.sheet import page
from saga_tui.paper.sections import text
from saga_tui.ui.builder.options import played, row_at
from saga_tui.ui.builder.spec import BuilderSpec, Choice, Option, Part, Rows, fields, steps
from saga_tui.ui.forms import Form
from saga_tui.ui.panel_table import number_rows
from saga_tui.ui.specs import Action, AnyRow, Line, Number, Row
from saga_tui.words import plural

SCREENS: Final = book.data("screens")


def done(verb: str, **params: Any) -> Command:
    """A command by its verb."""
    return RULES.command(verb, params)


def form(verb: str, *asked: str, **params: Any) -> Form:
    """A command that is asked for: also its `asked` parameters; some are known."""
    return Form(COMMANDS[verb], params=params, fields=asked)


def tiers(_hero: Hero) -> Sequence[Option]:
    """The tiers with their numbers (F-CRE-2)."""
    return [Option(key, f"{key.capitalize()}: {row['ability_points']} ability, {row['power_points']} power points",
                   f"cap {row['cap']}") for key, row in TIERS.items()]  # fmt: skip


def ways(_hero: Hero) -> Sequence[Option]:
    """By points, or of ten cards (F-CRE-1, F-CRE-6)."""
    return [Option("points", "By points", "every point bought"), Option("cards", "By cards", "ten cards are dealt")]


def callings(_hero: Hero) -> Sequence[Option]:
    """All of them, the heroic ones first (F-CRE-7)."""
    return [Option(key, row["name"], row["text"] if row["side"] == "heroic" else f"{row['text']} (a villain's)")
            for key, row in book.keyed("callings").items()]  # fmt: skip


def _cards(hero: Hero) -> Iterator[Row]:
    given = {number: to for to, number in hero.made.given.items()}
    for number in hero.made.cards:
        name = book.cards(100)[number].name
        yield Line(text=name, mark="·", note=given.get(number, "not given"), id=f"row-card-{number}",
                   choose=form("give-card", card=name))  # fmt: skip
    yield Line(text="Deal ten cards", mark="+", id="row-deal", choose=done("deal-cards"))
    yield Line(text="Lift a score by 5", mark="+", id="row-lift", choose=form("lift"))


def abilities(hero: Hero) -> Iterator[tuple[str, Iterator[AnyRow]]]:
    """Cards dealt; score, code and skills of each; edge and hand (F-CRE-3, F-CRE-4, F-CRE-6)."""
    if hero.made.way == "cards":
        yield "Cards", _cards(hero)
    for key in ABILITIES:
        yield key.capitalize(), _ability(hero, key)
    yield "Edge and hand", _edge(hero)


def _ability(hero: Hero, key: str) -> Iterator[Row]:
    own, codes = hero.four[key], list(CODES)
    row = next(one for one in book.data("deck")["abilities"] if one["key"] == key)
    yield Number(label="Score", value=own.score, names=(key,), id=f"row-{key}", bar=10, most=30, label_width=8,
                 detail=", ".join(row["covers"]), less=done("set-score", ability=key, score=max(0, own.score - 1)),
                 more=done("set-score", ability=key, score=min(30, own.score + 1)))  # fmt: skip
    at = codes.index(own.code) if own.code in codes else len(codes) - 1
    allowed = CODES[codes[at]]["skills"]
    yield Number(label="Code", value=codes[at], id=f"row-{key}-code", label_width=8, rule="F-HERO-3",
                 note=f"{CODES[codes[at]]['text']}: {plural(allowed, 'skill')}",
                 less=done("set-code", ability=key, code=codes[min(len(codes) - 1, at + 1)]),
                 more=done("set-code", ability=key, code=codes[max(0, at - 1)]))  # fmt: skip
    for place, skill in enumerate(own.skills):
        yield Line(text=skill.name, mark="★" if skill.world_class else "·", id=f"row-{key}-skill-{place}",
                   note="world-class" if skill.world_class else "",
                   drop=_does("remove-skill", ability=key, skill=place))  # fmt: skip
    if len(own.skills) < allowed or own.code == "a":
        yield Line(text="Add a skill", mark="+", id=f"row-{key}-add", choose=form("add-skill", ability=key),
                   detail=", ".join(row["skills"]))  # fmt: skip


def _edge(hero: Hero) -> Iterator[Row]:
    yield Number(label="Edge", value=hero.edge, names=("edge",), id="row-edge", label_width=8,
                 less=done("set-edge", edge=max(0, hero.edge - 1)), more=done("set-edge", edge=min(5, hero.edge + 1)),
                 note="hand size is edge and 2")  # fmt: skip
    yield from number_rows(hero, RULES, [{"name": "hand-size"}], label_width=10)


def powers(hero: Hero) -> Iterator[tuple[str, Iterator[AnyRow]]]:
    """Powers with stunts and limits; weapons and armour (F-CRE-5)."""
    for place in range(len(hero.powers)):
        yield hero.powers[place].name or "Power", _power(hero, place)
    yield "Weapons and armour", _gear(hero)


def _power(hero: Hero, place: int) -> Iterator[Row]:
    one, key = hero.powers[place], list(figures(hero).powers)[place]
    yield Number(label="Intensity", value=one.intensity, names=(f"power:{key}",), id=f"row-power-{place}",
                 bar=10, most=30, label_width=10, detail=f"trump {one.suit or 'as the narrator says'}",
                 note=plural(price(one), "point"),
                 less=done("set-intensity", power=place, intensity=max(0, one.intensity - 1)),
                 more=done("set-intensity", power=place, intensity=min(30, one.intensity + 1)),
                 choose=form("set-trump", power=place), drop=_does("remove-power", power=place))  # fmt: skip
    for kind, items in (("stunt", one.stunts), ("limit", one.limits)):
        for at, words in enumerate(items):
            yield Line(text=words, note=kind, mark="·", id=f"row-power-{place}-{kind}-{at}",
                       drop=_does(f"remove-{kind}", power=place, **{kind: at}))  # fmt: skip
        yield Line(
            text=f"Add a {kind}", mark="+", id=f"row-power-{place}-{kind}", choose=form(f"add-{kind}", power=place)
        )


def _does(verb: str, **params: Any) -> Any:
    async def does(screen: Any) -> None:
        await screen.execute(done(verb, **params))

    return does


def _gear(hero: Hero) -> Iterator[Row]:
    for place, one in enumerate(hero.gear):
        bonus = f"+{one.bonus} {'to damage' if one.kind == 'weapon' else 'off wounds'}"
        yield Line(text=one.name, mark="·", note=bonus if one.bonus else one.kind, id=f"row-gear-{place}",
                   drop=_does("remove-gear", gear=place))  # fmt: skip
    yield Line(text="Add a weapon or armour", mark="+", id="row-gear-add", choose=form("add-gear", "kind", "bonus"))
    yield Line(text="Add a power", mark="+", id="row-power-add", choose=form("add-power", "intensity", "suit"))


def hindrances(hero: Hero) -> Iterator[tuple[str, Iterator[AnyRow]]]:
    """What hinders; the first two give power points (F-CRE-5, F-HERO-9)."""
    yield "Hindrances", _hindrances(hero)


def _hindrances(hero: Hero) -> Iterator[Row]:
    for place, words in enumerate(hero.hindrances):
        yield Line(text=words, mark="−", id=f"row-hindrance-{place}", drop=_does("remove-hindrance", hindrance=place))
    yield Line(text="Add a hindrance", mark="+", id="row-hindrance-add", note="the first two give 2 power points each",
               choose=form("add-hindrance"))  # fmt: skip


def so_far(hero: Hero) -> Iterator[AnyRow]:
    """The numbers, then what is left of the budgets."""
    known = [{"name": key} for key in (*ABILITIES, "edge", "hand-size")]
    left = [{"name": one.name} for one in figures(hero).points()] if figures(hero).budgeted else []
    yield from number_rows(hero, RULES, [*known, *left], label_width=21)


def left(hero: Hero) -> str:
    """`abilities 24, skills 8, powers 10 left`: points."""
    told = zip(("abilities", "skills", "powers"), figures(hero).points(), strict=True)
    return f"{', '.join(f'{words} {one.total}' for words, one in told)} left" if figures(hero).budgeted else ""


def parts() -> Mapping[str, Part]:
    """The parts of the steps by name."""
    options = partial(played, rules=RULES, plain=PLAIN, switches=book.switches(), but=FREE)
    return {
        **fields("concept", TEXTS, lambda field, text: done("describe", field=field, text=text), needed=("name",),
                 lines=("background", "motives", "notes"), hints={"line": "who it is, in one line"}),
        "tier": Choice(where=("made", "tier"), label="Tier", options=tiers,
                       choose=lambda key: done("choose-tier", tier=key)),
        "way": Choice(where=("made", "way"), label="Made", options=ways,
                      choose=lambda key: done("choose-way", way=key)),
        "played": Rows(where=("campaign", "switches"), groups=options, row_of=row_at("row", 2)),
        "abilities": Rows(where=("abilities",), groups=abilities, row_of=row_at("row")),
        "powers": Rows(where=("powers",), groups=powers, row_of=row_at("row-power")),
        "calling": Choice(where=("calling",), label="Calling", options=callings,
                          choose=lambda key: done("choose-calling", calling=key)),
        "hindrances": Rows(where=("hindrances",), groups=hindrances),
    }  # fmt: skip


async def paper(screen: Any) -> None:
    """Enter a hero from paper, or count its points again."""
    await screen.execute(done("from-paper", on=not screen.document.entered))


def builder() -> BuilderSpec:
    """The whole builder."""
    entered = "Enter from paper without a budget, or count again"
    power = form("add-power", "intensity", "suit")
    more = {"concept": [Action("paper", "From paper", entered, paper, key="e", shown=True)],
            "powers": [Action("power", "Power", "Add a power", power, key="a", shown=True)]}  # fmt: skip
    return BuilderSpec(
        steps=steps(SCREENS["steps"], parts(), more, {"points": left}), begin=lambda _: [done("start-play")],
        surprise=lambda seed, step: done("surprise", seed=seed, step=step or None),
        so_far=so_far, line=lambda one: one.concept.line, peeks=True,
        page=lambda one, width: text([*page(one)], width), meanings=tuple(SCREENS["meanings"]),
        synonyms={"budget": "points", "stats": "abilities"},
    )  # fmt: skip
