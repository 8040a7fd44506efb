/** The others around the table: name, count, role; never by colour alone. */

import { el, icon, set, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { roleOf, seatsAround } from "../state/select.js";
import { cardCount, playerName } from "../state/words.js";

/** @import { Game, Seat } from "../types.js" */
/** @import { Metrics } from "./layout.js" */

/** Hues on which white initials keep 4.5:1, in an order that sets neighbours apart. */
const HUES = [340, 210, 275, 30, 165, 240];
const ICONS = { attacker: "attack", defender: "defend", thrower: "add", done: "out", out: "out" };

/** @param {import("../state/select.js").Role} role */
function roleWord(role) {
  switch (role) {
    case "attacker":
      return gettext("attacks");
    case "defender":
      return gettext("defends");
    case "thrower":
      return gettext("may add");
    case "done":
      return gettext("done");
    case "out":
      return gettext("out, safe");
    default:
      return "";
  }
}

/** @typedef {{node: HTMLElement, fan: HTMLElement, count: HTMLElement, role: HTMLElement, name: HTMLElement, line: HTMLElement, letter: Text, bot: HTMLElement}} Parts */

/** The first thing in a name that people see as one letter. @param {string} name */
function initial(name) {
  if (!("Segmenter" in Intl)) return [...name][0] ?? "?";
  for (const { segment } of new Intl.Segmenter().segment(name)) return segment;
  return "?";
}

export class Seats {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<Seat, Parts>} */
    this.parts = new Map();
  }

  /** @param {Seat} seat @returns {Parts} */
  seat(seat) {
    const known = this.parts.get(seat);
    if (known) return known;
    const letter = document.createTextNode("");
    const fan = el("span", { class: "fan" });
    const count = el("b", { class: "count" });
    const role = el("i", { class: "role" });
    const bot = el("i", { class: "bot" }, icon("bot"));
    const avatar = el("div", { class: "avatar", "aria-hidden": "true" }, letter, count, role, bot, fan);
    avatar.style.setProperty("--h", String(HUES[seat % HUES.length]));
    const name = el("div", { class: "name", dir: "auto", "aria-hidden": "true" });
    const line = el("div", { class: "line", "aria-hidden": "true" });
    const node = el("div", { class: "seat", role: "listitem", "data-seat": seat }, avatar, name, line);
    const parts = { node, fan, count, role, name, line, letter, bot };
    this.parts.set(seat, parts);
    return parts;
  }

  /** @param {Game} game @param {Metrics} metrics */
  paint(game, metrics) {
    const order = seatsAround(game);
    for (const [seat, { node }] of this.parts) if (!order.includes(seat)) node.remove();
    order.forEach((seat, i) => {
      const parts = this.seat(seat);
      if (this.host.children[i] !== parts.node)
        this.host.insertBefore(parts.node, this.host.children[i] ?? null);
      this.dress(parts, seat, game);
      const { x, y, w, h } = metrics.seats[i];
      const { style } = parts.node;
      style.width = w + "px";
      style.height = h + "px";
      style.transform = `translate(${(x - w / 2).toFixed(1)}px,${(y - h / 2).toFixed(1)}px)`;
    });
    this.host.toggleAttribute("data-plain", !metrics.lines);
    this.host.style.setProperty("--avatar", metrics.avatar + "px");
  }

  /** @param {Parts} parts @param {Seat} seat @param {Game} game */
  dress(parts, seat, game) {
    const role = roleOf(game, seat);
    const isBot = game.sitters[seat].bot;
    const turn = game.waiting.includes(seat);
    const name = playerName(game, seat);
    const durak = game.outcome?.kind === "durak" && game.outcome.seat === seat;
    const line = durak ? gettext("the durak") : roleWord(role) || (isBot ? gettext("bot") : "");
    setText(parts.letter, initial(name));
    setText(parts.count, String(game.counts[seat]));
    setText(parts.name, name);
    setText(parts.line, line);
    parts.bot.hidden = !isBot;
    parts.role.hidden = !role;
    if (parts.role.dataset.role !== role) {
      parts.role.dataset.role = role;
      parts.role.replaceChildren(...(role ? [icon(ICONS[role])] : []));
    }
    this.fan(parts.fan, Math.min(6, game.counts[seat]));
    const words = [
      name,
      isBot ? gettext("bot") : "",
      cardCount(game.counts[seat]),
      roleWord(role),
      turn ? gettext("to act") : "",
    ];
    set(parts.node, { "data-turn": turn, "data-role": role, "data-durak": durak });
    parts.node.setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  /** @param {HTMLElement} fan @param {number} n */
  fan(fan, n) {
    if (fan.childElementCount === n) return;
    const backs = Array.from({ length: n }, (_, k) => {
      const back = el("i");
      back.style.transform = `rotate(${(k - (n - 1) / 2) * 15}deg)`;
      return back;
    });
    fan.replaceChildren(...backs);
  }
}
