import type { EngineFrame } from "../engine/port.ts";

/** What the session copied last. Each session has its own: two agents never paste each other's words. */
export class Clipboard {
  text: string | undefined;
}

/**
 * Puts the session's text on the browser's clipboard, which the sessions of one browser share, just before a paste. A copy
 * event whose data is replaced needs neither the clipboard permission nor a secure context.
 */
export async function offerForPaste(frame: EngineFrame, text: string): Promise<boolean> {
  const done = await frame.evaluate(`(() => {
    const take = (event) => {
      event.clipboardData.setData("text/plain", ${JSON.stringify(text)});
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("copy", take, { capture: true, once: true });
    try { return document.execCommand("copy"); } finally { window.removeEventListener("copy", take, { capture: true }); }
  })()`);
  return done === true;
}

/**
 * Gives what has the focus a text as a paste would, without the clipboard; false when nobody there takes pastes. In the page's own world: Firefox
 * shows it nothing that another world put into a paste, and has members of its own for it.
 */
export async function pasteAtFocus(frame: EngineFrame, text: string): Promise<boolean> {
  const taken = await frame.evaluate(`(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const clipboardData = new DataTransfer();
    const data = ${JSON.stringify(text)};
    clipboardData.setData("text/plain", data);
    return !at.dispatchEvent(new ClipboardEvent("paste", { clipboardData, data, dataType: "text/plain", bubbles: true, cancelable: true, composed: true }));
  })()`);
  return taken === true;
}
