"""A composed roll in sight: the terms of its pool, its chances as bars, net marks as a chart, the price list. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from textual.content import Content

from saga_tui.games.saga.rules import derive, odds, rolls, state
from saga_tui.games.saga.rules.advice import Panel, Price
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.parts import THROUGH_GRACE
from saga_tui.games.saga.screens.session.roll.sums import UNPAID, Sums, against_of
from saga_tui.safe import safe
from saga_tui.tally import Term
from saga_tui.words import inflect, percent, plural

EIGHTHS = " ▁▂▃▄▅▆▇█"
BAR, REST = "━", "─"
SMALL = Fraction(1, 200)
"""Net marks less likely than this are left off the chart's ends."""
TIE_WORDS = {"qualified": "qualified", "neutral": "tie"}
TIE_STYLES = {"qualified": "$warn", "neutral": "$dim", "success": "$good", "failure": "$bad"}


def points(adds: Fraction) -> str:
    """A difference in chance, in points of percent: `+12%`, `−3%`; less than half a point is `+0%`."""
    whole = int(abs(adds) * 100 + Fraction(1, 2))
    return f"{'−' if adds < 0 and whole else '+'}{whole}%"


def tone(adds: Fraction) -> str:
    """The colour of a difference in chance; one too small to be told has none."""
    return "$dim" if abs(adds) < SMALL else "$good" if adds > 0 else "$bad"


def term_content(term: Term) -> Content:
    """`+2 specialty pistols`."""
    style = "bold $bad" if term.amount < 0 else "bold"
    return Content.assemble((signed(term.amount), style), f" {view.one_line(term.reason, 60)}")


