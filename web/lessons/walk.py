"""Where a learner stands in a task: what he has done in it, and what the engine makes of that."""

from collections.abc import Sequence
from dataclasses import dataclass

from durak import (
    Action,
    Happening,
    IllegalAction,
    NotationError,
    State,
    apply,
    happened,
    parse_action,
    parse_position,
    refusal,
)
from web.lessons.lesson import LEARNER, Attempt, Move, Task, Turn

Story = tuple[Happening, ...]


class NotTheTask(Exception):
    """What was done is no action of the learner's, or a legal one that the task does not ask for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the learner stands: the state, what his last deed brought, and his turn, None at the end."""

    state: State
    story: Story
    turn: Turn | None


def walk(task: Task, done: Sequence[str]) -> Place:
    """Return where a learner stands who has done all this (texts of actions, notation.md), one in each turn.

    An attempt that the engine refuses, as it should, changes nothing. Raises IllegalAction, with the engine's
    reason, for any other refused action, and NotTheTask.
    """
    if len(done) > len(task.turns):
        raise NotTheTask
    story: Story = ()
    state = parse_position(task.position)
    for text, turn in zip(done, task.turns, strict=False):
        state, story = _taken(state, text, turn)
    return Place(state, story, task.turns[len(done)] if len(done) < len(task.turns) else None)


def _taken(state: State, text: str, turn: Turn) -> tuple[State, Story]:
    """Return the state and the story of one turn."""
    action = _learners(text)
    refused = refusal(state, action)
    if isinstance(turn, Attempt) and refused is not None and text in turn.wanted:
        return state, ()
    if refused is not None:
        raise IllegalAction(refused)
    if isinstance(turn, Move) and text in turn.wanted:
        return _played(state, (action, *map(parse_action, turn.wanted[text])))
    raise NotTheTask


def _learners(text: str) -> Action:
    try:
        action = parse_action(text)
    except NotationError:
        raise NotTheTask from None
    if action.seat != LEARNER:
        raise NotTheTask
    return action


def _played(state: State, actions: Sequence[Action]) -> tuple[State, Story]:
    story: list[Happening] = []
    for action in actions:
        after = apply(state, action)
        story += happened(state, action, after)
        state = after
    return state, tuple(story)
