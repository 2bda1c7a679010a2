import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { attempt } from "../diagnosis/mayFail.ts";
import { removeFromDisk } from "../files/onDisk.ts";
import { writeWholeSync } from "../files/wholeFile.ts";
import { answerPlaces, questionShape } from "./question.ts";

const recordShape = z.object({
  question: questionShape,
  /** Given while nobody waited for it. */
  answer: z.object({ value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]), in: z.enum(answerPlaces) }).optional(),
});

type QuestionRecord = z.infer<typeof recordShape>;

/** Questions on disk, one file each. */
export class QuestionStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Those that are still worth an answer, the oldest first. */
  load(): QuestionRecord[] {
    const names = ifPresent(() => readdirSync(this.#folder), "nobody was asked anything yet", []);
    const records = names.flatMap((name) => {
      const file = path.join(this.#folder, name);
      const record = ifPresent(() => recordShape.parse(JSON.parse(readFileSync(file, "utf8"))), "the record of a question is damaged; it is asked again");
      if (record && record.question.expiresAt > Date.now()) return [record];
      removeFromDisk(file);
      return [];
    });
    return records.toSorted((a, b) => a.question.askedAt - b.question.askedAt);
  }

  /** A full disk must not keep anybody from asking: the question only would not outlive the daemon. */
  save(record: QuestionRecord): void {
    attempt(() => writeWholeSync(this.#file(record.question.id), JSON.stringify(record)), "a question that could not be written down is lost with the daemon");
  }

  remove(id: string): void {
    removeFromDisk(this.#file(id));
  }

  #file(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }
}
