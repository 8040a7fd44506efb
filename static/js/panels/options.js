/** The controls for rules, chairs and bots, as `_fields.html` draws them. */

import { el, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";

/** @typedef {{rules: string, bots: string, chairs: number, count: number}} Chosen */

/** The controls for how many play, and how many of those they leave out: bots alone do not count me. */
const SIZES = /** @type {const} */ ([
  ["chairs", 0],
  ["count", 1],
]);

/** @param {HTMLElement} host @param {string} name @returns {HTMLInputElement[]} */
function radios(host, name) {
  return /** @type {HTMLInputElement[]} */ ([...host.querySelectorAll(`input[name=${name}]`)]);
}

/**
 * What is above the limit cannot be chosen, and what was chosen above it comes down to it. Says whether anything is.
 * @param {HTMLInputElement[]} all @param {number} most
 */
function limitTo(all, most) {
  for (const radio of all) radio.disabled = Number(radio.value) > most;
  const free = all.filter((radio) => !radio.disabled);
  if (all.some((radio) => radio.checked && radio.disabled)) free[free.length - 1].checked = true;
  return free.length < all.length;
}

export class Options {
  /** @param {HTMLElement} host @param {(name: string) => void} onChange */
  constructor(host, onChange) {
    this.host = host;
    this.select = /** @type {HTMLSelectElement} */ (host.querySelector("select[name=rules]"));
    this.sentence = /** @type {HTMLElement} */ (host.querySelector("#rules-sentence"));
    this.limit = /** @type {HTMLElement} */ (host.querySelector("#limit"));
    host.addEventListener("change", (event) => {
      this.fit();
      onChange(/** @type {HTMLInputElement} */ (event.target).name);
    });
  }

  /** @returns {Chosen} */
  get chosen() {
    /** @param {string} name */
    const value = (name) => radios(this.host, name).find((radio) => radio.checked)?.value ?? "";
    return {
      rules: this.select.value,
      bots: value("bots"),
      chairs: Number(value("chairs")),
      count: Number(value("count")),
    };
  }

  /** @param {Partial<Record<keyof Chosen, string | number>>} values */
  show(values) {
    for (const [name, value] of Object.entries(values)) {
      const text = String(value);
      for (const radio of radios(this.host, name)) radio.checked = radio.value === text;
      if (name === "rules" && this.option(text)) this.select.value = text;
    }
    this.fit();
  }

  /** What a room has agreed on, which may be rules without a name. @param {import("../types.js").Room} room */
  agree({ rules, bots, chairs, most_chairs }) {
    if (!this.option(rules)) this.addOwn(rules, most_chairs);
    this.show({ rules, bots, chairs: chairs.length });
  }

  /** @param {string} rules */
  option(rules) {
    return [...this.select.options].find((one) => one.value === rules);
  }

  /** Rules that somebody has put together get a place behind the presets. @param {string} code @param {number} most */
  addOwn(code, most) {
    this.select.querySelector("[data-own]")?.remove();
    const more = { value: code, "data-own": true, "data-sentence": code + ".", "data-most": most };
    this.select.append(el("option", more, gettext("Own rules")));
  }

  /** The name and the sentence of rules. @param {string} rules */
  words(rules) {
    const option = this.option(rules);
    return { name: option?.textContent ?? gettext("Own rules"), sentence: option?.dataset.sentence ?? "" };
  }

  /** What a level of bots is called. @param {string} level */
  level(level) {
    return (
      radios(this.host, "bots")
        .find((radio) => radio.value === level)
        ?.parentElement?.textContent?.trim() ?? level
    );
  }

  /** Shows the sentence of the rules, and how many can play by them. */
  fit() {
    const { sentence = "", most } = this.select.selectedOptions[0]?.dataset ?? {};
    setText(this.sentence, sentence);
    const n = Number(most);
    const short = SIZES.map(([name, others]) => limitTo(radios(this.host, name), n - others)).some(Boolean);
    const words = ngettext(
      "With this deck at most {n} player can play.",
      "With this deck at most {n} players can play.",
      n,
    );
    setText(this.limit, short ? words : "");
    this.limit.hidden = !short;
  }
}
