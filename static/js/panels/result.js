/** The end of a game: who is the durak, in which order the others went out, and once more with the same people. */

import { byId, el, setText } from "../dom.js";
import { gettext, ngettext } from "../i18n.js";
import { outcomeReason } from "../state/ending.js";
import { places } from "../state/select.js";
import { outcomeLine } from "../state/status.js";
import { cardCount, playerName } from "../state/words.js";
import { fullWords, mayBeFree } from "./gathering.js";

/** @import { Game, Room } from "../types.js" */
/** @import { Options } from "./options.js" */

export class Result {
  /** @param {Options} options @param {{again: () => void, join: () => void}} acts */
  constructor(options, { again, join }) {
    this.options = options;
    this.panel = byId("result");
    this.box = byId("result-options");
    byId("again").addEventListener("click", again);
    byId("enter").addEventListener("click", join);
    this.tally = el("p", { id: "tally" });
    byId("places").after(this.tally);
    byId("change").addEventListener("click", () => this.open(this.box.hasAttribute("hidden")));
  }

  /** Shows or hides the choice of rules. @param {boolean} on */
  open(on) {
    this.box.hidden = !on;
    this.panel.toggleAttribute("data-open", on);
    byId("change").setAttribute("aria-expanded", String(on));
    if (on) this.box.scrollIntoView({ block: "start" });
  }

  /** @param {Room | null} room @param {Game | null} game */
  paint(room, game) {
    const over = Boolean(room && game && room.phase === "over" && game.phase === "over");
    const appears = over && this.panel.hidden;
    this.panel.hidden = !over;
    if (!over || !room || !game) return;
    /** @param {number} seat */
    const name = (seat) => playerName(game, seat);
    setText(byId("result-title"), outcomeLine(game.outcome, game.viewer, name));
    this.paintPlaces(game);
    setText(this.tally, tallyLine(room));
    const seated = room.you.chair !== null;
    // Between games a bot's chair is as good as an empty one.
    const full = !room.chairs.some((chair) => chair.kind === "bot" || mayBeFree(chair));
    setText(byId("result-line"), !seated && full ? fullWords() : this.comfort(game));
    byId("again").hidden = !seated;
    byId("enter").hidden = seated || full;
    byId("change").hidden = !room.you.host;
    if (appears) this.open(false);
    if (room.you.host && this.options.host.parentElement !== this.box) this.box.append(this.options.host);
    this.options.agree(room);
    setText(byId("again-line"), this.options.name(room.rules));
    if (appears && seated) byId("again").focus({ preventScroll: true });
  }

  /** Why it ended so, and a kind word. @param {Game} game */
  comfort(game) {
    const { outcome, viewer } = game;
    const why = outcomeReason(game, (seat) => playerName(game, seat));
    if (outcome?.kind !== "durak" || viewer === null) return why;
    const kind =
      outcome.seat === viewer
        ? gettext("It happens to the best. The next deal is a new chance.")
        : gettext("You are safe.");
    return why + " " + kind;
  }

  /** @param {Game} game */
  paintPlaces(game) {
    const items = places(game).map(({ seat, place, cards }) => {
      const you = seat === game.viewer ? " (" + gettext("you") + ")" : "";
      const durak = game.outcome?.kind === "durak" && game.outcome.seat === seat;
      const more = [
        durak ? gettext("the durak") : "",
        cards ? cardCount(cards) : "",
        botShare(game.sitters[seat]),
        hintWords(game.sitters[seat]),
      ]
        .filter(Boolean)
        .join(", ");
      return el(
        "li",
        {},
        place ? el("span", {}, place + ". ") : null,
        playerName(game, seat) + you,
        more ? el("span", {}, " " + more) : null,
      );
    });
    byId("places").replaceChildren(...items);
  }
}

/** How much of somebody's game was a bot's. @param {import("../types.js").Sitter} sitter */
function botShare({ bot, own, stood_in: n }) {
  if (bot || !n) return "";
  const all = own + n;
  return ngettext("{n} of {all} moves by a bot", "{n} of {all} moves by a bot", n, { all });
}

/** How often somebody was advised. @param {import("../types.js").Sitter} sitter */
function hintWords({ bot, hints: n }) {
  return bot || !n ? "" : ngettext("with {n} hint", "with {n} hints", n);
}

/** How often each was the durak at this table. @param {Room} room */
export function tallyLine({ games, chairs }) {
  const people = chairs.filter(({ kind, tally }) => kind === "player" && tally.games > 0);
  if (games < 2 || !people.length) return "";
  const list = people.map(({ name, tally }) => `${name} ${tally.durak}/${tally.games}`).join(" · ");
  const draws = Math.max(...people.map(({ tally }) => tally.draws));
  const more = draws ? " · " + ngettext("{n} draw", "{n} draws", draws) : "";
  return gettext("The durak so far: {list}", { list }) + more;
}
