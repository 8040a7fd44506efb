"""Catches a proxy that lets through what the server cannot bear, loses what it could have saved, or tells.

The file of the deployment, in the real nginx, before two real workers.
"""

import asyncio
import json
import socket
import ssl
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.adapters.databases import postgres
from tests.deploy.conftest import MakeProxy
from tests.program import HOST, Program, free_port
from tests.servers.cluster import Cluster
from tests.servers.nginx import Nginx
from tests.transport.wire import Line, Site

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("deploy")]

PATIENCE_SECONDS = 20.0


async def played(*lines: Line, moves: int) -> None:
    """Play on until all have seen each move."""
    for _ in range(moves):
        mover = next(line for line in lines if line.choices)
        seen = [line.view["v"] for line in lines]
        assert (await mover.play(mover.choices[0]))["t"] == "ok"
        for line, before in zip(lines, seen, strict=True):
            await line.until_view(lambda view, before=before: view["v"] > before)  # type: ignore[misc]


def half_sent(port: int, piece: bytes) -> bytes:
    """Send a piece of a request and no more, and return what is said before the connection is cut."""
    with socket.create_connection((HOST, port), PATIENCE_SECONDS) as line:
        line.sendall(piece)
        said = b""
        with suppress(ConnectionResetError):
            while more := line.recv(4096):
                said += more
        return said


async def statuses(url: str, paths: list[str], cookie: str | None = None) -> list[int]:
    headers = {"cookie": f"durak={cookie}"} if cookie else {}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE_SECONDS) as client:
        return [(await client.get(path)).status_code for path in paths]


async def test_players_are_on_both_workers_and_the_death_of_one_is_a_moment_for_half_of_them(
    site: Site, cluster: Cluster, stack: AsyncExitStack
) -> None:
    await hear_of_each_other(cluster)
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    lines = {guest: await stack.enter_async_context(site.line(room, guest.cookie)) for guest in (anna, boris)}
    assert (await lines[boris].ask("sit", chair=None))["t"] == "ok"
    assert (await lines[anna].ask("start"))["t"] == "ok"
    for line in lines.values():
        await line.until_view(lambda view: view["game"] is not None)
    await played(*lines.values(), moves=4)
    cluster.one.kill()
    struck = {guest for guest, line in lines.items() if await ends(line)}
    assert len(struck) == 1, "they were on different workers"
    for guest in struck:
        lines[guest] = await stack.enter_async_context(site.line(room, guest.cookie))
    for line in lines.values():
        await line.until_view(lambda view: not any(chair["away"] for chair in view["room"]["chairs"]))
    await played(*lines.values(), moves=4)


async def hear_of_each_other(cluster: Cluster) -> None:
    """Wait until both workers are on the bus, with the word that it asks for."""
    async with asyncio.timeout(PATIENCE_SECONDS), httpx.AsyncClient() as client:
        for worker in cluster.workers:
            while (await client.get(f"{worker.url}/readyz")).json()["status"] != "ok":
                await asyncio.sleep(0.05)


async def ends(line: Line) -> bool:
    """Tell whether this socket is over, by asking over it."""
    try:
        await line.say({"t": "ping"})
        await line.until("pong")
    except ConnectionClosed:
        return True
    return False


async def test_nobody_who_only_looks_notices_that_a_worker_is_killed(site: Site, cluster: Cluster) -> None:
    anna = await site.guest("Anna")
    paths = ["/", f"/r/{await anna.open_room()}", "/learn", "/healthz"]
    is_killed = asyncio.Event()

    async def look() -> list[int]:
        seen = await statuses(site.url, paths, anna.cookie)
        while not is_killed.is_set():
            seen += await statuses(site.url, paths, anna.cookie)
        return seen + await statuses(site.url, paths * 10, anna.cookie)

    looking = [asyncio.create_task(look()) for _ in range(3)]
    await asyncio.sleep(0.3)
    cluster.other.kill()
    is_killed.set()
    for seen in await asyncio.gather(*looking):
        assert set(seen) == {200}


async def test_who_is_sent_to_a_worker_that_hangs_is_served_by_the_other(
    make_proxy: MakeProxy, cluster: Cluster
) -> None:
    with socket.create_server((HOST, 0)) as deaf:
        proxy = make_proxy(cluster.one.port, deaf.getsockname()[1], SILENCE_SECONDS="5")
        # One of two goes to each; a busy machine may keep the one that answers from it for a while, too.
        assert await statuses(proxy.url, ["/"] * 2) == [200] * 2


async def test_a_worker_that_says_it_cannot_costs_no_page(
    make_proxy: MakeProxy, cluster: Cluster, tmp_path: Path
) -> None:
    """Its database is gone, and it is not the others'."""
    server = postgres()
    database = server.new_database("migrated")
    poor = Program(tmp_path, {"DURAK_DATABASE_URL": server.url(database)})
    poor.start()
    try:
        anna = await Site(cluster.one.url).guest("Anna")
        server.do(f"DROP DATABASE {database} WITH (FORCE)")
        assert await statuses(poor.url, ["/"], anna.cookie) == [503]
        proxy = make_proxy(cluster.one.port, poor.port)
        assert await statuses(proxy.url, ["/"] * 20, anna.cookie) == [200] * 20
    finally:
        poor.stop()


