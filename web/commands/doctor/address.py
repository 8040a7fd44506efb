"""The public address: whether it leads here, by TLS, and what the proxies make of a request on its way.

A request is sent as it is, and once more with headers that only a proxy may write. What the server saw of
each tells whether the proxies pass on where somebody comes from, and whether they let him say so himself.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from web.commands.doctor.asking import Answer, BadCertificate, NoAnswer, ask_seen, ask_socket
from web.commands.doctor.finding import Finding, ok, warning, wrong
from web.commands.doctor.settings import EVERYWHERE, is_among, networks_in
from web.settings import Settings

DAYS_WARNED = 14
SOMEBODY_ELSE = "192.0.2.77"
"""An address of nobody's, for examples only."""

MARKS = {"x-forwarded-for": SOMEBODY_ELSE, "x-forwarded-proto": "http"}
BEHIND_IT = frozenset({502, 503, 504})
PORTS = {"http": 80, "https": 443}


def of_address(settings: Settings) -> Iterator[Finding]:
    """Yield how the server is reached."""
    if settings.public_url is None:
        yield _of_no_address(settings.host)
        return
    url = settings.public_url.rstrip("/")
    try:
        plain, marked = ask_seen(url, {}), ask_seen(url, MARKS)
    except BadCertificate as problem:
        yield wrong("certificate", str(problem))
        return
    except NoAnswer as problem:
        yield wrong("address", f"{url}: {problem}")
        return
    stranger = of_stranger(url, plain)
    if stranger is not None:
        yield stranger
        return
    yield ok("address", f"{url} leads to this program.")
    yield of_tls(plain)
    yield from of_seen(url, plain, marked, settings.trusted_proxies)
    yield of_socket(ask_socket(url))


def _of_no_address(host: str) -> Finding:
    if host in EVERYWHERE:
        return warning(
            "address",
            "Without DURAK_PUBLIC_URL and TLS it is for a network of your own: a public server stands behind"
            " a proxy.",
        )
    return ok("address", f"It listens on {host} only; there is no DURAK_PUBLIC_URL.")


def of_stranger(url: str, answer: Answer) -> Finding | None:
    """Return what answered in our place, None if it was us."""
    if answer.told.get("program") == "durak":
        return None
    if answer.status in BEHIND_IT:
        text = f"{url}: the proxy finds no server behind it ({answer.status}): does one run, where it looks?"
    elif answer.status == 400 and "does not know that name" in answer.text:
        text = (
            f"{url}: the server is asked under another name: let the proxy pass on Host, and set"
            " DURAK_PUBLIC_URL where the server runs."
        )
    elif answer.status in (301, 302, 307, 308):
        text = f"{url}: it is sent elsewhere ({answer.status}): set DURAK_PUBLIC_URL to where people end up."
    else:
        text = f"{url}: something else answers ({answer.status}): does the proxy lead to this program?"
    return wrong("address", text)


def of_tls(answer: Answer) -> Finding:
    """Return how the way is secured."""
    if answer.days_left is None:
        return warning("certificate", "There is no TLS: whoever is on the way can read and play along.")
    if answer.days_left < DAYS_WARNED:
        return warning("certificate", f"It is valid for {answer.days_left} more days: is it renewed?")
    return ok("certificate", f"It is valid, and for {answer.days_left} more days.")


def of_seen(url: str, plain: Answer, marked: Answer, trusted: str) -> Iterator[Finding]:
    """Yield what the proxies made of the two requests."""
    scheme = urlsplit(url).scheme
    client = _of_client(plain, marked, trusted)
    told = [found for found in (_of_scheme(scheme, plain), _of_host(url, plain), client) if found is not None]
    yield from told
    if all(finding.level == "ok" for finding in told):
        what = "Host, scheme and address arrive" if client is None else "Host and scheme arrive"
        yield ok("proxy", f"{what} as they are{', cookies are Secure' if scheme == 'https' else ''}.")


def _of_scheme(scheme: str, plain: Answer) -> Finding | None:
    if plain.told.get("scheme") == scheme:
        return None
    return wrong(
        "proxy",
        f"The server takes {scheme} for {plain.told.get('scheme')}, so cookies are not as they should be: let"
        " the proxy send X-Forwarded-Proto, and name its address in DURAK_TRUSTED_PROXIES.",
    )


def _of_host(url: str, plain: Answer) -> Finding | None:
    seen = str(plain.told.get("host", ""))
    if _with_port(url) == _with_port(f"{urlsplit(url).scheme}://{seen}"):
        return None
    return wrong("proxy", f"The server is asked for {seen}: let the proxy pass on Host, or no page can play.")


def _of_client(plain: Answer, marked: Answer, trusted: str) -> Finding | None:
    networks, seen = networks_in(trusted), str(plain.told.get("address"))
    if is_among(plain.own_address, networks):
        return ok(
            "proxy",
            f"Asked from {plain.own_address}, which is itself believed, it cannot be seen whether the proxy"
            " passes on where others come from: ask from another machine.",
        )
    if marked.told.get("address") == SOMEBODY_ELSE:
        return wrong(
            "proxy",
            "The proxy passes on an X-Forwarded-For that the asker wrote, so that no limit holds: let it add"
            " the address it sees, or write the header anew.",
        )
    if is_among(seen, networks):
        return wrong(
            "proxy",
            f"To the server everybody comes from the proxy, {seen}, and shares its limits: let the proxy send"
            " X-Forwarded-For.",
        )
    return None


def of_socket(problem: str | None) -> Finding:
    """Return whether a socket comes through."""
    if problem is None:
        return ok("socket", "A WebSocket comes through.")
    return wrong(
        "socket",
        f"No WebSocket comes through, {problem}: let the proxy pass on Upgrade and Connection.",
    )


def _with_port(url: str) -> tuple[str | None, int | None]:
    parts = urlsplit(url)
    return parts.hostname, parts.port or PORTS.get(parts.scheme)
