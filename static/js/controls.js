/** What a player can do at the table: by pointer, by key, and by letting the page pass. Who only watches never loads it. */

import { say, toast } from "./announce.js";
import { createAutoPass } from "./autopass.js";
import { byId, dress } from "./dom.js";
import { gettext, loadLate } from "./i18n.js";
import { prefs, remember, watchPrefs } from "./prefs.js";
import { withPending } from "./state/select.js";
import { Intents } from "./table/intents.js";
import { MS } from "./table/motion.js";
import { Pointer } from "./table/pointer.js";

/** @import { AdvicePanel } from "./panels/advice.js" */
/** @import { Play } from "./play.js" */
/** @import { CostOf } from "./table/intents.js" */

/** What tells costly moves, once somebody wants to be asked about them. @type {CostOf | null} */
let costOf = null;

/** To be awaited before anybody can play. */
export async function learnCosts() {
  if (prefs.careful) ({ costOf } = await import("./state/careful.js"));
}

export class Controls {
  /**
   * @param {Play} play
   * @param {{help: () => void, log: () => void, words?: () => void}} sheets
   *   the list of keys, what happened, and how the words come that are said of taps
   */
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
      careful: () => (prefs.careful ? costOf : null),
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
    this.watch = () => {
      const { room, game: view } = desk.state();
      autoPass(view, prefs.autoPass && !room?.you.held);
      if (room?.taught && !table.coach) void this.teach();
    };
    this.watch();
    /** @type {((event: KeyboardEvent) => void) | null} */
    this.onKey = null;
    watchPrefs(() => void learnCosts());
    // None waits for them.
    (sheets.words ?? loadLate)();
    /** @type {AdvicePanel | null} */
    this.advice = null;
    this.lamp = /** @type {HTMLButtonElement} */ (byId("advise"));
    if (matchMedia("(hover: hover)").matches) void this.keyboard();
  }

  /** Asks for advice, or takes it away. Loaded by the first who asks. */
  async advise() {
    const [{ AdvicePanel }] = await Promise.all([import("./panels/advice.js"), dress("advice"), loadLate()]);
    (this.advice ??= new AdvicePanel(this.play.desk, this.lamp)).toggle();
  }

  /** Brings the coach, to a room that was made to learn in. */
  async teach() {
    const [{ Coach }] = await Promise.all([import("./panels/coach.js"), dress("coach"), loadLate()]);
    const { desk, table } = this.play;
    const repaint = () => this.play.repaint(MS.hand);
    table.coach ??= new Coach(desk, table, repaint);
    repaint();
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
      advise: () => !this.lamp.hidden && !this.lamp.disabled && (void this.advise(), true),
      forget: () => this.play.desk.dispatch({ type: "advice", advice: null }),
      restore: () => this.play.repaint(MS.hand),
      drop: () => this.pointer.letGo(),
    }));
  }
}

function mute() {
  remember({ sound: !prefs.sound });
  toast(prefs.sound ? gettext("Sounds are on") : gettext("Sounds are off"));
}
