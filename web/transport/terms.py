"""What players call things: a row for each, said in every language of the pages."""

from collections.abc import Iterable, Sequence

from web.transport.languages import Language
from web.transport.rules_words import N_

TERMS: Sequence[str] = (
    N_("durak, the fool"),
    N_("throw-in durak (podkidnoy)"),
    N_("transfer durak (perevodnoy)"),
    N_("bout"),
    N_("to attack"),
    N_("to defend"),
    N_("to beat, to cover"),
    N_("to throw in, to add"),
    N_("to transfer, to pass on"),
    N_("to take"),
    N_("“done”, when all is beaten"),
    N_("trump"),
    N_("stock"),
    N_("discard pile"),
    N_("to draw up to six"),
    N_("a draw"),
)


def terms(languages: Iterable[Language]) -> list[dict[str, str]]:
    """Return a row for each term, by the codes of these languages."""
    known = list(languages)
    return [{one.code: one.translations.gettext(term) for one in known} for term in TERMS]
