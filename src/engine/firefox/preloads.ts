import type { Script } from "webdriver-bidi-protocol";
import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { ISOLATED_WORLD } from "../frameCalls.ts";
import type { EngineFrame, World } from "../port.ts";
import type { BidiConnection } from "./connection.ts";
import type { FirefoxFrame } from "./frame.ts";
import { toJson } from "../remoteValue.ts";

type Called = (frame: EngineFrame, payload: unknown) => void;

interface Preload {
  declaration: string;
  world: World;
  channel?: string;
  id: Promise<string>;
}

/**
 * What runs in each of a page's documents before its own scripts. A tab that Drover opens has it from the start. The
 * first document of a popup may be faster: BiDi does not hold a new tab until it is prepared.
 */
export class Preloads {
  readonly #connection: BidiConnection;
  readonly #mainFrame: () => FirefoxFrame;
  readonly #scripts = new Set<Preload>();
  readonly #bindings = new Map<string, Called>();

  constructor(connection: BidiConnection, mainFrame: () => FirefoxFrame) {
    this.#connection = connection;
    this.#mainFrame = mainFrame;
  }

  async addScript(source: string, world: World): Promise<() => Promise<void>> {
    const script = this.#add({ declaration: `() => {\n${source}\n}`, world });
    await script.id;
    return async () => {
      this.#scripts.delete(script);
      this.#connection.post("script.removePreloadScript", { script: await script.id });
    };
  }

  async addBinding(name: string, world: World, called: Called, frames: FirefoxFrame[]): Promise<void> {
    const channel = `${this.#mainFrame().id}/${world}/${name}`;
    this.#bindings.set(channel, called);
    const declaration = `(send) => { globalThis[${JSON.stringify(name)}] = (payload) => send(payload); }`;
    const script = this.#add({ declaration, world, channel });
    await Promise.all([
      script.id,
      // A document that is on its way out needs no binding.
      ...frames.map((frame) => mayFail(frame.call(declaration, channelArguments(channel), world), "a frame may go away while a script is put into it")),
    ]);
  }

  /** A script that reports on its own: `__DROVER_REPORT__` is its way to do so. */
  async addReporter(name: string, source: string, called: Called, frames: FirefoxFrame[]): Promise<void> {
    const channel = `${this.#mainFrame().id}/${name}`;
    this.#bindings.set(channel, called);
    const declaration = `(__DROVER_REPORT__) => {\n${source}\n}`;
    const script = this.#add({ declaration, world: "page", channel });
    await Promise.all([script.id, ...frames.map((frame) => mayFail(frame.call(declaration, channelArguments(channel), "page"), "a frame may go away while a script is put into it"))]);
  }

  called(frame: FirefoxFrame, channel: string, data: Script.RemoteValue): void {
    const payload = toJson(data);
    this.#bindings.get(channel)?.(frame, typeof payload === "string" ? parseJson(payload) : payload);
  }

  /** The tab was replaced by another, which knows nothing yet. */
  async reapply(): Promise<void> {
    for (const script of this.#scripts) script.id = this.#send(script);
    await Promise.all([...this.#scripts].map(({ id }) => id));
  }

  #add(given: Omit<Preload, "id">): Preload {
    const script = { ...given, id: this.#send(given) };
    this.#scripts.add(script);
    script.id.catch((thrown: unknown) => {
      noteFailure(thrown, "a script that Firefox refuses is forgotten; who added it is told");
      this.#scripts.delete(script);
    });
    return script;
  }

  async #send({ declaration, world, channel }: Omit<Preload, "id">): Promise<string> {
    const { script } = await this.#connection.send("script.addPreloadScript", {
      functionDeclaration: declaration,
      contexts: [this.#mainFrame().contextId],
      ...(world === "isolated" && { sandbox: ISOLATED_WORLD }),
      ...(channel && { arguments: channelArguments(channel) }),
    });
    return script;
  }
}

const channelArguments = (channel: string): [Script.ChannelValue] => [{ type: "channel", value: { channel } }];

function parseJson(text: string): unknown {
  return unlessMalformed(() => JSON.parse(text), text);
}
