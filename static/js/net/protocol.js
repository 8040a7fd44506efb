/** What is said on the socket: making commands, reading frames, and what the end of a connection means. */

/** @import { Command, NetStatus, ServerMessage } from "../types.js" */

export const PROTOCOL = 2;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** An id for a command. (`crypto.randomUUID` does not exist on a plain-http page of the local network.) */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join("");
}

/** The hello that opens a conversation. @param {number} v the last view on the screen */
export function hello(v) {
  return JSON.stringify({ t: "hello", protocol: PROTOCOL, v });
}

const KINDS = ["view", "ok", "refused", "advice", "pong", "bye"];

/** A frame of the server, or null if it is none that this page knows. @param {unknown} frame @returns {ServerMessage | null} */
export function parseMessage(frame) {
  if (typeof frame !== "string") return null;
  try {
    const message = JSON.parse(frame);
    return message && KINDS.includes(message.t) ? message : null;
  } catch {
    return null;
  }
}

/**
 * Whether a command that was never answered may be sent again when the table is at this bout. A play for another bout
 * would be refused as stale anyway; everything else is repeated, which its id makes harmless.
 * @param {Command} command
 * @param {number | null} bout
 */
export function isStillMeant(command, bout) {
  return command.t !== "play" || command.bout === bout;
}

/**
 * What to do after a close: try again after so many milliseconds, load the page anew, or give up and say why.
 * @param {number} code
 * @param {number} attempt  how many tries have failed in a row
 * @param {() => number} random
 * @returns {{retry: number, why: "lost" | "restart" | "busy"} | {stop: "gone" | "denied" | "replaced"} | {reload: true}}
 */
export function afterClose(code, attempt, random) {
  if (code === 4001) return { stop: "replaced" };
  if (code === 4004) return { stop: "gone" };
  if (code === 4003) return { stop: "denied" };
  if (code === 4005) return { reload: true };
  if (code === 1012) return { retry: random() * 2000, why: "restart" };
  if (code === 1013) return { retry: 2000 + random() * 8000, why: "busy" };
  return { retry: random() * Math.min(15000, 500 * 2 ** attempt), why: "lost" };
}

/** What a goodbye means for the conversation. @type {Readonly<Record<string, NetStatus>>} */
export const GOODBYES = {
  no_such_room: "gone",
  not_allowed: "denied",
  replaced: "replaced",
  removed: "removed",
  moved: "moved",
};
