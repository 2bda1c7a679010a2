import type { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { EnginePageEvents, NavigationKind } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { ChromiumFrame } from "./frame.ts";

/** The frames of a page over all the processes they live in. */
export class FrameTree {
  readonly #frames = new Map<string, ChromiumFrame>();
  readonly #events: EventEmitter<EnginePageEvents>;
  /** Contexts that were told of before the tree with their frames was here. */
  readonly #early = new Map<string, string>();
  #main: ChromiumFrame | undefined;

  constructor(events: EventEmitter<EnginePageEvents>) {
    this.#events = events;
  }

  get known(): boolean {
    return this.#main !== undefined;
  }

  get main(): ChromiumFrame {
    if (!this.#main) throw new Error("the page's frame tree is not known yet");
    return this.#main;
  }

  get(id: string | undefined): ChromiumFrame | undefined {
    return id === undefined ? undefined : this.#frames.get(id);
  }

  all(): ChromiumFrame[] {
    return [...this.#frames.values()];
  }

  /** Takes in what a session already shows; for an out-of-process frame its subtree, whose root does not name its parent. */
  adopt(session: CdpSession, tree: Protocol.Page.FrameTree, parentId?: string): void {
    const known = this.#frames.get(tree.frame.id);
    const frame = known ?? this.#add(tree.frame.id, tree.frame.parentId ?? parentId, session);
    // A navigation that was told while the tree was on its way is newer than the tree.
    const newer = known?.session === session && known.documentId !== "";
    if (known && !newer) known.moveTo(session);
    if (!newer) frame.committed(tree.frame);
    if (!known) frame.pageContext ??= this.#early.get(frame.id);
    this.#early.delete(frame.id);
    for (const child of tree.childFrames ?? []) this.adopt(session, child, frame.id);
  }

  watch(session: CdpSession): void {
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
      if (this.#frames.has(frameId)) return;
      this.#events.emit("frameattached", this.#add(frameId, parentFrameId, session));
    });
    session.on("Page.frameNavigated", ({ frame: payload }) => this.#navigated(session, payload));
    session.on("Page.navigatedWithinDocument", ({ frameId, url, navigationType }) => {
      const frame = this.#frames.get(frameId);
      if (!frame) return;
      frame.url = url;
      const kind: NavigationKind = navigationType === "fragment" ? "hash" : "spa";
      this.#events.emit("navigated", { frame, url, kind });
    });
    session.on("Page.frameDetached", ({ frameId, reason }) => {
      // "swap": the frame goes on in another process, whose session will adopt it.
      if (reason === "remove") this.#remove(this.#frames.get(frameId));
    });
    session.on("Page.frameStartedNavigating", ({ frameId, url, navigationType }) => {
      const frame = this.#frames.get(frameId);
      const sameDocument = navigationType === "sameDocument" || navigationType === "historySameDocument";
      if (frame && !sameDocument) this.#events.emit("navigating", { frame, url });
    });
    session.on("Page.lifecycleEvent", ({ frameId, name }) => {
      const frame = this.#frames.get(frameId);
      if (!frame) return;
      if (name === "DOMContentLoaded") this.#events.emit("domcontentloaded", { frame });
      if (name === "load") this.#events.emit("load", { frame });
    });
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const aux = context.auxData as { isDefault?: boolean; frameId?: string } | undefined;
      const frame = this.get(aux?.frameId);
      if (frame && !aux?.isDefault) frame.extensionWorlds.set(context.origin, context.uniqueId);
      if (!aux?.isDefault) return;
      if (frame) frame.pageContext = context.uniqueId;
      else if (aux.frameId !== undefined) this.#early.set(aux.frameId, context.uniqueId);
    });
    session.on("Runtime.executionContextsCleared", () => {
      this.#early.clear();
      for (const frame of this.#frames.values()) if (frame.session === session) frame.forgetContexts();
    });
  }

  #navigated(session: CdpSession, payload: Protocol.Page.Frame): void {
    const frame = this.#frames.get(payload.id) ?? this.#add(payload.id, payload.parentId, session);
    for (const child of frame.children()) this.#remove(child);
    frame.session = session;
    frame.committed(payload);
    this.#events.emit("navigated", { frame, url: frame.url, kind: "full_load" });
  }

  #add(id: string, parentId: string | undefined, session: CdpSession): ChromiumFrame {
    const frame = new ChromiumFrame(id, this.get(parentId) ?? this.#main, session);
    this.#frames.set(id, frame);
    this.#main ??= frame;
    return frame;
  }

  #remove(frame: ChromiumFrame | undefined): void {
    if (!frame) return;
    for (const child of frame.children()) this.#remove(child);
    this.#frames.delete(frame.id);
    frame.remove();
    this.#events.emit("framedetached", frame);
  }
}
