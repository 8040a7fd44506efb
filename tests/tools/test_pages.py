"""Catches a page that the checker of HTML never gets to see."""

from pathlib import Path
from typing import Any

import pytest

from tools import pages
from web.resources import TEMPLATES
from web.transport.languages import OWN_NAMES
from web.transport.templating import Pages

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_every_template_is_written_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: set[tuple[str, str]] = set()
    render = Pages.render

    def noted(self: Pages, request: Any, template: str, *rest: Any, **context: Any) -> Any:
        page = render(self, request, template, *rest, **context)
        rendered.add((template, page.headers["content-language"]))
        return page

    monkeypatch.setattr(Pages, "render", noted)
    await pages.write(tmp_path)
    whole = {path.name for path in TEMPLATES.glob("*.html")} - {"base.html"}
    whole = {name for name in whole if not name.startswith("_")}
    assert rendered == {(template, language) for template in whole for language in OWN_NAMES}
    files = list(tmp_path.iterdir())
    assert len(files) == len({file.read_text(encoding="utf-8") for file in files}), "no page is there twice"
    for file in files:
        assert f'<html lang="{file.name.partition(".")[0]}"' in file.read_text(encoding="utf-8"), file.name
