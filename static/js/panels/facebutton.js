/** The own face, on a button that leads to all the others. */

import { face, portrait } from "../dom.js";

export class FaceButton {
  /** @param {HTMLElement} button @param {number} avatar @param {(avatar: number) => void} [onChange] */
  constructor(button, avatar, onChange) {
    this.button = button;
    this.avatar = avatar;
    this.show(avatar);
    button.addEventListener("click", async () => {
      const { chooseFace } = await import("./faces.js");
      this.show(await chooseFace(this.avatar));
      button.focus();
      onChange?.(this.avatar);
    });
  }

  /** @param {number} avatar */
  show(avatar) {
    this.avatar = avatar;
    this.button.replaceChildren(portrait(face(avatar), avatar));
  }
}
