/** Keeps the screen on while a game runs, where the browser has that and lets us. */

/** @import { State } from "./state/reduce.js" */

let wanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** From now on. @param {{state: State, watch: (seen: () => void) => void}} store */
export function stayAwake(store) {
  const look = () => keep(store.state.room?.phase === "playing");
  store.watch(look);
  look();
}

/** @param {boolean} on */
function keep(on) {
  if (on === wanted || !navigator.wakeLock) return;
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
