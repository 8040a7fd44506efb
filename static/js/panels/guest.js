/** Being somebody: a guest with a name. Whoever becomes another viewer opens a new conversation with the room. */

import { newId } from "../net/protocol.js";
import { remember } from "../prefs.js";
import { Refused, beGuest } from "./api.js";

/** @import { Desk } from "../types.js" */

/**
 * Becomes a guest, or changes the name; says whether that worked. Who sits already is called so at the table, too.
 * @param {Desk} desk @param {string} name
 */
export async function become(desk, name) {
  try {
    const guest = await beGuest(name);
    remember({ name: guest.name });
    desk.dispatch({ type: "forget" });
    if (!(await desk.reconnect())) return false;
    const { room } = desk.state();
    const chair = room?.you.chair ?? null;
    if (chair !== null && room?.chairs[chair]?.name !== guest.name)
      desk.send({ t: "sit", id: newId(), chair });
    return true;
  } catch (error) {
    desk.tell(error instanceof Refused ? error : { code: "busy", facts: {} });
    return false;
  }
}
