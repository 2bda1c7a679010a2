import { isRecord } from "../../exit/render.ts";
import { asDroverError, DroverError, type ErrorCode } from "../../protocol/errors.ts";
import type { Outcome } from "../../protocol/messages.ts";
import type { Flow, FlowStep } from "../../report/flow/flow.ts";
import { refind } from "../../session/recording/refind.ts";
import { isRecorded } from "../../session/recording/stepsOf.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { PageContext } from "../context.ts";

interface Healed {
  step: string;
  locator: string;
  from: string;
  to: string;
  how: string;
}

interface StepReport {
  id: string;
  action: string;
  ok: boolean;
  ms: number;
  healed?: string;
  error?: string;
  message?: string;
}

export interface FlowReport {
  ok: boolean;
  name: string;
  completed: number;
  failedAt: string | null;
  steps: StepReport[];
  healed: Healed[];
  error?: ErrorCode;
  message?: string;
  hint?: string;
}

const mayRun = (action: string): boolean => isRecorded(action) || /^verify_(?!predicate)/.test(action);

/** Runs the steps and assertions in order, until one fails. Locators that had to be found again are replaced in the flow. */
export async function runFlow(context: PageContext, flow: Flow): Promise<FlowReport> {
  const assertions = (flow.assertions ?? []).map((each, index) => ({ ...each, id: each.id ?? `assertion-${index + 1}` }) as FlowStep);
  const steps: FlowStep[] = [...openingOf(flow), ...flow.steps, ...assertions];
  requireKnown(steps);
  requireSecrets(context, steps);
  const run = new FlowRun(context, flow);
  for (const [index, step] of steps.entries()) {
    context.signal.throwIfAborted();
    context.progress(`${step.id}: ${step.action}${step.target ? ` ${step.target}` : ""}`, index, steps.length);
    if (!(await run.step(step))) break;
  }
  return run.report;
}

const openingOf = ({ startUrl, steps }: Flow): FlowStep[] => (startUrl === undefined || steps[0]?.action === "navigate" ? [] : [{ id: "start", action: "navigate", url: startUrl }]);

function requireKnown(steps: readonly FlowStep[]): void {
  const foreign = steps.find(({ action }) => !mayRun(action));
  if (foreign) throw new DroverError("invalid", `step ${foreign.id} is "${foreign.action}", which no flow can do`, { hint: "Steps are actions such as click, fill, navigate, and verify_* in assertions." });
}

/** A secret that is not there would be typed as its name. */
function requireSecrets({ session }: PageContext, steps: readonly FlowStep[]): void {
  const wanted = new Set(steps.flatMap((step) => Object.values(step).flatMap((value) => (typeof value === "string" ? (/^<([A-Z][A-Z0-9_]*)>$/.exec(value)?.[1] ?? []) : []))));
  const missing = [...wanted].filter((name) => !session.parts.secrets.names.includes(name));
  if (missing.length === 0) return;
  throw new DroverError("not-found", `the flow types secrets that session "${session.id}" does not have: ${missing.join(", ")}`, {
    hint: `Register them with register_secret or \`drover secret set ${missing[0]}\`; \`drover replay\` takes them from its environment, too.`,
    fields: { missing },
  });
}

class FlowRun {
  readonly report: FlowReport;
  readonly #context: PageContext;
  readonly #flow: Flow;
  /** By their numbers in the flow. */
  readonly #pages = new Map<number, string>();

  constructor(context: PageContext, flow: Flow) {
    this.#context = context;
    this.#flow = flow;
    this.#pages.set(1, context.page.id);
    this.report = { ok: true, name: flow.name, completed: 0, failedAt: null, steps: [], healed: [] };
  }

  /** False when it failed. */
  async step(step: FlowStep): Promise<boolean> {
    const started = Date.now();
    const healedBefore = this.report.healed.length;
    const outcome = await this.#run(step).catch((thrown: unknown): Outcome => ({ ok: false, data: asDroverError(thrown).toResult() }));
    const how = this.report.healed.slice(healedBefore).map((each) => each.how);
    const failure = outcome.ok ? undefined : failureIn(outcome.data);
    this.report.steps.push({ id: step.id, action: step.action, ok: outcome.ok, ms: Date.now() - started, ...(how.length > 0 && { healed: how.join(", ") }), ...(failure && { error: failure.error, message: failure.message }) });
    if (outcome.ok) this.report.completed++;
    if (failure) Object.assign(this.report, { ok: false, failedAt: step.id, ...failure, message: `${step.id} (${step.action}) failed: ${failure.message}` });
    return outcome.ok;
  }

  async #run(step: FlowStep): Promise<Outcome> {
    const { id: _, action, target, to, page: number = 1, opens, by: __, annotations: ___, ...args } = step;
    const page = await this.#page(number);
    const first = target === undefined ? undefined : await this.#found(page, step, target);
    // The option is looked for in the list that opens.
    const second = to === undefined || action === "choose_option" ? undefined : await this.#found(page, step, to);
    const aimed = action === "drag" ? { from: { ref: first }, to: { ref: second } } : first === undefined ? {} : { ref: first };
    const outcome = await this.#context.call(action, { ...args, ...aimed, page: page.id });
    if (opens !== undefined) this.#opened(opens, outcome);
    return outcome;
  }

  async #found(page: SessionPage, { id }: FlowStep, name: string): Promise<string> {
    const locator = this.#flow.locators[name];
    if (!locator) throw new DroverError("invalid", `the flow has no locator "${name}"`);
    const { ref, healed } = await refind(page, locator, { waitMs: this.#context.config.actionTimeoutMs, signal: this.#context.signal });
    if (healed) {
      this.#flow.locators[name] = healed.locator;
      this.report.healed.push({ step: id, locator: name, from: locator.selectorHint, to: healed.locator.selectorHint, how: healed.how });
    }
    return ref;
  }

  async #page(number: number): Promise<SessionPage> {
    const known = this.#pages.get(number);
    if (known !== undefined) return this.#context.session.page(known);
    const { ok, data } = await this.#context.call("tab_open", {});
    if (!ok || !isRecord(data)) throw new DroverError("no-active-page", `the flow's page ${number} could not be opened`);
    const opened = this.#context.session.pages().at(-1) ?? this.#context.page;
    this.#pages.set(number, opened.id);
    return opened;
  }

  #opened(number: number, { data }: Outcome): void {
    const tabs = isRecord(data) && isRecord(data["structure"]) ? (data["structure"]["newTabs"] as { id: string }[]) : [];
    const [tab] = tabs;
    if (tab) this.#pages.set(number, tab.id);
  }
}

function failureIn(data: unknown): { error: ErrorCode; message: string; hint?: string } {
  const { error, message, hint } = isRecord(data) ? data : {};
  return { error: (error ?? "internal") as ErrorCode, message: String(message ?? error ?? "it failed"), ...(typeof hint === "string" && { hint }) };
}

