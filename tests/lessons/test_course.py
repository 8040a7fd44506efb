"""Catches a lesson that cannot be done, asks for what the rules forbid, or takes anything for an answer."""

import pytest

from durak import (
    IllegalAction,
    Seat,
    encode_position,
    legal_actions,
    outcome,
    parse_position,
    refusal,
    view_for,
)
from durak.actions import encode_action, parse_action
from web.lessons.course import LESSONS
from web.lessons.lesson import LEARNER, Attempt, Task
from web.lessons.walk import NotTheTask, Place, walk

TASKS = [
    pytest.param(task, id=f"{lesson.code}-{number}")
    for lesson in LESSONS
    for number, task in enumerate(lesson.tasks, start=1)
]


def ways_through(task: Task, done: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every way in which a learner can do a task, as it should be done."""
    place = walk(task, done)
    if place.turn is None:
        return [done]
    return [way for text in answers(place) for way in ways_through(task, (*done, text))]


def answers(place: Place) -> list[str]:
    """What is asked for now and can be done."""
    turn = place.turn
    assert turn is not None
    if isinstance(turn, Attempt):
        return sorted(turn.wanted)
    return [text for text in turn.wanted if refusal(place.state, parse_action(text)) is None]


def test_there_are_ten_lessons_of_different_names() -> None:
    assert len({lesson.code for lesson in LESSONS}) == len(LESSONS) == 10


@pytest.mark.parametrize("task", TASKS)
def test_a_position_is_written_as_the_notation_asks(task: Task) -> None:
    state = parse_position(task.position)
    assert parse_position(encode_position(state)) == state
    assert 2 <= state.seats <= 3


@pytest.mark.parametrize("task", TASKS)
def test_every_way_through_a_task_is_played_by_the_engine_to_its_end(task: Task) -> None:
    ways = ways_through(task)
    assert ways
    for way in ways:
        assert len(way) == len(task.turns)
        assert walk(task, way).turn is None


@pytest.mark.parametrize("task", TASKS)
def test_whatever_else_is_done_is_refused_with_a_reason(task: Task) -> None:
    way = ways_through(task)[0]
    for turns in range(len(way)):
        place = walk(task, way[:turns])
        assert place.turn is not None
        others = {encode_action(action) for action in legal_actions(place.state, LEARNER)} - set(
            place.turn.wanted
        )
        for text in others:
            with pytest.raises(NotTheTask):
                walk(task, (*way[:turns], text))
        for key, why in view_for(place.state, LEARNER).why.items():
            text = f"0:{key}" if key in ("take", "pass") else f"0:A:{key}"
            if text in place.turn.wanted or refusal(place.state, parse_action(text)) is None:
                continue
            with pytest.raises(IllegalAction) as refused:
                walk(task, (*way[:turns], text))
            assert key not in ("take", "pass") or refused.value.refusal == why


@pytest.mark.parametrize("task", TASKS)
def test_an_attempt_is_told_to_the_learner_by_his_view(task: Task) -> None:
    """The page shows the reason that the view has for a card: there has to be one."""
    way = ways_through(task)[0]
    for turns, turn in enumerate(task.turns):
        if isinstance(turn, Attempt):
            why = view_for(walk(task, way[:turns]).state, LEARNER).why
            for text in turn.wanted:
                (card,) = {key for key in why if text.endswith(key)}
                assert why[card] == refusal(walk(task, way[:turns]).state, parse_action(text))


@pytest.mark.parametrize("text", ["1:D:7S/8S", "0:D:7S/9S x", "", "0", "0:D:7S/9S\n"])
def test_what_is_no_action_of_the_learner_is_not_the_task(text: str) -> None:
    (task,) = LESSONS[1].tasks
    with pytest.raises(NotTheTask):
        walk(task, [text])


def test_nothing_can_be_done_after_the_end() -> None:
    (task,) = LESSONS[1].tasks
    with pytest.raises(NotTheTask):
        walk(task, ["0:D:7S/9S", "0:A:6C"])


def test_the_last_lesson_shows_a_durak_and_a_draw() -> None:
    _, last_card, draw = LESSONS[-1].tasks
    durak = outcome(walk(last_card, ["0:A:KS"]).state)
    assert durak is not None
    assert durak.seats == (Seat(1),)
    drawn = outcome(walk(draw, ["0:A:9S"]).state)
    assert drawn is not None
    assert drawn.kind == "draw"


def test_lessons_about_limits_are_refused_for_what_they_are_about() -> None:
    few, first = LESSONS[5].tasks
    assert view_for(parse_position(few.position), LEARNER).why["7D"].facts["by"] == "hand"
    assert view_for(parse_position(first.position), LEARNER).why["TD"].facts["by"] == "first_cap"
