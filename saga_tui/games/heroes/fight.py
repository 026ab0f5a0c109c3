"""A fight as a machine, from the attack named to what becomes of the dead (H-FIGHT-5). What is still to be done stands
in `Fight.todo`, a word for each deed; an open question stops the machine until it is answered (H-STATE-4).

    attacks(state)      the base attacks of the seat whose part it is: each group in an area, and each counter alone
    start(run, attack)  checks an attack, and opens the fight; `AGENDA` goes on with it
    answers(state)      the base answers to a question that asks for more than a word
    answer(run, said)   takes the question off the stack, and does what was said
"""

from __future__ import annotations

from typing import Final

from saga_tui.engine.agenda import Agenda, Deed
from saga_tui.games.heroes import blows, board, dying, laws, sides
from saga_tui.games.heroes.book import AREAS, KINDS, PIECES, TABLES
from saga_tui.games.heroes.commands import Attack, Command, Flee, Loot, Refused, Run, Turn
from saga_tui.games.heroes.sides import duty
from saga_tui.games.heroes.state import COUNTRY, MARKS, Counter, Fight, Question, State

__all__ = ["AGENDA", "answer", "answers", "attacks", "duty", "enter", "start"]
PRICE: Final[int] = TABLES["recruiting_costs_luck"]


def attacks(state: State) -> list[Command]:
    """The base attacks of the seat whose part it is."""
    return [Attack(counters=group, target=target) for _, target, counters in sides.choices(state)
            for group in (counters, *((each,) for each in counters if len(counters) > 1))]  # fmt: skip


def enter(run: Run) -> None:
    """A seat's fights begin: it has not fought anywhere yet (H-FIGHT-1)."""
    run.state.battlefield, run.state.done_with = "", ()


def start(run: Run, attack: Command) -> None:
    """An attack is named, and can no longer be called off (H-FIGHT-5)."""
    state = run.state
    if attack.verb != "attack":
        raise Refused("H-STATE-3", "That cannot be done while fighting.")
    area, target, counters = sides.choice(state, attack.counters, attack.target)
    if state.on("areas", "one-at-a-time") and state.battlefield not in ("", area):
        state.done_with = (*state.done_with, state.battlefield)
    state.battlefield = area
    aimed = state.counters.get(target)
    owner = aimed.master if aimed else ""
    todo = ("aid", "spells", "bids", "gods", "die", "turn", "recruit", "result", "after")
    state.fight = Fight(area, counters, target, state.whose, owner, (target,) if aimed else (), todo=todo)
    for each in counters:
        state.counters[each].attacked += (target,)
    run.tell("attack", "H-FIGHT-5", hero=state.whose, counters=counters, area=area, what=target)
    if aimed and not aimed.up:
        aimed.up = state.fight.unknown = True
        run.tell("turned up", "H-FIGHT-5", counters=(target,), area=area)


def _aid(run: Run, _: str) -> None:
    fight = run.fight
    others = tuple(each.id for each in run.state.own(fight.owner) if each.at == fight.area and each.id != fight.target)
    if fight.owner and others:
        run.ask(Question("aid", fight.owner, counter=fight.target, among=others))


def _aided(run: Run, question: Question, counters: tuple[str, ...]) -> None:
    if not set(counters) <= set(question.among) or len(set(counters)) != len(counters):
        raise Refused("H-FIGHT-4", "Aid comes from his other counters in the area.")
    run.fight.defenders += counters
    for counter in (run.state.counters[each] for each in run.fight.attackers):
        counter.attacked += tuple(each for each in counters if each not in counter.attacked)
    if counters:
        run.tell("aid", "H-FIGHT-4", hero=question.hero, counters=counters, area=run.fight.area)


def _spells(run: Run, _: str) -> None:
    """The spells of a drow, ghost or witch, which no god changes (H-GOD-9)."""
    fight = run.fight
    for die in [run.die("a spell") for _ in range(blows.casts(fight.target))]:
        out = set(blows.cast(run, fight.target, die)) - set(fight.fallen_out)
        fight.fallen_out += tuple(each for each in fight.attackers if each in out)
        if len(fight.fallen_out) == len(fight.attackers):
            run.tell("stopped", "H-SPELL-9", hero=fight.by, counters=fight.attackers, area=fight.area)
            fight.todo = ("after",)
            return


