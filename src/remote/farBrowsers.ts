import { mayFail } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import type { Endpoint, EndpointKind } from "../config/endpoint.ts";
import type { FarBrowser, FarRef, FarRequest } from "./provider.ts";
import { providerOf } from "./providers.ts";

/** A browser elsewhere that is ours to drive, until it is let go or ended. */
export interface FarHold extends FarBrowser {
  endpoint: Endpoint;
  kind: EndpointKind;
  /** Its browser is this session's alone, and ends with it. */
  owns: boolean;
}

/** Grids take a browser for forgotten that nobody asked anything of for five minutes, unless they are told otherwise. */
const BEAT_MS = 60_000;

/** Every browser elsewhere that this daemon has, and the one heartbeat that keeps them. */
export class FarBrowsers {
  readonly #held = new Set<FarHold>();
  #beat: NodeJS.Timeout | undefined;

  async open(endpoint: Endpoint, kind: EndpointKind, request: FarRequest): Promise<FarHold> {
    const provider = providerOf(kind);
    return this.#hold({ ...(await provider.open(endpoint, request)), endpoint, kind, owns: provider.owns });
  }

  /** The browser that an earlier connection or daemon had. */
  async again(endpoint: Endpoint, kind: EndpointKind, ref: FarRef, session: string): Promise<FarHold> {
    const provider = providerOf(kind);
    const found = await provider.describe(endpoint, ref);
    if (found) return this.#hold({ ...found, endpoint, kind, owns: provider.owns });
    throw new DroverError("session-lost", `the browser of session "${session}" is gone: endpoint "${endpoint.name}" has it no more`, {
      hint: "Its machine failed, or it was quiet for longer than the far side keeps a browser. Open the session again with open_session; its cookies and pages are lost.",
      failure: { source: "drover" },
    });
  }

  /** Whether the far side still has it. One that cannot be asked is believed to. */
  async has({ endpoint, kind, ref }: FarHold): Promise<boolean> {
    const asked = providerOf(kind).describe(endpoint, ref).then((found) => found !== undefined);
    return (await mayFail(asked, "a far side that does not answer may still have the browser", true)) ?? true;
  }

  letGo(hold: FarHold): void {
    this.#held.delete(hold);
    if (this.#held.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  async end(hold: FarHold): Promise<void> {
    this.letGo(hold);
    if (hold.owns) await endFar(hold.endpoint, hold.kind, hold.ref);
  }

  #hold(hold: FarHold): FarHold {
    this.#held.add(hold);
    this.#beat ??= setInterval(() => this.#keepAll(), BEAT_MS).unref();
    return hold;
  }

  #keepAll(): void {
    for (const { kind, endpoint, ref } of this.#held) {
      const kept = providerOf(kind).keep?.(endpoint, ref);
      if (kept) void mayFail(kept, "a far side that does not hear one heartbeat may hear the next");
    }
  }
}

/** Gives a browser back that nobody here drives any more. */
export const endFar = (endpoint: Endpoint, kind: EndpointKind, ref: FarRef): Promise<void> => providerOf(kind).close(endpoint, ref);
