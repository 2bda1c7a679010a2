import path from "node:path";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { SavedWorkspace } from "../../files/workspace.ts";
import { DEFAULT_PATIENCE_MS } from "../../people/patience.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { PersonInput } from "../../protocol/live.ts";
import { pasteAtFocus } from "../clipboard.ts";
import { frameWithFocus } from "../frameWithFocus.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";

const CLOSING = "a page may close under a person's hands";
/** Hands that are faster than the page are heard no further ahead than this. */
const MAX_WAITING = 200;
/** A page that takes longer to hear of something, because it waits for a dialog or is busy, is told of the next thing all the same. */
const HEARD_MS = 1500;

/** Movements of which only the last counts. */
const supersedes = (next: PersonInput, before: PersonInput): boolean =>
  (next.kind === "mouse" && before.kind === "mouse" && next.type === "move" && before.type === "move" && next.buttons === before.buttons) ||
  (next.kind === "compose" && before.kind === "compose");

interface Waiting {
  page: SessionPage;
  event: PersonInput;
}

const chooserShape = z.object({ mode: z.enum(["selectSingle", "selectMultiple"]), backendNodeId: z.number() });

/** What a person who has the wheel does to the session's pages, and what pages then want of them that only a window could show: files. */
export class Hands implements SessionPart {
  readonly #session: Session;
  readonly #waiting: Waiting[] = [];
  readonly #choosers = new Map<SessionPage, () => void>();
  /** Where the person is: what their paths are counted from. Not of a daemon before: whoever comes back takes the wheel again. */
  workspace: SavedWorkspace | undefined;
  #isPlaying = false;

  constructor(session: Session) {
    this.#session = session;
    session.events.on("wheel", () => this.#followWheel());
    session.events.on("pageopened", () => this.#followWheel());
  }

  forget(page: SessionPage): void {
    this.#choosers.delete(page);
  }

  /** Goes to the page in the order in which it came, and is not waited for. */
  play(page: SessionPage, event: PersonInput): void {
    const last = this.#waiting.at(-1);
    if (last && last.page === page && supersedes(event, last.event)) last.event = event;
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ page, event });
    if (!this.#isPlaying) void this.#playAll();
  }

  async #playAll(): Promise<void> {
    this.#isPlaying = true;
    for (let next; (next = this.#waiting.shift()); ) {
      const { page, event } = next;
      if (!page.engine.closed) await settledWithin(HEARD_MS, mayFail(this.#send(page, event), CLOSING));
    }
    this.#isPlaying = false;
  }

  async #send(page: SessionPage, event: PersonInput): Promise<void> {
    const { input } = page.engine;
    switch (event.kind) {
      case "mouse": {
        const { kind: _, button = "none", ...mouse } = event;
        Object.assign(page.parts.pointer, { x: event.x, y: event.y, buttons: event.buttons ?? 0 });
        return input.mouse({ ...mouse, button: event.type === "move" && !event.buttons ? "none" : button, ...(event.type !== "move" && { clickCount: event.clickCount ?? 1 }) });
      }
      case "wheel": {
        const { kind: _, ...wheel } = event;
        return input.wheel(wheel);
      }
      case "touch":
        return input.touch(event.type, event.points);
      case "key": {
        const { kind: _, repeat: __, modifiers = 0, ...key } = event;
        return input.key({ ...key, modifiers });
      }
      case "text":
        return input.insertText(event.text);
      case "compose":
        return input.compose?.(event.text);
      case "paste":
        return this.#paste(page, event.text);
    }
  }

  /** A text with lines goes in as one paste: pages that take pastes themselves get it whole, fields as text. */
  async #paste(page: SessionPage, text: string): Promise<void> {
    const frame = await frameWithFocus(page);
    if (!(await pasteAtFocus(frame, text))) await page.engine.input.insertText(text);
  }

  #followWheel(): void {
    const { taken } = this.#session.parts.wheel;
    if (!taken) {
      for (const [page, end] of this.#choosers) {
        end();
        this.#choosers.delete(page);
      }
      return;
    }
    for (const page of this.#session.pages()) if (!this.#choosers.has(page)) this.#holdChoosers(page);
  }

  /** A chooser without a window would never be answered. In a window the person has the browser's own. */
  #holdChoosers(page: SessionPage): void {
    const { cdp } = page.engine;
    if (!cdp || !this.#session.plan.headless) return;
    const off = cdp.on("Page.fileChooserOpened", (opened) => void mayFail(this.#choose(page, opened), CLOSING));
    void mayFail(cdp.send("Page.setInterceptFileChooserDialog", { enabled: true }), CLOSING);
    this.#choosers.set(page, () => {
      off();
      void mayFail(cdp.send("Page.setInterceptFileChooserDialog", { enabled: false }), CLOSING);
    });
  }

  async #choose(page: SessionPage, opened: unknown): Promise<void> {
    const { mode, backendNodeId } = chooserShape.parse(opened);
    const prompt = mode === "selectMultiple" ? "Which files does the page get?" : "Which file does the page get?";
    const ending = await this.#session.parts.people.ask({ kind: "files", prompt, about: "filechooser", timeoutMs: DEFAULT_PATIENCE_MS }, { signal: this.#session.parts.wheel.holding });
    const files = ending.outcome === "answered" && Array.isArray(ending.value) ? ending.value.map((file) => path.resolve(this.workspace?.folder ?? "", file)) : [];
    if (files.length > 0) await page.engine.cdp?.send("DOM.setFileInputFiles", { files, backendNodeId });
  }
}

/** The page that a person means. */
export function pageUnderHands(session: Session, query: string | undefined): SessionPage {
  const page = query === undefined ? session.activePage : session.pages().find(({ id }) => id === query);
  if (!page || page.engine.closed) throw new DroverError("page-closed", "the page is gone", { hint: "Watch another one." });
  return page;
}
