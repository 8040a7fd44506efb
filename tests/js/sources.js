/** Where the files are that tests read: scripts, templates, style sheets, catalogues. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const js = join(root, "static/js");

/** @param {string} folder @param {string} ending @returns {string[]} */
function files(folder, ending) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path, ending);
    return path.endsWith(ending) ? [path] : [];
  });
}

export const scripts = () => files(js, ".js");
export const templates = () => files(join(root, "templates"), ".html");

/** A catalogue's texts: enough of the format for files that babel wrote. @param {string} file */
function parsePo(file) {
  /** @type {Record<string, string | string[]>} */
  const texts = {};
  for (const block of readFileSync(file, "utf8").split(/\n\n+/)) {
    const lines = block.split("\n").filter((line) => !line.startsWith("#"));
    /** @type {Record<string, string>} */
    const fields = {};
    let field = "";
    for (const line of lines) {
      const match = /^(?:(\w+(?:\[\d\])?) )?(".*")$/.exec(line);
      if (!match) continue;
      field = match[1] ?? field;
      fields[field] = (fields[field] ?? "") + JSON.parse(match[2]);
    }
    if (!fields.msgid) continue;
    const forms = Object.entries(fields).flatMap(([name, text]) =>
      name.startsWith("msgstr[") ? [text] : [],
    );
    texts[fields.msgid] = forms.length ? forms : fields.msgstr;
  }
  return texts;
}

/** Each language with its texts. @returns {[string, Record<string, string | string[]>][]} */
export function catalogues() {
  return files(join(root, "web/locales"), ".po").map((file) => [file.split("/").at(-3) ?? "", parsePo(file)]);
}

/** How each catalogue counts, from its head. @returns {Record<string, {count: number, form: (n: number) => number}>} */
export function pluralRules() {
  const heads = files(join(root, "web/locales"), ".po").map((file) => {
    const text = readFileSync(file, "utf8").replace(/"\n"/g, "");
    const match = /Plural-Forms: nplurals=(\d); plural=(.*?);\\n/.exec(text);
    assert.ok(match, file);
    // C's expression is JavaScript's, too.
    const form = new Function("n", `return Number(${match[2]})`);
    return [
      file.split("/").at(-3) ?? "",
      { count: Number(match[1]), form: (/** @type {number} */ n) => form(n) },
    ];
  });
  return Object.fromEntries(heads);
}