def signed(number: int) -> str:
    """`+2`, `−1`."""
    return f"{number:+d}".replace("-", "−")


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
    parts: list[Content | str | tuple[str, str]] = [
        (f"{pool.tally.total}", "bold $glow"), f" {view.one_line(pool.tally.label, 60)}",
    ]  # fmt: skip
    if pool.chance:
        parts.append(("  chance roll", "bold $warn"))
    lines = [Content.assemble(*parts)]
    if pool.traded:
        automatic = plural(pool.traded // table.trade, "mark")
        lines.append(Content.styled(f"{pool.traded} traded for {automatic}, {pool.dice} to roll", "$title"))
    return lines


def grace_heading(character: Character, roll: Roll) -> Content:
    """`Traits (grace)  ◆ 1 of 3`."""
    spent, have = roll.plan.spent("grace"), state.in_hand(character, "grace")
    token = marks.GRACE
    said = (f"{token.full} {spent} of {have}", token.colour if spent else "$dim")
    return Content.assemble((f"{THROUGH_GRACE}  ", "$title"), said)


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
        yield Content.assemble(("! ", style), (safe(found.message), style))
    for moment in sums.offered[:1]:
        cost = f" ({moment.cost})" if moment.cost else ""
        words = f" {safe(moment.name)}: {safe(moment.offer)}{cost}"
        yield Content.assemble(("y", "bold $key"), words)
    for moment in sums.reminders[:2]:
        yield Content.assemble((f"{safe(moment.name)}: ", "$title"), (view.one_line(moment.offer, 160), "$dim"))


# ---- the chances


def chances(panel: Panel, tie: odds.Tie, width: int) -> list[Content]:
    """Success, a tie where it is neither, failure: each with its chance and a bar."""
    result = panel.outcome
    between = result.qualified + result.neutral
    rows = [("success", result.success, "$good")]
    if tie in TIE_WORDS:
        rows.append((TIE_WORDS[tie], between, TIE_STYLES[tie]))
    rows.append(("failure", result.failure, "$bad"))
    if panel.dramatic:
        rows.append(("dramatic", panel.dramatic, "bold $bad"))
    return [_bar(words, chance, style, width) for words, chance, style in rows]


def _bar(words: str, chance: Fraction, style: str, width: int) -> Content:
    said = percent(chance)
    room = max(4, width - 11 - 11)
    full = int(chance * room + Fraction(1, 2))
    return Content.assemble(
        (f"{words:<11}", style), (f"{said:>9}  ", "bold"), (BAR * full, style), (REST * (room - full), "$calm")
    )


def beyond(character: Character, roll: Roll, sums: Sums) -> Content:
    """Expected pushes, and what a fortune token kept for after comparing would make of it (PSH-1, AST-7)."""
    panel = sums.panel
    if panel is None:
        return Content("")
    pushes = f"{float(panel.pushes):.1f} {'damage cancelled' if roll.kind == 'block' else 'pushes expected'}"
    kept = state.in_hand(character, "fortune") > roll.plan.spent("fortune")
    late = f" · {marks.FORTUNE.full} re-roll: {percent(panel.late.success)}" if kept else ""
    return Content.assemble((pushes, "$title"), (late, "$dim"))


def compact(panel: Panel, tie: odds.Tie) -> Content:
    """The chances on one line."""
    parts = [Content.assemble((percent(panel.outcome.success), "bold $good"), " success")]
    if tie in TIE_WORDS:
        between = panel.outcome.qualified + panel.outcome.neutral
        parts.append(Content.assemble((percent(between), f"bold {TIE_STYLES[tie]}"), f" {TIE_WORDS[tie]}"))
    if panel.dramatic:
        parts.append(Content.assemble((percent(panel.dramatic), "bold $bad"), " dramatic"))
    parts.append(Content(f"pushes {float(panel.pushes):.1f}"))
    return Content(" · ").join(parts)


def chart(law: odds.Dist, tie: odds.Tie, width: int, height: int) -> list[Content]:
    """Net marks: a column a number, `height` lines high, and the numbers below them."""
    shown = window(law, width)
    if not shown:
        return []
    cell = 3 if 3 * len(shown) <= width else 2 if 2 * len(shown) <= width else 1
    top = max(chance for _, chance in shown)
    rows: list[Content] = []
    for line in range(height - 1, -1, -1):
        parts: list[tuple[str, str]] = []
        for value, chance in shown:
            eighths = int(chance / top * 8 * height + Fraction(1, 2)) - 8 * line
            glyph = EIGHTHS[max(0, min(8, eighths))]
            style = "$bad" if value < 0 else "$good" if value > 0 else TIE_STYLES[tie]
            parts.append((glyph * max(1, cell - 1) + " " * (cell > 1), style))
        rows.append(Content.assemble(*parts))
    return [*rows, Content.styled(_scale([value for value, _ in shown], cell), "$dim")]


def window(law: odds.Dist, width: int) -> list[tuple[int, Fraction]]:
    """The numbers worth a column: without what is hardly possible at either end, and no more than there is room for."""
    shown = list(law)
    while len(shown) > 1 and (shown[0][1] < SMALL or shown[-1][1] < SMALL or len(shown) > width):
        shown.pop(0 if shown[0][1] <= shown[-1][1] else -1)
    return shown


def _scale(values: Sequence[int], cell: int) -> str:
    """The numbers below the columns, as many as fit; zero is always among them."""
    line = [" "] * (cell * len(values) + 3)
    every = 1 if cell == 3 and max(map(abs, values)) < 10 else 2 if cell > 1 else 5
    for place, value in enumerate(values):
        if value % every == 0:
            text = signed(value) if value else "0"
            text = f"{text:>2}" if cell > 1 else text
            line[place * cell : place * cell + len(text)] = text
    return "".join(line).rstrip()


# ---- prices


def price_rows(character: Character, roll: Roll, prices: Sequence[Price], most: int, width: int) -> list[Content]:
    """What one more of each thing adds to the chance of success, and to that of success or a tie; the best first."""
    ties = against_of(roll).tie in TIE_WORDS
    best = sorted(prices, key=lambda price: (-price.adds, price.tokens))[: max(0, most)]
    rows, room = [], names_width(width)
    for price in best:
        words, style = _priced(character, roll, price)
        level = f"{points(price.adds_or_tie):>7}" if ties else ""
        name = Content.styled(words, style).truncate(room, ellipsis=True)
        gap = " " * (room - name.cell_length)
        rows.append(Content.assemble(name, gap, (f"{points(price.adds):>8}", tone(price.adds)), (level, "$dim")))
    return rows


def names_width(width: int) -> int:
    """Cells for the words of a price."""
    return max(8, min(30, width - 15))


def _priced(character: Character, roll: Roll, price: Price) -> tuple[str, str]:
    """A price's words and colour."""
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
        return f"⇄ trade 3 {'more' if key.endswith('more') else 'fewer'}", ""
    elif key == "late":
        words, token = "keep 1 fortune for a re-roll", marks.FORTUNE
    elif key == "fortune":
        words, token = "fortune to re-roll", marks.FORTUNE
    else:
        words, token = f"{front}{key}", marks.ACUITY if key == "acuity" else marks.FORCE
    return f"{token.full} {words}", token.colour
