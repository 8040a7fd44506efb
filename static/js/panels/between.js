/** What a room shows while no game runs: the gathering and the result. Loaded when it is first needed. */

import { toast } from "../announce.js";
import { byId, dress } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { newId } from "../net/protocol.js";
import { prefs } from "../prefs.js";
import { FaceButton } from "./facebutton.js";
import { Gathering } from "./gathering.js";
import { become } from "./guest.js";
import { Invite } from "./invite.js";
import { Options } from "./options.js";
import { paceWords } from "./pace.js";
import { Result } from "./result.js";

/** @import { Desk, Game, Room } from "../types.js" */
/** @import { Hosting } from "./hosting.js" */
/** @import { RulesSheet } from "./rules.js" */

/** A second tap on Deal means the first. */
const TWICE_MS = 1000;

export class Between {
  /** @param {Desk} desk @param {(chair: number) => void} openPerson */
  constructor(desk, openPerson) {
    this.desk = desk;
    /** Somebody is on his way to a chair. */
    this.sitsDown = false;
    this.options = new Options(byId("options"), (name) => {
      const { rules, bots, chairs } = this.options.chosen;
      desk.send({ t: "options", id: newId(), ...(name === "bots" ? { bots } : { rules, chairs }) });
    });
    let startedAt = -Infinity;
    const start = () => {
      // What nobody heard may be asked again at once.
      if (desk.state().net === "open") {
        if (performance.now() - startedAt < TWICE_MS) return;
        startedAt = performance.now();
      }
      desk.send({ t: "start", id: newId() });
    };
    // Known here, though the server has forgotten: the name and face of the last time.
    const field = byId("join").querySelector("input");
    const { dataset } = document.body;
    if (field && prefs.name && !dataset.guest) field.value = prefs.name;
    const kept = dataset.guest || prefs.avatar < 0 ? Number(dataset.avatar) : prefs.avatar;
    this.face = new FaceButton(byId("join-face"), kept);
    this.invite = new Invite();
    this.result = new Result(this.options, { again: start, join: () => void this.joinAsBefore() });
    const sit = (/** @type {number | null} */ chair) => desk.send({ t: "sit", id: newId(), chair });
    const acts = { start, sit, join: (/** @type {string} */ name) => this.join(name), person: openPerson };
    this.gathering = new Gathering(this.options, this.invite, acts);
    /** @type {Promise<Hosting> | null} */
    this.hosting = null;
    /** @type {Promise<RulesSheet> | null} */
    this.rules = null;
  }

  /** @param {Room} room @param {number} at  when it was told */
  paint(room, at) {
    this.tellChanges(room, this.room);
    this.room = room;
    this.gathering.paint(room, at);
    if (room.you.host && !room.solo) void this.host(room);
  }

  /** What the host has changed is told to those who have agreed to something else. @param {Room} room @param {Room} [before] */
  tellChanges(room, before) {
    if (!before || room.you.host || before.phase === "playing") return;
    const news = [];
    if (room.rules !== before.rules)
      news.push(gettext("New rules: {name}", { name: this.options.name(room.rules) }));
    const chairs = room.chairs.length;
    if (chairs !== before.chairs.length) news.push(ngettext("{n} chair now", "{n} chairs now", chairs));
    if (room.bots !== before.bots)
      news.push(gettext("Bots: {level}.", { level: this.options.level(room.bots) }));
    if (room.pace !== before.pace) news.push(paceWords(room.pace) || gettext("Bots move as usual."));
    if (room.turn_seconds !== before.turn_seconds) news.push(clockWords(room.turn_seconds));
    if (news.length) toast(news.join(" · "));
  }

  /** @param {Room} room */
  async host(room) {
    this.hosting ??= import("./hosting.js").then(
      ({ Hosting }) => new Hosting(this.desk, this.options, () => void this.openRules()),
    );
    (await this.hosting).paint(this.room ?? room);
  }

  async openRules() {
    this.rules ??= Promise.all([import("./rules.js"), dress("people")]).then(
      ([{ RulesSheet }]) => new RulesSheet(this.desk, this.options),
    );
    (await this.rules).open();
  }

  /** The end of a game, once it has been seen. @param {Room | null} room @param {Game | null} game */
  settle(room, game) {
    this.result.paint(room, game);
    if (room?.you.host && game) void this.host(room);
  }

  /** Under the name that the page came with. */
  joinAsBefore() {
    return this.join(byId("join").querySelector("input")?.value ?? "");
  }

  /** @param {string} name */
  async join(name) {
    const { you } = this.room ?? {};
    // A second tap, while the first is on its way, means the first.
    if (this.sitsDown) return;
    this.sitsDown = true;
    const known = you?.guest && (!name || name === you.name) && this.face.avatar === you.avatar;
    if (known || (await become(this.desk, name, this.face.avatar)))
      this.desk.send({ t: "sit", id: newId(), chair: null });
    this.sitsDown = false;
  }
}

/** @param {number | null} seconds */
export function clockWords(seconds) {
  if (!seconds) return gettext("No clock.");
  return ngettext("{n} second for a turn.", "{n} seconds for a turn.", seconds);
}
