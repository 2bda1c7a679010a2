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
