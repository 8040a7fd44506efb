/** Being somebody: a guest with a name. Whoever becomes another viewer opens a new conversation with the room. */

import { remember } from "../prefs.js";
import { Refused, beGuest } from "./api.js";

/** @import { Desk } from "../types.js" */

/** Becomes a guest, or changes the name; says whether that worked. @param {Desk} desk @param {string} name */
export async function become(desk, name) {
  try {
    const guest = await beGuest(name);
    remember({ name: guest.name });
    desk.dispatch({ type: "forget" });
    desk.reconnect();
    return true;
  } catch (error) {
    desk.tell(error instanceof Refused ? error : { code: "busy", facts: {} });
    return false;
  }
}
