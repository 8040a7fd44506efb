/** Going on at another device: a code that is good once and for a minute, here; and using it, there. */

import { toast } from "../announce.js";
import { el, setText, svg } from "../dom.js";
import { gettext, loadLate, ngettext } from "../i18n.js";
import { post, whyOf } from "./api.js";
import { makeSheet } from "./sheet.js";

/** What a link ends in that brings somebody's seat along. */
const HASH = "#device=";

export class DeviceSheet {
  constructor() {
    this.code = el("p", { class: "code" });
    this.left = el("p", { class: "hint" });
    this.picture = el("div", { class: "qr" });
    const hint = gettext(
      "Scan this with the other device, or open its link there. Your seat moves along; here you watch.",
    );
    this.link = el("input", { readonly: true, "aria-label": gettext("Link") });
    const { dialog } = makeSheet(
      "device",
      gettext("Continue on another device"),
      el("p", { class: "hint" }, hint),
      this.picture,
      this.code,
      this.link,
      this.left,
    );
    this.dialog = dialog;
    this.link.addEventListener("focus", () => this.link.select());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  async open() {
    this.dialog.showModal();
    try {
      const { code, seconds, url, qr } = await post("/api/device", {});
      setText(this.code, code);
      // Straight to this table.
      this.link.value = url.replace("/#", location.pathname + "#");
      const box = {
        viewBox: `-2 -2 ${qr.size + 4} ${qr.size + 4}`,
        role: "img",
        "aria-label": gettext("QR code"),
      };
      this.picture.replaceChildren(svg("svg", box, svg("path", { d: qr.path })));
      this.count(performance.now() + seconds * 1000);
    } catch (error) {
      const { refusalWords } = await import("../state/refusals.js");
      const { code, facts } = whyOf(error);
      setText(this.left, refusalWords(code, facts, String, null));
    }
  }

  /** @param {number} end */
  count(end) {
    clearTimeout(this.timer);
    const n = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    setText(
      this.left,
      n ? ngettext("Good for {n} second.", "Good for {n} seconds.", n) : gettext("This code is too old now."),
    );
    if (n && this.dialog.open) this.timer = setTimeout(() => this.count(end), 1000);
    if (!n) this.picture.replaceChildren();
  }
}

/** Whoever is somebody here already gives that up for good, and the link may be anybody's: so he is asked. */
async function isMeant() {
  const name = document.body.dataset.guest;
  if (!name) return true;
  await loadLate();
  return confirm(
    gettext("You are {name} here. This link makes you the player who sent it, and {name} no more. Go on?", {
      name,
    }),
  );
}

/** Uses the code in the address, which is not to stay there; says whether this is somebody else now. */
export async function takeSeat() {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(HASH)) return false;
  history.replaceState(null, "", pathname + search);
  if (!(await isMeant())) return false;
  try {
    await post("/api/device/take", { code: decodeURIComponent(hash.slice(HASH.length)) });
    return true;
  } catch (error) {
    await loadLate();
    const { refusalWords } = await import("../state/refusals.js");
    const { code, facts } = whyOf(error);
    toast(refusalWords(code, facts, String, null));
    return false;
  }
}
