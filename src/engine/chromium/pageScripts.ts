import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import type { EngineFrame, World } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { ISOLATED_WORLD } from "./frame.ts";

interface InitScript {
  source: string;
  world: World;
  /** The script's identifier in each session it was added to. */
  ids: Map<CdpSession, string>;
}

interface Binding {
  world: World;
  called: (frame: EngineFrame, payload: unknown) => void;
}

/** What a page has in each of its documents: scripts that run before its own, and functions that call back. */
export class PageScripts {
  readonly #sessions: ReadonlySet<CdpSession>;
  readonly #scripts = new Set<InitScript>();
  readonly #bindings = new Map<string, Binding>();

  /** `sessions`: those of the page, now and later. */
  constructor(sessions: ReadonlySet<CdpSession>) {
    this.#sessions = sessions;
  }

  async add(source: string, world: World): Promise<() => Promise<void>> {
    const script: InitScript = { source, world, ids: new Map() };
    this.#scripts.add(script);
    await Promise.all([...this.#sessions].map((session) => addScript(session, script)));
    return async () => {
      this.#scripts.delete(script);
      for (const [session, identifier] of script.ids) session.post("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    };
  }

  async bind(name: string, world: World, called: Binding["called"]): Promise<void> {
    this.#bindings.set(name, { world, called });
    await Promise.all([...this.#sessions].map((session) => addBinding(session, name, world)));
  }

  /** Gives a session that has just come all that the others have. */
  async extendTo(session: CdpSession): Promise<void> {
    await Promise.all([
      ...[...this.#scripts].map((script) => addScript(session, script)),
      ...[...this.#bindings].map(([name, { world }]) => addBinding(session, name, world)),
    ]);
  }

  /** Passes calls of the functions on; `frame` is asked whose they are. */
  watch(session: CdpSession, frame: () => EngineFrame): void {
    session.on("Runtime.bindingCalled", ({ name, payload }) => this.#bindings.get(name)?.called(frame(), parseJson(payload)));
  }
}

async function addScript(session: CdpSession, script: InitScript): Promise<void> {
  const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", {
    source: script.source,
    ...(script.world === "isolated" && { worldName: ISOLATED_WORLD }),
  });
  script.ids.set(session, identifier);
}

async function addBinding(session: CdpSession, name: string, world: World): Promise<void> {
  await session.send("Runtime.addBinding", { name, ...(world === "isolated" && { executionContextName: ISOLATED_WORLD }) });
}

function parseJson(text: string): unknown {
  return unlessMalformed(() => JSON.parse(text), text);
}
