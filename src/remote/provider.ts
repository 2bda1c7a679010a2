import type { EngineName } from "../browser/kinds.ts";
import type { Endpoint } from "../config/endpoint.ts";
import type { SocketLink } from "./link.ts";

/** The browser that a session wants. */
export interface FarRequest {
  engine: EngineName;
  browser: string;
  headless: boolean;
  /** The session's id: what people see in the far side's own lists. */
  session: string;
  signal?: AbortSignal | undefined;
  /** Tells whoever waits how it goes. */
  tell(message: string): void;
}

/** What finds a browser again, for the next daemon too: no secrets. */
export interface FarRef {
  id: string;
  engine: EngineName;
  /** Where its socket is, as the far side said when it was opened. */
  socket?: string;
  /** Its WebDriver session was begun by the far side, which ends it too. */
  product?: string;
}

export interface FarBrowser {
  ref: FarRef;
  link: SocketLink;
  /** Where a person can watch it. */
  liveView?: string;
}

export interface Slot {
  node: string;
  browser: string;
  platform?: string;
  version?: string;
  total: number;
  busy: number;
  up: boolean;
}

/** How browsers are had from one kind of endpoint. */
export interface Provider {
  /** Each session gets a browser of its own, which ends with it. Otherwise the browser is there and goes on. */
  readonly owns: boolean;
  open(endpoint: Endpoint, request: FarRequest): Promise<FarBrowser>;
  /** The browser that was opened earlier; undefined when the far side has it no more. */
  describe(endpoint: Endpoint, ref: FarRef): Promise<FarBrowser | undefined>;
  /** Keeps the far side from taking a quiet browser for a forgotten one. */
  keep?(endpoint: Endpoint, ref: FarRef): Promise<void>;
  close(endpoint: Endpoint, ref: FarRef): Promise<void>;
  /** What there is, in one line. */
  introduce(endpoint: Endpoint): Promise<string>;
  slots?(endpoint: Endpoint): Promise<Slot[]>;
}
