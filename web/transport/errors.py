"""What goes wrong, as answers: refusals with their code, faults without a word about our insides.

Whoever opens a page is answered with one; whoever asks for data, with a code.
"""

import logging

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from web.rooms.ports import NoSuchRoom, Unavailable
from web.rooms.refusals import Refused
from web.transport.templating import Pages

log = logging.getLogger(__name__)

STATUS = {
    "not_a_guest": 401,
    "not_allowed": 403,
    "no_such_code": 404,
    "no_such_room": 404,
    "too_fast": 429,
    "busy": 503,
    "bad_message": 400,
    "bad_option": 400,
}


def install_error_answers(app: FastAPI, pages: Pages) -> None:
    """Make the application answer refusals, wrong addresses and faults in one form."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, refused: Refused) -> Response:
        return JSONResponse({"code": refused.code, "facts": refused.facts}, STATUS.get(refused.code, 409))

    @app.exception_handler(Unavailable)
    async def unavailable(request: Request, _error: Unavailable) -> Response:
        if _opens_a_page(request):
            return pages.render(request, "fault.html", 503)
        return JSONResponse({"code": "busy", "facts": {}}, 503)

    @app.exception_handler(NoSuchRoom)
    async def no_room(_request: Request, _error: NoSuchRoom) -> Response:
        return JSONResponse({"code": "no_such_room", "facts": {}}, 404)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and _opens_a_page(request):
            return pages.render(request, "lost.html", 404)
        codes = {404: "no_such_page", 405: "no_such_method"}
        code = codes.get(error.status_code, "bad_message")
        return JSONResponse({"code": code, "facts": {}}, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def fault(request: Request, _error: Exception) -> Response:
        # The fault itself goes on to the server, which logs it.
        if _opens_a_page(request):
            try:
                return pages.render(request, "fault.html", 500)
            except Exception:
                log.exception("the page that tells of a fault failed")
        return JSONResponse({"code": "fault", "facts": {}}, 500)


def _opens_a_page(request: Request) -> bool:
    """Return whether a person waits for this answer in the window of a browser."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
