/**
 * Another language for a page that stays as it is. Its own words are exchanged: two pages as the server writes them, in
 * the old language and in the new, tell which for which. Who says more is asked to say it again, by the event "speak".
 */

import { catalogueTexts, loadCatalogue, loadLate } from "../i18n.js";

/** What a page says beside its texts. */
const ATTRIBUTES = ["aria-label", "title", "placeholder", "data-sentence", "data-label", "data-sure"];

/** @param {string} code  of the language @returns {Promise<Document>} */
function fetchPage(code) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("GET", `${location.pathname}?lang=${code}`);
    request.responseType = "document";
    request.onload = () => (request.responseXML ? done(request.responseXML) : fail(new Error("no page")));
    request.onerror = () => fail(new Error("no answer"));
    request.send();
  });
}

/** The texts of elements, each with how to change it. @param {Document} page @returns {{text: string, change: (to: string) => void}[]} */
function textsOf(page) {
  const all = [...page.querySelectorAll("title, body, body :not(script, bdi)")];
  return all.flatMap((node) => [
    ...ATTRIBUTES.map((name) => ({
      text: node.getAttribute(name) ?? "",
      change: (/** @type {string} */ to) => node.setAttribute(name, to),
    })),
    ...[...node.childNodes].flatMap((child) => {
      if (!(child instanceof Text)) return [];
      const text = child.data.trim();
      return {
        text,
        change: (/** @type {string} */ to) => void (child.data = child.data.replace(text, () => to)),
      };
    }),
  ]);
}

/** Which text becomes which. @param {Document} old @param {Document} fresh */
function exchange(old, fresh) {
  const [from, to] = [textsOf(old), textsOf(fresh)];
  if (from.length !== to.length) throw new Error("the pages differ");
  return from.map(({ text }, i) => /** @type {const} */ ([text, to[i].text]));
}

/** What scripts have said, where it has no gaps. @param {Map<string, unknown>} old @param {Map<string, unknown>} fresh */
function spoken(old, fresh) {
  const all = [...new Set([...old.keys(), ...fresh.keys()])];
  return all.flatMap((msgid) => {
    const [from, to] = [old.get(msgid) ?? msgid, fresh.get(msgid) ?? msgid];
    if (typeof from !== "string" || typeof to !== "string") return [];
    // A single letter may be anything, also the first of a name.
    return from.length > 1 ? [/** @type {const} */ ([from, to])] : [];
  });
}

/** @param {string} code  of the language */
export async function speak(code) {
  const { dataset } = document.body;
  const old = await fetchPage(dataset.lang ?? "en");
  const fresh = await fetchPage(code);
  const said = new Map(catalogueTexts());
  const pairs = exchange(old, fresh);
  const { lang = code, i18n = "" } = fresh.body.dataset;
  await loadCatalogue(lang, i18n);
  await loadLate();
  // A page's own words count more than those of scripts.
  const words = new Map([...spoken(said, catalogueTexts()), ...pairs]);
  words.delete("");
  Object.assign(dataset, { lang, i18n });
  document.documentElement.lang = lang;
  document.documentElement.dir = fresh.documentElement.dir;
  for (const { text, change } of textsOf(document)) {
    const to = words.get(text);
    if (to && to !== text) change(to);
  }
  for (const link of document.querySelectorAll("nav.languages a")) {
    if (link.getAttribute("lang") === lang) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.dispatchEvent(new Event("speak"));
}
