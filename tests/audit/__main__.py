"""Lighthouse, as a phone on a slow network sees what may be found, a waiting room and a running table.

    python -m tests.audit [--runs 3] [--page home] [--json FOLDER]

What may be found are the pages of `web/transport/finding.py`, in English, and those that visitors come to
first in every language. Each page is loaded anew, in a browser that knows nothing of it, as often as is said;
the median of each number counts. Prints a table, and ends with status 1 if a number misses its bar. `make
audit` installs what is needed.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.program import Program, free_port
from tools import chromium, node
from web.transport.finding import PAGES
from web.transport.languages import DEFAULT, OWN_NAMES

HERE = Path(__file__).resolve().parent
CLI = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
# A room is not to be found, so it says so to search engines, and Lighthouse takes points for that.
BARS = {"performance": 95, "accessibility": 100, "best-practices": 100}
FOUND_BARS = BARS | {"seo": 100}
IN_EVERY_LANGUAGE = ("/", "/rules")
MOST_SHIFT = 0.0
MOST_INTERACTION_MS = 150
THROTTLE = 4
TAPS = 12
HEAD = f"{'page':26} {'perf':>5} {'a11y':>5} {'best':>5} {'seo':>5} {'LCP ms':>7} {'TBT ms':>7} {'CLS':>6}"
PACE = {"DURAK_BOT_PACE": "0.1"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A page to look at: its address, the cookie of its visitor, and the bars it has to reach."""

    name: str
    url: str
    token: str | None
    bars: dict[str, int]


@dataclass(frozen=True, slots=True)
class Run:
    """What one load has shown: points by category, milliseconds, and how far things moved."""

    points: dict[str, int]
    largest_paint: float
    blocked: float
    shift: float
    found: frozenset[str]


def become(url: str) -> str:
    """Become a guest, and return the token."""
    answer = _post(f"{url}/api/guest", {"name": "Anna"}, url)
    cookie: str = answer.headers["set-cookie"]
    token: str = cookie.partition("=")[2].partition(";")[0]
    return token


def make_room(url: str, token: str, *, play_now: bool) -> str:
    """Make a room, and return its address."""
    options = {"rules": "classic", "chairs": 4, "bots": "careful", "play_now": play_now}
    answer = _post(f"{url}/api/rooms", options, url, token)
    path: str = json.loads(answer.read())["url"]
    return url + path


def _post(address: str, body: dict[str, Any], origin: str, token: str | None = None) -> Any:
    headers = {"content-type": "application/json", "origin": origin, "sec-fetch-site": "same-origin"}
    if token:
        headers["cookie"] = f"durak={token}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    return urllib.request.urlopen(request)


@contextmanager
def phone(port: int, scene: Scene) -> Iterator[BrowserContext]:
    """A browser that has never been here, but for its cookie."""
    args = ["--no-sandbox", "--disable-dev-shm-usage", f"--remote-debugging-port={port}"]
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium.find(),
            args=args,
            viewport={"width": 360, "height": 640},
            has_touch=True,
            is_mobile=True,
        )
        if scene.token:
            home = urljoin(scene.url, "/")
            context.add_cookies([{"name": "durak", "value": scene.token, "url": home}])
        yield context
        context.close()


def audit(scene: Scene, keep: Path | None, number: int) -> Run:
    """Load the page once, and return what Lighthouse says. Raises CalledProcessError."""
    port = free_port()
    with phone(port, scene):
        words = [str(node.find(with_npm=False)), str(CLI), scene.url, "--quiet", f"--port={port}"]
        words += [f"--only-categories={','.join(CATEGORIES)}", "--disable-storage-reset", "--output=json"]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    if keep:
        (keep / f"{scene.name}-{number}.json").write_text(said, encoding="utf-8")
    report = json.loads(said)
    audits = report["audits"]
    wrong = {
        f"{name}: {ref['id']}"
        for name in CATEGORIES[1:]
        for ref in report["categories"][name]["auditRefs"]
        if ref["weight"] and (audits[ref["id"]]["score"] or 0) < 1 and name in scene.bars
        if audits[ref["id"]]["scoreDisplayMode"] not in ("notApplicable", "manual", "informative")
    }
    return Run(
        {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES},
        audits["largest-contentful-paint"]["numericValue"],
        audits["total-blocking-time"]["numericValue"],
        audits["cumulative-layout-shift"]["numericValue"],
        frozenset(wrong),
    )


