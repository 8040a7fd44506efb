"""The card game Durak: rules, notation, deal, views and bots. Standard library only; no I/O, no clock.

A State is a value, and `apply` makes the next one or raises IllegalAction. A State holds every secret of the
game: whoever plays or watches gets a View. A whole game:

>>> from random import Random
>>> from durak.bots import BOTS
>>> state = new_game(PRESETS["transfer"], secret=bytes(32), salts=[b"Ann", b"Ben"], seats=2)
>>> state.main, state.hands[state.main], state.turned_up
(0, (6S, 7D, 8D, JC, KS, AS), QD)
>>> encode_action(legal_actions(state, state.main)[0])
'0:A:6S'
>>> state = apply(state, parse_action("0:A:6S"))
>>> [encode_action(action) for action in view_for(state, Seat(1)).legal["7S"]]
['1:D:6S/7S']
>>> print(view_for(state, Seat(1)).why["8H"])
does_not_beat (attack=6S, card=8H, trump=D)
>>> while outcome(state) is None:
...     views = (memory_view(state, Seat(seat)) for seat in range(state.seats))
...     view = next(view for view in views if view.viewer in view.waiting and view.legal)
...     state = apply(state, BOTS["careful"].choose(view, Random(0)))
>>> outcome(state)
Outcome(kind='durak', seats=(1,))
"""

from durak.actions import (
    Action,
    Attack,
    Defend,
    Pass,
    Seat,
    Swap,
    Take,
    Transfer,
    encode_action,
    order_of,
    parse_action,
)
from durak.apply import advance, apply
from durak.cards import Card, Rank, Suit, encode_card, encode_cards, parse_card, parse_cards
from durak.deal import commitment, new_game
from durak.describe import LINES, Line, describe, differences
from durak.draft import Outcome, Pair, Phase
from durak.errors import (
    DurakError,
    Fact,
    IllegalAction,
    IllegalSetup,
    NoSuchSeat,
    NotationError,
    OtherVersion,
    Refusal,
)
from durak.happenings import Happening, dealt, happened
from durak.legal import legal_actions, public_waiting, refusal
from durak.position import encode_position, parse_position
from durak.record import (
    IllegalRecord,
    Record,
    WrongSecret,
    encode_record,
    parse_record,
    replay,
    verify,
)
from durak.rules_code import encode_rules, parse_rules
from durak.ruleset import OPTIONS, PRESETS, RULES_VERSION, Option, Rules, check_setup, most_seats, preset_name
from durak.session import LastDeal, next_leader
from durak.state import State, outcome
from durak.view import View, memory_view, story_for, view_for
from durak.view_json import encode_view, parse_view

__all__ = [
    "LINES",
    "OPTIONS",
    "PRESETS",
    "RULES_VERSION",
    "Action",
    "Attack",
    "Card",
    "Defend",
    "DurakError",
    "Fact",
    "Happening",
    "IllegalAction",
    "IllegalRecord",
    "IllegalSetup",
    "LastDeal",
    "Line",
    "NoSuchSeat",
    "NotationError",
    "Option",
    "OtherVersion",
    "Outcome",
    "Pair",
    "Pass",
    "Phase",
    "Rank",
    "Record",
    "Refusal",
    "Rules",
    "Seat",
    "State",
    "Suit",
    "Swap",
    "Take",
    "Transfer",
    "View",
    "WrongSecret",
    "advance",
    "apply",
    "check_setup",
    "commitment",
    "dealt",
    "describe",
    "differences",
    "encode_action",
    "encode_card",
    "encode_cards",
    "encode_position",
    "encode_record",
    "encode_rules",
    "encode_view",
    "happened",
    "legal_actions",
    "memory_view",
    "most_seats",
    "new_game",
    "next_leader",
    "order_of",
    "outcome",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_position",
    "parse_record",
    "parse_rules",
    "parse_view",
    "preset_name",
    "public_waiting",
    "refusal",
    "replay",
    "story_for",
    "verify",
    "view_for",
]