async def test_where_no_worker_answers_a_page_says_so_and_comes_back(
    make_proxy: MakeProxy, tmp_path: Path
) -> None:
    worker = Program(tmp_path)
    proxy = make_proxy(worker.port, free_port())
    async with httpx.AsyncClient(base_url=proxy.url) as client:
        away = await client.get("/r/anything")
        assert (away.status_code, away.headers["retry-after"]) == (503, "5")
        assert away.headers["content-type"].startswith("text/html")
        assert "Games are kept" in away.text
        assert (await client.get("/away.html")).status_code == 404
        worker.start()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while (await client.get("/")).status_code != 200:
                    await asyncio.sleep(0.1)
        finally:
            worker.stop()


HALF_SENT = {
    "nothing": b"",
    "a line": b"GET / HTTP/1.1\r\n",
    "a head": b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: durak=",
    "a body": b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"name":',
}


@pytest.mark.parametrize("piece", HALF_SENT)
async def test_a_request_that_never_comes_is_not_waited_for(proxy: Nginx, piece: str) -> None:
    said = await asyncio.to_thread(half_sent, proxy.http_port, HALF_SENT[piece])
    assert not said or said.startswith(b"HTTP/1.1 408 ")


async def test_a_head_that_comes_letter_by_letter_is_not_waited_for_either(proxy: Nginx) -> None:
    reader, writer = await asyncio.open_connection(HOST, proxy.http_port)
    cut = asyncio.create_task(reader.read())
    for letter in f"GET /{400 * 'r'}":
        if cut.done():
            break
        with suppress(ConnectionError):
            writer.write(letter.encode())
            await writer.drain()
        await asyncio.sleep(0.05)
    assert cut.done()
    with suppress(ConnectionResetError):
        assert not cut.result()
    writer.close()


async def test_a_visitor_who_begins_tls_and_stops_is_not_waited_for(
    make_proxy: MakeProxy, cluster: Cluster
) -> None:
    proxy = make_proxy(*cluster.ports, site="tls", HEADER_SECONDS="2")
    assert await asyncio.to_thread(half_sent, proxy.https_port, b"\x16\x03\x01") == b""


async def test_an_address_has_thirty_sockets_on_all_workers_together(
    site: Site, stack: AsyncExitStack
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room()
    sockets = [await stack.enter_async_context(site.socket(room)) for _ in range(30)]
    with pytest.raises(InvalidStatus) as refused:
        async with site.socket(room):
            pass
    assert refused.value.response.status_code == 429
    assert (await anna.ask("GET", f"/r/{room}")).status_code == 200, "pages are counted apart"
    await sockets[0].close()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(InvalidStatus):
                async with site.socket(room):
                    return
            await asyncio.sleep(0.05)


async def test_what_is_too_large_never_reaches_a_worker(proxy: Nginx, cluster: Cluster) -> None:
    def answer(request: bytes) -> int:
        said = half_sent(proxy.http_port, request)
        # Who is cut off while he sends may miss the answer.
        return int(said.split()[1]) if said else 400

    start = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    assert answer(start + b"Cookie: durak=" + 4_000 * b"x" + b"\r\n\r\n") == 200
    assert answer(start + b"Cookie: durak=" + 2_000_000 * b"x" + b"\r\n\r\n") in (400, 431)
    many = b"".join(b"X-%d: %s\r\n" % (number, 1_000 * b"x") for number in range(20))
    assert answer(start + many + b"\r\n") in (400, 431)
    assert answer(b"GET /" + 9_000 * b"x" + b" HTTP/1.1\r\nHost: localhost\r\n\r\n") == 414
    async with httpx.AsyncClient(base_url=proxy.url) as client:
        assert (await client.post("/api/guest", content=20_000 * b" ")).status_code == 413
    assert '"worker":"","worker_status":""' in proxy.output


async def test_nobody_says_himself_where_he_comes_from(site: Site, cluster: Cluster) -> None:
    """A worker lets ten codes a minute be tried from an address, and there are two of them."""

    async def tries(url: str) -> int:
        for number in range(25):
            asked = await Site(url).ask(
                "POST", "/api/join", {"code": "AAAA-AAAA"}, address=f"192.0.2.{number}"
            )
            if asked.status_code == 429:
                return number
            assert asked.status_code == 404
        return 25

    assert await tries(site.url) <= 20
    assert await tries(cluster.one.url) == 25, "a trusted proxy's own word would be believed"


async def test_nobody_says_himself_that_he_came_over_tls(site: Site) -> None:
    forged = {"x-forwarded-proto": "https", "forwarded": "proto=https", "origin": site.url}
    async with httpx.AsyncClient(base_url=site.url, headers=forged) as client:
        answer = await client.post("/api/guest", json={"name": "Anna"})
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith("durak=")
    assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/metrics", "/readyz", "/metrics/", "//metrics", "/%6detrics", "/./readyz", "/r/../readyz?x=1"]
)
async def test_what_is_for_those_who_run_it_is_not_there(proxy: Nginx, cluster: Cluster, path: str) -> None:
    with socket.create_connection((HOST, proxy.http_port), PATIENCE_SECONDS) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        said = line.makefile("rb").read()
    assert said.startswith(b"HTTP/1.1 404 ")
    assert b"nginx" in said, "no worker was asked"
    assert await statuses(cluster.one.url, ["/readyz"]) == [200]


