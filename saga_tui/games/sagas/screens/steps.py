"""SagaS's builder: campaign, characteristics, skills, martial arts, background, equipment (S-MAKE). Its steps and the
sheet so far are data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from saga_tui.degrees import chances
from saga_tui.engine.command import Command
from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.checks import BENEFITS, open_arts
from saga_tui.games.sagas.rules.figures import ART, FIELDS, MAIN, SECONDARY, START, TEXTS, Figures, figures, skill_name
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.screens.panels import armour_words
from saga_tui.games.sagas.settings import PLAIN, STARTS
from saga_tui.games.sagas.sheet import page
from saga_tui.paper.sections import text
from saga_tui.ui.builder.learning import Groups, Learning
from saga_tui.ui.builder.options import budgets, costing, played, row_at
from saga_tui.ui.builder.priced import row_id
from saga_tui.ui.builder.scores import Scores
from saga_tui.ui.builder.spec import BuilderSpec, Choice, Option, Part, Rows, fields, steps
from saga_tui.ui.forms import Foot, Form, Text
from saga_tui.ui.pieces import Pieces, said
from saga_tui.ui.specs import Action, Line, Row
from saga_tui.words import listed, plural, signed

SCREENS: Final = book.data("screens")
SURPRISE: Final = {"arts": "skills", "background": "concept"}
"""Steps that chance fills together with another."""
SCORES: Final = Scores(RULES, figures, MAIN, START, SECONDARY, lambda score: chances(score).success,
                       SCREENS["numbers"]["so_far"])  # fmt: skip


def done(verb: str, **params: Any) -> Command:
    """A command by its verb."""
    return RULES.command(verb, params)


# ---- the campaign


def points(character: Character) -> Sequence[Option]:
    """The three budgets, and any other number (S-MAKE-1)."""
    return budgets({key: int(one["points"]) for key, one in book.campaigns().items()}, character.campaign.points)


def campaign(key: str) -> Command | Form:
    """One of the three, or a number that is asked for."""
    asked = Foot("campaign", "How many points?", needed="a number of points")
    known = key in {str(one["points"]) for one in book.campaigns().values()}
    return done("choose-campaign", campaign=key) if known else Form(RULES.commands["choose-campaign"], asks=(asked,))


def ages(_character: Character) -> Sequence[Option]:
    """The technology levels (S-TL-1)."""
    return [Option(str(one["tl"]), f"{one['tl']}  {one['name']}", str(one["examples"]))
            for one in book.data("technology")["level"]]  # fmt: skip


# ---- skills and martial arts


def known_names(character: Character, key: str) -> list[str]:
    """Specialisations that the tables know: arts, and those of the ideas (S-SKILL-5)."""
    if key == ART:
        return [art.name for art in figures(character).arts.values()]
    known = (one.partition(":") for concept in book.data("ideas")["concept"] for one in concept["skills"])
    return list(dict.fromkeys(name for skill, _, name in known if skill == key and name))


SKILLS: Final = Learning(
    RULES, figures, (*MAIN, *SECONDARY), tuple(reversed(STARTS)), skill_name, known_names,
    adds="Add a language, an art …", aside=ART,
)  # fmt: skip


def arts(character: Character) -> Groups:
    """Those that were learned, with what is still to be chosen; then all there are (S-MART-1)."""
    of = figures(character)
    mine = [one for one in of.held.values() if one.key == ART]
    if mine:
        yield "Yours", (row for one in mine for row in _art(of, one))
    known = {art.key for one in mine if one.place is not None and (art := of.art(character.skills[one.place].name))}
    yield "To learn", (
        Line(text=art.name, note=f"from {signed(-15)} on Close Combat", narrow="", detail=taught(art), mark="+",
             id=f"row-art-{art.key}", choose=done("add-skill", skill=ART, name=art.name))
        for art in of.arts.values() if art.key not in known
    )  # fmt: skip


def _art(of: Figures, one: Held) -> Iterator[Row]:
    yield SKILLS.row(of.character, one)
    if one.place is not None and one.place in open_arts(of):
        now, place = of.character.skills[one.place].benefit, open_arts(of).index(one.place)
        for key, words in BENEFITS.items():
            yield Line(text=words, mark="(•)" if now == key else "( )", id=f"{row_id(one.name)}-{key}",
                       choose=done("choose-benefit", benefit=key, art=place))  # fmt: skip


def taught(art: book.Art) -> str:
    """What an art teaches: `strikes, holds at −5; up to 3 dice of damage with bare hands`."""
    added = {field: by for field in FIELDS if (by := getattr(art, field)) is not None}
    teaches = listed(f"{field}{f' at {signed(by)}' if by else ''}" for field, by in added.items())
    brings = ({"choice": listed(BENEFITS.values(), "or")} | BENEFITS).get(art.strike_benefit, "")
    return "; ".join(filter(None, (teaches, brings, f"also {listed(art.also, 'or')}" if art.also else "")))


# ---- equipment


def piece_words(character: Character, row: Any) -> str:
    """`Pistol, +9, up to 4 dice, range 16, 7 shots`; of armour what it protects from."""
    if isinstance(row, book.Armour):
        return armour_words(row)
    skill = figures(character).skills.get(row.skill)
    return ", ".join([skill.name if skill else row.skill, *said(row, SCREENS["pieces"]["weapon"])])


def tables(character: Character) -> Iterator[tuple[str, Iterator[Any]]]:
    """Weapons and armour (S-EQP-1)."""
    of = figures(character)
    yield "Weapons for the hand", (one for one in of.weapons.values() if one.close)
    yield "Weapons from afar", (one for one in of.weapons.values() if not one.close)
    yield "Armour", iter(of.armours.values())


GEAR: Final = Pieces(RULES, lambda one, piece: figures(one).weapon(piece) or figures(one).armour(piece), piece_words,
                     tables, lambda one: one.campaign.technology)  # fmt: skip


# ---- the whole


def parts() -> Mapping[str, Part]:
    """The parts of the steps by name."""
    social = {key: (str(one["name"]), int(one["cost"])) for key, one in book.classes().items()}
    options = partial(played, rules=RULES, plain=PLAIN, switches=book.switches(), but=("creation_points",))
    return {
        **fields("concept", TEXTS, lambda field, text: done("describe", field=field, text=text), needed=("name",),
                 lines=("background", "motives", "notes"), hints={"line": "who it is, in one line"}),
        "points": Choice(where=("campaign", "points"), label="Campaign", options=points, choose=campaign),
        "technology": Choice(where=("campaign", "technology"), label="Technology", options=ages,
                             choose=lambda key: done("choose-technology", level=int(key))),
        "played": Rows(where=("campaign", "switches"), groups=options, row_of=row_at("row", 2)),
        "standing": Choice(where=("standing",), label="Social class, if your GM agrees",
                           options=lambda _: costing(social), choose=lambda key: done("choose-class", standing=key)),
        "numbers": Rows(where=("characteristics",), groups=SCORES.groups, row_of=row_at("row")),
        "learned": SKILLS.part("Find a skill"),
        "arts": Rows(where=("arts",), groups=arts),
        "gear": GEAR.part("Find a weapon or an armour", "things of later ages"),
    }  # fmt: skip


async def paper(screen: Any) -> None:
    """Enter a character from paper, or count its points again."""
    await screen.execute(done("from-paper", on=not screen.document.entered))


def actions() -> Mapping[str, Sequence[Action]]:
    """What else can be done on a step, by its key."""
    thing = (Text("item", "What is it?", suggestions=lambda one, _: list(figures(one).pieces)),
             Foot("own", "Numbers of its own", "If any: dmax=4, protection=12.", many=True))  # fmt: skip
    other, entered = Form(RULES.commands["add-gear"], thing), "Enter from paper without a budget, or count again"
    return {
        "concept": [Action("paper", "From paper", entered, paper, key="e", shown=True)],
        "skills": SKILLS.actions(),
        "equipment": [Action("thing", "Other", "Add any thing, with its own numbers", other, key="a", shown=True)],
    }


def builder() -> BuilderSpec:
    """The whole builder."""
    counts = {"points": SCORES.left, "things": lambda one: plural(len(one.gear), "thing") if one.gear else ""}
    return BuilderSpec(
        steps=steps(SCREENS["steps"], parts(), actions(), counts), begin=lambda _: [done("start-play")],
        so_far=SCORES.so_far, strip=SCORES.strip, line=lambda one: one.concept.line, peeks=True,
        surprise=lambda seed, step: done("surprise", seed=seed, step=SURPRISE.get(step, step) or None),
        page=lambda one, width: text([*page(one)], width), meanings=SCREENS["meanings"],
        synonyms={"budget": "points", "stats": "characteristics"},
    )  # fmt: skip
