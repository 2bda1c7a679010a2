import path from "node:path";
import { configFromEnv, type Config } from "../config/config.ts";
import type { ConfigStore } from "../config/configStore.ts";
import type { Home } from "../config/home.ts";
import { displayOf } from "../config/display.ts";
import { DroverError, asDroverError, isDroverError } from "../protocol/errors.ts";
import type { ClientKind, Outcome, PeopleForm, ResultForm } from "../protocol/messages.ts";
import { nameLoss } from "../session/pageLoss.ts";
import { isAttachedTo } from "../session/plan.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { Sessions } from "../session/sessions.ts";
import type { CallingClient, DaemonContext } from "../tools/context.ts";
import type { ConfirmHook } from "../policy/confirmHooks.ts";
import type { Tool } from "../tools/defineTool.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";
import { closest } from "../text/closest.ts";
import { confirm } from "../policy/confirm.ts";
import { clampTimeout, startDeadline, type Deadline } from "./deadline.ts";
import { finishOutcome } from "./finish.ts";
import { capabilitiesOf, requireCapability } from "../policy/capability.ts";
import { requireAdmission, requireEngine } from "./admission.ts";
import { parseInput, type ParsedCall } from "./parseInput.ts";
import { unstick, usablePage } from "./recover.ts";

/** Who calls, as its connection introduced it. */
export interface Caller {
  kind: ClientKind;
  cwd: string;
  capabilities?: string[];
  env: Record<string, string | undefined>;
}

export interface CallOptions {
  form?: ResultForm;
  people?: PeopleForm;
  cancelled?: AbortSignal;
  progress?: (message: string, done?: number, total?: number) => void;
}

export interface DispatchParts {
  toolbox: Toolbox;
  sessions: Sessions;
  configStore: ConfigStore;
  home: Home;
  log: (line: string) => void;
}

/** One way in, one way out: every call of every client goes through here. */
export class Dispatch {
  readonly #parts: DispatchParts;
  /** What a connection is told once and not with every call. */
  readonly #told = new WeakMap<Caller, Set<string>>();

  constructor(parts: DispatchParts) {
    this.#parts = parts;
  }

  async call(caller: Caller, name: string, given: Record<string, unknown>, options: CallOptions = {}): Promise<Outcome> {
    return this.#call(caller, name, given, options, undefined);
  }

