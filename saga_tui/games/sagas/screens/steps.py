"""SagaS's builder: campaign, characteristics, skills, martial arts, background, equipment (S-MAKE)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from textual.content import Content

from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules import prices, values
from saga_tui.games.sagas.rules.build import (
    AddGear,
    AddSkill,
    Become,
    ChooseBenefit,
    ChooseCampaign,
    ChooseClass,
    ChooseTechnology,
    Describe,
    FromPaper,
    LowerSkill,
    MakeSkill,
    RaiseSkill,
    RemoveGear,
    RemoveSkill,
    SetBonus,
    SetCharacteristic,
    SetSkill,
    StartPlay,
    WearGear,
)
from saga_tui.games.sagas.rules.checks import BENEFITS, limit, open_arts
from saga_tui.games.sagas.rules.entries import TEXTS
from saga_tui.games.sagas.rules.figures import ART, FIELDS, KINDS, MAIN, SECONDARY, Figures, figures, name_of
from saga_tui.problem import Where
from saga_tui.ui.builder.spec import BuilderSpec, Choice, Field, Option, Rows, Step
from saga_tui.ui.forms import Foot, Form
from saga_tui.ui.specs import Action, Bar, Line, Number, Row, Token
from saga_tui.words import listed, plural

WIDTH: Final = 26
"""Cells of the longest label."""
GOOD, SPENT = Token("█", "░", "$good"), Token("█", "░", "$title")
SURPRISE: Final = {"arts": "skills", "background": "concept"}
"""Steps that chance fills together with another."""


def degree_bonus(value: int) -> str:
    """`+4`, `−2`."""
    return f"{value:+d}".replace("-", "−")


def points_left(character: Character) -> str:
    """`12 of 250 points left`; nothing is counted of a character from paper."""
    of = figures(character)
    left, points = of.left().total, plural(of.points, "point")
    told = f"{left} of {points} left" if left >= 0 else f"{-left} more than {points}"
    return "from paper" if character.entered else told


# ---- the campaign


def campaigns(_character: Character) -> Sequence[Option]:
    """The three budgets (S-MAKE-1)."""
    return [
        Option(str(one["points"]), f"{key.capitalize()}: {one['points']} points")
        for key, one in prices.campaigns().items()
    ]


def ages(_character: Character) -> Sequence[Option]:
    """The technology levels (S-TL-1)."""
    levels = book.data("technology")["level"]
    return [Option(str(one["tl"]), f"{one['tl']}  {one['name']}", str(one["examples"])) for one in levels]


def classes(_character: Character) -> Sequence[Option]:
    """The social classes (S-COST-4)."""
    cost = {key: int(one["cost"]) for key, one in prices.classes().items()}
    said = {
        key: f"{'costs' if by > 0 else 'gives'} {plural(abs(by), 'point')}" if by else "" for key, by in cost.items()
    }
    return [Option(key, str(one["name"]), said[key]) for key, one in prices.classes().items()]


def text(field: str, hint: str = "", *, optional: bool = True, lines: bool = False) -> Field:
    """A field of the concept."""

    def write(typed: str) -> Describe:
        return Describe.model_validate({"field": field, "text": typed})

    return Field(where=("concept", field), label=TEXTS[field], write=write, placeholder=hint, label_width=11,
                 optional=optional, lines=lines, most=2000 if lines else 200)  # fmt: skip


# ---- characteristics


def characteristics(character: Character) -> Iterator[tuple[str, Iterator[Row]]]:
    """The eight, what is computed from them and can be raised, what follows."""
    of = figures(character)
    yield "", (_main(of, key) for key in MAIN)
    yield "Computed from them; a bonus can be bought", (_secondary(of, key) for key in SECONDARY)
    yield "What follows", _follows(of)


def _main(of: Figures, key: str) -> Number:
    value, spec = of.score(key), values.spec("main")[key]
    most = limit(of, key)
    price = prices.characteristic(value, value + 1)
    dear = f"at most {most}" if most is not None and value >= most else f"next costs {price}"
    spent = prices.characteristic(5, value)

    def put(by: int) -> SetCharacteristic | None:
        return (
            SetCharacteristic.model_validate({"characteristic": key, "value": value + by}) if value + by >= 0 else None
        )

    return Number(
        label=name_of(key), value=value, tail=f"  bonus {degree_bonus(of.bonus(key).total)}   {dear}",
        note=f"{plural(spent, 'point')}" if spent else "", detail=str(spec["use"]), label_width=14, bar=20, room=2,
        names=(key,), id=f"row-{key}", less=put(-1), more=put(1),
        choose=Form(SetCharacteristic, params={"characteristic": key}),
    )  # fmt: skip


def _secondary(of: Figures, key: str) -> Number:
    bought, start = of.bought(key).total, of.formula(key)
    cost = prices.secondary(start + bought, start + bought + 1)

    def put(by: int) -> SetBonus | None:
        return SetBonus.model_validate({"characteristic": key, "bonus": bought + by}) if bought + by >= 0 else None

    return Number(
        label=name_of(key), value=of.score(key), tail=f"  bonus {degree_bonus(bought)}   next costs {cost}", room=2,
        note=plural(prices.secondary(start, start + bought), "point") if bought else "", label_width=14, bar=20,
        detail=str(values.spec("secondary")[key].get("use", "")), names=(key, f"{key}-bonus"), id=f"row-{key}",
        less=put(-1), more=put(1), choose=Form(SetBonus, params={"characteristic": key}),
    )  # fmt: skip


def _follows(of: Figures) -> Iterator[Row]:
    found = [
        *(tally for kind in KINDS for tally in (of.hit_points(kind), of.shock(kind))),
        of.reflex(), of.impact(), of.study_limit(),
    ]  # fmt: skip
    for tally in found:
        yield Number(label=tally.label, value=tally.total, label_width=WIDTH, room=3, names=(tally.name,),
                     id=f"row-{tally.name}")  # fmt: skip


# ---- skills


def skills(character: Character) -> Iterator[tuple[str, Iterator[Row]]]:
    """Every skill of the age and those that were bought, under their characteristics; arts have a step of their own."""
    of, age = figures(character), character.campaign.technology
    shown = [
        one for one in of.held.values()
        if one.key != ART and (one.place is not None or one.tl is None or one.tl <= age)
    ]  # fmt: skip
    for key in (*MAIN, *SECONDARY):
        if found := [one for one in shown if one.on == key]:
            yield f"{name_of(key)} {of.score(key)}", (_skill(of, one) for one in found)


def row_id(ref: str) -> str:
    """A skill's ref as a widget's id."""
    return "row-" + "".join(sign if sign.isalnum() and sign.isascii() else f"_{ord(sign):x}" for sign in ref)


def _skill(of: Figures, one: Held) -> Number:
    total, row = of.total(one.ref).total, of.skills.get(one.key)
    step = prices.next_level(one.level)
    price = f"next costs {prices.skill(one.level, step)}"
    paid = prices.skill(one.start, one.level)
    lower = prices.level_before(one.level, one.start)
    return Number(
        label=one.label, value=total, tail=f" {degree_bonus(one.level):>3}   {price}", label_width=WIDTH, room=3,
        note=", ".join(filter(None, (values.skill_name(total).lower(), plural(paid, "point") if paid else ""))),
        narrow=plural(paid, "point") if paid else "", detail=row.use if row else "",
        value_style="bold" if one.place is not None else "$dim", names=(one.name,), id=row_id(one.ref),
        less=LowerSkill(skill=one.ref) if lower is not None else None, more=RaiseSkill(skill=one.ref),
        choose=Form(SetSkill, params={"skill": one.ref}),
        drop=RemoveSkill(place=one.place) if one.place is not None else None,
    )  # fmt: skip


def skill_at(character: Character, where: Where) -> str:
    """The row of a skill that was bought."""
    place = where[1] if len(where) > 1 else None
    known = isinstance(place, int) and place < len(character.skills)
    return row_id(figures(character).bought_at(int(str(place))).ref) if known else ""


# ---- martial arts


def arts(character: Character) -> Iterator[tuple[str, Iterator[Row]]]:
    """Those that were learned, with what is still to be chosen; then all there are."""
    of = figures(character)
    mine = [one for one in of.held.values() if one.key == ART]
    if mine:
        yield "Yours", (row for one in mine for row in _art(of, one))
    known = {art.key for one in mine if one.place is not None and (art := of.art(of.character.skills[one.place].name))}
    open_to = [art for art in of.arts.values() if art.key not in known]
    yield "To learn", (
        Line(text=art.name, note=f"from {degree_bonus(-15)} on Close Combat", narrow="", detail=taught(art), mark="+",
             id=f"row-art-{art.key}", choose=AddSkill(skill=ART, name=art.name))
        for art in open_to
    )  # fmt: skip


def _art(of: Figures, one: Held) -> Iterator[Row]:
    yield _skill(of, one)
    if one.place in open_arts(of):
        place = open_arts(of).index(int(str(one.place)))
        for key, words in BENEFITS.items():
            chosen = ChooseBenefit.model_validate({"benefit": key, "art": place})
            yield Line(text=words, mark="( )", id=f"{row_id(one.ref)}-{key}", choose=chosen)


def taught(art: book.Art) -> str:
    """What an art teaches: `strikes, holds at −5; up to 3 dice of damage with bare hands`."""
    added = {field: getattr(art, field) for field in FIELDS if getattr(art, field) is not None}
    said = listed(f"{field}{f' at {degree_bonus(by)}' if by else ''}" for field, by in added.items())
    also = f"; also {listed(art.also, 'or')}" if art.also else ""
    brings = {"choice": listed(BENEFITS.values(), "or")} | BENEFITS
    return f"{said}{f'; {brings[art.strike_benefit]}' if art.strike_benefit else ''}{also}"


# ---- equipment


def equipment(character: Character) -> Iterator[tuple[str, Iterator[Row]]]:
    """What one has, then all there is."""
    of, age = figures(character), character.campaign.technology
    if character.gear:
        yield "Yours", (_piece(of, place) for place in range(len(character.gear)))
    close = [row for row in of.weapons.values() if row.close and (row.tl is None or row.tl <= age)]
    far = [row for row in of.weapons.values() if not row.close and (row.tl is None or row.tl <= age)]
    for heading, rows in (("Weapons for the hand", close), ("Weapons from afar", far)):
        yield heading, (_offer(row.key, row.name, weapon_words(of, row), row.note) for row in rows)
    worn = [row for row in of.armours.values() if row.tl <= age]
    yield "Armour", (_offer(row.key, row.name, armour_words(row), row.note) for row in worn)


def _offer(key: str, name: str, numbers: str, note: str) -> Line:
    return Line(text=name, note=numbers, detail=note, mark="+", id=f"row-add-{key}", choose=AddGear(item=key))


def _piece(of: Figures, place: int) -> Line:
    piece = of.character.gear[place]
    weapon, armour = of.weapon(piece), of.armour(piece)
    numbers = weapon_words(of, weapon) if weapon else armour_words(armour) if armour else piece.note
    return Line(text=piece.name, note=numbers, detail=piece.note if weapon or armour else "",
                mark="◉" if piece.worn else "○", style="bold" if piece.worn else "", id=f"row-gear-{place}",
                text_name=f"gear:{place + 1}", choose=WearGear(place=place, on=not piece.worn),
                drop=RemoveGear(place=place))  # fmt: skip


def weapon_words(of: Figures, row: book.Weapon) -> str:
    """`Pistol, +9, up to 4 dice, range 16, 7 shots`."""
    skill = of.skills.get(row.skill)
    far = (f"range {row.range}" if row.range is not None else "", plural(row.shots, "shot") if row.shots else "")
    said = (
        skill.name if skill else row.skill,
        degree_bonus(row.bonus),
        f"up to {plural(row.dmax, 'die')}",
        *far,
    )
    return ", ".join(part for part in said if part)


def armour_words(row: book.Armour) -> str:
    """`protection 3, 6 against bullets`."""
    if row.protection is None:
        return "your GM sets its protection"
    more = row.protection_bullets_impact
    return f"protection {row.protection}" + (f", {more} against bullets and impact" if more is not None else "")


# ---- the whole


def so_far(character: Character) -> Iterator[Row]:
    """The sheet so far: points as a bar, the eight, what they give, what was bought."""
    of = figures(character)
    if not character.entered:
        left = of.left().total
        told = f"{left} left" if left >= 0 else f"{-left} too many"
        yield Bar(label="Points", filled=max(0, left), total=of.points, token=GOOD if left >= 0 else SPENT,
                  note=told, names=("points-left",), id="so-far-points")  # fmt: skip
    for key in (*MAIN, *SECONDARY):
        tail = f"  {degree_bonus(of.bonus(key).total)}" if key in MAIN else ""
        yield Number(label=name_of(key), value=of.score(key), tail=tail, label_width=16, room=3, names=(key,),
                     id=f"so-far-{key}")  # fmt: skip
    for kind in KINDS:
        yield Number(label=f"{kind.capitalize()} hit points", value=of.hit_points(kind).total, label_width=22, room=3,
                     names=(of.hit_points(kind).name,), tail=f" shock {of.shock(kind).total}",
                     id=f"so-far-hit-{kind}")  # fmt: skip
    bought = [one for one in of.held.values() if one.place is not None]
    for one in sorted(bought, key=lambda one: -of.total(one.ref).total):
        yield Number(label=one.label, value=of.total(one.ref).total, label_width=24, room=3, names=(one.name,),
                     note=f"{degree_bonus(one.level)}", id=f"so-far-{row_id(one.ref)}")  # fmt: skip


def _own_thing() -> Form:
    return Form(AddGear, asks=(Foot("item", "What is it?", needed="a name"),), title="Something else")


PAPER: Final = Action(
    "paper", "From paper", "Enter a character from paper, without a budget", FromPaper, key="e", shown=True
)
SPECIALTY: Final = Action("specialise", "Add", "Add a language, an art, a science …", AddSkill, key="a", shown=True)
OWN: Final = Action("own", "Own skill", "Make a skill of your own", MakeSkill, key="o", shown=True)
THING: Final = Action("thing", "Other", "Add a thing that no table has", _own_thing(), key="a", shown=True)


def steps() -> tuple[Step, ...]:
    """The steps in order."""
    who = (text("name", "the name can wait", optional=False), text("line", "who it is, in one line"), text("player"))
    budget = Choice(where=("campaign", "points"), label="Campaign", options=campaigns,
                    choose=lambda key: ChooseCampaign(campaign=key))  # fmt: skip
    age = Choice(where=("campaign", "technology"), label="Technology", options=ages,
                 choose=lambda key: ChooseTechnology(level=int(key)))  # fmt: skip
    past = (text("trade", "what it lives by"), text("age"), text("looks"),
            *(text(field, lines=True) for field in ("background", "motives", "notes")))  # fmt: skip
    standing = Choice(where=("standing",), label="Social class, if your GM agrees", options=classes,
                      choose=lambda key: ChooseClass.model_validate({"standing": key}))  # fmt: skip
    numbers = Rows(where=("characteristics",), groups=characteristics, row_of=_row_at("row"))
    learned = Rows(where=("skills",), groups=skills, row_of=skill_at, search="Find a skill")
    owned = Rows(where=("gear",), groups=equipment, row_of=_row_at("row-gear"), search="Find a weapon or an armour")
    counted = partial(Step, count=points_left)
    return (
        counted(key="concept", title="Campaign", parts=(*who, budget, age), actions=(PAPER,),
                rules=("S-MAKE-1", "S-TL-1")),
        counted(key="characteristics", title="Characteristics", parts=(numbers,), within=(("bonuses",),),
                rules=("S-CHR-1", "S-COST-1", "S-COST-3")),
        counted(key="skills", title="Skills", parts=(learned,), actions=(SPECIALTY, OWN),
                rules=("S-SKILL-1", "S-COST-2")),
        counted(key="arts", title="Martial arts", short="Arts", parts=(Rows(where=("arts",), groups=arts),),
                rules=("S-MART-1", "S-MART-2")),
        Step(key="background", title="Background", parts=(*past, standing), rules=("S-COST-4", "S-MAKE-6")),
        Step(key="equipment", title="Equipment", parts=(owned,), actions=(THING,), rules=("S-MAKE-7", "S-EQP-1")),
    )  # fmt: skip


def _row_at(row: str) -> Callable[[Any, Where], str]:
    return lambda _character, where: f"{row}-{where[1]}" if len(where) > 1 else ""


def builder() -> BuilderSpec:
    """The whole builder."""
    return BuilderSpec(
        steps=steps(), begin=lambda _: [StartPlay()], so_far=so_far, line=lambda one: one.concept.line,
        surprise=lambda seed, step: Become.model_validate({"seed": seed, "step": SURPRISE.get(step, step) or None}),
        page=page, strip=strip, synonyms={"budget": "points", "stats": "characteristics"},
    )  # fmt: skip


def strip(character: Character) -> Content:
    """The sheet so far in one line: `12 of 250 points left   STR 6   AGI 7 …`."""
    of = figures(character)
    told = "   ".join(f"{values.abbr(key)} {of.score(key)}" for key in (*MAIN, *SECONDARY))
    return Content.assemble((points_left(character), "bold"), f"   {told}")


def page(character: Any, width: int) -> str:
    """The sheet."""
    from saga_tui.games.sagas.game import GAME

    return GAME.sheet(character.to_doc(), width)
