/** What somebody who plays his first game has met of it, and what the coach keeps in mind. Pure. */

/** @import { Game, Happening, Seat } from "../types.js" */

/** @typedef {"cover" | "take" | "throw_in" | "transfer"} Lesson */

/**
 * @typedef {object} Notes
 * @property {Lesson[]} met  what the learner has done himself, in this order
 * @property {number | null} closed  the bout in which nothing was left to learn
 * @property {number | null} dry  the bout in which the stock was found empty
 * @property {{how: "beaten_off" | "taken", seat: Seat} | null} ended  how the last bout ended, and who defended in it
 */

/** All there is to learn: this is the game. @type {readonly Lesson[]} */
export const LESSONS = ["cover", "take", "throw_in", "transfer"];

/** A bout of another game. */
const PAST = -9;

/** @type {Notes} */
export const NO_NOTES = { met: [], closed: null, dry: null, ended: null };

/**
 * The notes after a newer view. What nobody told, since the page has just come, is not known of.
 * @param {Notes} notes @param {Game} game @param {{before: Game | null, happened: Happening[]}} story @returns {Notes}
 */
export function follow(notes, game, { before, happened }) {
  const met = [...notes.met];
  let { closed, ended } = notes;
  let laid = before?.table.length ?? 0;
  let defender = (before ?? game).defender;
  for (const one of happened) {
    const lesson = "seat" in one && one.seat === game.viewer ? lessonOf(one, laid) : null;
    if (lesson && !met.includes(lesson)) met.push(lesson);
    if (one.kind === "attack") laid += one.cards.length;
    if (one.kind === "transfer") defender = one.to;
    if (one.kind === "beaten_off" || one.kind === "taken") ended = { how: one.kind, seat: defender };
    // Whoever knew it all before this deal need not be told again.
    if (one.kind === "deal") [closed, ended] = [closed && PAST, null];
    if (one.kind === "bout" || one.kind === "deal") [laid, defender] = [0, one.defender];
  }
  closed ??= met.length === LESSONS.length ? game.bout : null;
  const dry = game.stock ? null : (notes.dry ?? game.bout);
  return { met, closed, dry, ended };
}

/** What an own step shows of the game. @param {Happening} one @param {number} laid  how many cards lay there before @returns {Lesson | null} */
function lessonOf(one, laid) {
  if (one.kind === "defend") return "cover";
  if (one.kind === "attack") return laid ? "throw_in" : null;
  return one.kind === "take" || one.kind === "transfer" ? one.kind : null;
}
