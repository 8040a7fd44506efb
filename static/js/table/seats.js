/** The others around the table: face, name, count, role, and who has the seat in hand; never by colour alone. */

import { el, face, icon, set, setText, tint } from "../dom.js";
import { gettext } from "../i18n.js";
import { roleOf, seatsAround } from "../state/select.js";
import { cardCount, playerName } from "../state/words.js";

/** @import { Chair, Game, Room, Seat } from "../types.js" */
/** @import { Metrics } from "./layout.js" */

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

/**
 * Who has a seat in hand, if not its person at his page.
 * @param {boolean} isBot @param {Chair | undefined} chair @returns {"bot" | "held" | "away" | ""}
 */
function handOf(isBot, chair) {
  if (isBot) return "bot";
  if (chair?.held) return "held";
  return chair?.away ? "away" : "";
}

/** The same under the name. @param {ReturnType<typeof handOf>} hand */
function handWord(hand) {
  switch (hand) {
    case "held":
      return gettext("bot plays");
    case "away":
      return gettext("away");
    default:
      return "";
  }
}

/** And in full, to be heard. @param {ReturnType<typeof handOf>} hand */
function handWords(hand) {
  switch (hand) {
    case "bot":
      return gettext("bot");
    case "held":
      return gettext("away, a bot plays");
    default:
      return handWord(hand);
  }
}

/** @typedef {{node: HTMLElement, avatar: HTMLElement, fan: HTMLElement, count: HTMLElement, role: HTMLElement, name: HTMLElement, line: HTMLElement, hand: HTMLElement}} Parts */

export class Seats {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<Seat, Parts>} */
    this.parts = new Map();
    /** The room while its game runs: who is there, and who not. @type {Room | null} */
    this.room = null;
  }

  /** @param {Seat} seat @returns {Parts} */
  seat(seat) {
    const known = this.parts.get(seat);
    if (known) return known;
    const fan = el("span", { class: "fan" });
    const count = el("b", { class: "count" });
    const role = el("i", { class: "role" });
    const hand = el("i", { class: "bot" });
    const avatar = el("div", { class: "avatar", "aria-hidden": "true" }, count, role, hand, fan);
    tint(avatar, seat);
    const name = el("div", { class: "name", dir: "auto", "aria-hidden": "true" });
    const line = el("div", { class: "line", "aria-hidden": "true" });
    const node = el("div", { class: "seat", role: "listitem", "data-seat": seat }, avatar, name, line);
    const parts = { node, avatar, fan, count, role, name, line, hand };
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
    const { bot: isBot, avatar, level } = game.sitters[seat];
    const chair = this.room?.chairs[seat];
    const hand = handOf(isBot, chair);
    const next = chair?.claimed_by ? gettext("then {name}", { name: chair.claimed_by }) : "";
    const turn = game.waiting.includes(seat);
    const name = playerName(game, seat);
    const durak = game.outcome?.kind === "durak" && game.outcome.seat === seat;
    const line = durak
      ? gettext("the durak")
      : handWord(hand) || next || roleWord(role) || (isBot ? gettext("bot") : "");
    this.draw(parts, isBot ? (level ?? "careful") : avatar);
    setText(parts.count, String(game.counts[seat]));
    setText(parts.name, name);
    setText(parts.line, line);
    // A bot of its own is known by its face.
    parts.hand.hidden = !hand || isBot;
    if (parts.hand.dataset.hand !== hand) {
      parts.hand.dataset.hand = hand;
      parts.hand.replaceChildren(icon(hand === "away" ? "away" : "bot"));
    }
    parts.role.hidden = !role;
    if (parts.role.dataset.role !== role) {
      parts.role.dataset.role = role;
      parts.role.replaceChildren(...(role ? [icon(ICONS[role])] : []));
    }
    this.fan(parts.fan, Math.min(6, game.counts[seat]));
    const words = [
      name,
      handWords(hand),
      next,
      cardCount(game.counts[seat]),
      roleWord(role),
      turn ? gettext("to act") : "",
    ];
    set(parts.node, { "data-turn": turn, "data-role": role, "data-durak": durak, "data-hand": hand });
    parts.node.setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  /** @param {Parts} parts @param {number | string} whose */
  draw({ avatar: host }, whose) {
    if (host.dataset.face === String(whose)) return;
    host.dataset.face = String(whose);
    host.querySelector(".face")?.remove();
    host.prepend(face(whose));
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
