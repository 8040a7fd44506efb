/** Keeps the screen on while a game runs, where the browser has that and lets us. */

let wanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** @param {boolean} on */
export function keepAwake(on) {
  if (on === wanted) return;
  wanted = on;
  if (on) void hold();
  else letGo();
}

async function hold() {
  if (!wanted || document.hidden || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    if (!wanted) letGo();
  } catch {
    // A low battery may be against it.
  }
}

function letGo() {
  void lock?.release().catch(() => {});
  lock = null;
}

// The system takes the lock away from a page that is not seen.
document.addEventListener("visibilitychange", () => void hold());
