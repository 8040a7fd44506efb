"""Somebody plays against bots: one game after the other, as long as he likes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from durak import (
    RULES_VERSION,
    Action,
    Happening,
    LastDeal,
    Outcome,
    Pass,
    Record,
    Rules,
    Seat,
    State,
    View,
    apply,
    commitment,
    dealt,
    encode_record,
    happened,
    memory_view,
    new_game,
    next_leader,
    outcome,
    public_waiting,
    refusal,
    story_for,
    view_for,
)
from durak.bots import Bot
from durak.terminal.choices import Misread, meant, offers, offers_text, reasons
from durak.terminal.picture import view_rows
from durak.terminal.refusal_words import refusal_sentence
from durak.terminal.story_words import story_sentences
from durak.terminal.words import Names, rows

ME = Seat(0)
MOST_BOUTS = 200
"""Where a game ends as a draw when none but bots are left in it: some would go on for ever."""

HELP = """\
Type the number of a choice, or its card: 7S plays it, 7S,7D opens with both, 7S/9S beats 7S with 9S, t 7D
transfers with 7D, show 7H transfers by only showing it; and take, pass, swap. A card is its rank, T the ten,
and its suit: S spades, H hearts, D diamonds, C clubs. q leaves the game."""


class Talk(Protocol):
    """Whoever plays: hears lines, answers questions."""

    def say(self, *lines: str) -> None:
        """Show the lines."""
        ...

    def ask(self, question: str) -> str | None:
        """Return what was typed, None when nothing more will be."""
        ...


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays by which rules: a person in the first seat, a bot in each other. The bots throw `dice`."""

    rules: Rules
    bots: tuple[Bot, ...]
    dice: Random

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.bots) + 1

    @property
    def names(self) -> Names:
        """The person is spoken to, the bots are numbered."""
        return Names(("you", *(f"Bot {number}" for number in range(1, self.seats))), ME)


class Left(Exception):
    """The person leaves in the middle of a game."""


def play(company: Company, secrets: Iterator[bytes], talk: Talk) -> None:
    """Play game after game, as long as the person likes. Raises IllegalSetup."""
    last: LastDeal | None = None
    players = tuple(range(company.seats))
    for secret in secrets:
        leader = next_leader(last, company.rules, players)
        try:
            ended = Game(company, secret, leader, talk).run()
        except Left:
            talk.say("", "You leave. The record of an unfinished game holds its secret, so it is not shown.")
            return
        last = LastDeal(company.rules, players, ended)
        again = talk.ask("Another game? (y/n) ")
        if again is None or again.strip().lower() not in ("y", "yes"):
            return
        talk.say("")


class Game:
    """One game, of which the person sees his own view and story."""

    def __init__(self, company: Company, secret: bytes, leader: Seat | None, talk: Talk) -> None:
        self._company, self._names, self._talk = company, company.names, talk
        rules, seats, salts = company.rules, company.seats, (b"",) * company.seats
        self._state = new_game(rules, secret, salts, seats, leader)
        self._dealt = Record(rules, RULES_VERSION, secret, salts, seats, leader, actions=())
        self._actions: list[Action] = []

    def run(self) -> Outcome:
        """Play to the end. Raises Left if the person will not."""
        self._talk.say(
            f"Commitment to this deal: {commitment(self._dealt.secret).hex()}", "? is for help.", ""
        )
        self._tell(dealt(self._state), adding=False)
        while (ended := outcome(self._state) or self._given_up()) is None:
            self._do(self._next_action())
        if outcome(self._state) is None:
            self._talk.say(f"The bots go round in circles: after {MOST_BOUTS} bouts the game is drawn.")
        record = replace(self._dealt, actions=tuple(self._actions))
        self._talk.say("", "The record, for python -m durak verify:", encode_record(record), "")
        return ended

    def _given_up(self) -> Outcome | None:
        is_endless = ME in self._state.out and self._state.bout > MOST_BOUTS
        return Outcome("draw") if is_endless else None

    def _next_action(self) -> Action:
        seat = next_to_act(self._state)
        if seat == ME:
            return self._asked()
        return self._company.bots[seat - 1].choose(memory_view(self._state, seat), self._company.dice)

    def _do(self, action: Action) -> None:
        before, self._state = self._state, apply(self._state, action)
        self._actions.append(action)
        self._tell(happened(before, action, self._state), adding=bool(before.table))

    def _tell(self, story: Iterable[Happening], adding: bool) -> None:
        self._talk.say(*story_sentences(story_for(story, ME), self._names, adding))

    # The person

    def _asked(self) -> Action:
        """Return what the person does. Raises Left."""
        view = view_for(self._state, ME)
        if offers(view) == (Pass(ME),) and view.priority is None:
            self._talk.say("You have nothing to add.")
            return Pass(ME)
        self._talk.say("", *rows([*view_rows(view, self._names), ("Choices", offers_text(view))]))
        while True:
            text = self._talk.ask("> ")
            if text is None or text.strip().lower() in ("q", "quit", "exit"):
                raise Left
            action = self._understood(text, view)
            if action is not None:
                return action

    def _understood(self, text: str, view: View) -> Action | None:
        """Return the legal action that was typed, or tell what is amiss."""
        if text.strip().lower() in ("", "?", "h", "help"):
            self._talk.say(HELP, "", *rows([("Choices", offers_text(view))]), *reasons(view, self._names))
            return None
        try:
            action = meant(text, view)
        except Misread as misread:
            self._talk.say(str(misread))
            return None
        refused = refusal(self._state, action)
        if refused is None:
            return action
        self._talk.say(refusal_sentence(refused, self._names))
        return None


def next_to_act(state: State) -> Seat:
    """Return whose action comes next where the table waits for several: clockwise from the main attacker."""
    waiting = public_waiting(state) - state.passed
    return min(waiting, key=lambda seat: (seat - state.main) % state.seats)