  /** `holding` is the session whose turn the outer call already has: an inner call must not wait for it. */
  async #call(
    caller: Caller,
    name: string,
    given: Record<string, unknown>,
    options: CallOptions,
    holding: Session | undefined,
  ): Promise<Outcome> {
    const warnings: string[] = [];
    const tools = await this.#parts.toolbox.with(name);
    const tool = tools.get(name);
    const style = { form: options.form ?? "data", people: options.people };
    let session: Session | undefined;
    try {
      if (!tool) throw unknownTool(name, tools);
      const parsed = parseInput(tool, given, caller.kind);
      if (!this.#told.has(caller)) this.#tellOnce(caller, configFromEnv(caller.env).problems, warnings);
      // Who is about to mend a broken configuration cannot be asked to have a good one.
      const config = this.#parts.configStore.resolve({ cwd: caller.cwd, env: caller.env }, { mending: name === "reset_config" });
      const client = this.#client(caller, config);
      if (tool.capability) requireCapability(client, tool.capability, tool.name);
      session = await this.#session(tool, parsed, config, client, warnings);
      if (session) this.#tellOnce(caller, otherBrowser(session, config), warnings);
      const { ms, warning } = timeoutOf(tool, parsed, config);
      if (warning) warnings.push(warning);
      const work = () => this.#run(tool, parsed, { caller, client, config, session, tools, options, warnings, ms });
      const queued = session && session !== holding && !tool.concurrent;
      const result = await (queued ? session!.queue.run(work) : work());
      return finishOutcome(tool, result, { warnings, session, ...style });
    } catch (thrown) {
      const error = asDroverError(thrown);
      if (error.code === "internal") this.#parts.log(`${name}: ${(error.cause as Error)?.stack ?? error.stack}`);
      return finishOutcome(tool, error.toResult(), { warnings, session, ...style });
    }
  }

  #tellOnce(caller: Caller, lines: string[], warnings: string[]): void {
    const told = this.#told.get(caller) ?? new Set();
    this.#told.set(caller, told);
    warnings.push(...lines.filter((line) => !told.has(line)));
    for (const line of lines) told.add(line);
  }

  async #session(tool: Tool, parsed: ParsedCall, config: Config, client: CallingClient, warnings: string[]): Promise<Session | undefined> {
    if (tool.needs === "daemon") return undefined;
    const wanted = { id: parsed.common.session ?? "default", display: displayOf(client.env) };
    const opened = await this.#parts.sessions.use(wanted, config, (plan) => requireAdmission(client, plan));
    warnings.push(...opened.warnings);
    opened.session.lastActivity = Date.now();
    return opened.session;
  }

  async #run(tool: Tool, parsed: ParsedCall, call: RunningCall): Promise<unknown> {
    const { session, client } = call;
    const deadline = startDeadline(tool.name, call.ms, call.options.cancelled ?? new AbortController().signal);
    let page: SessionPage | undefined;
    try {
      if (session) {
        requireEngine(tool, session);
        const touches = tool.effect !== "read" && tool.capability !== null && tool.family !== "config";
        // A person at the keyboard has already decided; the hook is for agents.
        if (touches && session.mode === "attached" && client.kind === "mcp") this.#confirm(call, "byob_action", tool.name);
        if (tool.needs === "page")
          page = await deadline.race(
            usablePage(session, { query: parsed.common.page, opens: tool.capability === "navigation" }, (line) => call.warnings.push(line)),
          );
      }
      const context = this.#context(call, deadline, page);
      const result = await deadline.race(tool.run(context as never, parsed.input));
      return result;
    } catch (thrown) {
      if (page && (deadline.signal.aborted || (isDroverError(thrown) && thrown.code === "timeout"))) unstick(page);
      throw nameLoss(thrown, page);
    } finally {
      deadline.end();
      if (session) session.lastActivity = Date.now();
    }
  }

  #context(call: RunningCall, deadline: Deadline, page: SessionPage | undefined): DaemonContext {
    const { caller, client, session, tools, options, warnings } = call;
    const context: DaemonContext & { session?: Session; page?: SessionPage } = {
      sessions: this.#parts.sessions,
      configStore: this.#parts.configStore,
      home: homeFor(caller, this.#parts.home),
      config: configFor(call),
      bounds: boundsOf(call),
      client,
      signal: deadline.signal,
      timeLeft: deadline.timeLeft,
      tools,
      warn: (message) => {
        if (!warnings.includes(message)) warnings.push(message);
      },
      progress: (message, done, total) => options.progress?.(message, done, total),
      require: (capability, why) => requireCapability(client, capability, why),
      admit: (plan) => requireAdmission(client, plan),
      confirm: (hook, what) => this.#confirm(call, hook, what),
      call: async (name, input) => {
        const otherSession = input["session"] !== undefined && input["session"] !== session?.id;
        if (!session || otherSession || tools.get(name)?.needs === "daemon")
          return this.#call(caller, name, input, { cancelled: deadline.signal }, undefined);
        const otherPage = page && page !== session.activePage && tools.get(name)?.needs === "page";
        const here = { session: session.id, ...(otherPage && { page: page.id }) };
        return this.#call(caller, name, { ...here, ...input }, { cancelled: deadline.signal }, session);
      },
    };
    if (session) context.session = session;
    if (page) context.page = page;
    return context;
  }

  #confirm(call: RunningCall, hook: ConfirmHook, what: string): void {
    const { session, client } = call;
    if (session && confirm(session.parts.approvals, boundsOf(call), hook, what) === "approved")
      this.#parts.log(`approval ${hook} of session "${session.id}" used by ${client.kind}: ${what}`);
  }

  #client(caller: Caller, config: Config): CallingClient {
    return {
      kind: caller.kind,
      cwd: caller.cwd,
      env: caller.env,
      capabilities: capabilitiesOf(caller.kind, caller.capabilities, config.capabilities),
    };
  }
}

function unknownTool(name: string, tools: Tools): DroverError {
  const near = closest(name, [...tools.keys()]);
  return new DroverError("unknown-tool", `there is no tool "${name}"`, {
    hint: near ? `Did you mean "${near}"?` : "`drover help` lists them.",
  });
}

interface RunningCall {
  caller: Caller;
  client: CallingClient;
  config: Config;
  session: Session | undefined;
  tools: Tools;
  options: CallOptions;
  warnings: string[];
  ms: number | undefined;
}

/** Files that a call reads and writes are in the workspace of whoever calls; what a session keeps of its own is in the daemon's. */
const homeFor = ({ env, cwd }: Caller, home: Home): Home => ({
  ...home,
  workspace: path.resolve(cwd, env["DROVER_WORKSPACE"] || path.join(home.dir, "workspace")),
});

/** A session keeps its opener's configuration; how long to wait is for each caller to say. */
const configFor = ({ session, config }: RunningCall): Config =>
  session ? { ...session.config, actionTimeoutMs: config.actionTimeoutMs } : config;

const boundsOf = ({ session, config }: RunningCall): Config[] => (session ? [session.config, config] : [config]);

/** A session stays where it was opened, whatever its present caller's configuration would have chosen. */
function otherBrowser({ id, mode, plan }: Session, { attachEndpoint }: Config): string[] {
  if (!attachEndpoint || isAttachedTo(plan, attachEndpoint)) return [];
  const where = mode === "attached" ? "attached to another browser" : `in a browser of its own (${mode})`;
  return [`Session "${id}" is open ${where}, not attached to ${attachEndpoint} (DROVER_ATTACH_CDP, attachEndpoint). Close it first, or use another session.`];
}

function timeoutOf(tool: Tool, parsed: ParsedCall, config: Config): { ms: number | undefined; warning?: string } {
  if (tool.deadline === "none" || tool.needs === "daemon") return { ms: undefined };
  const own = typeof tool.deadline === "function" ? tool.deadline(parsed.input) : undefined;
  return clampTimeout(own ?? parsed.common.timeoutMs ?? config.actionTimeoutMs);
}
