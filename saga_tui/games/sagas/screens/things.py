"""What SagaS's builder shows of martial arts and of equipment (S-MART, S-EQP)."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.build import made
from saga_tui.games.sagas.rules.checks import BENEFITS, open_arts
from saga_tui.games.sagas.rules.figures import ART, FIELDS, Figures, figures
from saga_tui.games.sagas.screens.skills import Groups, skill_row
from saga_tui.ui.builder.priced import row_id
from saga_tui.ui.specs import Line, Row
from saga_tui.words import listed, plural, signed

# ---- martial arts


def arts(character: Character) -> Groups:
    """Those that were learned, with what is still to be chosen; then all there are."""
    of = figures(character)
    mine = [one for one in of.held.values() if one.key == ART]
    if mine:
        yield "Yours", (row for one in mine for row in _art(of, one))
    known = {art.key for one in mine if one.place is not None and (art := of.art(of.character.skills[one.place].name))}
    open_to = [art for art in of.arts.values() if art.key not in known]
    yield "To learn", (
        Line(text=art.name, note=f"from {signed(-15)} on Close Combat", narrow="", detail=taught(art), mark="+",
             id=f"row-art-{art.key}", choose=made("add-skill", skill=ART, name=art.name))
        for art in open_to
    )  # fmt: skip


def _art(of: Figures, one: Held) -> Iterator[Row]:
    yield skill_row(of, one)
    if one.place in open_arts(of):
        place = open_arts(of).index(int(str(one.place)))
        for key, words in BENEFITS.items():
            chosen = of.character.skills[int(str(one.place))].benefit == key
            yield Line(text=words, mark="(•)" if chosen else "( )", id=f"{row_id(one.name)}-{key}",
                       choose=made("choose-benefit", benefit=key, art=place))  # fmt: skip


def taught(art: book.Art) -> str:
    """What an art teaches: `strikes, holds at −5; up to 3 dice of damage with bare hands`."""
    added = {field: getattr(art, field) for field in FIELDS if getattr(art, field) is not None}
    said = listed(f"{field}{f' at {signed(by)}' if by else ''}" for field, by in added.items())
    also = f"; also {listed(art.also, 'or')}" if art.also else ""
    brings = {"choice": listed(BENEFITS.values(), "or")} | BENEFITS
    return f"{said}{f'; {brings[art.strike_benefit]}' if art.strike_benefit else ''}{also}"


# ---- equipment


def equipment(character: Character) -> Groups:
    """What one has, then all there is of the age."""
    of = figures(character)
    if character.gear:
        yield "Yours", (_piece(of, place) for place in range(len(character.gear)))
    yield from _offers(of, later=False)


def later_things(character: Character) -> Groups:
    """Weapons and armour of later ages than the campaign's."""
    return _offers(figures(character), later=True)


def _offers(of: Figures, *, later: bool) -> Groups:
    age, end = of.character.campaign.technology, " of later ages" if later else ""
    for heading, close in (("Weapons for the hand", True), ("Weapons from afar", False)):
        found = [one for one in of.weapons.values() if one.close == close and ((one.tl or 0) > age) == later]
        if found:
            yield heading + end, (_offer(one.key, one.name, weapon_words(of, one), one.note) for one in found)
    if worn := [one for one in of.armours.values() if (one.tl > age) == later]:
        yield f"Armour{end}", (_offer(one.key, one.name, armour_words(one), one.note) for one in worn)


def _offer(key: str, name: str, numbers: str, note: str) -> Line:
    return Line(text=name, note=numbers, detail=note, mark="+", id=f"row-add-{key}", choose=made("add-gear", item=key))


def _piece(of: Figures, place: int) -> Line:
    piece = of.character.gear[place]
    weapon, armour = of.weapon(piece), of.armour(piece)
    numbers = weapon_words(of, weapon) if weapon else armour_words(armour) if armour else piece.note
    return Line(text=piece.name, note=numbers, detail=piece.note if weapon or armour else "",
                mark="◉" if piece.worn else "○", style="bold" if piece.worn else "", id=f"row-gear-{place}",
                text_name=f"gear:{place + 1}", choose=made("wear", place=place, on=not piece.worn),
                drop=made("remove-gear", place=place))  # fmt: skip


def weapon_words(of: Figures, row: book.Weapon) -> str:
    """`Pistol, +9, up to 4 dice, range 16, 7 shots`."""
    skill = of.skills.get(row.skill)
    far = (f"range {row.range}" if row.range is not None else "", plural(row.shots, "shot") if row.shots else "")
    said = (
        skill.name if skill else row.skill,
        signed(row.bonus),
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