def _bids(run: Run, _: str) -> None:
    """Who has luck is asked how much, the attacker first (H-LUCK-2)."""
    for seat in (run.state.seats[key] for key in (run.fight.owner, run.fight.by) if key):
        if most := seat.luck if run.state.on("luck_limit", "none") else min(seat.luck, TABLES["luck_in_a_fight"]):
            run.ask(Question("luck", seat.hero, most=most))


def _spend(run: Run, seat: str) -> None:
    if points := run.fight.luck[seat]:
        run.state.seats[seat].luck -= points
        run.tell("luck", "H-LUCK-1", hero=seat, area=run.fight.area, amount=points)


def _gods(run: Run, _: str) -> None:
    """Odin and Tyr, once secret bids are shown (H-LUCK-2)."""
    state, fight = run.state, run.fight
    for seat in fight.luck if state.on("luck_bids", "secret") else ():
        _spend(run, seat)
    for seat, due in list(sides.favours(state, *state.sides(fight))):
        own, enemy = blows.helped(run, state.seats[seat], due.god, due.counters)
        attack, defence = (own, enemy) if due.side == "attack" else (enemy, own)
        fight.attack_help, fight.defence_help = fight.attack_help + attack, fight.defence_help + defence


def _die(run: Run, _: str) -> None:
    state, fight = run.state, run.fight
    attack, defence = (sum(part.amount for part in sides.open_parts(state, side)) for side in laws.SIDES)
    luck, against = fight.luck.get(fight.by, 0), fight.luck.get(fight.owner, 0)
    fight.die = run.die("the fight")
    difference = attack + fight.attack_help - defence - fight.defence_help
    came = laws.TABLE.sum(fight.die, difference, luck - against, cut=state.on("table", "clamped"))
    fight.result = laws.TABLE.result(came)
    fight.sum = (fight.die, attack, luck, fight.attack_help, defence, against, fight.defence_help, came)
    if run.drawn[-1].by_hand or not (state.on("recruit_sees", "beaten") and _recruits(run)):
        _tell_sum(run)


def _tell_sum(run: Run) -> None:
    """The sum in parts: die, then strength, luck and gods' help of either side, and what it came to (H-FIGHT-7)."""
    fight = run.fight
    for side, seat in zip(laws.SIDES, (fight.by, fight.owner), strict=True):
        parts = tuple(sides.open_parts(run.state, side))
        run.tell("strength", "H-FIGHT-6", hero=seat, area=fight.area, what=side, parts=parts)
    what = "subdued" if fight.target == COUNTRY and fight.result.startswith("defenders") else fight.result
    run.tell("sum", "H-FIGHT-7", hero=fight.by, area=fight.area, what=what, numbers=fight.sum, dice=(fight.die,))
    fight.told = True


def _turn(run: Run, _: str) -> None:
    fight = run.fight
    side = sides.turner(*run.state.sides(fight))
    if side and fight.result == laws.TURNED[side][0]:
        run.ask(Question("turn", fight.by if side == "attack" else fight.owner))
        if run.state.on("hrunting", "must"):
            answer(run, Turn(yes=True))


def _recruits(run: Run) -> bool:
    """Whether a beaten jarl may be recruited (H-JARL-1 to 3, H-JARL-5)."""
    state, fight = run.state, run.fight
    beaten = fight.unknown and fight.result.startswith("defenders")
    room = len(state.jarls(fight.by)) < TABLES["jarls_in_service"] and state.seats[fight.by].luck >= PRICE
    return bool(beaten and room and state.led_by(state.sides(fight)[0]))


def _recruit(run: Run, _: str) -> None:
    if _recruits(run):
        half = PIECES[run.fight.target].combat // 2
        run.ask(Question("recruit", run.fight.by, counter=run.fight.target, glory=half, luck=half))


