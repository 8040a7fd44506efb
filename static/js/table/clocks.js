/**
 * Clocks that run: moved by the compositor alone, and told in seconds at the end. The server's time is what counts: each
 * view sets them anew, and when one comes to nothing here, nothing happens by that.
 */

import { el, setText } from "../dom.js";

/** The end of a clock, which is shown by another shape and by numbers. */
const LOW_MS = 10_000;
/** Two views may differ by so much about the same clock. */
const SAME_MS = 300;

class Clock {
  /** @param {HTMLElement} node @param {(seconds: number) => void} [tick]  in the last seconds, once each */
  constructor(node, tick = () => {}) {
    this.node = node;
    this.tick = tick;
    this.digits = el("b", { class: "seconds" });
    node.append(this.digits);
    this.of = 0;
    this.end = 0;
    this.told = 0;
    /** @type {Animation[]} */
    this.moving = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    node.hidden = true;
  }

  /** @param {number} left @param {number} of  both in milliseconds */
  run(left, of) {
    const end = performance.now() + left;
    if (!this.node.hidden && this.of === of && Math.abs(end - this.end) < SAME_MS) return;
    this.stop();
    Object.assign(this, { of, end });
    this.node.hidden = false;
    this.moving = this.move(of, of - left);
    this.count();
  }

  stop() {
    clearTimeout(this.timer);
    for (const animation of this.moving.splice(0)) animation.cancel();
    this.node.hidden = true;
  }

  count() {
    const left = this.end - performance.now();
    const seconds = Math.max(0, Math.ceil(left / 1000));
    const low = left <= LOW_MS;
    this.node.toggleAttribute("data-low", low);
    setText(this.digits, low ? String(seconds) : "");
    if (low && this.told !== seconds) this.tick(seconds);
    this.told = seconds;
    if (seconds)
      this.timer = setTimeout(() => this.count(), low ? left - (seconds - 1) * 1000 : left - LOW_MS);
  }

  /** Starts what moves, so long after its beginning. @param {number} of @param {number} gone @returns {Animation[]} */
  move(of, gone) {
    void [of, gone];
    return [];
  }
}

/** @param {HTMLElement} node @param {string} from @param {string} to @param {KeyframeAnimationOptions} timing */
function wane(node, from, to, timing) {
  node.style.transform = to;
  return node.animate([{ transform: from }, { transform: to }], { ...timing, fill: "backwards" });
}

/** A ring around a face that shortens from the top on: two halves, each turned out of its own window. */
export class Ring extends Clock {
  /** @param {HTMLElement} avatar */
  constructor(avatar) {
    const half = () => el("i", {}, el("i"));
    super(el("i", { class: "ring" }, half(), half()));
    // Under the signs around the face.
    avatar.firstElementChild?.after(this.node);
  }

  /** @override @param {number} of @param {number} gone */
  move(of, gone) {
    const halves = /** @type {HTMLElement[]} */ ([...this.node.querySelectorAll(":scope > i > i")]);
    return halves.map((half, i) =>
      wane(half, "rotate(0)", "rotate(180deg)", { duration: of / 2, delay: (i * of) / 2 - gone }),
    );
  }
}

/** The same for oneself: a bar at the foot of the buttons. */
export class Bar extends Clock {
  /** @param {HTMLElement} host @param {(seconds: number) => void} tick */
  constructor(host, tick) {
    super(el("span", { class: "clock", "aria-hidden": "true" }, el("i")), tick);
    host.append(this.node);
  }

  /** @override @param {number} of @param {number} gone */
  move(of, gone) {
    const bar = /** @type {HTMLElement} */ (this.node.firstElementChild);
    return [wane(bar, "scaleX(1)", "scaleX(0)", { duration: of, delay: -gone })];
  }
}
