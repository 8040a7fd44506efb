/** The few requests that are no part of a conversation with a room: becoming a guest, making a room. */

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

/** @param {string} path @param {object} body @returns {Promise<any>} @throws {Refused} */
async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data;
  throw new Refused(data.code ?? "busy", data.facts ?? {});
}

/** Becomes a guest, or changes the guest's name. @param {string} name */
export async function beGuest(name) {
  return post("/api/guest", { name });
}

/** @param {{rules: string, chairs: number, bots: string, play_now: boolean}} options @returns {Promise<{id: string, url: string}>} */
export async function makeRoom(options) {
  return post("/api/rooms", options);
}