def _recruited(run: Run, question: Question, yes: bool) -> None:
    """The point is paid first, then the half of his factor gained (H-JARL-3, H-GLORY-4)."""
    fight = run.fight
    if not fight.told:
        _tell_sum(run)
    if yes:
        blows.gain(run.state.seats[fight.by], "luck", -PRICE)
        board.join(run.state, run.state.counters[fight.target], fight.by)
        run.tell("joined", "H-JARL-2", hero=fight.by, counters=(fight.target,), area=fight.area, amount=-PRICE)
        fight.todo = ("after",)
        run.ask(Question("reward", fight.by, glory=question.glory, luck=question.luck))


def _result(run: Run, _: str) -> None:
    """The result is carried out, in the order of H-STATE-5."""
    state, fight = run.state, run.fight
    side, _, how = fight.result.partition("_")
    hit = state.in_order(state.sides(fight)[side == "defenders"])
    fight.winner = {"attackers": fight.owner, "defenders": fight.by}.get(side, "")
    if side == "defenders" and fight.target == COUNTRY:
        run.tell("subdued", "H-TAX-1", hero=fight.by, area=fight.area, what=state.kingdoms.get(fight.area, ""))
        state.kingdoms[fight.area] = fight.by
    elif how == "flee":
        for counter in hit:
            blows.flees(run, counter)
        AGENDA.first(run, "flee", (each.id for each in hit))
    elif how:
        _fall(run, hit, how)


def _fall(run: Run, hit: list[Counter], how: str) -> None:
    """A side is killed or wounded (H-FIGHT-10): what that brings the winner (H-GLORY-7), and costs the other."""
    state, fight, marks = run.state, run.fight, 0
    slain, wounded, served = list[str](), list[str](), {each.id: each.master for each in hit if not state.is_hero(each)}
    for counter in hit:
        marks += blows.slay(run, counter) if how == "killed" else 0
        (slain if how == "killed" or blows.wound(run, counter) else wounded).append(counter.id)
    if slain and (prey := KINDS.get(PIECES[slain[0]].kind)) and prey.rune:
        learner = state.led_by(state.sides(fight)[0])
        AGENDA.first(run, "rune", [learner] if learner and not state.seats[learner].rune else [])
    for key, seat in reversed(served.items()):
        if seat and key in slain:
            half = PIECES[key].combat // 2
            run.ask(Question("lose", seat, counter=key, glory=-half, luck=-half))
    if not fight.winner:
        return
    glory, luck = laws.reward(slain, wounded)
    if glory or luck:
        run.ask(Question("reward", fight.winner, glory=glory, luck=luck))
    lair = state.lairs.get(fight.target, "") if fight.target in slain else ""
    if lair == MARKS:
        marks, lair, state.lairs[fight.target] = marks + TABLES["lair_marks"], "", ""
    _spoils(run, marks, lair)


def _spoils(run: Run, marks: int, thing: str) -> None:
    """Marks go to the winner's hero if he fought, else to a jarl who did, first by service (H-WEALTH-2, H-TREAS-2); a
    treasure to one of them whom the winner names."""
    state, fight = run.state, run.fight
    among = state.ranked(state.sides(fight)[fight.winner != fight.by])
    if marks:
        board.pay(state, among[0], marks)
        run.tell("marks", "H-WEALTH-2", hero=fight.winner, counters=(among[0].id,), area=fight.area, amount=marks)
    if thing:
        run.ask(Question("loot", fight.winner, counter=fight.target, among=tuple(each.id for each in among)))
        if len(among) == 1:
            answer(run, Loot(counter=among[0].id))


def _looted(run: Run, question: Question, key: str) -> None:
    """It is open from now on (H-TREAS-3), one of any number (H-TREAS-1)."""
    if key not in question.among:
        raise Refused("H-TREAS-2", "The treasure goes to one of those who slew the dragon.")
    thing, run.state.lairs[run.fight.target] = run.state.lairs[run.fight.target], ""
    run.state.counters[key].things += (thing,)
    run.tell("loot", "H-TREAS-2", hero=question.hero, counters=(key,), area=run.fight.area, what=thing)


