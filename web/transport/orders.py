"""What a message of a socket asks of the room. Who asks comes from the connection, never from the message."""

import secrets
from typing import assert_never

from web.rooms import commands
from web.rooms.events import PlayerId
from web.rooms.refusals import Refused
from web.transport.hub import Connection
from web.transport.messages import (
    AskBotIn,
    ComeBackIn,
    CommandIn,
    GameIn,
    GiveUpIn,
    HandOverIn,
    HostIn,
    LeaveIn,
    LevelIn,
    MemberIn,
    MoveChairIn,
    NextIn,
    OptionsIn,
    PlayIn,
    RemoveIn,
    SayIn,
    SitIn,
    StartIn,
    StepAwayIn,
    UndoIn,
)
from web.transport.names import clean_text


def command_of(message: CommandIn, connection: Connection, blocked: frozenset[PlayerId]) -> commands.Command:
    """Return the command; `blocked` are those with whom the asker is not to be seated.

    Raises Refused for a visitor who is nobody, and for words without anything in them.
    """
    player = connection.player
    if player is None:
        raise Refused("not_a_guest")
    if isinstance(message, SitIn):
        chair, session = message.chair, connection.session
        return commands.Sit(player.id, player.name, chair, player.avatar, blocked, session)
    if isinstance(message, HostIn):
        return _of_host(message, player.id)
    if isinstance(message, GameIn):
        return _of_game(message, player.id)
    return _of_member(message, player.id)


def _of_host(message: HostIn, player: PlayerId) -> commands.Command:
    match message:
        case OptionsIn():
            return commands.ChangeOptions(
                player=player,
                rules=message.rules,
                chairs=message.chairs,
                bots=message.bots,
                seen_cards=message.seen_cards,
                turn_seconds=message.turn_seconds,
                watch=message.watch,
                public=message.public,
                chat=message.chat,
                advice=message.advice,
                pace=message.pace,
            )
        case StartIn():
            return commands.Start(player, secrets.token_bytes(32))
        case LevelIn():
            return commands.SetLevel(player, message.chair, message.level)
        case MoveChairIn():
            return commands.MoveChair(player, message.from_chair, message.to_chair)
        case RemoveIn():
            return commands.Remove(player, message.chair, message.may_watch)
        case HandOverIn():
            return commands.HandOver(player, message.chair)
        case _:
            assert_never(message)


def _of_game(message: GameIn, player: PlayerId) -> commands.Command:
    match message:
        case PlayIn():
            return commands.Play(player, message.action, message.bout, message.table_ply)
        case NextIn():
            return commands.Next(player)
        case UndoIn():
            return commands.Undo(player)
        case GiveUpIn():
            return commands.GiveUp(player)
        case _:
            assert_never(message)


def _of_member(message: MemberIn, player: PlayerId) -> commands.Command:
    match message:
        case LeaveIn():
            return commands.Leave(player)
        case StepAwayIn():
            return commands.StepAway(player)
        case ComeBackIn():
            return commands.ComeBack(player)
        case AskBotIn():
            return commands.AskBot(player, message.chair)
        case SayIn():
            what = clean_text(message.what)
            if what is None:
                raise Refused("bad_message", {"field": "what"})
            return commands.Say(player, message.kind, what)
        case _:
            assert_never(message)
