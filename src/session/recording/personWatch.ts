import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { EngineFrame } from "../../engine/port.ts";
import { placedElementShape, type PlacedElement, type StepDraft } from "../../report/flow/recordedStep.ts";
import { scriptOrder } from "../pageScripts.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { framesAround } from "./framesAround.ts";

/** What the script in the page tells of a person's hands. */
const reportShape = z.discriminatedUnion("did", [
  z.object({ did: z.literal("click"), element: placedElementShape, button: z.enum(["left", "middle", "right"]) }),
  z.object({ did: z.literal("fill"), element: placedElementShape, value: z.string().max(100_000) }),
  z.object({ did: z.literal("select"), element: placedElementShape, values: z.array(z.string()) }),
  z.object({ did: z.literal("press"), element: placedElementShape.optional(), key: z.string() }),
]);

type Report = z.infer<typeof reportShape>;

/** A navigation that comes this soon after a person's step is its doing. */
const CONSEQUENCE_MS = 5000;
const ANSWER_MS = 300;

/** Hears what a person does in the session's windows. What calls do there meanwhile is theirs. */
export class PersonWatch {
  readonly #session: Session;
  readonly #tell: (page: SessionPage, draft: StepDraft) => void;
  #callsUnderWay = 0;
  /** Of them, those that press and type as a person does. */
  #handsUnderWay = 0;
  #lastStepAt = 0;
  #takeBack: (() => void) | undefined;

  constructor(session: Session, tell: (page: SessionPage, draft: StepDraft) => void) {
    this.#session = session;
    this.#tell = tell;
  }

  async begin(): Promise<void> {
    this.#session.events.on("navigated", this.#navigated);
    const { default: source } = await import("drover:page/people/recorder");
    this.#takeBack = await this.#session.parts.scripts.install({
      name: "recorder",
      order: scriptOrder.recorder,
      world: "isolated",
      source: source.replaceAll("__DROVER_TEST_ATTRIBUTES__", () => JSON.stringify(this.#session.config.testAttributes)),
      inOpenDocuments: true,
      report: (frame, value) => void mayFail(this.#reported(frame, value), "a page that goes away has nothing left to record"),
    });
  }

  end(): void {
    this.#session.events.off("navigated", this.#navigated);
    this.#takeBack?.();
  }

  /** A call begins. What a person does while it only runs a script, whose events nobody takes for a person's, is heard. */
  pause(presses: boolean): void {
    this.#callsUnderWay++;
    if (presses) this.#handsUnderWay++;
  }

  /** What a call has typed into these frames is not told when its field loses the focus. */
  async goOn(frames: Iterable<EngineFrame>, pressed: boolean): Promise<void> {
    // A page that the action has stopped, with a dialog or for good, is no reason to keep the caller.
    await settledWithin(ANSWER_MS, Promise.all([...frames].map((frame) => mayFail(frame.ask("forgetTyped", null), "a frame may go away with the action"))));
    this.#callsUnderWay--;
    if (pressed) this.#handsUnderWay--;
    this.#lastStepAt = Date.now();
  }

  readonly #navigated = (page: SessionPage, url: string, kind: string): void => {
    const isOwn = this.#isTheirs(this.#callsUnderWay) || Date.now() - this.#lastStepAt < CONSEQUENCE_MS;
    if (kind === "full_load" && !isOwn && url !== "about:blank") this.#tell(page, { action: "navigate", args: { url } });
  };

  /** Calls that wait for a person to give the wheel back do nothing meanwhile. */
  #isTheirs(underWay: number): boolean {
    return underWay > 0 && !this.#session.parts.wheel.taken;
  }

  async #reported(frame: EngineFrame, value: unknown): Promise<void> {
    const { data: report } = reportShape.safeParse(value);
    const page = this.#session.pages().find(({ engine }) => engine.frames().includes(frame));
    // What Drover itself presses and types is a trusted event too.
    if (!report || !page || this.#isTheirs(this.#handsUnderWay)) return;
    this.#lastStepAt = Date.now();
    const target = report.element && (frame === page.engine.mainFrame ? report.element : { ...report.element, frames: await framesAround(frame, this.#session.config.testAttributes) });
    this.#tell(page, draftOf(report, target));
  }
}

function draftOf(report: Report, target: PlacedElement | undefined): StepDraft {
  const at = target && { target };
  switch (report.did) {
    case "click":
      return { action: "click", ...at, args: report.button === "left" ? {} : { button: report.button } };
    case "fill":
      return { action: "fill", ...at, args: { value: report.value }, ...(target?.secret && { hidden: "value" }) };
    case "select":
      return { action: "select", ...at, args: { values: report.values } };
    case "press":
      return { action: "press", ...at, args: { key: report.key } };
  }
}
