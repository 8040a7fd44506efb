/** The invite link: copied, shared or scanned. Nothing here is there on a plain-http page, so each way has a simpler one behind it. */

import { say } from "../announce.js";
import { byId } from "../dom.js";
import { gettext } from "../i18n.js";
import { closeFrom } from "./sheet.js";

const COPIED_MS = 2000;

export class Invite {
  constructor() {
    this.block = byId("invite");
    this.dialog = /** @type {HTMLDialogElement} */ (byId("inviting"));
    this.input = /** @type {HTMLInputElement} */ (byId("invite-link"));
    /** @type {string | null | undefined} */
    this.copyWords = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.copyTimer = undefined;
    const share = byId("share");
    share.hidden = !navigator.share;
    share.addEventListener("click", () => this.share());
    byId("copy").addEventListener("click", () => this.copy());
    this.input.addEventListener("focus", () => this.input.select());
    this.dialog.addEventListener("click", (event) => closeFrom(this.dialog, event));
  }

  open() {
    byId("inviting-body").append(this.block);
    this.dialog.showModal();
  }

  /** The block stands in the waiting room while that is shown. @param {HTMLElement} host */
  standIn(host) {
    if (this.block.parentElement !== host && !this.dialog.open) host.append(this.block);
  }

  async copy() {
    this.input.select();
    try {
      await navigator.clipboard.writeText(this.input.value);
    } catch {
      // No clipboard outside https: the selection may be copied the old way, or by hand.
      if (!document.execCommand("copy")) return this.tellByButton(gettext("Copy the marked link."));
    }
    this.tellByButton(gettext("Copied"));
    say(gettext("The link is copied."));
  }

  /** On the button itself: an open dialog hides whatever is said beneath it. @param {string} news */
  tellByButton(news) {
    const button = byId("copy");
    const words = button.lastChild;
    if (!words) return;
    this.copyWords ??= words.textContent;
    words.textContent = news;
    clearTimeout(this.copyTimer);
    this.copyTimer = setTimeout(() => {
      words.textContent = this.copyWords ?? "";
      this.copyWords = undefined;
    }, COPIED_MS);
  }

  share() {
    navigator.share({ title: gettext("Durak"), url: this.input.value }).catch(() => {});
  }
}
