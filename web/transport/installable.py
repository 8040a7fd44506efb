"""What lets a browser keep the game like a program: the manifest, the service worker and its offline page."""

import hashlib
from pathlib import Path
from typing import Any

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from web.transport.assets import Assets
from web.transport.context import Context
from web.transport.languages import Language
from web.transport.templating import Pages

WORKER = "js/sw.js"
SHELL_KINDS = (".css", ".js", ".svg")
THEME_COLOUR = "#123a31"
BACKGROUND_COLOUR = "#17493b"
ICONS = (("any", "icon-192.png", 192), ("any", "icon-512.png", 512), ("maskable", "maskable-512.png", 512))


def installable_router(context: Context) -> APIRouter:
    """Return the routes of everything that installing the game needs."""
    router = APIRouter()
    worker = service_worker(context.assets, context.pages)
    manifests = {
        code: orjson.dumps(manifest(language, context.assets.url))
        for code, language in context.pages.languages.items()
    }

    @router.get("/sw.js")
    async def sw() -> Response:
        return Response(worker, media_type="text/javascript", headers={"cache-control": "no-cache"})

    @router.get("/{code}.webmanifest")
    async def webmanifest(code: str) -> Response:
        if code not in manifests:
            return Response(status_code=404)
        headers = {"cache-control": "no-cache"}
        return Response(manifests[code], media_type="application/manifest+json", headers=headers)

    @router.get("/offline")
    async def offline(request: Request) -> Response:
        return context.pages.render(request, "offline.html")

    return router


def manifest(language: Language, static_url: str) -> dict[str, Any]:
    """Return the manifest in one language; the identity is the same in all, so it is one program."""
    gettext = language.translations.gettext
    return {
        "id": "/",
        "name": gettext("Durak"),
        "short_name": gettext("Durak"),
        "description": gettext(
            "Play Durak in the browser, with friends or against bots: no account, no download."
        ),
        "lang": language.code,
        "dir": language.direction,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME_COLOUR,
        "background_color": BACKGROUND_COLOUR,
        "categories": ["games"],
        "icons": [
            {
                "src": f"{static_url}/img/{name}",
                "sizes": f"{px}x{px}",
                "type": "image/png",
                "purpose": purpose,
            }
            for purpose, name, px in ICONS
        ],
    }


def service_worker(assets: Assets, pages: Pages) -> bytes:
    """Return the worker with what it keeps, under a version that changes with any file, page or text."""
    files = [
        f"{assets.url}/{name}" for name in assets.names if Path(name).suffix in SHELL_KINDS and name != WORKER
    ]
    version = hashlib.sha256(f"{assets.url} {pages.digest}".encode()).hexdigest()[:12]
    shell = orjson.dumps({"version": version, "files": files})
    return b"self.SHELL=" + shell + b";\n" + assets.content(WORKER)
