import { readFileSync } from "node:fs";
import { z } from "zod";
import { ifPresent } from "../../../diagnosis/ifPresent.ts";
import { unlessMalformed } from "../../../diagnosis/unlessMalformed.ts";
import type { FileStore } from "../../../files/fileStore.ts";
import { digestOf } from "../../../text/fileName.ts";

const shape = z.object({ url: z.string(), at: z.string(), body: z.string() });
export type Snapshot = z.output<typeof shape>;

/** What pages said when they were last looked at under a name: one file for each name and address. */
export class Snapshots {
  readonly #files: FileStore;

  constructor(files: FileStore) {
    this.#files = files;
  }

  last(name: string, url: string): Snapshot | undefined {
    const text = ifPresent(() => readFileSync(this.#place(name, url).path, "utf8"), "a snapshot that cannot be read is like one that was not taken");
    return text === undefined ? undefined : unlessMalformed(() => shape.parse(JSON.parse(text)));
  }

  async keep(name: string, snapshot: Snapshot): Promise<void> {
    await this.#files.writeText(this.#place(name, snapshot.url), JSON.stringify(snapshot));
  }

  #place(name: string, url: string) {
    return this.#files.named("snapshot", `${name}-${digestOf(url)}.json`);
  }
}
