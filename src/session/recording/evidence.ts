import { createHash } from "node:crypto";
import path from "node:path";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import { removeFromDisk } from "../../files/onDisk.ts";
import { writeWhole } from "../../files/wholeFile.ts";
import type { ReportQuestion } from "../../report/session/reportData.ts";
import type { ActionResult } from "../action/actionResult.ts";
import type { SessionPart } from "../part.ts";
import { takePicture } from "../picture.ts";
import { Ring } from "../ring.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { changesIn } from "./changesIn.ts";

/** What a report shows of a call besides that it was made. */
export interface CallEvidence {
  changed: string[];
  /** Ids of pictures. */
  before?: string;
  after?: string;
}

const MAX_CALLS = 1000;
const MAX_QUESTIONS = 100;
/** A page that is not drawn by then has no picture. */
const PICTURE_MS = 3000;
const QUALITY = 45;

/** Pictures before and after each action while the session is recorded, and what the action changed; and what people were asked. */
export class Evidence implements SessionPart {
  readonly #session: Session;
  readonly #calls = new Map<string, CallEvidence>();
  readonly #questions = new Ring<ReportQuestion & { id: string }>(MAX_QUESTIONS);
  #folder: string | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  begin(): void {
    const { events } = this.#session;
    events.on("question", ({ id, kind, prompt, about, askedAt }) => this.#questions.push({ id, kind, prompt, about, askedAt, outcome: "open" }));
    events.on("answered", ({ id }, ending) => {
      const asked = this.#questions.toArray().find((each) => each.id === id);
      if (asked) Object.assign(asked, { outcome: ending.outcome, ...("in" in ending && { answeredIn: ending.in }) });
    });
  }

  end(): void {
    if (this.#folder !== undefined) removeFromDisk(this.#folder);
  }

  /** Of the recording that begins; without a folder there are no pictures. What an earlier one left goes. */
  start(folder: string | undefined): void {
    this.end();
    this.#calls.clear();
    this.#folder = folder;
    // One that an earlier daemon left.
    if (folder !== undefined) removeFromDisk(folder);
  }

  get questions(): ReportQuestion[] {
    return this.#questions.toArray().map(({ id: _, ...question }) => question);
  }

  of(callId: string): CallEvidence | undefined {
    return this.#calls.get(callId);
  }

  fileOf(picture: string): string {
    return path.join(this.#folder ?? "", `${picture}.jpg`);
  }

  /** A picture of the page as it is; undefined when there is none to be had. */
  async picture(page: SessionPage): Promise<string | undefined> {
    const { closed, crashed, dialog } = page.engine;
    if (this.#folder === undefined || closed || crashed || dialog) return undefined;
    const taking = mayFail(takePicture(page, { format: "jpeg", quality: QUALITY, scale: "css" }, () => undefined), "a page that goes away has no picture");
    if (!(await settledWithin(PICTURE_MS, taking))) return undefined;
    const image = await taking;
    if (!image) return undefined;
    const id = createHash("sha1").update(image).digest("hex").slice(0, 20);
    return mayFail(writeWhole(this.fileOf(id), image).then(() => id), "a disk that is full costs the picture and not the call");
  }

  add(callId: string, evidence: Omit<CallEvidence, "changed">, result: Partial<ActionResult>): void {
    this.#calls.set(callId, { ...evidence, changed: this.#told(changesIn(result)) });
    const [oldest] = this.#calls.size > MAX_CALLS ? this.#calls.keys() : [];
    if (oldest !== undefined) this.#forget(oldest);
  }

  /** They quote what was captured, and are going into a file. */
  #told(changes: string[]): string[] {
    const { exit, config } = this.#session;
    return exit.event("traffic", changes, { redact: config.redactUrls !== false }) as string[];
  }

  #forget(callId: string): void {
    const gone = this.#calls.get(callId);
    this.#calls.delete(callId);
    const used = new Set([...this.#calls.values()].flatMap(({ before, after }) => [before, after]));
    for (const picture of [gone?.before, gone?.after]) if (picture !== undefined && !used.has(picture)) removeFromDisk(this.fileOf(picture));
  }
}