WATCH = """
window.slowest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""

# A card is touched where its left edge shows, as one does in a fan; else a button.
NEXT_THING = """() => {
  const found = ["#cards [data-target], .slot[data-asked]", "#cards [data-zone=hand][data-legal=yes]",
    "#act .btn[data-side=right]:not([hidden], [aria-disabled])", "#act .btn:not([hidden], [aria-disabled])"]
    .map((selector) => document.querySelector(selector)).find(Boolean);
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + Math.min(14, width / 2), y + height / 2];
}"""


def worst_interaction(scene: Scene) -> float:
    """Play a little with a processor that is four times slower, and return the slowest answer to a tap."""
    with phone(free_port(), scene) as context:
        page: Page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(scene.url)
        page.locator("#cards [data-zone=hand]").first.wait_for()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        page.wait_for_timeout(2000)
        taps = 0
        for _ in range(200):
            at = page.evaluate(NEXT_THING)
            if at:
                page.touchscreen.tap(*at)
                taps += 1
            page.wait_for_timeout(400)
            if taps == TAPS or page.locator("#result").is_visible():
                break
        slowest: float = page.evaluate("window.slowest")
    return slowest


def table(url: str) -> Scene:
    """A game that has just begun, as its player sees it."""
    player = become(url)
    return Scene("table", make_room(url, player, play_now=True), player, BARS)


def found_pages() -> dict[str, str]:
    """Return where the pages are that may be found, by names like `home`, `rules-blitz` and `rules.de`."""
    names = {path: path.strip("/").replace("/", "-") or "home" for path in PAGES}
    others = [code for code in OWN_NAMES if code != DEFAULT]
    return {name: path for path, name in names.items()} | {
        f"{names[path]}.{code}": f"{path}?lang={code}" for path in IN_EVERY_LANGUAGE for code in others
    }


def scenes(url: str) -> list[Scene]:
    """The pages, with rooms made for them."""
    host = become(url)
    return [
        *(Scene(name, url + path, None, FOUND_BARS) for name, path in found_pages().items()),
        Scene("waiting", make_room(url, host, play_now=False), None, BARS),
        table(url),
    ]


def main() -> int:
    """Look at every page, print the table, and return the status."""
    parser = argparse.ArgumentParser(prog="python -m tests.audit", description="Lighthouse on the pages.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--page", choices=[*found_pages(), "waiting", "table"], action="append")
    parser.add_argument("--json", type=Path, help="keep Lighthouse's reports in this folder")
    arguments = parser.parse_args()
    if arguments.json:
        arguments.json.mkdir(parents=True, exist_ok=True)
    node.lend_to_playwright()
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder), PACE)
        program.start()
        try:
            print(HEAD)
            for scene in scenes(program.url):
                if arguments.page and scene.name not in arguments.page:
                    continue
                runs = [audit(scene, arguments.json, number) for number in range(arguments.runs)]
                missed += look_at(scene, runs)
                if scene.name == "table":
                    worst = statistics.median(
                        worst_interaction(table(program.url)) for _ in range(arguments.runs)
                    )
                    print(f"slowest answer to a tap, processor {THROTTLE} times slower: {worst:.0f} ms")
                    if worst > MOST_INTERACTION_MS:
                        missed.append(f"table: an interaction took {worst:.0f} ms")
        finally:
            program.stop()
    for line in missed:
        print(f"MISSED {line}")
    return 1 if missed else 0


def look_at(scene: Scene, runs: list[Run]) -> list[str]:
    """Print the medians of one page, and return which bars they miss."""

    def median(of: Callable[[Run], float]) -> float:
        return statistics.median(of(run) for run in runs)

    points = {name: statistics.median(run.points[name] for run in runs) for name in CATEGORIES}
    shift = median(lambda run: run.shift)
    row = " ".join(f"{points[name]:5.0f}" for name in CATEGORIES)
    times = f"{median(lambda run: run.largest_paint):7.0f} {median(lambda run: run.blocked):7.0f}"
    print(f"{scene.name:26} {row} {times} {shift:6.3f}", flush=True)
    missed = [
        f"{scene.name}: {name} {points[name]:.0f} < {bar}"
        for name, bar in scene.bars.items()
        if points[name] < bar
    ]
    if round(shift, 3) > MOST_SHIFT:
        missed.append(f"{scene.name}: layout shift {shift:.3f}")
    if missed:
        missed += sorted({found for run in runs for found in run.found})
    return missed


if __name__ == "__main__":
    sys.exit(main())
