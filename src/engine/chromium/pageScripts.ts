import { randomBytes } from "node:crypto";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DocumentScripts, functionOf, inDocument, type ScriptPlace } from "../documentScripts.ts";
import type { DocumentScript, InstalledScript } from "../port.ts";
import { CdpError, type CdpSession } from "./connection.ts";
import { type ChromiumFrame, ISOLATED_WORLD } from "./frame.ts";

/** What code in a document calls when its script reports. */
interface Reporter {
  binding: string;
  report: NonNullable<DocumentScript["report"]>;
}

/** The scripts of a page, over the sessions of all the processes that its frames live in. */
export class PageScripts {
  readonly #frame: (id: string) => ChromiumFrame | undefined;
  readonly #list = new DocumentScripts();
  readonly #places = new Map<CdpSession, ScriptPlace>();
  readonly #reporters = new Map<DocumentScript, Reporter>();

  constructor(frame: (id: string) => ChromiumFrame | undefined) {
    this.#frame = frame;
  }

  /** `open` are the frames whose documents are there already. */
  add(script: DocumentScript, open: readonly ChromiumFrame[], { isHeld }: { isHeld: boolean }): InstalledScript {
    // The page sees the name for no longer than the script needs to take the function away, and cannot know it before.
    if (script.report) this.#reporters.set(script, { binding: `_${randomBytes(10).toString("hex")}`, report: script.report });
    const { done, takeBack } = this.#list.add(script);
    const source = this.#sourceOf(script);
    const there = Promise.all(script.inOpenDocuments ? open.map((frame) => inDocument(frame.runIn(script.world, source))) : []);
    // A page that is held runs what was sent to its own world before anything else, and the empty document of a new tab is mostly left at once.
    const isSure = isHeld && script.world === "page";
    if (isSure) void mayFail(there, "a script that cannot run in an empty document may run in the next one");
    return {
      done: Promise.all([done, isSure ? undefined : there]).then(() => undefined),
      takeBack: () => {
        takeBack();
        this.#reporters.delete(script);
      },
    };
  }

  /** Gives a session that has just come all that the others have, and hears what its documents report. */
  async extendTo(session: CdpSession): Promise<void> {
    const place: ScriptPlace = {
      add: async (script) => {
        const { world } = script;
        const binding = this.#reporters.get(script)?.binding;
        if (binding) session.post("Runtime.addBinding", { name: binding, ...(world === "isolated" && { executionContextName: ISOLATED_WORLD }) });
        const added = session.send("Page.addScriptToEvaluateOnNewDocument", {
          source: this.#sourceOf(script),
          ...(world === "isolated" && { worldName: ISOLATED_WORLD }),
        });
        // A frame whose process ends has no documents to come; the browser may say so before it tells that the session is over.
        return added.then(({ identifier }) => identifier, (thrown: unknown) => {
          if (session.detached || (thrown instanceof CdpError && thrown.kind === "gone")) return "";
          throw thrown;
        });
      },
      remove: (identifier) => session.post("Page.removeScriptToEvaluateOnNewDocument", { identifier }),
    };
    this.#places.set(session, place);
    this.#hear(session);
    await this.#list.extendTo(place);
  }

  forget(session: CdpSession): void {
    const place = this.#places.get(session);
    this.#places.delete(session);
    if (place) this.#list.forget(place);
  }

  #hear(session: CdpSession): void {
    const frames = new Map<number, string>();
    session.on("Runtime.executionContextCreated", ({ context: { id, auxData } }) => {
      const { frameId } = (auxData ?? {}) as { frameId?: string };
      if (frameId !== undefined) frames.set(id, frameId);
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextId }) => frames.delete(executionContextId));
    session.on("Runtime.executionContextsCleared", () => frames.clear());
    session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      const reporter = [...this.#reporters.values()].find(({ binding }) => binding === name);
      const frame = this.#frame(frames.get(executionContextId) ?? "");
      if (reporter && frame) reporter.report(frame, JSON.parse(payload));
    });
  }

  #sourceOf(script: DocumentScript): string {
    const name = JSON.stringify(this.#reporters.get(script)?.binding);
    if (name === undefined) return `(${functionOf(script)})()`;
    return `{ const send = globalThis[${name}]; delete globalThis[${name}]; (${functionOf(script)})(send); }`;
  }
}
