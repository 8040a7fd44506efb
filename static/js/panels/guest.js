/** Being somebody: a guest with a name and a face. Whoever becomes another viewer opens a new conversation with the room. */

import { newId } from "../net/protocol.js";
import { remember } from "../prefs.js";
import { beGuest, whyOf } from "./api.js";

/** @import { Desk } from "../types.js" */

/**
 * Becomes a guest, or changes name and face; says whether that worked. Who sits already is called so at the table, too.
 * @param {Desk} desk @param {string} name @param {number} [avatar]  left out: as it is
 */
export async function become(desk, name, avatar) {
  try {
    const guest = await beGuest(name, avatar);
    remember({ name: guest.name, avatar: guest.avatar });
    desk.dispatch({ type: "forget" });
    if (!(await desk.reconnect())) return false;
    const { room } = desk.state();
    const chair = room?.you.chair ?? null;
    const seated = chair === null ? null : room?.chairs[chair];
    if (seated && (seated.name !== guest.name || seated.avatar !== guest.avatar))
      desk.send({ t: "sit", id: newId(), chair });
    return true;
  } catch (error) {
    desk.tell(whyOf(error));
    return false;
  }
}
