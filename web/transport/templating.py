"""Pages: Jinja templates in the visitor's language, with the addresses of what they load."""

import hashlib
import io
from pathlib import Path
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from web.transport.languages import Language, choose_language, load_languages
from web.transport.packed import pack_page

LANGUAGE_COOKIE = "lang"
LANGUAGE_SECONDS = 365 * 24 * 3600


class Pages:
    """Everything that turns a template into a page of one server."""

    def __init__(self, templates: Path, locales: Path, static_url: str) -> None:
        self.languages = load_languages(locales)
        self._static_url = static_url
        self.digest = _digest_of(templates, locales)
        self._environments = {code: _environment(templates, lang) for code, lang in self.languages.items()}

    def render(
        self, request: Request, template: str, status: int = 200, usual: str | None = None, **context: Any
    ) -> HTMLResponse:
        """Return the page in the language that the visitor asks for, chose before, or his browser prefers.

        `usual` is the language for who has none.
        """
        language = self.language_of(request, usual)
        page = self._environments[language.code].get_template(template)
        html = page.render(
            lang=language.code,
            dir=language.direction,
            languages=[(each.code, each.own_name) for each in self.languages.values()],
            i18n_url=f"/i18n/{language.code}.{language.digest}.json",
            static_url=self._static_url,
            path=request.scope["path"],
            **context,
        )
        response = HTMLResponse(html, status)
        response.headers["cache-control"] = "no-store"
        response.headers["content-language"] = language.code
        pack_page(request, response)
        if request.query_params.get("lang") == language.code:
            response.set_cookie(LANGUAGE_COOKIE, language.code, max_age=LANGUAGE_SECONDS, samesite="lax")
        return response

    def language_of(self, request: Request, usual: str | None = None) -> Language:
        """Return the visitor's language; where he has none (a robot of a messenger, say) the `usual` one."""
        code = choose_language(
            request.query_params.get("lang"),
            request.cookies.get(LANGUAGE_COOKIE),
            request.headers.get("accept-language", ""),
            usual,
        )
        return self.languages[code]

    def rules_name(self, language: Language, code: str) -> str:
        """Return what rules are called, their code where they have no name."""
        words: Any = self._environments[language.code].get_template("_words.html").module
        return str(words.preset_name(code)).strip()


def _digest_of(*folders: Path) -> str:
    """Return what changes with any page or text."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def qr_svg(url: str) -> bytes:
    """Return a QR code of the address as an SVG that scales with its box."""
    drawn = io.BytesIO()
    segno.make(url, error="m", micro=False).save(drawn, kind="svg", border=2, omitsize=True, light="#fff")
    return drawn.getvalue()


def qr_path(url: str) -> dict[str, Any]:
    """Return the same as the `d` of a path, for scripts, in a square of `size` units."""
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix_iter(border=2)]
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return {"size": len(rows), "path": "".join(dark)}


def _environment(templates: Path, language: Language) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(language.translations, newstyle=True)  # type: ignore[attr-defined]
    return environment
