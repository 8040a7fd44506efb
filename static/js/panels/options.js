/** The controls for rules, chairs and bots, as `_fields.html` draws them. */

/** @typedef {{rules: string, bots: string, chairs: number, count: number}} Chosen */

/** @param {HTMLElement} host @param {string} name @returns {HTMLInputElement[]} */
function radios(host, name) {
  return /** @type {HTMLInputElement[]} */ ([...host.querySelectorAll(`input[name=${name}]`)]);
}

export class Options {
  /** @param {HTMLElement} host @param {(name: string) => void} onChange */
  constructor(host, onChange) {
    this.host = host;
    this.select = /** @type {HTMLSelectElement} */ (host.querySelector("select[name=rules]"));
    this.sentence = /** @type {HTMLElement} */ (host.querySelector("#rules-sentence"));
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
      if (name === "rules" && [...this.select.options].some((option) => option.value === text))
        this.select.value = text;
    }
    this.fit();
  }

  /** A preset's name and sentence. @param {string} rules */
  words(rules) {
    const option = [...this.select.options].find((one) => one.value === rules);
    return { name: option?.textContent ?? rules, sentence: option?.dataset.sentence ?? "" };
  }

  /** What a level of bots is called. @param {string} level */
  level(level) {
    return (
      radios(this.host, "bots")
        .find((radio) => radio.value === level)
        ?.parentElement?.textContent?.trim() ?? level
    );
  }

  /** Shows the sentence of the rules. */
  fit() {
    this.sentence.textContent = this.select.selectedOptions[0]?.dataset.sentence ?? "";
  }
}
