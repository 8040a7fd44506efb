/** What a player can do at the table: by pointer, by key, and by letting the page pass. Who only watches never loads it. */

import { say, toast } from "./announce.js";
import { createAutoPass } from "./autopass.js";
import { gettext, loadLate } from "./i18n.js";
import { prefs, remember } from "./prefs.js";
import { withPending } from "./state/select.js";
import { Intents } from "./table/intents.js";
import { MS } from "./table/motion.js";
import { Pointer } from "./table/pointer.js";

/** @import { Play } from "./play.js" */

export class Controls {
  /** @param {Play} play @param {{help: () => void, log: () => void}} sheets  the list of keys, and what happened */
  constructor(play, sheets) {
    this.play = play;
    this.sheets = sheets;
    const { desk, film, table } = play;
    const hurry = () => {
      const bout = film.current?.game.bout;
      film.finish();
      return film.current?.game.bout !== bout;
    };
    this.intents = new Intents({
      table,
      scene: () => play.scene(),
      dispatch: desk.dispatch,
      send: desk.send,
      hurry,
      isNew: () => play.isNew(),
      careful: () => prefs.careful,
      tell: desk.tell,
      note: toast,
      cue: (cue) => play.cue(cue),
    });
    const game = () => film.current && withPending(film.current.game, desk.state().pending);
    const restore = () => play.repaint(MS.hand);
    this.pointer = new Pointer(table, this.intents, { game, hurry, restore, note: toast });
    const autoPass = createAutoPass((view) => {
      desk.dispatch({ type: "passed" });
      say(gettext("Passed for you: you had nothing to add."));
      this.intents.play(view.legal.pass[0]);
    });
    // A pass would be a sign of life of somebody who is away.
    this.watch = () => autoPass(desk.state().game, prefs.autoPass && !desk.state().room?.you.held);
    this.watch();
    /** @type {((event: KeyboardEvent) => void) | null} */
    this.onKey = null;
    if (matchMedia("(hover: hover)").matches) void this.keyboard();
  }

  /** Keys are loaded where there is a keyboard, else by the first of them. */
  async keyboard() {
    const [{ createKeyboard }] = await Promise.all([import("./table/keyboard.js"), loadLate()]);
    return (this.onKey ??= createKeyboard(this.play.table, this.intents, {
      game: () => this.play.scene().game,
      status: () => this.play.status,
      letters: () => prefs.letters,
      say,
      mute,
      help: this.sheets.help,
      log: this.sheets.log,
      restore: () => this.play.repaint(MS.hand),
      drop: () => this.pointer.letGo(),
    }));
  }
}

function mute() {
  remember({ sound: !prefs.sound });
  toast(prefs.sound ? gettext("Sounds are on") : gettext("Sounds are off"));
}
