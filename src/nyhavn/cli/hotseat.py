"""A game at one keyboard: every seat plays in turn, and sees its own hand only; bots play by themselves."""

from pathlib import Path

from nyhavn.cli.bot_seats import chosen_by, thinking
from nyhavn.cli.files import Keeper
from nyhavn.cli.game_summaries import ranked, since_last_turn, tile_shapes, told
from nyhavn.cli.move_lists import chosen, completions, overview
from nyhavn.cli.terminals import Screen
from nyhavn.errors import IllegalMove
from nyhavn.games import rules_of
from nyhavn.play import State

COMMANDS = """\
?            the legal moves in short; ? R4 those with R4 in them, ? R4 c3 with both
undo         undo your last move, unless cards or dice came up or somebody else moved since
tiles        what the tiles look like
save FILE    save the game to a file, after every move from then on
help         this
quit         leave the game
             (an empty line redraws the table)"""

FEW = 6


class Leave(Exception):
    """The players have had enough."""


class HotSeat:
    """The table, the screen it is drawn on, the file it is kept in, and what can be taken back."""

    def __init__(self, state: State, screen: Screen, keeper: Keeper, bots: dict[int, str] | None = None) -> None:
        self.state = state
        self.screen = screen
        self.keeper = keeper
        self.bots = bots or {}
        """The seats that bots play, with their specs."""
        self.rules = rules_of(state.game)
        self.before: list[State] = []
        """Positions that `undo` goes back to: those before the last moves of one seat, with no chance since."""
        self.why_no_undo = "nothing has been played here yet"
        self.notes: list[str] = []
        """What is to be said once the screen is wiped."""
        self.shown: int | None = None
        """The seat whose hand is on the screen."""

    def run(self, greeting: str, resumed: bool = False) -> None:
        """Play until the game is over or the players leave. The person who starts a new game has the keyboard."""
        self.notes = [greeting]
        try:
            if not resumed and self.state.turn not in self.bots:
                self.screen.say(*self.notes)
                self.notes = []
                self.draw()
            while not self.state.over:
                if self.state.turn in self.bots:
                    self.let_think(self.state.turn)
                elif self.state.turn != self.shown:
                    self.hand_over()
                elif self.obey(self.screen.ask(f"seat {self.shown}> ")) and self.state.turn == self.shown:
                    self.wipe()
                    self.draw()
            self.finish()
        except (EOFError, KeyboardInterrupt, Leave) as reason:
            if not isinstance(reason, Leave):
                self.screen.say("")
            self.leave()

    # What is drawn

    def wipe(self, forget: bool = False) -> None:
        self.screen.wipe(forget)
        self.screen.say(*self.notes)
        self.notes = []

    def draw(self) -> None:
        """The table for the seat to move, and what happened since its last turn."""
        seat = self.shown = self.state.turn
        news = told(self.state.game, since_last_turn(self.state.events(seat=seat), seat))
        table = self.screen.fitted(self.state.text(seat, self.screen.colour), len(news) + 4)
        self.screen.say("", *table, "", *news, *([""] if news else []))

    def hand_over(self) -> None:
        """The next seat takes the keyboard; nobody's hand is on the screen meanwhile. A script needs no such thing, nor
        does a game without hands."""
        seat, self.shown = self.state.turn, None
        self.wipe(forget=True)
        alone = len(self.bots) == self.state.players - 1
        if not alone and self.screen.by_hand and self.rules.knowledge.HIDES:
            self.screen.say(*told(self.state.game, self.state.events())[-1:], "")
            line = self.screen.ask(
                f"Seat {seat}, press Enter when you have the keyboard (or type undo, save or quit): "
            )
            while line:
                if line.lower().split()[0] in ("undo", "save", "quit", "exit"):
                    self.obey(line)
                if self.state.turn != seat:
                    return  # taken back: the seat before has to be asked for
                line = self.screen.ask(f"Seat {seat}, press Enter to see your cards: ")
            self.screen.wipe()
        self.draw()

    def let_think(self, seat: int) -> None:
        """A bot's move. What it leads to is told when somebody is asked again."""
        spec = self.bots[seat]
        try:
            with thinking(f"Seat {seat} ({spec}) is thinking"):
                move = chosen_by(spec, self.state, seat)
        except ValueError as error:
            self.screen.say(f"The game stops here because {error}.")
            raise Leave from None
        self.state.play(move)
        self.before = []
        self.why_no_undo = "a bot has moved since then"
        self.shown = None
        self._keep()

    def finish(self) -> None:
        """The end: the table as everybody may see it, the ranking, the record."""
        state = self.state
        self.screen.wipe()
        self.screen.say(
            "", state.text(None, self.screen.colour), "", *told(state.game, state.events(seat=None))[-1:], ""
        )
        self.screen.say("The game is over.", *ranked(state.ranking, state.scores, state.empty_cells))
        self.offer_to_keep()
        if self.keeper.path:
            self.screen.say(f"The record is in {self.keeper.path}; see it with: nyhavn replay {self.keeper.path}")

    def leave(self) -> None:
        """Say how to come back."""
        self.screen.wipe()
        self.offer_to_keep()
        if self.keeper.path:
            bots = f" --bots {','.join(self.bots.values())}" if self.bots else ""
            again = f"nyhavn play --resume {self.keeper.path}{bots}"
            self.screen.say(f"The game is saved in {self.keeper.path}; resume it with: {again}")
        else:
            self.screen.say(
                "The game was not saved. Use --record FILE to save it and nyhavn play --resume FILE to resume it."
            )

    def offer_to_keep(self) -> None:
        """A game that is in no file yet may still get one."""
        moved = any("move" in entry for entry in self.state.history)
        while moved and self.screen.by_hand and not self.keeper.path:
            try:
                name = self.screen.ask("Save this game? Type a file name, or press Enter to discard it: ")
            except (EOFError, KeyboardInterrupt):
                self.screen.say("")
                return
            if not name:
                return
            self.save(name)

    # What is typed

    def obey(self, line: str) -> bool:
        """Do what a line says. Whether the table has to be drawn (again)."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            return self.screen.by_hand
        if word.startswith("?"):
            words = (line[1:]).split()
            moves = [self.rules.moves.CODEC.parse(move) for move in self.state.moves()]
            self.screen.say(*(chosen(moves, words, self.screen.width) if words else overview(moves, self.screen.width)))
        elif word == "help" and not rest:
            self.screen.say(self.rules.moves.HELP, "", COMMANDS)
        elif word == "tiles" and not rest:
            shapes = tile_shapes(self.state.game, self.screen.colour)
            self.screen.say(*(shapes or ["There is no picture of this game's tiles."]))
        elif word == "save":
            self.save(rest)
        elif word in ("quit", "exit") and not rest:
            raise Leave
        elif word == "undo" and not rest:
            return self.undo()
        else:
            return self.play(line)
        return False

    def play(self, line: str) -> bool:
        """Play what was typed, or say why not."""
        move = self.rules.moves.tidy(line)
        try:
            step = self.state.attempt(move)
        except IllegalMove as refusal:
            number = self.rules.moves.find_move(move)
            meant = None if number is None else self.rules.moves.CODEC.decode(number)
            fitting = completions(line, move, meant, self.state.moves())
            if len(fitting) != 1:
                self.screen.say(f"No: {refusal}.")
                if fitting:
                    self.screen.say(
                        f"Which one? {' | '.join(fitting)}" if len(fitting) <= FEW else _more(line, fitting)
                    )
                return False
            step = self.state.attempt(fitting[0])
        seat, known = self.state.turn, len(self.state.history)
        position = self.state.copy()
        self.state.play_step(step)
        if any("chance" in entry for entry in self.state.history[known:]):
            self.before = []
            self.why_no_undo = "cards or dice have come up since the last move"
        elif self.before and self.before[-1].turn != seat:
            self.before = [position]
        else:
            self.before.append(position)
        self._keep()
        return True

    def undo(self) -> bool:
        """Back to before the last move, if nobody has moved and no chance has decided since."""
        if not self.before:
            self.screen.say(f"No: {self.why_no_undo}.")
            return False
        self.state = self.before.pop()
        self.why_no_undo = "this is the start of your turn"
        self._keep()
        self.notes.append(f"Undone: it's seat {self.state.turn}'s turn.")
        return True

    def save(self, name: str) -> None:
        if not name:
            self.screen.say("No: save needs a file name, such as save friday.nyhavn.")
            return
        new = self.keeper.path is None
        try:
            self.keeper.save(self.state, Path(name).expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            self.screen.say(f"No: {_sentence(error)}.")
            return
        self.screen.say(f"Saved in {name}{', and after every move from now on' if new else ''}.")

    def _keep(self) -> None:
        """A full disk does not end the game."""
        try:
            self.keeper.keep(self.state)
        except OSError as error:
            self.notes.append(
                f"The record could not be written: {_sentence(error)}. You can keep playing and save it elsewhere."
            )


def _sentence(error: Exception) -> str:
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.strerror else str(error)


def _more(line: str, fitting: list[str]) -> str:
    return f"{len(fitting)} moves begin like that: type ? {line.split()[1]} to list them"
