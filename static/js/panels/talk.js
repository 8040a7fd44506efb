/** Saying something to the others: a picture, a ready-made phrase, and, where the table has that, free words. */

import { say } from "../announce.js";
import { byId, el, icon, set } from "../dom.js";
import { gettext } from "../i18n.js";
import { isMuted } from "../mutes.js";
import { newId } from "../net/protocol.js";
import { prefs } from "../prefs.js";
import { PHRASES, REACTIONS, phraseWord, reactionWord, saidLine, saidWords } from "../state/talk.js";
import { reaction, showBubble } from "../table/bubbles.js";

/** @import { Desk, Room, Said } from "../types.js" */
/** @import { State } from "../state/reduce.js" */

const LONGEST = 200;

/** Whether somebody is heard here. @param {Said} said */
export function isHeard({ tag }) {
  return prefs.others && !isMuted(tag);
}

export class Talk {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.button = byId("open-talk");
    this.lines = el("ol", {
      class: "said",
      tabindex: 0,
      role: "log",
      "aria-label": gettext("What was said"),
    });
    this.field = el("input", {
      maxlength: LONGEST,
      autocomplete: "off",
      "aria-label": gettext("Write something"),
    });
    this.form = el("form", { class: "row" }, this.field, el("button", { class: "btn" }, gettext("Send")));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) this.send("text", text);
      this.field.value = "";
    });
    this.quiet = el("p", { class: "hint" }, gettext("You hear nobody here; the settings have the switch."));
    const close = el(
      "button",
      { type: "button", class: "iconbtn", "aria-label": gettext("Close") },
      icon("close"),
    );
    close.addEventListener("click", () => this.close());
    this.dialog = el(
      "dialog",
      { id: "talk", "aria-label": gettext("Say something") },
      el("div", { class: "reactions" }, ...REACTIONS.map((what) => this.picture(what)), close),
      el("div", { class: "phrases" }, ...PHRASES.map((what) => this.phrase(what))),
      this.lines,
      this.quiet,
      this.form,
    );
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    // A tap on the table means the table.
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node) || this.dialog.contains(target) || this.button.contains(target)) return;
      this.dialog.close();
    });
    byId("table").append(this.dialog);
    desk.watch((state, before) => this.dialog.open && state.said !== before.said && this.paint());
  }

  /** @param {string} what */
  picture(what) {
    const button = el("button", { type: "button", "aria-label": reactionWord(what) }, reaction(what));
    button.addEventListener("click", () => this.send("reaction", what));
    return button;
  }

  /** @param {string} what */
  phrase(what) {
    const button = el("button", { type: "button" }, phraseWord(what));
    button.addEventListener("click", () => this.send("phrase", what));
    return button;
  }

  /** @param {Said["say"]} kind @param {string} what */
  send(kind, what) {
    this.desk.send({ t: "say", id: newId(), kind, what });
    if (kind !== "text") this.close();
  }

  toggle() {
    if (this.dialog.open) return this.close();
    this.paint();
    this.dialog.show();
    this.button.removeAttribute("data-news");
    set(this.button, { "aria-expanded": "true" });
    this.lines.scrollTop = this.lines.scrollHeight;
    if (!this.form.hidden && matchMedia("(hover: hover)").matches) this.field.focus();
  }

  close() {
    const inside = this.dialog.contains(document.activeElement);
    this.dialog.close();
    set(this.button, { "aria-expanded": "false" });
    if (inside) this.button.focus();
  }

  paint() {
    const { room, said } = this.desk.state();
    if (!room) return;
    const chats = room.chat && !room.public;
    this.form.hidden = !chats;
    this.quiet.hidden = prefs.others;
    const heard = said.filter((one) => isHeard(one) || one.tag === room.you.tag);
    this.lines.hidden = !chats || !heard.length;
    const end = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 8;
    this.lines.replaceChildren(
      ...heard.map((one) =>
        el("li", {}, el("b", { dir: "auto" }, one.name), " ", el("span", { dir: "auto" }, saidWords(one))),
      ),
    );
    if (end) this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Others have said something, or I have. @param {State} state */
  hear({ room, story }) {
    if (!room) return;
    for (const one of story.happened) if (one.kind === "said") this.show(one, room);
  }

  /** @param {Said} said @param {Room} room */
  show(said, room) {
    const mine = said.tag === room.you.tag;
    if (!mine && !isHeard(said)) return;
    showBubble(said, mine);
    if (mine) return;
    say(saidLine(said));
    if (said.say === "text" && !this.dialog.open) set(this.button, { "data-news": true });
  }
}
