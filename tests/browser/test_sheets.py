"""Catches a style sheet that means something else without what people wrote for people in it."""

from playwright.sync_api import BrowserContext

from web.resources import STATIC
from web.transport.assets import slim_css

RULES = r"""text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  // Values with variables in them are told as they were written.
  return [...sheet.cssRules].map(rule => rule.cssText.replace(/\s+/g, " "));
}"""


def test_every_sheet_is_the_same_to_a_browser(desktop: BrowserContext) -> None:
    page = desktop.new_page()
    sheets = sorted((STATIC / "css").glob("*.css"))
    assert len(sheets) > 10
    for sheet in sheets:
        whole = sheet.read_text()
        assert page.evaluate(RULES, slim_css(whole)) == page.evaluate(RULES, whole), sheet.name
        assert len(slim_css(whole)) < 0.9 * len(whole)


def test_strings_and_spaces_that_mean_something_stay(desktop: BrowserContext) -> None:
    strange = """a > b { content: "/* {x} ; */"; width: calc(1px + 2px) }  /* gone */
    .a .b:not(.c) { & .d { color: red } }"""
    page = desktop.new_page()
    assert page.evaluate(RULES, slim_css(strange)) == page.evaluate(RULES, strange)
    assert "gone" not in slim_css(strange)
