"""A composed roll in words for the frame: its pool, what is against it, its chances, the price list. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from textual.content import Content

from saga_tui.games.saga.book import Reminder
from saga_tui.games.saga.rules import advice, derive, odds, rolls, state
from saga_tui.games.saga.rules.advice import Against, Panel, Price
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.moments import Moment, moments
from saga_tui.games.saga.rules.words import ASSETS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.parts import FREE, SPEND, Item
from saga_tui.problem import Problem
from saga_tui.safe import safe
from saga_tui.tally import Term
from saga_tui.ui.roll_odds import Chance, Priced, Reading, signed
from saga_tui.ui.specs import Token, Why
from saga_tui.words import inflect, percent, plural

TRADE = Token("⇄", "⇄", "")
TIE_WORDS = {"qualified": "qualified", "neutral": "tie"}
TIE_STYLES = {"qualified": "$warn", "neutral": "$dim", "success": "$good", "failure": "$bad"}


def reading(character: Character, roll: Roll, sums: Sums) -> Reading:
    """All that follows from a roll, as the frame shows it."""
    tie, told = sums.against.tie, [term for term in sums.pool.tally.terms if term.amount]
    against = opposition(character, roll)
    return Reading(
        heading=heading(character, sums),
        terms=[(term_content(term), row_of(character, roll, term)) for term in told],
        short=[brief(term) for term in told],
        against=against,
        notes=list(notes(sums)),
        chances=chances(sums.panel, tie) if sums.panel else (),
        tail=beyond(character, roll, sums),
        law=sums.panel.net if sums.panel else None,
        tone=lambda value: "$bad" if value < 0 else "$good" if value > 0 else TIE_STYLES[tie],
        prices=[priced(character, roll, price) for price in sums.prices],
        columns=("success", "or tie" if tie in TIE_WORDS else ""),
        adds=sums.adds,
        unpaid=sums.unpaid,
        needs="needs a token" if sums.inactive else "",
        why=Why(sums.pool.tally, (against.plain,)),
        said={FREE: "costs nothing", SPEND: in_hand(character, roll)},
        ghosts=ghosts(roll),
    )


def ghosts(roll: Roll) -> dict[str, int]:
    """What the roll takes of the tokens in hand, and the damage that is taken for it, by the meters' ids."""
    found = {f"asset-{asset}": -roll.plan.spent(asset) for asset in ASSETS}
    for hurt in roll.hurts:
        found[f"damage-{hurt.kind}"] = found.get(f"damage-{hurt.kind}", 0) + (not hurt.taken)
    return {meter: count for meter, count in found.items() if count}


def in_hand(character: Character, roll: Roll) -> str:
    """`▲ 3  ◆ 2  ● 2  ★ 6`: what the roll leaves of each pool."""
    left = {asset: max(0, state.in_hand(character, asset) - roll.plan.spent(asset)) for asset in ASSETS}
    return "  ".join(f"{marks.ASSETS[asset].full} {count}" for asset, count in left.items())


TOKENS: Final = {"AST-3": marks.FORCE, "AST-4": marks.GRACE, "AST-5": marks.ACUITY, "AST-8": marks.FORTUNE,
                 "DRV-3": marks.DRIVE}  # fmt: skip
"""The tokens by whose rule dice come."""


def brief(term: Term) -> Content:
    """`+2 pistols`, `+2 ▲`: a term in few words."""
    token = TOKENS.get(term.rule)
    words = view.one_line(term.reason.removeprefix("specialty "), 24).strip("“”")
    said = (token.full, token.colour) if token is not None else (words, "$dim")
    return Content.assemble((signed(term.amount), "bold $bad" if term.amount < 0 else "bold"), " ", said)


def term_content(term: Term) -> Content:
    """`+2 specialty pistols`."""
    style = "bold $bad" if term.amount < 0 else "bold"
    return Content.assemble((signed(term.amount), style), f" {view.one_line(term.reason, 60)}")


# ---- the pool


def row_of(character: Character, roll: Roll, term: Term) -> str:
    """The key of the row that takes a term of the pool off; empty for what no row can take off."""
    plain = {"AST-3": "force", "AST-5": "acuity", "ROL-9": "ally", "ROL-7": "modifier"}
    if term.rule in plain:
        return plain[term.rule]
    named: dict[str, list[tuple[str, str]]] = {
        "SKL-3": [(f"specialty {name}", f"specialty:{name}") for name in sorted(roll.specialties, key=len)[::-1]],
        "AST-4": [(f"“{use.trait}”", f"grace:for:{use.trait}") for use in roll.grace if not use.against],
        "AST-8": [(f"“{use.trait}”", f"grace:for:{use.trait}") for use in roll.invoked],
        "TRT-2": [(f"“{name}”", f"active:{name}") for name in roll.active],
        "CSQ-2": [(name, f"consequence:{name}") for name in roll.consequences],
        "GER-2": [(own.gear.name, f"buff:{own.key}") for own in derive.gear(character) if own.key in roll.buffs],
        "GER-3": [("charm", f"charm:{roll.charm}")],
        "DRV-3": [*((f"“{text}”", f"drive:{place}") for place, text in enumerate(character.story.drives)),
                  *(("", f"drive:{place}") for place in roll.driving)],
        "PRK-3": [(perk.name, f"perk:{perk.name}:{perk.skill or ''}") for perk in derive.perks(character)],
    }  # fmt: skip
    return next((key for start, key in named.get(term.rule, ()) if term.reason.startswith(start)), "")


