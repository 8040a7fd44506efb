/**
 * Tells a second tap of a quick finger from a new one. When a card is played, its neighbour moves under the finger, and
 * a double tap would play that one too. Pure.
 */

const ECHO_MS = 350;
/** After so long it is no triple tap any more, but somebody who means it. */
const MEANT_MS = 700;
/** Pixels: as far as a finger wanders between the taps of one double tap. */
const SAME_PLACE = 40;

export class Echo {
  constructor() {
    this.at = { x: 0, y: 0, time: -Infinity, last: -Infinity };
  }

  /** A tap played a card. @param {number} x @param {number} y @param {number} time milliseconds */
  played(x, y, time) {
    this.at = { x, y, time, last: time };
  }

  /** Whether a tap only repeats the one that played; a third one then repeats the second. @param {number} x @param {number} y @param {number} time */
  repeats(x, y, time) {
    const { at } = this;
    if (time - at.last > ECHO_MS || time - at.time > MEANT_MS) return false;
    if (Math.hypot(x - at.x, y - at.y) > SAME_PLACE) return false;
    at.last = time;
    return true;
  }
}
