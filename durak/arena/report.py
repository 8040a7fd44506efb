"""The figures of a run in words and tables, for a terminal or as Markdown."""

from collections.abc import Iterator, Sequence

from durak.arena.figures import BotFigures, MatchFigures, RatedTable, RunFigures
from durak.arena.intervals import Estimate
from durak.bots import STAND_IN
from durak.terminal.play import MOST_BOUTS
from durak.terminal.words import counted, listed

FAULTS_SHOWN = 3
"""Of one match, on a terminal."""

BOT_HEADS = (
    *("bot", "seats", "games", "losses", "draws", "loss-score", "95 %", "durak", "95 %", "fair"),
    *("ms", "p95", "max", "playouts"),
)
MATCH_HEADS = ("bot", "against", "rules", "deals", *BOT_HEADS[5:])
RATING_HEADS = ("bot", "points", "95 %")


def run_report(run: RunFigures) -> Iterator[str]:
    """Yield lines for a terminal: every match, then the ratings."""
    for match in run.matches:
        yield from _match_report(match)
        yield ""
    for table in run.ratings:
        yield f"Ratings with {counted(table.seats, 'seat')}, {table.rules}; 400 points are ten to one:"
        yield from columns(RATING_HEADS, [_rating_cells(table, place) for place in range(len(table.bots))])
        yield ""
    if not run.is_whole:
        yield "This is not the whole run: it was stopped."


def _match_report(match: MatchFigures) -> Iterator[str]:
    first, others = match.line_up[0], match.line_up[1:]
    played = f"{counted(match.deals, 'deal')}, {counted(match.games, 'game')}"
    yield f"{first} against {listed(others)}: {match.rules}, {played}"
    yield from columns(BOT_HEADS, [_bot_cells(bot) for bot in match.bots])
    illegal, exceptions = (
        sum(getattr(bot, kind) for bot in match.bots) for kind in ("illegal", "exceptions")
    )
    yield (
        f"{counted(illegal, 'illegal action')}, {counted(exceptions, 'exception')}, "
        f"{counted(match.capped, 'game')} drawn after {MOST_BOUTS} bouts"
    )
    for bot in match.bots:
        if bot.illegal or bot.exceptions:
            yield f"{STAND_IN} stood in for {bot.name} {counted(bot.illegal + bot.exceptions, 'time')}:"
    for fault in match.faults[:FAULTS_SHOWN]:
        where = f"deal {fault.deal}, rotation {fault.rotation}, seat {fault.seat}, bout {fault.bout}"
        yield f"  {fault.name}, {where}: {fault.says}"


def markdown_report(run: RunFigures) -> Iterator[str]:
    """Yield the command, then tables of Markdown: for each number of seats the matches, then the ratings."""
    yield f"`{run.command}`"
    for seats in sorted({len(match.line_up) for match in run.matches}):
        yield ""
        rows = [_match_cells(match) for match in run.matches if len(match.line_up) == seats]
        yield from markdown(MATCH_HEADS, rows)
    for table in run.ratings:
        yield ""
        yield from markdown(RATING_HEADS, [_rating_cells(table, place) for place in range(len(table.bots))])


# Cells


def _bot_cells(bot: BotFigures) -> tuple[str, ...]:
    counts = (bot.seats, bot.games, bot.losses, bot.draws)
    return (bot.name, *map(str, counts), *_results(bot))


def _match_cells(match: MatchFigures) -> tuple[str, ...]:
    bot, others = match.bots[0], match.line_up[1:]
    kinds = [f"{others.count(name)} {name}" for name in dict.fromkeys(others)] if len(others) > 1 else others
    return (bot.name, listed(kinds), match.rules, str(match.deals), *_results(bot))


def _results(bot: BotFigures) -> tuple[str, ...]:
    return (
        f"{bot.loss_score.value:.3f}",
        _bounds(bot.loss_score, 1, 3),
        "-" if bot.share is None else f"{100 * bot.share.value:.1f} %",
        "-" if bot.share is None else _bounds(bot.share, 100, 1),
        "-" if bot.fair_share is None else f"{100 * bot.fair_share:.1f} %",
        *(f"{milliseconds:.2f}" for milliseconds in (bot.ms_mean, bot.ms_p95, bot.ms_most)),
        "-" if bot.playouts is None else f"{bot.playouts:.0f}",
    )


def _bounds(estimate: Estimate, scale: int, digits: int) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{scale * estimate.low:.{digits}f} to {scale * estimate.high:.{digits}f}"


def _rating_cells(table: RatedTable, place: int) -> tuple[str, ...]:
    rating = table.bots[place]
    if rating.name == table.anchor:
        return (rating.name, "0", "-")
    return (rating.name, f"{rating.points:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")


# Tables


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the table with its cells under each other, the first column to the left, others to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (heads, *rows)
    ]


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the same table as Markdown."""
    rule = ("---", *("---:",) * (len(heads) - 1))
    return [f"| {' | '.join(row)} |" for row in (heads, rule, *rows)]
