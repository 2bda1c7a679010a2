import type { ConfigStore } from "../config/configStore.ts";
import type { Home } from "../config/home.ts";
import { CallLog } from "../diagnosis/callLog.ts";
import type { Exit } from "../exit/exit.ts";
import { DiagnosticLog } from "../files/diagnosticLog.ts";
import type { Outcome } from "../protocol/messages.ts";
import type { Sessions } from "../session/sessions.ts";
import { isOfPlugin, noPlugins, type PluginCatalogue } from "../tools/pluginCatalogue.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { AskPerson } from "./askPerson.ts";
import { Call, goThrough, type Caller, type CallOptions, type Step } from "./call.ts";
import type { ContextParts } from "./contextFor.ts";
import { Openings } from "./openings.ts";
import { admit } from "./steps/admit.ts";
import { announce } from "./steps/announce.ts";
import { confirmation, confirmDeclared } from "./steps/confirmHooks.ts";
import { diagnose } from "./steps/diagnose.ts";
import { findPage } from "./steps/findPage.ts";
import { keepOffDashboards } from "./steps/keepOffDashboards.ts";
import { keepToWorkspace } from "./steps/keepToWorkspace.ts";
import { leave } from "./steps/leave.ts";
import { limitTime } from "./steps/limitTime.ts";
import { record } from "./steps/record.ts";
import { recordFlow } from "./steps/recordFlow.ts";
import { run } from "./steps/run.ts";
import { takeTurn } from "./steps/takeTurn.ts";
import { understand } from "./steps/understand.ts";
import { ToldOnce } from "./toldOnce.ts";

export interface DispatchParts {
  toolbox: Pick<Toolbox, "named" | "names">;
  sessions: Sessions;
  configStore: ConfigStore;
  home: Home;
  exit: Exit;
  log: (line: string) => void;
  /** Tools that people have added. */
  plugins?: PluginCatalogue;
  /** How a person is asked; nobody can be asked without it. */
  ask?: AskPerson;
}

/** One way in, one way out: every call of every client goes through these steps. */
export class Dispatch {
  readonly calls = new CallLog();
  readonly #steps: readonly Step[];
  #lastId = 0;

  constructor({ toolbox, sessions, configStore, home, exit, log, ask, plugins = noPlugins }: DispatchParts) {
    const calls = this.calls;
    const diagnostics = new DiagnosticLog((line) => exit.masked(line));
    const told = new ToldOnce();
    const openings = new Openings(sessions);
    const confirm = confirmation(log, ask);
    const parts: ContextParts = { sessions, configStore, home, calls, diagnostics, exit, confirm, toolNamed: (name, viewer) => (isOfPlugin(name) ? plugins.toolNamed(name, viewer) : toolbox.named(name)), plugins, callWithin: this.#callWithin };
    this.#steps = [
      diagnose(diagnostics, exit, home),
      record(calls, exit, sessions),
      leave(exit, log),
      openings.follow,
      understand(toolbox, plugins, configStore, home, told),
      admit(parts, told, openings),
      announce(exit),
      confirmDeclared(confirm),
      takeTurn,
      limitTime,
      findPage,
      keepToWorkspace(home),
      keepOffDashboards(sessions),
      recordFlow,
      run(parts),
    ];
  }

  call(caller: Caller, name: string, given: Record<string, unknown>, options: CallOptions = {}): Promise<Outcome> {
    return this.#go(new Call({ id: this.#nextId(), caller, name, given, options }));
  }

  readonly #callWithin = (parent: Call, name: string, given: Record<string, unknown>): Promise<Outcome> =>
    this.#go(new Call({ id: this.#nextId(), parent, caller: parent.caller, name, given, options: { cancelled: parent.deadline.signal, askClient: parent.options.askClient, sampleClient: parent.options.sampleClient } }));

  async #go(call: Call): Promise<Outcome> {
    await goThrough(this.#steps, call);
    if (!call.outcome) throw new Error(`${call.name} went through every step and came to nothing`);
    return call.outcome;
  }

  #nextId(): string {
    return `c${++this.#lastId}`;
  }
}
