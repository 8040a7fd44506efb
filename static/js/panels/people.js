/**
 * Who is at the table, and what can be done about it: the host moves, removes, hands over and chooses how well bots play;
 * everybody mutes, blocks and reports. Loaded when it is first opened.
 */

import { byId, el, face, icon, portrait, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { isMuted, mute } from "../mutes.js";
import { newId } from "../net/protocol.js";
import { prefs, remember } from "../prefs.js";
import { post, whyOf } from "./api.js";
import { button, careful, picker, segments, toggle } from "./parts.js";
import { makeSheet } from "./sheet.js";

/** @import { Chair, Command, Desk, Room } from "../types.js" */

/** @typedef {{i: number, chair: Chair, room: Room}} Place */

/** What a chair says of itself beside its name. @param {Chair} chair @param {(level: string) => string} levelName */
function chairLine(chair, levelName) {
  if (chair.kind === "empty") return "";
  if (chair.kind === "bot")
    return [gettext("bot"), chair.level ? levelName(chair.level) : ""].filter(Boolean).join(", ");
  const { games, durak } = chair.tally;
  const times = games
    ? ngettext("durak {n} time in {games}", "durak {n} times in {games}", durak, { games })
    : "";
  const parts = [
    chair.you ? gettext("you") : "",
    chair.host ? gettext("host") : "",
    chair.held ? gettext("bot plays") : chair.away ? gettext("away") : "",
    times,
  ];
  return parts.filter(Boolean).join(", ");
}

export class People {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.list = el("ul", { class: "people" });
    this.more = el("div", {});
    this.note = el("p", { class: "hint", role: "status" });
    const { dialog } = makeSheet("people", gettext("At the table"), this.list, this.note, this.more);
    this.dialog = dialog;
    desk.watch((state, before) => this.dialog.open && state.v !== before.v && this.paint());
  }

  /** @param {number | null} [chair]  whose entry is to be open */
  open(chair = null) {
    setText(this.note, "");
    this.list.replaceChildren();
    this.paint();
    this.paintMore();
    if (!this.dialog.open) this.dialog.showModal();
    const entry = chair === null ? null : this.list.children[chair]?.querySelector("details");
    if (!entry) return;
    entry.open = true;
    entry.querySelector("summary")?.focus();
  }

  /** @param {Command} command */
  send(command) {
    this.desk.send(command);
  }

  paint() {
    const { room } = this.desk.state();
    if (!room) return;
    room.chairs.forEach((chair, i) => {
      const { you, phase, solo } = room;
      // Clocks run on without a word here.
      const told = { ...chair, ms_left: 0, askable_in_ms: 0 };
      const key = JSON.stringify([
        told,
        you.host,
        you.chair,
        you.queued,
        you.claim,
        phase,
        solo,
        room.chairs.length,
      ]);
      const old = /** @type {HTMLElement | undefined} */ (this.list.children[i]);
      if (old?.dataset.key === key) return;
      const item = this.entry({ i, chair, room }, Boolean(old?.querySelector("details")?.open));
      item.dataset.key = key;
      const focus = old?.contains(document.activeElement);
      if (old) old.replaceWith(item);
      else this.list.append(item);
      if (focus) item.querySelector("summary")?.focus();
    });
    while (this.list.children.length > room.chairs.length) this.list.lastElementChild?.remove();
  }

  /** @param {Place} place @param {boolean} open */
  entry(place, open) {
    const { chair, i } = place;
    const empty = chair.kind === "empty";
    const avatar = portrait(
      empty ? icon("chair") : face(chair.kind === "bot" ? (chair.level ?? "careful") : chair.avatar),
      i,
    );
    const name = empty ? gettext("Empty chair {n}", { n: i + 1 }) : (chair.name ?? "");
    const words = el(
      "span",
      { class: "who" },
      el("b", { dir: "auto" }, name),
      el("small", {}, chairLine(chair, levelName)),
    );
    const acts = this.actsOf(place);
    if (!acts.length) return el("li", { class: empty ? "empty" : "" }, avatar, words);
    const body = el("div", { class: "acts" }, ...acts);
    const details = el("details", { open }, el("summary", {}, avatar, words), body);
    return el("li", { class: empty ? "empty" : "" }, details);
  }

  /** @param {Place} place @returns {Node[]} */
  actsOf(place) {
    const { chair, room } = place;
    if (chair.you) return this.ownActs(place);
    if (chair.kind === "player") return this.personActs(place);
    return [...this.chairActs(place), ...(room.you.host ? this.botActs(place) : [])];
  }

  /** @param {Place} place @returns {Node[]} */
  ownActs({ chair, room }) {
    if (room.phase !== "playing" || room.solo) return [];
    if (chair.held) return [button(gettext("Play on"), () => this.send({ t: "come_back", id: newId() }))];
    const away = () => {
      this.send({ t: "step_away", id: newId() });
      this.dialog.close();
    };
    return [button(gettext("Step away: a bot plays"), away)];
  }

  /** A chair that nobody sits in, or a bot. @param {Place} place @returns {Node[]} */
  chairActs({ chair, i, room }) {
    const { you, phase } = room;
    if (!you.guest || chair.claimed_by || you.claim === i) return [];
    const sit = () => {
      this.send({ t: "sit", id: newId(), chair: i });
      this.dialog.close();
    };
    if (phase === "playing")
      return you.chair === null && chair.kind === "bot"
        ? [button(gettext("Take over at the next bout"), sit)]
        : [];
    if (you.chair === null) return [button(gettext("Sit down here"), sit)];
    return phase === "waiting" ? [button(gettext("Move here"), sit)] : [];
  }

  /** @param {Place} place @returns {Node[]} */
  botActs({ chair, i, room }) {
    const usual = gettext("as the table");
    const values = /** @type {[string, string][]} */ ([["", usual], ...levels()]);
    const planned = chair.level ?? "";
    const choose = (/** @type {string} */ level) =>
      this.send({ t: "level", id: newId(), chair: i, level: level || null });
    const strength = chair.kind === "bot" ? gettext("Strength") : gettext("Bot, if nobody comes");
    /** @type {Node[]} */
    const acts = [picker(`level-${i}`, strength, values, planned, choose)];
    if (chair.kind === "bot" && room.phase !== "playing")
      acts.push(button(gettext("Take the bot away"), () => this.remove(i, false)));
    return acts;
  }

  /** @param {Place} place @returns {Node[]} */
  personActs({ chair, i, room }) {
    const { tag } = chair;
    const acts = room.you.host ? this.hostActs({ chair, i, room }) : [];
    if (!tag || room.solo) return acts;
    acts.push(
      toggle(gettext("Mute"), gettext("You see nothing of what they say."), isMuted(tag), (on) =>
        mute(tag, on),
      ),
    );
    if (!room.you.guest) return acts;
    const name = chair.name ?? "";
    const block = () =>
      this.ask(
        "/api/block",
        { room: room.id, tag },
        gettext("You will never sit with {name} again.", { name }),
      );
    const row = el("div", { class: "row" });
    row.append(
      careful(gettext("Block"), gettext("Never sit together again?"), block),
      this.reportButton(row, room, tag),
    );
    acts.push(row);
    return acts;
  }

  /** @param {Place} place @returns {Node[]} */
  hostActs({ chair, i, room }) {
    /** @type {Node[]} */
    const acts = [];
    if (room.phase !== "playing") {
      const numbers = /** @type {[string, string][]} */ (
        room.chairs.map((_, k) => [String(k), String(k + 1)])
      );
      const move = (/** @type {string} */ to) =>
        this.send({ t: "move_chair", id: newId(), from_chair: i, to_chair: Number(to) });
      acts.push(segments(`move-${i}`, gettext("Chair"), numbers, String(i), move));
    }
    let mayWatch = true;
    const name = chair.name ?? "";
    const watches = toggle(gettext("May watch when removed"), "", true, (on) => (mayWatch = on));
    const remove = careful(gettext("Remove"), gettext("Really remove {name}?", { name }), () =>
      this.remove(i, mayWatch),
    );
    const over = button(gettext("Make the host"), () => this.send({ t: "hand_over", id: newId(), chair: i }));
    acts.push(over, watches, remove);
    return acts;
  }

  /** @param {number} chair @param {boolean} may_watch */
  remove(chair, may_watch) {
    this.send({ t: "remove", id: newId(), chair, may_watch });
  }

  /** @param {HTMLElement} row @param {Room} room @param {string} tag */
  reportButton(row, room, tag) {
    return button(gettext("Report"), () => {
      const reasons = [
        gettext("Rude words"),
        gettext("Rude name"),
        gettext("Spoils the game on purpose"),
        gettext("Something else"),
      ];
      const select = el(
        "select",
        { "aria-label": gettext("Why?") },
        ...reasons.map((why) => el("option", {}, why)),
      );
      const send = () =>
        this.ask(
          "/api/report",
          { room: room.id, tag, why: select.value },
          gettext("Thank you. Somebody will look at it."),
        );
      row.replaceWith(el("div", { class: "row" }, select, button(gettext("Send"), send)));
      select.focus();
    });
  }

  /** @param {string} path @param {object} body @param {string} done  what is said when it worked @param {string} [method] */
  async ask(path, body, done, method) {
    try {
      await post(path, body, method);
      setText(this.note, done);
    } catch (error) {
      const { refusalWords } = await import("../state/refusals.js");
      const { code, facts } = whyOf(error);
      setText(this.note, refusalWords(code, facts, String, null));
    }
  }

  /** What concerns all of them. */
  paintMore() {
    const { room } = this.desk.state();
    if (!room || room.solo) return this.more.replaceChildren();
    const quiet = toggle(gettext("Mute all"), gettext("No reactions, no chat."), !prefs.others, (on) =>
      remember({ others: !on }),
    );
    const forgive = button(
      gettext("Unblock everybody"),
      () => void this.ask("/api/block", {}, gettext("Nobody is blocked any more."), "DELETE"),
      "plain",
    );
    this.more.replaceChildren(quiet, ...(room.you.guest ? [forgive] : []));
  }
}

/** The levels of bots with their names, as the page offers them. @returns {[string, string][]} */
function levels() {
  const { options } = /** @type {HTMLSelectElement} */ (byId("bots"));
  return [...options].map(({ value, text }) => [value, text]);
}

/** @param {string} level */
function levelName(level) {
  return levels().find(([code]) => code === level)?.[1] ?? level;
}
