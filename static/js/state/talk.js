/** What people can say to each other at the table, in words. Pure. */

import { gettext } from "../i18n.js";

/** @import { Said } from "../types.js" */

/** In the order in which they are offered. */
export const REACTIONS = ["laugh", "clap", "wow", "heart", "sad", "angry", "hurry", "thanks"];
export const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "your_turn",
  "oops",
  "one_moment",
  "thanks",
  "bye",
];

/** A picture in words. @param {string} what */
export function reactionWord(what) {
  switch (what) {
    case "laugh":
      return gettext("Ha ha!");
    case "clap":
      return gettext("Bravo!");
    case "wow":
      return gettext("Wow!");
    case "heart":
      return gettext("Love it!");
    case "sad":
      return gettext("Oh no!");
    case "angry":
      return gettext("Grrr!");
    case "hurry":
      return gettext("Zzz… hurry up!");
    default:
      return gettext("Thanks!");
  }
}

/** @param {string} what */
export function phraseWord(what) {
  switch (what) {
    case "hello":
      return gettext("Hello!");
    case "good_luck":
      return gettext("Good luck!");
    case "well_played":
      return gettext("Well played!");
    case "your_turn":
      return gettext("Your turn!");
    case "oops":
      return gettext("Oops!");
    case "one_moment":
      return gettext("One moment!");
    case "thanks":
      return gettext("Thanks!");
    default:
      return gettext("Bye!");
  }
}

/** @param {Pick<Said, "say" | "what">} said */
export function saidWords({ say, what }) {
  if (say === "text") return what;
  return say === "reaction" ? reactionWord(what) : phraseWord(what);
}

/** With who said it. @param {Said} said */
export function saidLine(said) {
  return gettext("{name}: {what}", { name: said.name, what: saidWords(said) });
}
