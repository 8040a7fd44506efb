"""What search engines are told: which pages there are, in which languages, and what is nobody's business."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from durak import PRESETS
from web.transport.bases import public_base
from web.transport.context import Context
from web.transport.languages import OWN_NAMES
from web.transport.rules_page import rules_path

PAGES = ("/", "/learn", "/bots", "/privacy", *map(rules_path, PRESETS))
"""What may be found. A room says in its page that it may not: who draws previews of links has to read it.

The lobby says so, too: what it shows is over in minutes, and all that lasts of it stands on the start page.
"""

CLOSED = ("/api/", "/ws/")
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
XHTML = "http://www.w3.org/1999/xhtml"
HEADERS = {"cache-control": "no-cache"}


def finding_router(context: Context) -> APIRouter:
    """Return the routes that search engines ask first."""
    router = APIRouter()

    @router.get("/robots.txt")
    async def robots(request: Request) -> Response:
        lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
        sitemap = f"Sitemap: {public_base(request, context)}/sitemap.xml"
        return PlainTextResponse("\n".join((*lines, "", sitemap, "")), headers=HEADERS)

    @router.get("/sitemap.xml")
    async def sitemap(request: Request) -> Response:
        found = _sitemap(public_base(request, context))
        return Response(found, media_type="application/xml", headers=HEADERS)

    return router


def _sitemap(base: str) -> bytes:
    """Return every page in every language, each with where it is told in the others (sitemaps.org 0.9)."""
    ET.register_namespace("", SITEMAP)
    ET.register_namespace("xhtml", XHTML)
    root = ET.Element(f"{{{SITEMAP}}}urlset")
    for path in PAGES:
        for own in (f"{base}{path}", *(address for _, address in _languages(base, path))):
            url = ET.SubElement(root, f"{{{SITEMAP}}}url")
            ET.SubElement(url, f"{{{SITEMAP}}}loc").text = own
            for code, address in (*_languages(base, path), ("x-default", f"{base}{path}")):
                ET.SubElement(url, f"{{{XHTML}}}link", rel="alternate", hreflang=code, href=address)
    found: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return found


def _languages(base: str, path: str) -> Iterator[tuple[str, str]]:
    return ((code, f"{base}{path}?lang={code}") for code in OWN_NAMES)
