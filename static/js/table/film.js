/**
 * Shows steps one after the other. Whoever is in a hurry, looks elsewhere, or has fallen behind sees the newest view
 * at once.
 */

import { pace } from "./motion.js";

/** @import { Step } from "./plan.js" */

/** A third view that arrives while two still wait ends the film. */
const MOST_WAITING = 2;

export class Film {
  /** @param {(step: Step, moving: boolean) => void} paint  moving: with its motion and sound */
  constructor(paint) {
    this.paint = paint;
    /** @type {Step[]} */
    this.queue = [];
    /** @type {Step | null} */
    this.current = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The scene that the last known step ends in. */
  get last() {
    return this.queue.at(-1) ?? this.current;
  }

  get busy() {
    return this.queue.length > 0;
  }

  /** @param {Step[]} steps */
  show(steps) {
    const waits = this.timer !== undefined;
    this.queue.push(...steps);
    if (document.hidden || this.queue.filter((one) => one.ready).length > MOST_WAITING) return this.finish();
    if (!waits) this.next();
  }

  /** Jumps to the end. */
  finish() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const end = this.queue.pop();
    this.queue = [];
    if (!end) return;
    this.current = end;
    this.paint(end, false);
  }

  next() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const step = this.queue.shift();
    if (!step) return;
    this.current = step;
    this.paint(step, true);
    // What is to be seen is to be seen, even where nothing moves.
    const ms = step.takes * pace() + step.hold * (pace() || 1);
    if (ms || this.queue.length) this.timer = setTimeout(() => this.next(), ms);
  }
}
