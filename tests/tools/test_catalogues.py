"""Catches a text that was written into a page, a script or the server, but never into the catalogues."""

from tools import catalogues


def test_the_template_holds_all_texts() -> None:
    catalogues.main(["--check"])


def test_every_language_has_all_texts_and_none_is_doubtful() -> None:
    texts = {(message.context, message.id) for message in catalogues.read(catalogues.TEMPLATE) if message.id}
    languages = sorted(catalogues.LOCALES.glob("*/LC_MESSAGES/messages.po"))
    assert languages
    for language in languages:
        catalogue = catalogues.read(language)
        assert {(message.context, message.id) for message in catalogue if message.id} == texts, language
        assert not [message.id for message in catalogue if message.id and message.fuzzy], language
