import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Annotation, PlacedElement, Recording, RecordedStep, StepDraft } from "../../report/flow/recordedStep.ts";
import { frameWithFocus } from "../frameWithFocus.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { framesAround } from "./framesAround.ts";
import { PersonWatch } from "./personWatch.ts";
import { RecordingFile } from "./recordingFile.ts";

/** What the call under way has met. */
interface Meeting {
  frames: Set<EngineFrame>;
  refs: Set<string>;
  elements: PlacedElement[];
}

/** What a call has met on the page: the elements that it acted on, in the order of the first time. */
export interface Met {
  elements: PlacedElement[];
  /** What had the focus before it, for keys without a target. */
  focused: PlacedElement | undefined;
}

const GOING = "a page that goes away has no element to record";

/** Writes down what is done to the session's pages, by callers and by people, as steps that can be done again. */
export class FlowRecording implements SessionPart<string> {
  /** The file of a recording that goes on. */
  readonly saved = z.string();
  readonly #session: Session;
  readonly #person: PersonWatch;
  #file: RecordingFile | undefined;
  #place: string | undefined;
  /** Pages by the numbers that they have in the recording. */
  #pages: string[] = [];
  /** Of the call under way; those that act take turns. */
  #met: Meeting | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#person = new PersonWatch(session, (page, draft) => this.#add(page, draft, "person"));
  }

  get recording(): Recording | undefined {
    return this.#file?.recording;
  }

  /** The one question that a call asks while nothing is recorded. */
  get isOn(): boolean {
    return this.#file !== undefined;
  }

  save(): string | undefined {
    return this.#place;
  }

  async restore(place: string): Promise<void> {
    this.#file = RecordingFile.goOn(place, this.#session.exit.fileText);
    this.#place = place;
    await this.#person.begin();
  }

  async start(name: string, place: string): Promise<void> {
    const { id, exit, plan, activePage } = this.#session;
    if (this.#file)
      throw new DroverError("refused", `session "${id}" is being recorded already, as "${this.#file.recording.name}"`, {
        hint: "end_recording gives what was recorded; then begin the next one.",
      });
    const url = activePage?.url;
    const startUrl = url === undefined || url === "about:blank" ? {} : { startUrl: url };
    this.#file = RecordingFile.begin(place, { name, session: id, startedAt: Date.now(), ...startUrl, owner: plan.owner }, exit.fileText);
    this.#place = place;
    this.#pages = activePage ? [activePage.id] : [];
    this.#session.changed();
    await this.#person.begin();
  }

  /** What was recorded; undefined when nothing was. */
  stop(): Recording | undefined {
    const recording = this.#file?.recording;
    this.#file?.discard();
    this.#release();
    return recording;
  }

  /** The recording stays on disk: whoever began it can still end it. */
  end(): void {
    this.letGo();
  }

  letGo(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  annotate(annotation: Annotation, stepId: string | undefined): string {
    const file = this.#file;
    const step = file?.recording.steps.findLast(({ id }) => stepId === undefined || id === stepId);
    if (!file || !step)
      throw new DroverError("not-found", stepId === undefined ? "nothing was recorded that could be annotated" : `the recording has no step "${stepId}"`, {
        hint: file?.recording.steps.length ? `Steps so far: step-1 to ${file.recording.steps.at(-1)?.id}.` : "Act on the page first.",
      });
    file.addAnnotation(step.id, annotation);
    return step.id;
  }

  /** From here on what a call acts on is noted, until it is over. */
  async hear(page: SessionPage | undefined, { wantsFocus, presses }: { wantsFocus: boolean; presses: boolean }): Promise<() => Promise<Met>> {
    const outer = this.#met;
    const met: Meeting = { frames: new Set(), refs: new Set(), elements: [] };
    this.#met = met;
    this.#person.pause(presses);
    const focused = page && wantsFocus ? await this.#focused(page, met) : undefined;
    return async () => {
      this.#met = outer;
      await this.#person.goOn(met.frames, presses);
      return { elements: met.elements, focused };
    };
  }

  /** An action has found its target. */
  async meet(page: SessionPage, frame: EngineFrame, ref: string): Promise<void> {
    const met = this.#met;
    if (!met || met.refs.has(ref)) return;
    met.refs.add(ref);
    met.frames.add(frame);
    const element = await this.#placed(page, frame, { ref });
    if (element) met.elements.push(element);
  }

  add(page: SessionPage, drafts: readonly StepDraft[], opened: readonly string[]): void {
    for (const [index, draft] of drafts.entries()) this.#add(page, draft, "drover", index === drafts.length - 1 ? opened : []);
  }

  /** An action at a point cannot be found again; it is counted. */
  skipPoint(): void {
    this.#file?.addPoint();
  }

  #add(page: SessionPage, draft: StepDraft, by: RecordedStep["by"], opened: readonly string[] = []): void {
    const file = this.#file;
    if (!file || file.isFull) return;
    const number = this.#numberOf(page.id);
    const [first] = opened.map((id) => this.#numberOf(id));
    file.addStep({ id: `step-${file.recording.steps.length + 1}`, ts: Date.now(), by, page: number, ...(first !== undefined && { opens: first }), ...draft });
  }

  #numberOf(pageId: string): number {
    if (!this.#pages.includes(pageId)) this.#pages.push(pageId);
    return this.#pages.indexOf(pageId) + 1;
  }

  async #focused(page: SessionPage, met: Meeting): Promise<PlacedElement | undefined> {
    const frame = await mayFail(frameWithFocus(page), GOING);
    if (!frame) return undefined;
    met.frames.add(frame);
    return this.#placed(page, frame);
  }

  async #placed(page: SessionPage, frame: EngineFrame, target?: { ref: string }): Promise<PlacedElement | undefined> {
    const { testAttributes } = this.#session.config;
    const element = await mayFail(frame.ask("recordedElement", { ...(target && { target }), testAttributes }), GOING);
    if (!element) return undefined;
    return { ...element, ...(frame !== page.engine.mainFrame && { frames: await framesAround(frame, testAttributes) }) };
  }

  #release(): void {
    this.#file = undefined;
    this.#place = undefined;
    this.#person.end();
    this.#session.changed();
  }
}
