import type { Config } from "../config/config.ts";
import type { Home } from "../config/home.ts";
import type { DiagnosticLog } from "../files/diagnosticLog.ts";
import type { FileStore } from "../files/fileStore.ts";
import type { ConfigStore } from "../config/configStore.ts";
import type { CallLog } from "../diagnosis/callLog.ts";
import type { ClientKind, Outcome, SampleAnswer, SampleRequest } from "../protocol/messages.ts";
import type { PutToClient } from "../session/people.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { Admission, Sessions } from "../session/sessions.ts";
import type { Capability } from "../policy/capability.ts";
import type { ConfirmHook } from "../policy/confirmHooks.ts";
import type { Owned, Owner } from "../policy/ownership.ts";
import type { Tool } from "./defineTool.ts";
import type { PluginDetails, PluginEntry, PluginVertical } from "./pluginEntry.ts";

export type SampleClient = (request: SampleRequest, withdrawn: AbortSignal) => Promise<SampleAnswer>;

export interface CallingClient {
  kind: ClientKind;
  cwd: string;
  env: Record<string, string | undefined>;
  capabilities: ReadonlySet<Capability>;
  owner: Owner;
  /** The window of a dashboard. */
  window?: string | undefined;
  /** A secret of its environment. */
  secret(name: string): Promise<string | undefined>;
}

/** What every tool gets. */
export interface DaemonContext {
  readonly sessions: Sessions;
  readonly configStore: ConfigStore;
  readonly calls: CallLog;
  /** What is kept of calls in the caller's workspace. */
  readonly diagnostics: DiagnosticLog;
  /** The daemon's own folder. Files of the caller are in `files`. */
  readonly home: Home;
  /** What tools make and keep, in the caller's workspace. */
  readonly files: FileStore;
  toolNamed(name: string): Promise<Tool | undefined>;
  /** Those of the caller's workspace. */
  readonly plugins: { list(): Promise<PluginEntry[]>; info(name: string): Promise<PluginDetails | undefined>; verticals(): Promise<PluginVertical[]> };
  /** The merged configuration as this caller and session see it. */
  readonly config: Config;
  /** The session's configuration and the caller's: what either of them forbids is forbidden. */
  readonly bounds: readonly Config[];
  readonly client: CallingClient;
  /** Aborted when the caller cancels or goes away, or when the deadline passes. */
  readonly signal: AbortSignal;
  /** What the caller said that its call may take; undefined when it said nothing. */
  readonly timeoutMs: number | undefined;
  /** Milliseconds until the deadline, for tools that divide their time. */
  readonly timeLeft: () => number;
  /** Adds a line to the result's `warnings`. */
  warn(message: string): void;
  /** Tells a waiting client how it goes. */
  progress(message: string, done?: number, total?: number): void;
  /** Where the caller can put a question to its own user. */
  readonly askClient: PutToClient | undefined;
  /** Where the caller can ask the model that it works with. */
  readonly sampleClient: SampleClient | undefined;
  /** Calls another tool through the whole pipeline: its own gate, hooks, deadline and masking. */
  call(tool: string, input: Record<string, unknown>): Promise<Outcome>;
  /** Refuses unless the caller has the capability, for arguments that need more than the tool does. */
  require(capability: Capability, why: string): void;
  /** Refuses a session that the caller may not have, before it is opened, and those that are somebody else's. */
  readonly admission: Admission;
  /** A session that only the tool can name, as if the call had named it: the caller is let in or not, and asked for what the call does there. */
  enter(id: string): Promise<Session>;
  /** Whether a session is the caller's to see and use. */
  mayEnter(session: Owned): boolean;
  /** The session of a caller that names none. */
  usualSession(): string;
  /** A policy hook, for what only the tool can see: throws `blocked` unless the hook is off, or approved, or a person allows it now. */
  confirm(hook: ConfirmHook, what: string): Promise<void>;
}

export interface SessionContext extends DaemonContext {
  readonly session: Session;
}

export interface PageContext extends SessionContext {
  readonly page: SessionPage;
}
