/** What a room shows while no game runs: the gathering and the result. Loaded when it is first needed. */

import { byId } from "../dom.js";
import { newId } from "../net/protocol.js";
import { prefs } from "../prefs.js";
import { Gathering } from "./gathering.js";
import { become } from "./guest.js";
import { Invite } from "./invite.js";
import { Options } from "./options.js";
import { Result } from "./result.js";

/** @import { Desk, Game, Room } from "../types.js" */

/** A second tap on Deal means the first. */
const TWICE_MS = 1000;

/** The name that the page came with. */
function suggestedName() {
  return byId("join").querySelector("input")?.value ?? "";
}

export class Between {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** Somebody is on his way to a chair. */
    this.sitsDown = false;
    const options = new Options(byId("options"), (name) => {
      const { rules, bots, chairs } = options.chosen;
      desk.send({ t: "options", id: newId(), ...(name === "bots" ? { bots } : { rules, chairs }) });
    });
    let startedAt = -Infinity;
    const start = () => {
      if (performance.now() - startedAt < TWICE_MS) return;
      startedAt = performance.now();
      desk.send({ t: "start", id: newId() });
    };
    // Known here, though the server has forgotten: the name of the last time.
    const field = byId("join").querySelector("input");
    if (field && prefs.name && !document.body.dataset.guest) field.value = prefs.name;
    this.invite = new Invite();
    this.result = new Result(options, { again: start, join: () => this.join(suggestedName()) });
    const sit = (/** @type {number | null} */ chair) => desk.send({ t: "sit", id: newId(), chair });
    this.gathering = new Gathering(options, this.invite, { start, sit, join: (name) => this.join(name) });
  }

  /** @param {Room} room */
  paint(room) {
    this.room = room;
    this.gathering.paint(room);
  }

  /** The end of a game, once it has been seen. @param {Room | null} room @param {Game | null} game */
  settle(room, game) {
    this.result.paint(room, game);
  }

  /** @param {string} name */
  async join(name) {
    const { you } = this.room ?? {};
    // A second tap, while the first is on its way, means the first.
    if (this.sitsDown) return;
    this.sitsDown = true;
    const known = you?.guest && (!name || name === you.name);
    if (known || (await become(this.desk, name))) this.desk.send({ t: "sit", id: newId(), chair: null });
    this.sitsDown = false;
  }
}
