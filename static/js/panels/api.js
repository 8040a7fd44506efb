/** The few requests that are no part of a conversation with a room. */

/** @import { Facts } from "../types.js" */

/** A request that was refused, with the code and facts of the answer. */
export class Refused extends Error {
  /** @param {string} code @param {Facts} facts */
  constructor(code, facts) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** @param {string} path @param {object} body @param {string} [method] @returns {Promise<any>} @throws {Refused} */
export async function post(path, body, method = "POST") {
  const headers = { "content-type": "application/json" };
  return answerOf(fetch(path, { method, headers, body: JSON.stringify(body) }));
}

/** @param {string} path @returns {Promise<any>} @throws {Refused} */
export async function get(path) {
  return answerOf(fetch(path));
}

/** @param {Promise<Response>} asked @returns {Promise<any>} */
async function answerOf(asked) {
  const answer = await asked.catch(() => {
    throw new Refused("offline", {});
  });
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data;
  throw new Refused(data.code ?? "busy", data.facts ?? {});
}

/** Why something did not work, as a room would say it. @param {unknown} error */
export function whyOf(error) {
  return error instanceof Refused ? error : { code: "busy", facts: {} };
}

/** Becomes a guest, or changes the guest's name and face. @param {string} name @param {number} [avatar]  left out: as it is @returns {Promise<{name: string, avatar: number}>} */
export async function beGuest(name, avatar) {
  return post("/api/guest", { name, avatar });
}

/**
 * @typedef {object} Wanted  a room as it is made
 * @property {string} rules
 * @property {number} chairs
 * @property {string} bots
 * @property {boolean} play_now
 * @property {number} [turn_seconds]
 * @property {boolean} [public]
 * @property {import("../types.js").Pace} [pace]
 */

/** @param {Wanted} options @returns {Promise<{id: string, url: string}>} */
export async function makeRoom(options) {
  return post("/api/rooms", options);
}
