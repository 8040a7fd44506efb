"""The command `reports`: whom guests have reported to the host of the server."""

import os
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime

from web.adapters.db import open_engine, reading
from web.adapters.migrations import migrate
from web.adapters.sql_moderation import newest_reports
from web.settings import read_settings


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what can be asked for."""
    parser.add_argument("--most", type=int, default=50, help="how many (50)")


def run(asked: Namespace) -> int:
    """Print the newest reports and return 0. Raises BadSettings and CannotOpen."""
    engine = open_engine(read_settings(os.environ).database_url)
    migrate(engine)
    with reading(engine).connect() as connection:
        reports = newest_reports(connection, asked.most)
    engine.dispose()
    if not reports:
        print("Nobody has been reported.")
    for report in reports:
        at = datetime.fromtimestamp(report.at, UTC)
        print(f"{at:%Y-%m-%d %H:%M} UTC  {report.reported_name} ({report.reported_id})")
        print(f"    by    {report.reporter_name} ({report.reporter_id}), in room {report.room_id}")
        print(f"    why   {report.why}")
        if report.said:
            print(f"    said  {report.said}")
    return 0
