import { setTimeout as delay } from "node:timers/promises";
import type { FilePlace, FileStore } from "../../files/fileStore.ts";
import { lossOf } from "../../session/pageLoss.ts";
import { takePicture } from "../../session/picture.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

const CAPTURE_MS = 2500;

/** A folder of numbered pictures whose names tell the time since the start: `3-1500.png`. */
export class PictureFolder {
  readonly capturedAt: number[] = [];
  readonly paths: string[] = [];
  readonly warnings: string[] = [];
  readonly #page: SessionPage;
  readonly #files: FileStore;
  readonly #place: FilePlace;
  readonly #format: "png" | "jpeg";
  readonly #start = performance.now();

  constructor(page: SessionPage, files: FileStore, intoDir: string | undefined, format: "png" | "jpeg") {
    this.#page = page;
    this.#files = files;
    this.#place = files.folder("picture", { session: page.session.id, chosen: intoDir });
    this.#format = format;
  }

  /** The series is complete. */
  async finish(): Promise<{ intoDir: string; capturedAt: number[]; paths: string[]; warnings: string[] }> {
    await this.#files.settle(this.#place);
    const { capturedAt, paths, warnings } = this;
    return { intoDir: this.#place.path, capturedAt, paths, warnings };
  }

  get elapsedMs(): number {
    return performance.now() - this.#start;
  }

  /** A page that is too busy to be pictured must not hold up the series. */
  async #picture(): Promise<Buffer> {
    const late = new AbortController();
    try {
      return await Promise.race([
        takePicture(this.#page, { format: this.#format, scale: "device" }, (line) => this.#warn(line)),
        delay(CAPTURE_MS, undefined, { signal: late.signal }).then(() =>
          Promise.reject(new Error(`no picture within ${CAPTURE_MS} ms`)),
        ),
      ]);
    } finally {
      late.abort();
    }
  }

  /** Whether there is nothing left to picture, which is said. */
  endedEarly(): boolean {
    if (!this.#page.engine.closed) return false;
    this.warnings.push(`${lossOf(this.#page)?.message}: the series ended early`);
    return true;
  }

  #warn(line: string): void {
    if (!this.warnings.includes(line)) this.warnings.push(line);
  }

  /** One picture; a failure is a warning and the series goes on. */
  async capture(): Promise<void> {
    const offset = Math.round(this.elapsedMs);
    try {
      const image = await this.#picture();
      const name = `${this.paths.length + 1}-${offset}.${this.#format === "jpeg" ? "jpg" : "png"}`;
      const file = await this.#files.writeBytesInto(this.#place, name, image);
      this.capturedAt.push(offset);
      this.paths.push(file);
    } catch (thrown) {
      this.warnings.push(`the picture at ${offset} ms failed: ${(thrown as Error).message}`);
    }
  }
}