async def test_files_come_as_the_worker_packed_them_and_are_kept_as_long(
    proxy: Nginx, cluster: Cluster
) -> None:
    async with httpx.AsyncClient(headers={"accept-encoding": "br"}) as client:
        page = (await client.get(proxy.url)).text
        script = page.split('src="/static/')[1].split('"')[0]
        through, straight = [
            await client.get(f"{url}/static/{script}") for url in (proxy.url, cluster.one.url)
        ]
    for name in ("content-encoding", "cache-control", "vary", "content-security-policy"):
        assert through.headers[name] == straight.headers[name]
    assert through.headers["content-encoding"] == "br"
    assert through.content == straight.content
    assert "nginx/" not in str(through.headers)


async def test_over_tls_all_is_as_it_must_be(make_proxy: MakeProxy, cluster: Cluster) -> None:
    proxy = make_proxy(*cluster.ports, site="tls")
    trust = ssl.create_default_context(cafile=str(proxy.folder / "fullchain.pem"))
    async with httpx.AsyncClient(verify=trust, headers={"origin": proxy.url}) as client:
        led = await client.get(f"{proxy.http_url}/r/x?lang=de", headers={"host": "evil.example"})
        assert (led.status_code, led.headers["location"]) == (308, f"{proxy.https_url}/r/x?lang=de")
        home = await client.get(proxy.url)
        assert home.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
        guest = await client.post(f"{proxy.url}/api/guest", json={"name": "Anna"})
        assert guest.headers["set-cookie"].startswith("__Host-durak=")
        assert "Secure" in guest.headers["set-cookie"]
        asked = {"rules": "classic", "chairs": 2, "bots": "careful", "play_now": False}
        room = (await client.post(f"{proxy.url}/api/rooms", json=asked)).json()["id"]
        cookie = f"__Host-durak={client.cookies['__Host-durak']}"
    url = f"{proxy.url.replace('https', 'wss')}/ws/{room}"
    headers = {"cookie": cookie, "origin": proxy.url}
    async with connect(url, ssl=trust, additional_headers=headers) as opened:
        line = Line(opened)
        assert (await line.hello())["room"]["you"]["name"] == "Anna"
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises(ssl.SSLError):
        await asyncio.open_connection(HOST, proxy.https_port, ssl=old)


async def test_an_authority_finds_its_proof_without_tls(make_proxy: MakeProxy, cluster: Cluster) -> None:
    proxy = make_proxy(*cluster.ports, site="tls")
    proof = proxy.folder / ".well-known" / "acme-challenge" / "token"
    proof.parent.mkdir(parents=True)
    proof.write_text("proof")
    async with httpx.AsyncClient(base_url=proxy.http_url) as client:
        assert (await client.get("/.well-known/acme-challenge/token")).text == "proof"


async def test_no_line_that_it_writes_has_a_room_a_query_or_a_visitor(
    make_proxy: MakeProxy, cluster: Cluster
) -> None:
    """What goes wrong is told by most programs with the request it went wrong with."""
    proxy = make_proxy(*cluster.ports, HEADER_SECONDS="2", BODY_SECONDS="2", SOCKETS="1")
    site = Site(proxy.url)
    anna = await site.guest("Anna")
    room = await anna.open_room()
    secret = "lang=the-secret-of-a-query"
    async with site.socket(room, anna.cookie):
        with pytest.raises(InvalidStatus):
            async with site.socket(room, anna.cookie):
                pass
    cluster.one.kill()
    await statuses(proxy.url, [f"/r/{room}?{secret}", f"/r/{room}{9_000 * 'x'}"], anna.cookie)
    cluster.other.kill()
    assert await statuses(proxy.url, [f"/r/{room}?{secret}"], anna.cookie) == [503]
    for piece in (f"GET /r/{room}?{secret} HTTP/1.1\r\n", f"GET /r/{room} HTTP/9.9\r\n\r\n"):
        await asyncio.to_thread(half_sent, proxy.http_port, piece.encode())
    told = proxy.output
    assert '"status":"503"' in told
    for word in (room, room[:8], "secret", anna.cookie, "/r/", "/ws/", "Anna"):
        assert word not in told
    for line in told.splitlines():
        assert "request:" not in line
        if line.startswith("{"):
            assert json.loads(line).keys() == {
                "ts", "event", "method", "status", "bytes", "seconds", "worker", "worker_status"
            }  # fmt: skip
