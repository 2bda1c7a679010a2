import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Home } from "../../config/home.ts";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { LineSpool } from "../../files/lineSpool.ts";
import { removeFromDisk } from "../../files/onDisk.ts";
import { ownerSchema, type Owned } from "../../policy/ownership.ts";
import { annotationShape, recordedStepShape, recordingHeadShape, type Annotation, type Recording, type RecordedStep, type RecordingHead } from "../../report/flow/recordedStep.ts";
import { fileNameOf } from "../../text/fileName.ts";

/** Enough for a day of testing; a flow that people review has some dozens. */
export const MAX_STEPS = 2000;

const lineShape = z.discriminatedUnion("line", [
  recordingHeadShape.extend({ line: z.literal("head"), owner: ownerSchema.optional() }),
  recordedStepShape.extend({ line: z.literal("step") }),
  annotationShape.extend({ line: z.literal("note"), step: z.string() }),
  z.object({ line: z.literal("point") }),
]);

type Line = z.infer<typeof lineShape>;

/** Where the recording of a session is: in the daemon's own folder, so that it outlives the session and the daemon. */
export const recordingPlace = (home: Home, session: string): string => path.join(home.dir, "recordings", `${fileNameOf(session)}.jsonl`);

/** A recording while it is made: each step is on disk before the next one is. */
export class RecordingFile {
  readonly #spool: LineSpool;
  readonly #recording: Recording;
  readonly #fit: (text: string) => string;

  private constructor(spool: LineSpool, recording: Recording, fit: (text: string) => string) {
    this.#spool = spool;
    this.#recording = recording;
    this.#fit = fit;
  }

  static begin(file: string, head: RecordingHead & Pick<Owned, "owner">, fit: (text: string) => string): RecordingFile {
    const { owner: _, ...own } = head;
    const made = new RecordingFile(new LineSpool(file, plain), { ...own, steps: [], annotations: {}, atPoints: 0 }, fit);
    made.#write({ line: "head", ...head });
    return made;
  }

  /** What an earlier daemon began. */
  static goOn(file: string, fit: (text: string) => string): RecordingFile {
    const spool = new LineSpool(file, plain, { goOn: true });
    const { recording } = gathered([...spool.readAgain()].map(({ text }) => text));
    return new RecordingFile(spool, recording, fit);
  }

  get recording(): Recording {
    return this.#recording;
  }

  get isFull(): boolean {
    return this.#recording.steps.length >= MAX_STEPS;
  }

  addStep(step: RecordedStep): void {
    const fitted = this.#write({ line: "step", ...step });
    this.#recording.steps.push(recordedStepShape.parse(fitted));
  }

  addAnnotation(stepId: string, annotation: Annotation): void {
    const fitted = this.#write({ line: "note", step: stepId, ...annotation });
    (this.#recording.annotations[stepId] ??= []).push(annotationShape.parse(fitted));
  }

  addPoint(): void {
    this.#write({ line: "point" });
    this.#recording.atPoints++;
  }

  /** It stays on disk. */
  close(): void {
    this.#spool.close();
  }

  discard(): void {
    this.#spool.discard();
  }

  /** Each text by itself: in JSON a quote in a secret is spelled otherwise. */
  #write(line: Line): Line {
    const text = JSON.stringify(line, (_, value: unknown) => (typeof value === "string" ? this.#fit(value) : value));
    this.#spool.add(text);
    return JSON.parse(text) as Line;
  }
}

const plain = (text: string): string => text;

/** The recording of a session that is closed or lost. */
export function leftRecording(file: string): { recording: Recording; owner: Owned["owner"] } | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.length === 0 ? undefined : gathered(lines);
}

function gathered(lines: string[]): { recording: Recording; owner: Owned["owner"] } {
  const [first, ...rest] = lines.map((text) => lineShape.parse(JSON.parse(text)));
  if (first?.line !== "head") throw new Error("the recording has lost its beginning");
  const { line: _, owner, ...head } = first;
  const recording: Recording = { ...head, steps: [], annotations: {}, atPoints: 0 };
  for (const each of rest) {
    if (each.line === "step") recording.steps.push(recordedStepShape.parse(each));
    if (each.line === "note") (recording.annotations[each.step] ??= []).push(annotationShape.parse(each));
    if (each.line === "point") recording.atPoints++;
  }
  return { recording, owner };
}

const KEPT_DAYS = 30;

/** Recordings that nobody came back for. */
export function sweepRecordings({ dir }: Home, now = Date.now()): void {
  const folder = path.join(dir, "recordings");
  for (const name of ifPresent(() => readdirSync(folder), "the recordings cannot be listed", [])) {
    const file = path.join(folder, name);
    if (now - statSync(file).mtimeMs > KEPT_DAYS * 86_400_000) removeFromDisk(file);
  }
}
