"""The settings: a name that is no setting is the likeliest mistake, and nothing else would tell."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from web.commands.doctor.finding import Finding, ok, warning, wrong
from web.settings import VARIABLES, BadSettings, Settings, read_settings

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on
NEAR = 0.75
WIDEST = {4: 16, 6: 48}
"""The shortest prefix of public addresses that may be one's own proxies."""


def settings_in(environment: Mapping[str, str]) -> Settings | None:
    """Return the settings, None if they cannot be read."""
    try:
        return read_settings(environment)
    except BadSettings:
        return None


def of_settings(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what is wrong with names and values."""
    fine = True
    for name in sorted(environment):
        if name.startswith("DURAK_") and name not in VARIABLES:
            fine = False
            yield _of_unknown(name)
    try:
        settings = read_settings(environment)
    except BadSettings as problem:
        yield wrong("settings", str(problem))
        return
    if settings.time_rate != 1 or settings.bot_pace != 1:
        fine = False
        yield warning("settings", "DURAK_TIME_RATE and DURAK_BOT_PACE are for tests: leave them out.")
    if fine:
        given = [name for name in VARIABLES if environment.get(name)]
        yield ok("settings", f"Those that are set are known: {', '.join(given) or 'none'}.")


def _of_unknown(name: str) -> Finding:
    near = get_close_matches(name, VARIABLES, 1, NEAR)
    if near:
        return wrong("settings", f"{name} is no setting and does nothing: {near[0]} is meant?")
    return warning("settings", f"{name} is no setting of this program and does nothing.")


def of_metrics(settings: Settings) -> Iterator[Finding]:
    """Yield who may ask for metrics, where anybody may."""
    if settings.metrics_port is None:
        return
    if settings.metrics_host in EVERYWHERE:
        yield warning(
            "metrics", f"Port {settings.metrics_port} is open on every address: keep others out of it."
        )
    else:
        yield ok("metrics", f"On {settings.metrics_host}, port {settings.metrics_port}.")


def of_proxies(settings: Settings) -> Iterator[Finding]:
    """Yield what is wrong with the proxies that are believed."""
    fine = True
    for piece in settings.trusted_proxies.split(","):
        finding = _of_proxy(piece.strip())
        if finding is not None:
            fine = False
            yield finding
    if fine:
        yield ok("proxies", f"X-Forwarded-For and -Proto are believed from {settings.trusted_proxies}.")


def networks_in(trusted: str) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks of the setting; what is neither is left out, as the server does."""
    networks = []
    for piece in trusted.split(","):
        try:
            networks.append(_network(piece.strip()))
        except ValueError:
            continue
    return networks


def is_among(address: str, networks: list[IPv4Network | IPv6Network]) -> bool:
    """Tell whether an address is in one of them; a text that is none is not."""
    try:
        parsed = ip_address(address.partition("/")[0])
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def _network(piece: str) -> IPv4Network | IPv6Network:
    return ip_network(piece if "/" in piece else str(ip_address(piece)))


def _of_proxy(piece: str) -> Finding | None:
    try:
        network = _network(piece)
    except ValueError:
        return wrong(
            "proxies",
            f"{piece} in DURAK_TRUSTED_PROXIES does nothing: it is no address, and no network whose last bits"
            " are 0.",
        )
    if network.prefixlen == 0:
        return wrong(
            "proxies",
            f"With {piece} in DURAK_TRUSTED_PROXIES everybody says himself where he comes from, and no limit"
            " holds: name your proxy's address alone.",
        )
    if not network.is_private and network.prefixlen < WIDEST[network.version]:
        return warning(
            "proxies",
            f"{piece} in DURAK_TRUSTED_PROXIES has {network.num_addresses} public addresses: are all of them"
            " proxies of yours?",
        )
    return None
