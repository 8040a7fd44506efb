/** The lamp: why nothing happens just now, and whose fault it is. Pure. */

import { gettext } from "../i18n.js";

/** @import { Game, NetStatus, Room } from "../types.js" */

/**
 * @typedef {object} Lamp
 * @property {string} text  empty: nothing is wrong
 * @property {string} act  what a tap does about it, in a word; empty: nothing but try again
 */

/**
 * @param {NetStatus} net @param {boolean} online  what the device says
 * @param {Room | null} room @param {Game | null} game @returns {Lamp}
 */
export function lampOf(net, online, room, game) {
  switch (net) {
    case "connecting":
      return { text: "", act: "" };
    case "open":
      return { text: awayLine(room, game), act: "" };
    case "lost":
      if (!online) return { text: gettext("This device has no network."), act: "" };
      return { text: gettext("Your connection was lost. Trying again…"), act: "" };
    case "restart":
      return { text: gettext("We are restarting. Back in a few seconds."), act: "" };
    case "busy":
      return { text: gettext("We are very busy. Trying again…"), act: "" };
    case "replaced":
      return { text: gettext("You are playing elsewhere now."), act: gettext("Play here") };
    case "moved":
      return { text: gettext("You play on your other device. Here you watch."), act: "" };
    case "removed":
      return { text: gettext("The host has asked you to leave this table."), act: gettext("Watch") };
    case "denied":
      return { text: gettext("This room is not open to you."), act: "" };
    case "gone":
      return { text: gettext("This room is gone."), act: "" };
  }
}

/** The table waits for somebody whose connection is lost. @param {Room | null} room @param {Game | null} game */
function awayLine(room, game) {
  if (room?.phase !== "playing" || !game) return "";
  const chair = room.chairs.find(
    ({ away, held, you }, seat) => away && !held && !you && game.waiting.includes(seat),
  );
  if (!chair) return "";
  const { name } = chair;
  if (chair.ms_left === null) return gettext("{name} is away.", { name: name ?? "" });
  return gettext("{name} is away. A bot will play on.", { name: name ?? "" });
}
