"""What people, bots and clocks can do at a table. Each command adds entries to the table, or raises a Refusal before it
has added any."""

import secrets
from typing import Any, NamedTuple

from nyhavn.arguments import check_options
from nyhavn.bots import find_bot
from nyhavn.errors import IllegalMove
from nyhavn.games import rules_of
from nyhavn.lessons import NOTHING, SEAT, Played, Step, steps_of
from nyhavn.luck import new_seed
from nyhavn.play import State
from nyhavn.play import Step as Attempt
from nyhavn.rules import rank
from nyhavn.table import positions
from nyhavn.table.entries import Refusal
from nyhavn.table.names import is_taken, numbered, read_name
from nyhavn.table.plain_text import PHRASES, clean_chat
from nyhavn.table.table import Seat, Table
from nyhavn.tags import write_seed

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of short codes: none that is easily mistaken for another."""
CODE_LENGTH = 6
STANDINS = ("greedy", "mc")
"""Bots that play for the absent and for bots that fail, the first one that plays the game."""
MOST_FAILURES = 3
"""Times that a bot may fail in a game: then another one plays the rest."""


def new_id() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(16)


def standin(game: str) -> str:
    """The bot that plays for the absent."""
    return next(name for name in STANDINS if find_bot(name).plays(game))


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


# Before the game


def create(table: Table, at: int, host: str, seats: list[dict[str, Any]], **made: Any) -> None:
    """Lay a new table. `seats` are `Seat`s as dicts."""
    try:
        rules = rules_of(made["game"])
        made["options"] = check_options(rules, made["options"])
    except ValueError as error:
        raise Refusal("options", str(error)) from None
    if len(seats) not in rules.players:
        known = " or ".join(map(str, rules.players))
        raise Refusal("options", f"{rules.name} is played by {known} players, not {len(seats)}")
    if not 0 <= made.get("eldest", 0) < len(seats):
        raise Refusal("seat", f"this table has seats 0 to {len(seats) - 1}", seat=made["eldest"])
    for number, seat in enumerate(seats):
        if seat.get("bot"):
            others = [other.get("name", "") for other in (*seats[:number], *seats[number + 1 :])]
            seats[number] = seat | {"name": numbered(seat.get("name", ""), others)}
    table.add(at, "create", host=host, code=new_code(), replay=new_id(), seats=seats, **made)
    _start_if_full(table, at)


def create_at(table: Table, at: int, host: str, seats: list[dict[str, Any]], position: State, **made: Any) -> None:
    """Create a table that continues from a position, with new chance. The person who brought it may have
    chosen it, so nobody is invited to it by a list."""
    if position.over:
        raise Refusal("record", "this game is over, so nobody can continue from here")
    if len(seats) != position.players:
        raise Refusal("message", f"this position is for {position.players} players")
    made |= {"game": position.game, "options": position.options, "order": "seated", "listed": False}
    create(table, at, host, seats, position=positions.written(position), **made)


def create_lesson(table: Table, at: int, person: str, lesson: str, names: list[str]) -> None:
    """Create a table for a lesson: one person plays, and the other seats do nothing."""
    try:
        position = steps_of(lesson)[0].begin()
    except LookupError as error:
        raise Refusal("not found", str(error)) from None
    bots: list[dict[str, Any]] = [{"bot": standin(lesson), "name": read_name(name)} for name in names]
    seats = [*bots[:SEAT], {"person": person, "name": ""}, *bots[SEAT:]][: position.players]
    made = {"game": position.game, "options": position.options, "order": "seated", "clock": None, "lesson": lesson}
    create(table, at, person, seats, watch="nobody", listed=False, show_known=False, **made)


def take_step(table: Table, at: int, person: str, seat: int, step: int, message: str) -> None:
    """Go to a step of the lesson, or begin it again."""
    own_seat(table, person, seat)
    if table.frozen or table.status == "closed":
        check_status(table)
    if not 0 <= step < len(table.steps):
        raise Refusal("not found", "there is no such step here")
    if step == table.step and table.is_untouched:
        return
    table.add(
        at, "step", step=step, seed=str(new_seed()), **_at_step(table.steps[step], table.answers), by=person, id=message
    )


def _at_step(step: Step, played: Played = NOTHING) -> dict[str, Any]:
    position = step.begin(played)
    rules = rules_of(position.game).version
    return {"rules": rules, "record": positions.written(position), "ahead": step.chance()}


def sit(table: Table, at: int, person: str, seat: int, name: str, bot: str | None = None) -> None:
    """Take a seat, or put a bot on it (its host may)."""
    place = _seat(table, seat)
    if table.status != "open":
        check_status(table)
        raise Refusal("started", "this game has already started")
    name = read_name(name)
    others = [other.name for other in table.seats if other is not place and (other.person or other.reserved) != person]
    if bot is None and is_taken(name, others):
        raise Refusal("name taken", "somebody at this table has this name, or one that looks like it", seat=seat)
    if place.person == person and bot is None:
        if name != place.name:
            table.add(at, "sit", seat=seat, name=name, person=person)
        return
    host = person == table.made["host"]
    if not place.open and not (place.bot and host):
        raise Refusal("taken", "this seat is taken", seat=seat)
    if place.reserved not in (None, person) and not host:
        raise Refusal("reserved", "this seat is reserved for a player from the last game", seat=seat)
    if bot is not None:
        if not host:
            raise Refusal("not host", "only the host can put bots on seats")
        table.add(at, "sit", seat=seat, name=numbered(name, [other.name for other in table.seats]), bot=bot)
    else:
        table.add(at, "sit", seat=seat, name=name, person=person)
    _start_if_full(table, at)


def leave(table: Table, at: int, person: str, seat: int) -> None:
    """Stand up. Before the start the seat becomes free; in a running game the others may let a bot play on. When
    nobody is left, the table is closed."""
    place = _seat(table, seat)
    host = person == table.made["host"]
    if place.person != person and not (table.status == "open" and host and place.bot):
        raise Refusal("not yours", "this is not your seat", seat=seat)
    if place.left or (table.status not in ("open", "playing") and not table.lesson):
        return
    table.add(at, "leave", seat=seat)
    settle_takeback(table, at)
    if table.lesson or not any(place.person and not place.left for place in table.seats):
        table.add(at, "close")


def _start_if_full(table: Table, at: int) -> None:
    if not table.full or table.status != "open":
        return
    seed, rules = new_seed(), rules_of(table.game).version
    begin: dict[str, Any] = {} if table.position is None else _at_position(table, table.position, seed)
    if table.lesson:
        begin = _at_step(table.steps[0])
    table.add(at, "start", **{"seed": str(seed), "rules": rules, "order": _order(table)} | begin)


def _at_position(table: Table, record: str, seed: int) -> dict[str, Any]:
    """Where several people play, nobody may know or have chosen another's cards: what was never shown to all is dealt
    anew, as the seed has it that was promised."""
    several = len({seat.person for seat in table.seats if seat.person}) > 1
    dealt = positions.dealt_anew(record, seed) if several else None
    return {"record": record} if dealt is None else {"record": dealt, "anew": True}


def _order(table: Table) -> list[int]:
    """Which seat each player had before the start. The first player is drawn by lot (C1, W1), the eldest, or the first
    seat; the others follow as they sit. `random` shuffles all of them."""
    seats = list(range(table.players))
    order = table.made["order"]
    if order == "random":
        secrets.SystemRandom().shuffle(seats)
    first = {"lot": secrets.randbelow(table.players), "eldest": table.made.get("eldest", 0)}.get(order, 0)
    return seats[first:] + seats[:first]


# The game


def play(table: Table, at: int, person: str, seat: int, moves: list[str], message: str) -> None:
    """Play one move or several, all or none. For players who confirm turns, the last one is held back."""
    state = _on_turn(table, person, seat)
    if table.held is not None:
        raise Refusal("held", "confirm your move or undo it")
    last, tried = _try(state, seat, moves)
    _check_lesson(table, state, moves)
    for move, attempt in zip(moves[:-1], tried, strict=False):
        table.add(at, "move", attempt, seat=seat, move=move, by=person, id=message)
    if table.seats[seat].confirm and last.ends_turn(tried[-1]):
        table.add(at, "hold", tried[-1], seat=seat, move=moves[-1], by=person, id=message)
    else:
        _finish(table, at, seat, moves[-1], tried[-1], by=person, id=message)


def confirm(table: Table, at: int, person: str, seat: int, message: str) -> None:
    """Play the move that is held."""
    _on_turn(table, person, seat)
    if table.held is None:
        raise Refusal("nothing held", "there is no move to confirm")
    _finish(table, at, seat, table.held[1], table.held_move, by=person, id=message)


class Failure(NamedTuple):
    """A bot that gave no move: why (`time` or `error`), and which one plays instead."""

    bot: str
    why: str
    plays: str


def bot_play(table: Table, at: int, seat: int, move: str, failure: Failure | None = None) -> None:
    """The move of a bot, or of another one where it failed; one that fails again and again does not come back."""
    if table.turn != seat or table.bot is None:
        raise Refusal("not your turn", "it is not this bot's turn")
    _, (tried,) = _try(table.playing, seat, [move])
    if failure is not None:
        rest = table.failures.get(seat, 0) + 1 >= MOST_FAILURES
        table.add(at, "failed", seat=seat, rest=rest, **failure._asdict())
    _finish(table, at, seat, move, tried)


def undo(table: Table, at: int, person: str, seat: int, whole: bool, message: str) -> None:
    """Take back a step or all of the own turn, as long as nothing hidden was revealed and nobody else acted."""
    _on_turn(table, person, seat)
    if table.held is None and not table.earlier:
        raise Refusal("nothing to undo", "there is nothing to undo")
    moves = len(table.earlier) if whole else 0 if table.held else 1
    table.add(at, "undo", seat=seat, moves=moves, by=person, id=message)


def explain(table: Table, person: str, seat: int, move: str) -> None:
    """Refuses as the move itself would be, and changes nothing."""
    _try(_on_turn(table, person, seat), seat, [move])


def set_confirming(table: Table, at: int, person: str, seat: int, on: bool, message: str) -> None:
    """Whether this seat holds the last move of a turn back until it is confirmed."""
    own_seat(table, person, seat)
    check_status(table)
    if not on and table.held and table.held[0] == seat:
        raise Refusal("held", "confirm your move or undo it")
    if on == table.seats[seat].confirm:
        return
    table.add(at, "confirming", seat=seat, on=on, by=person, id=message)


def chat(table: Table, at: int, person: str, seat: int | None, text: str, phrase: str | None, message: str) -> None:
    """Say something: a line of text, or a phrase that everybody reads in their own language."""
    if seat is not None:
        own_seat(table, person, seat)
    elif table.made["watch"] != "anyone" and not table.seats_of(person):
        raise Refusal("no watching", "this table is private to its players")
    if table.chatting == "nobody":
        raise Refusal("chat closed", "the host has closed the chat at this table")
    if table.chatting == "players" and not table.seats_of(person):
        raise Refusal("chat players", "only players can chat at this table")
    if phrase is not None:
        if phrase not in PHRASES:
            raise Refusal("phrase", "there is no such phrase", phrases=list(PHRASES))
        table.add(at, "chat", seat=seat, phrase=phrase, by=person, id=message)
        return
    line = clean_chat(text)
    if not line:
        raise Refusal("empty", "this is empty")
    table.add(at, "chat", seat=seat, text=line, by=person, id=message)


def set_chatting(table: Table, at: int, person: str, who: str, message: str) -> None:
    """Who may talk from now on, as the host says: anyone, players, nobody."""
    if person != table.made["host"]:
        raise Refusal("not host", "only the host decides who may chat")
    if who == table.chatting:
        return
    table.add(at, "chatting", who=who, by=person, id=message)


# Absence


def stand_in(table: Table, at: int, person: str, seat: int, present: bool, message: str) -> None:
    """Let a bot play for somebody who is gone."""
    place = _seat(table, seat)
    if not table.seats_of(person):
        raise Refusal("not seated", "only players at this table can do that")
    check_status(table)
    if table.status != "playing" or place.person is None or place.person == person:
        raise Refusal("no stand-in", "no bot can take this seat", seat=seat)
    if place.standin:
        raise Refusal("standin", "a bot is already playing for this seat", seat=seat)
    if present and not place.left:
        raise Refusal("present", "this player is still here, or only just left", seat=seat)
    table.add(at, "standin", seat=seat, bot=standin(table.game), why="absent", by=person, id=message)
    settle_takeback(table, at, by=person, id=message)


def come_back(table: Table, at: int, person: str, seat: int, message: str) -> None:
    """Take the own seat back from the bot."""
    place = own_seat(table, person, seat)
    if place.forfeited:
        raise Refusal("forfeited", "this seat has lost on time", seat=seat)
    check_status(table)
    if table.late == seat:
        raise Refusal(
            "late", "your time is up: a bot will finish this turn, then you can take your seat back", seat=seat
        )
    if table.status != "playing" or not (place.standin or place.left):
        raise Refusal("no stand-in", "no bot is playing for this seat", seat=seat)
    table.add(at, "back", seat=seat, by=person, id=message)


def time_out(table: Table, at: int) -> None:
    """The clock of the seat to move is at zero: what is held counts, else a bot plays on or the seat forfeits."""
    seat = table.thinking
    if table.clocks is None or seat is None or table.clocks.at(seat, at) > 0:
        return
    if table.held is not None:
        _finish(table, at, seat, table.held[1], table.held_move)
    elif table.clocks.timing.at_zero == "bot":
        table.add(at, "standin", seat=seat, bot=standin(table.game), why="time")
    else:
        table.add(at, "forfeit", seat=seat, bot=standin(table.game))
        if sum(not place.forfeited for place in table.seats) == 1:
            _over(table, at)


def grant(table: Table, at: int, milliseconds: int) -> None:
    """Give back time in which no server was there; less than none if the clock was set back."""
    if table.clocks is not None and table.thinking is not None:
        table.add(at, "clock", seat=table.thinking, granted=milliseconds)


# After the game


def rematch_seats(table: Table, person: str) -> list[dict[str, Any]]:
    """The seats of a rematch: everybody moves on by one seat, so that somebody else begins. The person who asks sits
    down, and so do bots; the others' seats are reserved."""
    if not table.seats_of(person):
        raise Refusal("not seated", "only players at this table can do that")
    if table.status != "over":
        raise Refusal("running", "you can ask for a rematch after the game")
    seats: list[dict[str, Any]] = []
    for place in [*table.seats[1:], table.seats[0]]:
        if place.bot is not None:
            seats.append({"bot": place.bot, "name": place.name})
        elif place.person == person:
            seats.append({"person": person, "name": place.name, "confirm": place.confirm})
        else:
            seats.append({} if place.left else {"reserved": place.person, "name": place.name})
    return seats


