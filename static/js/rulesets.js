/** Rules that somebody has put together and given a name, kept in this browser. */

/** @typedef {{name: string, rules: string, most: number}} RuleSet  `most`: how many can play by them */

const KEY = "durak-rules";
const MOST = 20;

/** @returns {RuleSet[]} */
export function ruleSets() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(fits) : [];
  } catch {
    return [];
  }
}

/** @param {any} one */
function fits(one) {
  return typeof one?.name === "string" && typeof one.rules === "string" && typeof one.most === "number";
}

/** Keeps a set; one of that name, or of those rules, is replaced. @param {RuleSet} set */
export function keepRuleSet(set) {
  const others = ruleSets().filter(({ name, rules }) => name !== set.name && rules !== set.rules);
  write([...others, set].slice(-MOST));
}

/** @param {string} rules */
export function forgetRuleSet(rules) {
  write(ruleSets().filter((one) => one.rules !== rules));
}

/** @param {RuleSet[]} sets */
function write(sets) {
  try {
    localStorage.setItem(KEY, JSON.stringify(sets));
  } catch {
    // Nothing can be kept here.
  }
}
