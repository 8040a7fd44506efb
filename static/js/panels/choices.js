/** What can be set, group by group, in words. */

import { gettext } from "../i18n.js";

/** @import { Prefs } from "../prefs.js" */

/**
 * @typedef {object} Toggle  yes or no; `on` and `off` where something else is kept
 * @property {keyof Prefs} name
 * @property {string} label
 * @property {string} [hint]
 * @property {string} [on]
 * @property {string} [off]
 *
 * @typedef {object} Choice
 * @property {"theme" | "order" | "speed" | "back"} name
 * @property {string} label
 * @property {[string, string, string?][]} values  what is kept, its word, a hint while it is chosen
 *
 * @typedef {{title: string, items: (Toggle | Choice)[]}} Group
 */

/** @typedef {{shakes: boolean, types: boolean}} Device  can shake in a hand; most likely has keys */

/** @param {Device} device @returns {Group[]} */
export function groups(device) {
  return [
    { title: gettext("Cards"), items: cards(device) },
    { title: gettext("Table"), items: table() },
    { title: gettext("Play"), items: playing() },
    { title: gettext("Sounds and keys"), items: soundsAndKeys(device) },
  ];
}

/** @param {Device} device @returns {Group["items"]} */
function cards({ types }) {
  const byHand = types
    ? gettext("Pull a card up and drop it elsewhere, or press Shift and an arrow.")
    : gettext("Pull a card up and drop it between two others.");
  return [
    {
      name: "order",
      label: gettext("Order of my cards"),
      values: [
        ["suit", gettext("by suit"), gettext("Trumps lie on the right.")],
        ["rank", gettext("by rank"), gettext("Low cards lie on the left, trumps on the right.")],
        ["drawn", gettext("as drawn"), gettext("New cards come to the right.")],
        ["hand", gettext("by hand"), byHand],
      ],
    },
    { name: "deck", label: gettext("Four suit colours"), on: "4", off: "2" },
    { name: "indices", label: gettext("Large letters on cards"), on: "large", off: "normal" },
    {
      name: "back",
      label: gettext("Backs"),
      values: [
        ["lattice", gettext("Lattice")],
        ["scales", gettext("Scales")],
        ["plain", gettext("Plain")],
      ],
    },
  ];
}

/** @returns {Group["items"]} */
function table() {
  return [
    {
      name: "theme",
      label: gettext("Colours"),
      values: [
        ["", gettext("Automatic")],
        ["light", gettext("Light")],
        ["dark", gettext("Dark")],
      ],
    },
    {
      name: "speed",
      label: gettext("Motion"),
      values: [
        ["slow", gettext("Slow")],
        ["normal", gettext("Normal")],
        ["fast", gettext("Fast")],
        ["off", gettext("Off"), gettext("Nothing flies; the last cards still stay to be seen.")],
      ],
    },
    {
      name: "hand",
      label: gettext("Left-handed"),
      hint: gettext("The buttons change sides."),
      on: "left",
      off: "right",
    },
  ];
}

/** @returns {Group["items"]} */
function playing() {
  return [
    {
      name: "hints",
      label: gettext("Show what can be played"),
      hint: gettext("Such cards are raised, the others dimmed."),
    },
    { name: "autoPass", label: gettext("Pass by itself"), hint: gettext("when you have nothing to add") },
    {
      name: "careful",
      label: gettext("Ask before costly moves"),
      hint: gettext("such as taking what you could beat, or a trump that you could save"),
    },
    { name: "others", label: gettext("Show what others say"), hint: gettext("reactions and chat") },
  ];
}

/** @param {Device} device @returns {Group["items"]} */
function soundsAndKeys({ shakes, types }) {
  return [
    { name: "sound", label: gettext("Sounds"), hint: types ? gettext("Key: {key}", { key: "M" }) : "" },
    ...(shakes ? [{ name: /** @type {const} */ ("vibrate"), label: gettext("Vibration") }] : []),
    { name: "letters", label: gettext("Single-letter keys"), hint: gettext("such as T for taking") },
  ];
}
