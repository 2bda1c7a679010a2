import type { Config } from "../config/config.ts";
import type { ConfigStore } from "../config/configStore.ts";
import type { Home } from "../config/home.ts";
import type { CallLog } from "../diagnosis/callLog.ts";
import type { Exit } from "../exit/exit.ts";
import type { DiagnosticLog } from "../files/diagnosticLog.ts";
import { FileStore } from "../files/fileStore.ts";
import { requireCapability } from "../policy/capability.ts";
import type { Outcome } from "../protocol/messages.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { Sessions } from "../session/sessions.ts";
import type { DaemonContext } from "../tools/context.ts";
import type { Tool } from "../tools/defineTool.ts";
import type { PluginCatalogue } from "../tools/pluginCatalogue.ts";
import type { PluginViewer } from "../tools/pluginEntry.ts";
import { admissionOf, mayEnter, requireGuard, usualSessionOf } from "./admission.ts";
import type { Call } from "./call.ts";
import { hooksOf, type Confirm } from "./steps/confirmHooks.ts";
import { pluginViewerOf } from "./pluginViewerOf.ts";
import { workspaceOf } from "./workspaceOf.ts";

export interface ContextParts {
  sessions: Sessions;
  configStore: ConfigStore;
  home: Home;
  calls: CallLog;
  diagnostics: DiagnosticLog;
  exit: Exit;
  confirm: Confirm;
  toolNamed(name: string, viewer: PluginViewer): Promise<Tool | undefined>;
  plugins: PluginCatalogue;
  /** Makes a call of this one's own. */
  callWithin(outer: Call, name: string, input: Record<string, unknown>): Promise<Outcome>;
}

/** What a tool works with. */
export function contextFor(call: Call, { sessions, configStore, home, calls, diagnostics, exit, confirm, toolNamed: find, plugins, callWithin }: ContextParts): DaemonContext {
  const { caller, client, session, page, options, deadline } = call;
  // Most tools look at neither.
  let knownViewer: PluginViewer | undefined;
  let knownFiles: FileStore | undefined;
  const viewer = (): PluginViewer => (knownViewer ??= pluginViewerOf(caller, client.capabilities, call.config, home));
  const toolNamed = (name: string) => find(name, viewer());
  const context: DaemonContext & { session?: Session; page?: SessionPage } = {
    sessions,
    configStore,
    calls,
    diagnostics,
    toolNamed,
    plugins: { list: () => plugins.list(viewer()), info: (name) => plugins.info(name, viewer()), verticals: () => plugins.verticals(viewer()) },
    client,
    home,
    get files() {
      return (knownFiles ??= new FileStore(workspaceOf(caller, home), (line) => call.warn(line), exit.fileText));
    },
    config: configFor(call),
    bounds: call.bounds,
    get signal() {
      return deadline.signal;
    },
    timeoutMs: call.parsed.common.timeoutMs,
    timeLeft: deadline.timeLeft,
    warn: (message) => call.warn(message),
    progress: (message, done, total) => options.progress?.(exit.progress(message), done, total),
    askClient: options.askClient,
    sampleClient: options.sampleClient && ((request, withdrawn) => options.sampleClient!({ ...request, prompt: exit.fileText(request.prompt) }, withdrawn)),
    require: (capability, why) => requireCapability(client, capability, why),
    admission: admissionOf(client),
    enter: async (id) => {
      const { session: entered } = await sessions.use({ id }, call.config, admissionOf(client));
      requireGuard(client, call.config, entered);
      for (const [hook, what] of hooksOf(call, entered)) await confirm(call, hook, what, entered);
      return entered;
    },
    mayEnter: (plan) => mayEnter(client, plan),
    usualSession: () => usualSessionOf(client, call.config, sessions),
    confirm: (hook, what) => confirm(call, hook, what),
    call: async (name, input) => callWithin(call, name, placed(call, await toolNamed(name), input)),
  };
  if (session) context.session = session;
  if (page) context.page = page;
  return context;
}

/** An inner call works where the outer one does, unless it says otherwise. */
function placed({ session, page }: Call, tool: Tool | undefined, input: Record<string, unknown>): Record<string, unknown> {
  const elsewhere = input["session"] !== undefined && input["session"] !== session?.id;
  if (!session || elsewhere || tool?.needs === "daemon") return input;
  const otherPage = page && page !== session.activePage && tool?.needs === "page";
  return { session: session.id, ...(otherPage && { page: page.id }), ...input };
}

/** A session keeps its opener's configuration; how long to wait is for each caller to say. */
const configFor = ({ session, config }: Call): Config => (session ? { ...session.config, actionTimeoutMs: config.actionTimeoutMs, navigationTimeoutMs: config.navigationTimeoutMs } : config);
