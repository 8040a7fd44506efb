/** A page that does not fit the server any more is loaded anew. */

const KEY = "durak-reload";
const LEAST_MS = 30_000;

/** Loads the page anew, but never in a circle. */
export function reloadOnce() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < LEAST_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}