def _flee(run: Run, key: str) -> None:
    state, counter = run.state, run.state.counters[key]
    if counter.at not in AREAS:
        return
    if not run.fight.winner:
        homeward = counter.master and state.on("flight", "board")
        blows.retreat(run, counter, to=state.seats[counter.master].home if homeward else "")
    elif len(ways := blows.flights(state, counter)) > 1:
        run.ask(Question("flee", run.fight.winner, counter=key))
    else:
        blows.flown(run, counter, ways[0], "H-FLEE-1")


def _after(run: Run, _: str) -> None:
    """Thor, prayer, and what becomes of heroes that died, attackers first (H-FIGHT-5)."""
    state, fight = run.state, run.fight
    counters = {*(set(fight.attackers) - set(fight.fallen_out)), *fight.defenders}
    first = list(dict.fromkeys(seat for seat in (fight.by, fight.owner, *state.seats) if seat))
    fought = [seat for seat in first[:2] if state.seats[seat].counter in counters]
    for seat in fought:
        if state.seats[seat].thor:
            blows.helped(run, state.seats[seat], "thor", 0)
    for seat in reversed(first):
        if state.seats[seat].fell:
            dying.ask(run, seat)
    for seat in reversed(fought):
        if not state.seats[seat].fell:
            run.ask(Question("pray", seat))


AGENDA: Final = Agenda({
    "aid": Deed(2, _aid), "spells": Deed(3, _spells), "bids": Deed(4, _bids), "gods": Deed(5, _gods),
    "die": Deed(6, _die), "turn": Deed(7, _turn), "recruit": Deed(8, _recruit), "result": Deed(8, _result),
    "rune": Deed(8, lambda run, seat: blows.learn(run, run.state.seats[seat]), ("seat",)),
    "flee": Deed(8, _flee, ("counter",)), "after": Deed(9, _after),
}, "fight")  # fmt: skip
"""Each deed with its step of H-FIGHT-5, and whom it names."""


def answer(run: Run, said: Command) -> None:
    """An answer to the question on top."""
    if said.verb == "death":
        dying.answer(run, said)
        return
    question, fight, state = run.state.questions.pop(), run.fight, run.state
    seat = state.seats[question.hero]
    match said.verb:
        case "aid":
            _aided(run, question, said.counters)
        case "luck":
            if said.points > question.most:
                raise Refused("H-LUCK-2", f"You can spend 0 to {question.most} luck on this fight.")
            fight.luck[seat.hero] = said.points
            if state.on("luck_bids", "attacker-first"):
                _spend(run, seat.hero)
        case "turn" if said.yes:
            fight.result = dict(laws.TURNED.values()).get(fight.result, fight.result)
            run.tell("turned", "H-SWORD-3", hero=seat.hero, area=fight.area, what=fight.result)
        case "recruit":
            _recruited(run, question, said.yes)
        case "loot":
            _looted(run, question, said.counter)
        case "reward" | "lose":
            amount = question.glory if said.kind == "glory" else question.luck
            blows.gain(seat, said.kind, amount)
            rule, about = ("H-GLORY-1", ()) if said.verb == "reward" else ("H-GLORY-6", (question.counter,))
            run.tell(said.verb, rule, hero=seat.hero, counters=about, area=fight.area, what=said.kind, amount=amount)
        case "flee":
            if said.counter != question.counter:
                raise Refused("H-STATE-4", "Another counter's flight is asked for.")
            blows.flight(run, state.counters[said.counter], said.areas)
        case "pray" if said.yes:
            blows.pray(run, seat)


def answers(state: State) -> list[Command]:
    """The base answers to the question on top, where it asks for more than a word: what becomes of a hero, and a way to
    each area that one can flee to."""
    question = state.questions[-1]
    if question.kind == "death":
        return dying.choices(state, question.hero)
    ways = blows.flights(state, state.counters[question.counter]) if question.kind == "flee" else []
    return [Flee(counter=question.counter, areas=way) for way in ways]
