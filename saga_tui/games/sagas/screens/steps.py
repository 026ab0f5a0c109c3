"""SagaS's builder: campaign, characteristics, skills, martial arts, background, equipment (S-MAKE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from textual.content import Content

from saga_tui.engine.command import Command
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.build import MADE, made
from saga_tui.games.sagas.rules.figures import (
    KINDS,
    MAIN,
    SECONDARY,
    START,
    TABLE,
    TEXTS,
    Figures,
    figures,
    name_of,
)
from saga_tui.games.sagas.screens.skills import SKILL_KEYS, Groups, later_skills, skill_at, skills
from saga_tui.games.sagas.screens.things import arts, equipment, later_things
from saga_tui.games.sagas.settings import PLAIN
from saga_tui.problem import Where
from saga_tui.ui.builder.options import Turned, option_rows, setting_row
from saga_tui.ui.builder.priced import Price, plain, priced
from saga_tui.ui.builder.spec import BuilderSpec, Choice, Option, Rows, Step, fields
from saga_tui.ui.forms import Foot, Form, Text
from saga_tui.ui.specs import Action, Bar, Number, Row, Token
from saga_tui.words import plural, signed

GOOD, SPENT = Token("█", "░", "$good"), Token("█", "░", "$title")
WIDTH: Final = 24
"""Cells of the longest label but those of skills."""
BARS: Final[dict[str, Any]] = {"label_width": 14, "bar": 20, "room": 2}
SURPRISE: Final = {"arts": "skills", "background": "concept"}
"""Steps that chance fills together with another."""


def points_left(character: Character) -> str:
    """`12 of 250 points left`; nothing is counted of a character from paper."""
    of = figures(character)
    left = of.left().total
    if character.entered:
        return "from paper"
    return f"{left} of {plural(of.points, 'point')} left" if left >= 0 else f"{-left} too many"


# ---- the campaign


def campaigns(character: Character) -> Sequence[Option]:
    """The three budgets, and any other number (S-MAKE-1)."""
    known = {
        str(one["points"]): f"{key.capitalize()}: {plural(one['points'], 'point')}"
        for key, one in book.campaigns().items()
    }
    now = str(character.campaign.points or "other")
    other = "Another number of points" if now in (*known, "other") else f"Another number: {plural(int(now), 'point')}"
    return [*(Option(key, words) for key, words in known.items()), Option("other" if now in known else now, other)]


def campaign(key: str) -> Command | Form:
    """One of the three, or a number that is asked for."""
    of_three = key in {str(one["points"]) for one in book.campaigns().values()}
    asked = Foot("campaign", "How many points?", needed="a number of points")
    return made("choose-campaign", campaign=key) if of_three else Form(MADE["choose-campaign"], asks=(asked,))


def ages(_character: Character) -> Sequence[Option]:
    """The technology levels (S-TL-1)."""
    levels = book.data("technology")["level"]
    return [Option(str(one["tl"]), f"{one['tl']}  {one['name']}", str(one["examples"])) for one in levels]


def classes(_character: Character) -> Sequence[Option]:
    """The social classes (S-COST-4)."""
    cost = {key: int(one["cost"]) for key, one in book.classes().items()}
    said = {
        key: f"{'costs' if by > 0 else 'gives'} {plural(abs(by), 'point')}" if by else "" for key, by in cost.items()
    }
    return [Option(key, str(one["name"]), said[key]) for key, one in book.classes().items()]


def options(character: Character) -> Groups:
    """The setting, and the rule options but the one that the campaign's points are (S-WORLD-2)."""
    known = [Turned(**asdict(one)) for one in book.switches().values() if one.key != "creation_points"]
    usual = {**character.world.switches, **character.campaign.switches}
    turn = partial(_made, MADE["set-switch"], "switch", "value")
    yield "Setting and rule options", iter((setting_row(character.campaign.setting, PLAIN),
                                            *option_rows(known, usual, turn)))  # fmt: skip


def _made(command: type[Command], first: str, second: str, one: Any, other: Any) -> Command:
    return command.model_validate({first: one, second: other})


async def paper(screen: Any) -> None:
    """Enter a character from paper, or count its points again."""
    await screen.execute(made("from-paper", on=not screen.document.entered))


# ---- characteristics


def characteristics(character: Character) -> Groups:
    """The eight, what is computed from them and can be raised, what follows."""
    of = figures(character)
    yield "", (_main(of, key) for key in MAIN)
    yield "Computed from them; a bonus can be bought", (_secondary(of, key) for key in SECONDARY)
    follow = [tally for kind in KINDS for tally in (of.hit_points(kind), of.shock(kind))]
    yield "What follows", plain([*follow, of.reflex(), of.impact(), of.study_limit()], "row", WIDTH)


def _main(of: Figures, key: str) -> Number:
    tally, set_to = of.main(key), partial(_made, MADE["set-characteristic"], "characteristic", "value", key)
    value = tally.total
    next_, paid = (of.price("characteristic", start, to) for start, to in ((value, value + 1), (START, value)))
    return priced(
        tally, Price("bonus", of.bonus(key).total, next_, paid, of.limit(key)), **BARS,
        detail=TABLE[key].use, more=set_to(value + 1), less=set_to(value - 1) if value else None,
        choose=Form(MADE["set-characteristic"], title=name_of(key), params={"characteristic": key},
                    now={"value": value}),
    )  # fmt: skip


