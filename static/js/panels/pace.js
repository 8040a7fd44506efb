/** How long bots pause: the choice, and what it means for whoever joins. */

import { gettext } from "../i18n.js";
import { remember } from "../prefs.js";
import { picker } from "./parts.js";

/** @import { Pace } from "../types.js" */

/** @param {boolean} solo @returns {[Pace, string][]} */
function paces(solo) {
  /** @type {[Pace, string][]} */
  const all = [
    ["slow", gettext("slow")],
    ["normal", gettext("normal")],
    ["fast", gettext("fast")],
    ["once", gettext("at once")],
  ];
  if (solo) all.push(["tap", gettext("by tap on Next")]);
  return all;
}

/**
 * @param {string} id @param {Pace} now @param {boolean} solo  whoever plays alone may also go by tap
 * @param {(pace: Pace) => void} choose
 */
export function pacePicker(id, now, solo, choose) {
  return picker(id, gettext("Bots move"), paces(solo), now, (value) => {
    const pace = /** @type {Pace} */ (value);
    if (solo) remember({ pace });
    choose(pace);
  });
}

/** One sentence, where it is not as usual. @param {Pace} pace */
export function paceWords(pace) {
  switch (pace) {
    case "slow":
      return gettext("Bots take their time.");
    case "fast":
      return gettext("Bots move fast.");
    case "once":
      return gettext("Bots move at once.");
    default:
      return "";
  }
}
