/** How the finger that is about to click was put down: a long press is no tap, whatever the browser makes of it. */

export const LONG_MS = 600;
/** A click belongs to the press that ended so short ago. */
const SOON_MS = 500;

let down = { at: -Infinity, touch: false };
let long = -Infinity;

globalThis.addEventListener?.(
  "pointerdown",
  (event) => (down = { at: performance.now(), touch: event.pointerType !== "mouse" }),
  true,
);
globalThis.addEventListener?.(
  "pointerup",
  () => (long = down.touch && performance.now() - down.at > LONG_MS ? performance.now() : -Infinity),
  true,
);

/** Whether the click that just came is the end of a long press. */
export function wasLong() {
  return performance.now() - long < SOON_MS;
}
