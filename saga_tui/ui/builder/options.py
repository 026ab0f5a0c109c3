"""How a group plays, chosen in the builder: the setting, and the options of its rules as rows that Enter turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine.command import Command
from saga_tui.engine.rules import Rules
from saga_tui.engine.settings import Found, Shelf
from saga_tui.problem import Where
from saga_tui.ui.builder.spec import Option
from saga_tui.ui.dialogs import Choose, Offer
from saga_tui.ui.reading import confirmed
from saga_tui.ui.seat import leaves
from saga_tui.ui.specs import Line
from saga_tui.words import plural, sentence

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed

SEEN: Final = "You see every change before you confirm, and you can undo."


@dataclass(frozen=True, slots=True)
class Turned:
    """An option of the rules: what it may be, what it is where nobody says otherwise, and words on it."""

    key: str
    options: tuple[str, ...]
    default: str
    rule: str
    about: str
    name: str = ""


def spoken(name: str) -> str:
    """A name of a table as people say it: `stun_overflow` → `Stun overflow`, `next-blow` → `Next blow`."""
    return sentence(name.replace("_", " ").replace("-", " "))


def option_rows(
    options: Iterable[Turned], now: Mapping[str, str], turn: Callable[[str, str], Command]
) -> Iterator[Line]:
    """A row for each option: Enter turns it to its next value. `now` has those that stand otherwise than usual."""
    for one in options:
        value, own = now.get(one.key) or one.default, one.key in now
        following = (
            one.options[(one.options.index(value) + 1) % len(one.options)] if value in one.options else one.default
        )
        more = {"detail": one.about, "rule": one.rule, "id": f"row-{one.key}"}
        yield _set(one.name or spoken(one.key), spoken(value).lower(), turn(one.key, following), own=own, **more)


def played(
    document: Any, rules: Rules[Any], plain: str, switches: Mapping[str, Any], but: Sequence[str] = ()
) -> Iterator[tuple[str, Iterator[Line]]]:
    """The setting, and the rule options of a table but for some; a document has what is otherwise than usual in its
    world and its campaign."""
    known = [Turned(one.key, one.options, one.default, one.rule, one.about, one.name) for one in switches.values()]
    usual = {**document.world.switches, **document.campaign.switches}

    def turn(switch: str, value: str) -> Command:
        return rules.command("set-switch", {"switch": switch, "value": value})

    turned = option_rows((one for one in known if one.key not in but), usual, turn)
    yield "Setting and rule options", iter((setting_row(document.campaign.setting, plain), *turned))


def row_at(row: str, at: int = 1) -> Callable[[Any, Where], str]:
    """The id of the row on which a place of the document is fixed: what stands at so deep in it."""
    return lambda _document, where: f"{row}-{where[at]}" if len(where) > at else ""


def budgets(rows: Mapping[str, int], now: int) -> list[Option]:
    """Budgets of points by name, and any other number: the last one, which is `other` where it is not the one now."""
    known = {str(points): f"{spoken(key)}: {plural(points, 'point')}" for key, points in rows.items()}
    other = now and str(now) not in known
    words = f"Another number: {plural(now, 'point')}" if other else "Another number of points"
    return [*(Option(key, said) for key, said in known.items()), Option(str(now) if other else "other", words)]


def costing(rows: Mapping[str, tuple[str, int]]) -> list[Option]:
    """Words by key that cost points, or give some."""
    said = {
        key: f"{'costs' if by > 0 else 'gives'} {plural(abs(by), 'point')}" if by else ""
        for key, (_, by) in rows.items()
    }
    return [Option(key, words, said[key]) for key, (words, _) in rows.items()]


def left_of(left: int, points: int) -> str:
    """`12 of 250 points left`."""
    return f"{left} of {plural(points, 'point')} left" if left >= 0 else f"{-left} too many"


def setting_row(name: str, plain: str) -> Line:
    """The setting that is used, or the plain game: Enter changes it."""
    detail = "A setting brings its own numbers, skills and things."
    return _set("Setting", name or plain, change_setting, own=bool(name), detail=detail, id="row-setting")


def _set(text: str, note: str, choose: Deed, *, own: bool, **more: str) -> Line:
    """A row whose mark and weight say that it stands otherwise than usual."""
    mark, style = ("◆", "bold") if own else ("◇", "")
    return Line(text=text, note=note, mark=mark, style=style, choose=choose, **more)  # type: ignore[arg-type]


@leaves
async def change_setting(screen: Any) -> None:
    """Another setting, once all that it changes was seen. The screen is a builder's."""
    kind = screen.game.settings
    if kind is None:
        return
    shelf: Shelf[Any] = Shelf(kind, screen.memory.path.parent)
    offers = [_offer(found) for found in shelf.all]
    key = await screen.app.push_screen_wait(Choose("Which setting?", offers, SEEN, wide=True))
    found = next((one for one in shelf.all if one.key == key), None)
    if found is None or found.setting is None:
        return
    command = kind.take(found.setting)
    changes = [line.text for line in screen.builder.preview(command).lines]
    if await confirmed(screen.app, f"Use {found.name}?", changes, screen.builder.objections(command)):
        await screen.execute(command)


def _offer(found: Found[Any]) -> Offer:
    if found.setting is None:
        first = found.checked.problems[0]
        return Offer(found.key, found.key, "", f"Not usable. Line {first.line}: {first.problem.message}")
    said = " ".join(found.kind.name(found.setting)[1].split()).partition(". ")[0].rstrip(".")
    return Offer(found.key, found.name, f"{said}. ({found.origin})")