# What the commands share


def _seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < table.players:
        raise Refusal("seat", f"this table has seats 0 to {table.players - 1}", seat=seat)
    return table.seats[seat]


def own_seat(table: Table, person: str, seat: int) -> Seat:
    place = _seat(table, seat)
    if place.person != person:
        raise Refusal("not yours", "this is not your seat", seat=seat)
    return place


def _on_turn(table: Table, person: str, seat: int) -> State:
    """The game, in which it is this person's turn."""
    place = own_seat(table, person, seat)
    check_status(table)
    if table.status != "playing":
        raise Refusal("not started", "this game has not started")
    if place.standin:
        raise Refusal("standin", "a bot is playing for you: take your seat back first", seat=seat)
    if table.turn != seat:
        raise Refusal("not your turn", f"it is seat {table.turn}'s turn", turn=table.turn)
    return table.playing


def check_status(table: Table) -> None:
    """Refuse what makes no sense once the game is over."""
    if table.status == "closed":
        raise Refusal("closed", "everyone has left this table")
    if table.status == "over":
        raise Refusal("over", "this game is over")
    if table.status == "frozen":
        sentence = "this game was started under an older version of the rules and can't continue"
        raise Refusal("frozen", sentence, why=table.frozen)


def _try(state: State, seat: int, moves: list[str]) -> tuple[State, list[Attempt]]:
    """Refuse moves that cannot all be played by this seat; else give the position before the last of them, and the
    moves as they were tried: here they are read and checked, and nowhere else."""
    tried: list[Attempt] = []
    for number, move in enumerate(moves):
        place = {"place": number} if len(moves) > 1 else {}
        if state.turn != seat:
            raise Refusal("not your turn", "your turn ends before the last of these moves", **place)
        try:
            tried.append(state.attempt(move))
        except IllegalMove as error:
            raise Refusal(error.code, str(error), **error.details, **place) from None
        if number + 1 < len(moves):
            state = state.with_chance(_refuse_chance)
            state.play_step(tried[-1])
    return state, tried


