"""What goes wrong, as answers: refusals with their code, faults without a word about our insides."""

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from web.rooms.ports import NoSuchRoom, Unavailable
from web.rooms.refusals import Refused
from web.transport.templating import Pages

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
    async def unavailable(_request: Request, _error: Unavailable) -> Response:
        return JSONResponse({"code": "busy", "facts": {}}, 503)

    @app.exception_handler(NoSuchRoom)
    async def no_room(_request: Request, _error: NoSuchRoom) -> Response:
        return JSONResponse({"code": "no_such_room", "facts": {}}, 404)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return pages.render(request, "lost.html", status=404)
        codes = {404: "no_such_page", 405: "no_such_method"}
        code = codes.get(error.status_code, "bad_message")
        return JSONResponse({"code": code, "facts": {}}, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def fault(_request: Request, _error: Exception) -> Response:
        return JSONResponse({"code": "fault", "facts": {}}, 500)
