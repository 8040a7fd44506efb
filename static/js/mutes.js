/** Whom this browser does not want to hear. People are told apart by their tag, which means nothing in another room. */

const KEY = "durak-muted";
const MOST = 200;

/** @type {Set<string>} */
const muted = new Set(read());

/** @returns {string[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** @param {string | null} tag */
export const isMuted = (tag) => tag !== null && muted.has(tag);

/** @param {string} tag @param {boolean} on */
export function mute(tag, on) {
  if (on) muted.add(tag);
  else muted.delete(tag);
  try {
    localStorage.setItem(KEY, JSON.stringify([...muted].slice(-MOST)));
  } catch {
    // In force until the page goes.
  }
}