def heading(character: Character, sums: Sums) -> list[Content]:
    """`9 dice on Marksmanship`, and what is traded."""
    pool, table = sums.pool, derive.numbers(character).roll
    dice = inflect(pool.tally.total, "die")
    label = view.one_line(pool.tally.label, 60).removeprefix("dice ")
    parts: list[Content | str | tuple[str, str]] = [(f"{pool.tally.total}", "bold $glow"), f" {dice} {label}"]
    if pool.chance:
        parts.append(("  chance roll", "bold $warn"))
    lines = [Content.assemble(*parts)]
    if pool.traded:
        automatic = plural(pool.traded // table.trade, "mark")
        lines.append(Content.styled(f"{pool.traded} traded for {automatic}, {pool.dice} to roll", "$title"))
    return lines


def opposition(character: Character, roll: Roll) -> Content:
    """`against 6 − 2 dice, ties are qualified`; words for an unopposed roll."""
    ties = {"challenge": "are qualified", "attack": "fail", "defence": "succeed", "neutral": "are neutral"}
    said = f"ties {ties[roll.opposition]}"
    if roll.opposing_marks is not None:
        return Content.styled(f"against {plural(roll.opposing_marks, 'mark')}, {said}", "$dim")
    if not roll.opposing:
        won = "each mark cancels 1 damage" if roll.kind == "block" else "any mark is a success"
        return Content.styled(f"unopposed: {won}", "$dim")
    penalty = rolls.opposing_penalty(character, roll.plan)
    left = max(1, roll.opposing - penalty)
    less = f" − {penalty} = {left}" if penalty else ""
    return Content.styled(f"against {roll.opposing}{less} {inflect(left, 'die')}, {said}", "$dim")


def notes(sums: Sums) -> Iterator[Content]:
    """What the rules object to, perks that could act, reminders."""
    for found in sums.problems[:3]:
        style = "bold $bad" if found.code.startswith(UNPAID) else "$warn"
        more = f". {found.fix}" if found.code == "inactive" and found.fix else ""
        yield Content.assemble(("! ", style), (f"{safe(found.message)}{safe(more)}", style))
    for moment in sums.offered[:1]:
        cost = f" ({moment.cost})" if moment.cost else ""
        words = f" {safe(moment.name)}: {safe(moment.offer)}{cost}"
        yield Content.assemble(("y", "bold $key"), words)
    for moment in sums.reminders[:2]:
        yield Content.assemble((f"{safe(moment.name)}: ", "$title"), (view.one_line(moment.offer, 160), "$dim"))


# ---- the chances


def chances(panel: Panel, tie: odds.Tie) -> list[Chance]:
    """Success, a tie where it is neither, failure, and a dramatic one."""
    result = panel.outcome
    rows = [Chance("success", result.success, "$good")]
    if tie in TIE_WORDS:
        rows.append(Chance(TIE_WORDS[tie], result.qualified + result.neutral, TIE_STYLES[tie]))
    rows.append(Chance("failure", result.failure, "$bad"))
    if panel.dramatic:
        rows.append(Chance("dramatic", panel.dramatic, "bold $bad", within=True))
    return rows


def beyond(character: Character, roll: Roll, sums: Sums) -> Content:
    """Expected pushes, and what a fortune token kept for after comparing would make of it (PSH-1, AST-7)."""
    panel = sums.panel
    if panel is None:
        return Content("")
    pushes = f"{float(panel.pushes):.1f} {'damage cancelled' if roll.kind == 'block' else 'pushes expected'}"
    kept = state.in_hand(character, "fortune") > roll.plan.spent("fortune")
    late = f" · {marks.FORTUNE.full} re-roll: {percent(panel.late.success)}" if kept else ""
    return Content.assemble((pushes, "$title"), (late, "$dim"))


# ---- prices


def priced(character: Character, roll: Roll, price: Price) -> Priced:
    """What one more of a thing adds to the chance of success, and to that of success or a tie."""
    key, front = price.key.removeprefix("lucky-"), "★ for " if price.key.startswith("lucky-") else ""
    if key.startswith("grace-"):
        words, token = f"{front}grace, a +{key[-1]} trait", marks.GRACE
    elif key.startswith("invoke-"):
        words, token = f"fortune, a +{key[-1]} trait", marks.FORTUNE
    elif key == "drive":
        place = next(place for place, tokens in price.plan.driving.items() if tokens > roll.driving.get(place, 0))
        text = character.story.drives[place]
        words, token = view.one_line(text, 20), marks.DRIVE
    elif key == "charm":
        words, token = "charm die", marks.GEAR
    elif key.startswith("trade"):
        words, token = f"trade 3 {'more' if key.endswith('more') else 'fewer'}", TRADE
    elif key == "late":
        words, token = "keep 1 fortune for a re-roll", marks.FORTUNE
    elif key == "fortune":
        words, token = "fortune to re-roll", marks.FORTUNE
    else:
        words, token = f"{front}{key}", marks.ACUITY if key == "acuity" else marks.FORCE
    return Priced(f"{token.full} {words}", token.colour, price.adds, price.adds_or_tie, price.tokens)


UNPAID = ("short-", "empty-", "no-gear", "lucky", "no-trait", "hurt-unused")
"""How the codes of problems begin that say that something cannot be paid."""


@dataclass(frozen=True, slots=True)
class Sums:
    """A composed roll in numbers."""

    pool: rolls.Pool
    against: Against
    panel: Panel | None
    """Nothing for a pool that the odds do not know."""
    prices: tuple[Price, ...]
    adds: dict[str, Fraction]
    """What one step up would add to the chance of success, by the row's key."""
    problems: tuple[Problem, ...]
    offered: tuple[Moment, ...]
    """Perks that could act on this roll and do not act by themselves, each with the roll that it would make."""
    reminders: tuple[Moment, ...]

    @property
    def unpaid(self) -> Problem | None:
        """Why the roll cannot be confirmed, if it cannot be paid."""
        return next((item for item in self.problems if item.code.startswith(UNPAID)), None)

    @property
    def inactive(self) -> bool:
        """Whether something must activate the roll still (AST-2)."""
        return self.panel is not None and not self.panel.activated


def against_of(roll: Roll) -> Against:
    """What stands against a roll."""
    return Against(roll.opposing, roll.opposing_marks, roll.opposition).of(roll.plan)


def weigh(character: Character, roll: Roll, rows: Sequence[Item], problems: Sequence[Problem]) -> Sums:
    """All of it. `rows` are the drawer's, `findings` what the rules find in the roll."""
    plan, against = roll.plan, against_of(roll)
    panel = advice.panel(character, plan, against) if (roll.opposing_marks or 0) <= odds.MOST_DICE else None
    prices = tuple(advice.prices(character, plan, against)) if panel else ()
    found = [item for item in moments(character, plan) if item.when in ("spend", "pool", "block")]
    told = {perk.name for perk in derive.perks(character) if isinstance(perk.effect, Reminder)}
    return Sums(
        rolls.pool(character, plan),
        against,
        panel,
        prices,
        _adds(character, roll, rows, panel, prices) if panel else {},
        tuple(problems),
        tuple(item for item in found if item.plan is not None and item.mode != "never"),
        tuple(item for item in found if item.name in told),
    )


def _adds(
    character: Character, roll: Roll, rows: Sequence[Item], panel: Panel, prices: Sequence[Price]
) -> dict[str, Fraction]:
    """By row: from the price list where it prices that row's next step, else by composing the step."""
    listed = {price.key: price.adds for price in prices}
    plan = roll.plan
    charm, drive = advice.charm_for(character, plan), advice.drive_for(character, plan)
    named = {"force": "force", "acuity": "acuity", "fortune": "fortune", "trade": "trade-more"}
    named |= {f"charm:{charm[0]}": "charm", f"drive:{drive[0]}": "drive"}
    found: dict[str, Fraction] = {}
    for row in rows:
        price = named.get(row.key)
        if price is not None:
            if price in listed:
                found[row.key] = listed[price]
        elif row.shown and _may_step(character, roll, row):
            changed = row.step(1)
            more = advice.success(character, changed.plan, against_of(changed))
            if more is not None:
                found[row.key] = more - panel.outcome.success
    return found


FREE_KINDS: Final = ("specialty", "active", "buff", "consequence")
"""How the keys of rows begin that cost nothing."""


def _may_step(character: Character, roll: Roll, row: Item) -> bool:
    """Whether a row that the price list does not know brings one thing more with its next step, and can pay it."""
    kind, _, name = row.key.partition(":")
    if kind in FREE_KINDS:
        return not row.used
    if kind == "grace":
        return not row.used and state.in_hand(character, "grace") > roll.plan.spent("grace")
    if kind == "charm":
        return not roll.charm_dice and not row.value.endswith("of 0")
    if kind == "drive":
        return state.drive_tokens(character)[int(name)] > roll.driving.get(int(name), 0)
    return kind == "hurt" and not row.used
