/** What only the host chooses: the clock, who may come and watch, every single rule. Loaded for the host alone. */

import { el } from "../dom.js";
import { gettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { remember } from "../prefs.js";
import { pacePicker } from "./pace.js";
import { segments, toggle } from "./parts.js";

/** @import { Desk, OptionsCommand, Room } from "../types.js" */
/** @import { Options } from "./options.js" */

/** Seconds for a turn; 0: nobody is hurried. */
const CLOCKS = [0, 15, 30, 60];

export class Hosting {
  /** @param {Desk} desk @param {Options} options @param {() => void} openRules */
  constructor(desk, options, openRules) {
    this.desk = desk;
    const rules = el(
      "button",
      { type: "button", class: "btn", onclick: openRules },
      gettext("Change single rules"),
    );
    this.box = el("div", { class: "fields", id: "hosting" });
    options.select.closest(".field")?.after(rules);
    options.host.append(this.box);
    this.rules = rules;
    this.key = "";
    this.open = false;
  }

  /** @param {Omit<OptionsCommand, "t" | "id">} changes */
  choose(changes) {
    this.desk.send({ t: "options", id: newId(), ...changes });
  }

  /** @param {Room} room */
  paint(room) {
    this.box.hidden = this.rules.hidden = !room.you.host;
    const { turn_seconds, seen_cards, watch, chat, pace, advice } = room;
    const key = JSON.stringify([
      turn_seconds,
      seen_cards,
      watch,
      chat,
      pace,
      advice,
      room.public,
      document.documentElement.lang,
    ]);
    if (this.key === key) return;
    this.key = key;
    const focus = /** @type {HTMLElement | null} */ (this.box.querySelector(":focus"));
    const more = this.more(room);
    this.box.replaceChildren(this.clock(turn_seconds ?? 0), more);
    if (!focus) return;
    const fields = /** @type {NodeListOf<HTMLElement>} */ (this.box.querySelectorAll("input, select"));
    const same = [...fields].find((field) => isSame(field, focus));
    same?.focus();
  }

  /** @param {Room} room */
  more({ seen_cards, watch, chat, pace, advice, public: open }) {
    const more = el(
      "details",
      { open: this.open },
      el("summary", {}, gettext("More")),
      toggle(gettext("Public table"), gettext("Anybody can find it in the lobby."), open, (on) =>
        this.choose({ public: on }),
      ),
      toggle(gettext("Chat"), gettext("Free words; at tables that are not public."), chat && !open, (on) =>
        this.choose({ chat: on }),
      ),
      toggle(
        gettext("Others may watch"),
        gettext("They see the table, never a hand."),
        watch === "all",
        (on) => this.choose({ watch: on ? "all" : "none" }),
      ),
      toggle(gettext("Seen cards"), gettext("Everybody can look up what was seen."), seen_cards, (on) =>
        this.choose({ seen_cards: on }),
      ),
      toggle(
        gettext("Advice"),
        gettext("Everybody can ask for advice; the result says how often."),
        advice,
        (on) => this.choose({ advice: on }),
      ),
    );
    more.addEventListener("toggle", () => (this.open = more.open));
    const [, talk] = more.querySelectorAll("input");
    talk.disabled = open;
    more.firstElementChild?.after(
      pacePicker("host-pace", pace, false, (chosen) => this.choose({ pace: chosen })),
    );
    return more;
  }

  /** @param {number} now */
  clock(now) {
    const all = CLOCKS.includes(now) ? CLOCKS : [...CLOCKS, now];
    const values = /** @type {[string, string][]} */ (
      all.map((n) => [String(n), n ? gettext("{n} s", { n }) : gettext("none")])
    );
    return segments("clock", gettext("Clock"), values, String(now), (value) => {
      remember({ clock: Number(value) });
      this.choose({ turn_seconds: Number(value) });
    });
  }
}

/** Whether a field stands where the other one stood; of a choice it is the one that is chosen. @param {HTMLElement} field @param {HTMLElement} old */
function isSame(field, old) {
  if (field instanceof HTMLSelectElement) return field.id === old.id;
  if (field instanceof HTMLInputElement && field.name)
    return field.checked && old.getAttribute("name") === field.name;
  return field.getAttribute("aria-label") === old.getAttribute("aria-label");
}
