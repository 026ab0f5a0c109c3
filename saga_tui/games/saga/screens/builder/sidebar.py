"""The sheet so far, beside the steps and in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.games.saga.rules import budget, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.shown import points
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS, Asset
from saga_tui.games.saga.screens.builder.gear import pool_words
from saga_tui.games.saga.screens.marks import ASSETS as LOOKS
from saga_tui.games.saga.screens.marks import DAMAGE, DOOM
from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.builder.sidebar import Sidebar
from saga_tui.ui.marks import Boxes, Pips, Track
from saga_tui.ui.rows import Number
from saga_tui.ui.specs import Why


def follows(prefix: str, character: Callable[[], Character]) -> Iterator[Widget]:
    """The rows of what follows from the ratings: thresholds, the Doom Track."""
    for kind in WOUNDS:
        explain = partial(_threshold, character, kind)
        yield Boxes(DAMAGE[kind], kind.capitalize(), explain=explain, id=f"{prefix}-{kind}")
    yield Track(DOOM, "Doom", explain=lambda: derive.doom_end(character()), id=f"{prefix}-doom")


def _threshold(character: Callable[[], Character], kind: str) -> Tally:
    return derive.threshold(character(), kind)


def show_follows(view: Widget, prefix: str, character: Character) -> None:
    """Those rows as they are now."""
    for kind in WOUNDS:
        threshold = derive.threshold(character, kind).total
        view.query_one(f"#{prefix}-{kind}", Boxes).show(0, threshold, f"{threshold}")
    end = derive.doom_end(character).total
    view.query_one(f"#{prefix}-doom", Track).show(0, end, f"{end}")


class SheetSoFar(Sidebar):
    """Ratings, thresholds, the Doom Track, what is left to spend: all with their reasons."""

    def __init__(self) -> None:
        super().__init__(RULES)

    @property
    def character(self) -> Character:
        """The character as it is now."""
        found: Character = self.document
        return found

    def compose(self) -> ComposeResult:
        """Ratings, thresholds, the Doom Track, budgets."""
        for asset in ASSETS:
            look = LOOKS[asset]
            yield Pips(look, asset.capitalize(), explain=partial(self._rating, asset), id=f"so-far-{asset}")
        yield from follows("so-far", lambda: self.character)
        yield Static(id="so-far-words", markup=False)
        for sums in self._budgets():
            explain = partial(self._cost, sums.step)
            yield Number(sums.step.capitalize(), "", label_width=10, explain=explain, id=f"so-far-{sums.step}")

    def _rating(self, asset: Asset) -> Tally:
        return derive.rating(self.character, asset)

    def _cost(self, step: str) -> Why | None:
        name = next(sums.cost.name for sums in self._budgets() if sums.step == step)
        tallies = {tally.name: tally for tally in points(self.character)}
        return Why(tallies[name], more=(tallies[f"{name}:all"], tallies[f"{name}:left"]))

    def _budgets(self) -> list[budget.Budget]:
        kinds = (budget.assets_budget, budget.skills_budget, budget.gear_budget, budget.finishing_budget)
        return [made(self.character) for made in kinds]

    def show(self, character: Character) -> None:
        """The numbers of the character as it is now."""
        self.document = character
        for asset in ASSETS:
            rating = derive.rating(character, asset).total
            self.query_one(f"#so-far-{asset}", Pips).show(rating, rating, f"{rating}")
        show_follows(self, "so-far", character)
        by_points = {"assets": character.assets.method, "skills": character.skills.method}
        for sums in self._budgets():
            row = self.query_one(f"#so-far-{sums.step}", Number)
            row.display = not character.as_is and by_points.get(sums.step) != "priority"
            row.show(f"{sums.spent} of {sums.total}", f"{sums.left} left" if sums.left else "")
        self.query_one("#so-far-words", Static).update(self._words())

    def _words(self) -> Content:
        """Skills with ranks, best first, then perks and gear, by name."""
        character = self.character
        ranked = {skill: derive.ranks(character, skill).total for skill in SKILLS}
        lines = []
        for skill in sorted((skill for skill in SKILLS if ranked[skill]), key=lambda skill: -ranked[skill]):
            special = ", ".join(derive.specialties_of(character, skill))
            name = derive.skill_name(character, skill)
            lines.append(Content.assemble((f"{ranked[skill]:>2} ", "bold"), f"{safe(name)} ", (safe(special), "$dim")))
        lines.extend(Content.assemble((" ◈ ", "$title"), safe(perk.name)) for perk in derive.perks(character))
        for owned in derive.gear(character):
            pool = pool_words(character, owned.gear)
            lines.append(Content.assemble((" ◉ ", "$kismet"), f"{safe(owned.gear.name) or '…'} ", (pool, "$dim")))
        if character.as_is:
            lines.append(Content.styled("From paper", "$warn"))
        return Content("\n").join(lines)


def strip(character: Character) -> Content:
    """`▲5 ◆3 ●1 ★4  pain 4  doubt 2  fear 3  doom ········┃8`."""
    parts: list[Content] = []
    for asset in ASSETS:
        rating = derive.rating(character, asset).total
        parts.append(Content.styled(f"{LOOKS[asset].full}{rating} ", LOOKS[asset].colour))
    for kind in WOUNDS:
        look = DAMAGE[kind]
        threshold = derive.threshold(character, kind).total
        parts.append(Content.assemble((f" {kind} ", "$dim"), (f"{look.empty}{threshold}", look.colour)))
    end = derive.doom_end(character).total
    parts.append(Content.assemble(("  doom ", "$dim"), (f"{DOOM.empty * min(end, 12)}┃{end}", DOOM.colour)))
    perks = ", ".join(safe(perk.name) for perk in derive.perks(character))
    parts.append(Content.styled(f"  {perks}", "$dim"))
    return Content("").join(parts)
