import type { Script } from "webdriver-bidi-protocol";
import { DocumentScripts, functionOf, inDocument, type ScriptPlace } from "../documentScripts.ts";
import { ISOLATED_WORLD } from "../frameCalls.ts";
import type { DocumentScript, InstalledScript, World } from "../port.ts";
import type { BidiConnection } from "./connection.ts";
import type { FirefoxFrame } from "./frame.ts";

interface Preload {
  declaration: string;
  world: World;
  /** On which it reports. */
  channel?: string;
  /** The tab; without it, every tab there is and will be. */
  contextId?: string;
}

/** The one command with which code gets into documents before their own. */
export async function addPreload(connection: BidiConnection, { declaration, world, channel, contextId }: Preload): Promise<string> {
  const { script } = await connection.send("script.addPreloadScript", {
    functionDeclaration: declaration,
    ...(contextId !== undefined && { contexts: [contextId] }),
    ...(world === "isolated" && { sandbox: ISOLATED_WORLD }),
    ...(channel !== undefined && { arguments: [channelArgument(channel)] }),
  });
  return script;
}

export const channelArgument = (channel: string): Script.ChannelValue => ({ type: "channel", value: { channel } });

/**
 * The scripts of a page. A tab that Drover opens has them from the start. The first document of a popup may be faster:
 * BiDi does not hold a new tab until it is prepared.
 */
export class Preloads {
  readonly #connection: BidiConnection;
  readonly #mainFrame: () => FirefoxFrame;
  readonly #list = new DocumentScripts();
  readonly #channels = new Map<DocumentScript, string>();
  #tab: ScriptPlace | undefined;
  #nextChannel = 1;

  constructor(connection: BidiConnection, mainFrame: () => FirefoxFrame) {
    this.#connection = connection;
    this.#mainFrame = mainFrame;
  }

  /** `open` are the frames whose documents are there already. */
  add(script: DocumentScript, open: readonly FirefoxFrame[]): InstalledScript {
    if (!this.#tab) void this.#extendToTab();
    if (script.report) this.#channels.set(script, `${this.#mainFrame().id}/${this.#nextChannel++}`);
    const { done, takeBack } = this.#list.add(script);
    const channel = this.#channels.get(script);
    const args = channel === undefined ? [] : [channelArgument(channel)];
    const there = script.inOpenDocuments ? open.map((frame) => inDocument(frame.call(functionOf(script), args, script.world))) : [];
    return {
      done: Promise.all([done, ...there]).then(() => undefined),
      takeBack: () => {
        takeBack();
        this.#channels.delete(script);
      },
    };
  }

  reported(frame: FirefoxFrame, channel: string, data: Script.RemoteValue): void {
    const script = [...this.#channels].find(([, each]) => each === channel)?.[0];
    if (data.type === "string") script?.report?.(frame, JSON.parse(data.value));
  }

  /** The tab was replaced by another, which knows nothing yet. */
  async reapply(): Promise<void> {
    if (this.#tab) this.#list.forget(this.#tab);
    await this.#extendToTab();
  }

  async #extendToTab(): Promise<void> {
    const { contextId } = this.#mainFrame();
    this.#tab = {
      add: (script) =>
        addPreload(this.#connection, { declaration: functionOf(script), world: script.world, channel: this.#channels.get(script), contextId }),
      remove: (id) => this.#connection.post("script.removePreloadScript", { script: id }),
    };
    await this.#list.extendTo(this.#tab);
  }
}
