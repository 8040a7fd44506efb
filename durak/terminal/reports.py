"""What the commands say that only look: at a position, a record, a set of rules."""

from collections.abc import Iterable, Iterator
from typing import Any

from durak import (
    PRESETS,
    Happening,
    Outcome,
    Record,
    Rules,
    Seat,
    State,
    check_setup,
    commitment,
    dealt,
    describe,
    differences,
    encode_action,
    encode_rules,
    happened,
    replay,
    story_for,
    view_for,
)
from durak.terminal.choices import offers, reasons
from durak.terminal.picture import position_picture
from durak.terminal.refusal_words import refusal_sentence
from durak.terminal.rules_words import rule_sentence
from durak.terminal.story_words import outcome_sentence, story_sentences
from durak.terminal.words import Names, counted, numbered_seats, rows
from durak.view import encode_outcome


def position_report(state: State) -> Iterator[str]:
    """Yield a picture of a position, then what each seat may do, and why not the rest."""
    names = numbered_seats(state.seats)
    yield from position_picture(state, names)
    for seat in map(Seat, range(state.seats)):
        view = view_for(state, seat)
        legal = "  ".join(map(encode_action, offers(view)))
        yield ""
        yield from rows([(f"{names.head(seat)} may", legal or "do nothing")])
        yield from (f"  {line}" for line in reasons(view, names))


# Records


def record_report(record: Record) -> Iterator[str]:
    """Yield a game move by move, with every card. Raises what `replay` raises, after what went before."""
    names = numbered_seats(record.seats)
    before: State | None = None
    for number, state in enumerate(replay(record)):
        if before is None:
            yield from position_picture(state, names)
            yield from ("", *story_sentences(_complete(dealt(state)), names, adding=False))
        else:
            action = record.actions[number - 1]
            story = _complete(happened(before, action, state))
            sentences = story_sentences(story, names, adding=bool(before.table))
            yield from rows([(f"{number:4} {encode_action(action):12}", sentences[0])])
            yield from (f"{'':19}{sentence}" for sentence in sentences[1:])
        before = state
    if before is not None and before.outcome is None:
        yield "The game is not over."


def _complete(story: Iterable[Happening]) -> list[dict[str, Any]]:
    """A story with all that its own seats know, for a record tells everything."""
    return [piece for one in story for piece in story_for((one,), getattr(one, "seat", None))]


def verdict(record: Record, outcome: Outcome | None, is_promised: bool) -> Iterator[str]:
    """Yield what stands fast about a record that was verified."""
    names = numbered_seats(record.seats)
    salts = (f"{names.name(Seat(seat))} {salt.hex() or '-'}" for seat, salt in enumerate(record.salts))
    ended = "The game is not over." if outcome is None else outcome_sentence(encode_outcome(outcome), names)
    yield f"Every action is legal: {counted(len(record.actions), 'action')}. {ended}"
    yield from rows(
        [
            ("Rules", encode_rules(record.rules)),
            ("Salts", ", ".join(salts)),
            ("Commitment", commitment(record.secret).hex()),
            ("", "It is as promised." if is_promised else COMPARE),
        ]
    )


COMPARE = "Compare it with the one that was shown at the deal."

# Rules


CLASSIC = PRESETS["classic"]


def presets_report() -> Iterator[str]:
    """Yield the presets: `classic` in full, of each other what it has otherwise."""
    for name, rules in PRESETS.items():
        news = differences(CLASSIC, rules)
        yield from ("", f"{name}: like classic, but") if news else (f"{name}:",)
        yield from _indented(map(rule_sentence, news or describe(rules)))


def rules_report(rules: Rules) -> Iterator[str]:
    """Yield the rules in sentences, and why nobody could play them, if so."""
    yield f"{encode_rules(rules)}:"
    yield from _indented(map(rule_sentence, describe(rules)))
    yield from _unplayable(rules)


def news_report(old: Rules, new: Rules) -> Iterator[str]:
    """Yield what players of the old rules have to be told of the new ones."""
    news = [rule_sentence(line) for line in differences(old, new)]
    yield f"{encode_rules(new)}, for players of {encode_rules(old)}:"
    yield from _indented(news or ["Nothing is new."])
    yield from _unplayable(new)


def _indented(sentences: Iterable[str]) -> list[str]:
    return rows(("", sentence) for sentence in sentences)


def _unplayable(rules: Rules) -> Iterator[str]:
    refusal = check_setup(rules, 2)
    if refusal is not None:
        yield f"Nobody can play that: {refusal_sentence(refusal, Names(()))}"