def _secondary(of: Figures, key: str) -> Number:
    bought, start, title = of.bought(key).total, of.formula(key), f"{name_of(key)} bonus"
    set_to, reached = partial(_made, MADE["set-bonus"], "characteristic", "bonus", key), start + bought
    next_, paid = of.price("secondary", reached, reached + 1), of.price("secondary", start, reached)
    return priced(
        of.secondary(key), Price("bought", bought, next_, paid, of.limit(key)), **BARS, label=name_of(key),
        detail=TABLE[key].use, names=(key, f"{key}-bonus"),
        more=set_to(bought + 1), less=set_to(bought - 1) if bought else None,
        choose=Form(MADE["set-bonus"], title=title, params={"characteristic": key}, now={"bonus": bought}),
    )  # fmt: skip


# ---- the whole


def so_far(character: Character) -> Iterator[Row]:
    """The sheet so far: points as a bar, the eight, what they give, what was bought."""
    of = figures(character)
    if not character.entered:
        left = of.left().total
        told = f"{left} left" if left >= 0 else f"{-left} too many"
        yield Bar(label="Points", filled=max(0, left), total=of.points, token=GOOD if left >= 0 else SPENT,
                  note=told, names=("points-left",), id="so-far-points")  # fmt: skip
    bought = sorted(
        (one for one in of.held.values() if one.place is not None), key=lambda one: -of.total(one.ref).total
    )
    width = max(WIDTH, *(len(one.label) for one in bought), 0) + 1
    for key in MAIN:
        yield from plain((of.main(key),), "so-far", width, tail=f" {signed(of.bonus(key).total)}")
    follow = (tally for kind in KINDS for tally in (of.hit_points(kind), of.shock(kind)))
    yield from plain((*(of.secondary(key) for key in SECONDARY), *follow), "so-far", width)
    for one in bought:
        yield from plain((of.total(one.ref),), "so-far", width, tail=f" {signed(one.level)}")


PAPER: Final = Action(
    "paper",
    "From paper",
    "Enter a character from paper without a budget, or count points again",
    paper,
    key="e",
    shown=True,
)
THING: Final = (
    Text("item", "What is it?", suggestions=lambda one, _: list(figures(one).pieces)),
    Foot("own", "Numbers of its own", "If any: dmax=4, protection=12.", many=True),
)
GEAR_KEYS: Final = (
    Action("thing", "Other", "Add any thing, with its own numbers", Form(MADE["add-gear"], THING), key="a", shown=True),
)


def steps() -> tuple[Step, ...]:
    """The steps in order."""
    texts = fields("concept", TEXTS, partial(_made, MADE["describe"], "field", "text"), needed=("name",),
                   lines=("background", "motives", "notes"), hints={"line": "who it is, in one line"})  # fmt: skip
    who, past = [texts[name] for name in ("name", "line", "player")], [*texts.values()][3:]
    budget = Choice(where=("campaign", "points"), label="Campaign", options=campaigns, choose=campaign)
    age = Choice(where=("campaign", "technology"), label="Technology", options=ages,
                 choose=lambda key: made("choose-technology", level=int(key)))  # fmt: skip
    played = Rows(where=("campaign", "switches"), groups=options, row_of=_row_at("row", 2))
    standing = Choice(where=("standing",), label="Social class, if your GM agrees", options=classes,
                      choose=lambda key: made("choose-class", standing=key))  # fmt: skip
    numbers = Rows(where=("characteristics",), groups=characteristics, row_of=_row_at("row"))
    learned = Rows(where=("skills",), groups=skills, row_of=skill_at, search="Find a skill", turns="Trade",
                   further=later_skills, further_words="skills of later ages")  # fmt: skip
    owned = Rows(where=("gear",), groups=equipment, row_of=_row_at("row-gear"), search="Find a weapon or an armour",
                 further=later_things, further_words="things of later ages")  # fmt: skip
    counted = partial(Step, count=points_left)
    return (
        counted(key="concept", title="Campaign", parts=(*who, budget, age, played), actions=(PAPER,),
                within=(("world",),), rules=("S-MAKE-1", "S-TL-1")),
        counted(key="characteristics", title="Characteristics", parts=(numbers,), within=(("bonuses",),),
                rules=("S-CHR-1", "S-COST-1", "S-COST-3")),
        counted(key="skills", title="Skills", parts=(learned,), actions=SKILL_KEYS,
                rules=("S-SKILL-1", "S-COST-2")),
        counted(key="arts", title="Martial arts", short="Arts", parts=(Rows(where=("arts",), groups=arts),),
                rules=("S-MART-1", "S-MART-2")),
        counted(key="background", title="Background", parts=(*past, standing), rules=("S-COST-4", "S-MAKE-6")),
        Step(key="equipment", title="Equipment", parts=(owned,), actions=GEAR_KEYS, rules=("S-MAKE-7", "S-EQP-1"),
             count=lambda one: plural(len(one.gear), "thing") if one.gear else ""),
    )  # fmt: skip


def _row_at(row: str, place: int = 1) -> Callable[[Any, Where], str]:
    return lambda _character, where: f"{row}-{where[place]}" if len(where) > place else ""


def builder() -> BuilderSpec:
    """The whole builder."""
    return BuilderSpec(
        steps=steps(), begin=lambda _: [made("start-play")], so_far=so_far, line=lambda one: one.concept.line,
        surprise=lambda seed, step: _made(MADE["surprise"], "seed", "step", seed, SURPRISE.get(step, step) or None),
        strip=strip, synonyms={"budget": "points", "stats": "characteristics"},
    )  # fmt: skip


def strip(character: Character) -> Content:
    """The sheet so far in one line: `12 of 250 points left   STR 6   AGI 7 …`."""
    of = figures(character)
    told = "   ".join(f"{TABLE[key].short} {of.score(key)}" for key in (*MAIN, *SECONDARY))
    return Content.assemble((points_left(character), "bold"), f"   {told}")
