/** The controls for rules, chairs and bots, as `_fields.html` draws them. */

import { el, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { ruleSets } from "../rulesets.js";
import { get } from "./api.js";

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

/** What is to be told of rules to whoever knows other ones, as the server says it. @type {Map<string, Promise<string[]>>} */
const told = new Map();

/** @param {string} rules @param {string} known @returns {Promise<string[]>} */
export function newsOf(rules, known) {
  const path = `/api/rules/${rules}?known=${known}`;
  const key = path + document.documentElement.lang;
  const asked = told.get(key) ?? get(path).then(({ news }) => news);
  told.set(key, asked);
  asked.catch(() => told.delete(key));
  return asked;
}

export class Options {
  /** @param {HTMLElement} host @param {(name: string) => void} onChange */
  constructor(host, onChange) {
    this.host = host;
    this.select = /** @type {HTMLSelectElement} */ (host.querySelector("select[name=rules]"));
    /** Not where only people are looked for. @type {HTMLSelectElement | null} */
    this.bots = host.querySelector("select[name=bots]");
    this.sentence = /** @type {HTMLElement} */ (host.querySelector("#rules-sentence"));
    this.temper = host.querySelector("#bots-sentence");
    this.limit = /** @type {HTMLElement} */ (host.querySelector("#limit"));
    this.offerOwn();
    host.addEventListener("change", (event) => {
      const { name } = /** @type {HTMLInputElement} */ (event.target);
      this.fit();
      if (["rules", "bots", "chairs", "count"].includes(name)) onChange(name);
    });
  }

  /** @returns {Chosen} */
  get chosen() {
    /** @param {string} name */
    const value = (name) => radios(this.host, name).find((radio) => radio.checked)?.value ?? "";
    return {
      rules: this.select.value,
      bots: this.bots?.value ?? "",
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
      if (name === "bots" && this.bots && this.levelOption(text)) this.bots.value = text;
    }
    this.fit();
  }

  /** What a room has agreed on, which may be rules without a name. @param {import("../types.js").Room} room */
  agree({ rules, bots, chairs, most_chairs }) {
    if (!this.option(rules)) this.add(rules, gettext("Own rules"), most_chairs);
    this.show({ rules, bots, chairs: chairs.length });
  }

  /** @param {string} rules */
  option(rules) {
    return [...this.select.options].find((one) => one.value === rules);
  }

  /** Rules that were put together and kept get a place behind the presets; also those kept or forgotten only now. */
  offerOwn() {
    const { value } = this.select;
    for (const old of this.select.querySelectorAll("[data-own]")) old.remove();
    for (const { name, rules, most } of ruleSets()) if (!this.option(rules)) this.add(rules, name, most);
    if (this.option(value)) this.select.value = value;
  }

  /** @param {string} rules @param {string} name @param {number} most */
  add(rules, name, most) {
    this.select.append(el("option", { value: rules, "data-own": true, "data-most": most }, name));
  }

  /** What rules are called. @param {string} rules */
  name(rules) {
    return this.option(rules)?.textContent ?? gettext("Own rules");
  }

  /** What they are, in a sentence or several. @param {string} rules @returns {Promise<string>} */
  async words(rules) {
    const known = this.option(rules)?.dataset.sentence;
    if (known) return known;
    return (await newsOf(rules, "classic").catch(() => [])).join(" ");
  }

  /** What a level of bots is called. @param {string} level */
  level(level) {
    return this.levelOption(level)?.textContent ?? level;
  }

  /** @param {string} level */
  levelOption(level) {
    return [...(this.bots?.options ?? [])].find((one) => one.value === level);
  }

  /** Shows the sentences of the rules and of the bots, and how many can play by them. */
  fit() {
    if (this.temper) setText(this.temper, this.bots?.selectedOptions[0]?.dataset.sentence ?? "");
    const { most } = this.select.selectedOptions[0]?.dataset ?? {};
    void this.tell(this.select.value);
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

  /** @param {string} rules */
  async tell(rules) {
    const words = await this.words(rules);
    if (this.select.value === rules) setText(this.sentence, words);
  }
}