def _refuse_chance(kind: str, outcomes: dict[str, int]) -> str:
    """Only the last of several moves may bring chance: whether the one after it is refused would tell what came, and
    nothing would have been played."""
    raise Refusal("chance", "only the last of these moves may draw cards or roll dice")


def _check_lesson(table: Table, state: State, moves: list[str]) -> None:
    """In a lesson, only one thing is done at a time."""
    if not table.lesson:
        return
    step = table.steps[table.step]
    if table.step_done or step.want is None:
        raise Refusal("lesson next", "that's all for this step: go on to the next one")
    if len(moves) > 1 or not step.accepts(state, moves[0]):
        raise Refusal("lesson other", "the rules allow this, but this step is about another move", step=step.key)
    if not step.leads_on(moves[0], table.answers):
        raise Refusal("lesson place", "the rules allow this, but later steps need it just as shown", step=step.key)


def settle_takeback(table: Table, at: int, **asked: str) -> None:
    """Undo the turn in question once nobody is left who has to agree."""
    last = table.last_turn
    if last is not None and last.asked and not table.awaited:
        table.add(at, "undo", None, seat=last.seat, moves=1, **asked)


def _finish(table: Table, at: int, seat: int, move: str, tried: Attempt | None, **asked: str) -> None:
    """Play a move for good; at the end of the game, tell its result."""
    table.add(at, "move", tried, seat=seat, move=move, **asked)
    if table.playing.over:
        _over(table, at)


def _over(table: Table, at: int) -> None:
    """C41, C42, W29; a seat that has forfeited is behind all others."""
    state = table.playing
    forfeited = [seat for seat, place in enumerate(table.seats) if place.forfeited]
    groups = state.ranking or rank(state.scores, state.empty_cells)
    ranking = [[seat for seat in group if seat not in forfeited] for group in groups]
    ranking = [group for group in [*ranking, forfeited] if group]
    result = {
        "winners": ranking[0],
        "ranking": ranking,
        "scores": list(state.scores),
        "empty_cells": list(state.empty_cells),
        "forfeited": forfeited,
    }
    assert table.seed is not None
    table.add(at, "over", result=result, seed=write_seed(table.seed))
