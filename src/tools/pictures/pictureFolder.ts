import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileNameOf } from "../../text/fileName.ts";
import { workspacePath } from "../../files/workspacePath.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

const CAPTURE_MS = 2500;

/** A folder of numbered pictures whose names tell the time since the start: `3-1500.png`. */
export class PictureFolder {
  readonly dir: string;
  readonly capturedAt: number[] = [];
  readonly paths: string[] = [];
  readonly warnings: string[] = [];
  readonly #page: SessionPage;
  readonly #format: "png" | "jpeg";
  readonly #start = performance.now();

  constructor(page: SessionPage, workspace: string, intoDir: string | undefined, format: "png" | "jpeg") {
    const stamp = new Date()
      .toISOString()
      .replace(/\.\d+Z$/, "Z")
      .replace(/:/g, "-");
    this.dir = workspacePath(workspace, intoDir ?? path.join("screenshots", `${fileNameOf(page.session.id)}-${stamp}`));
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    this.#page = page;
    this.#format = format;
  }

  get elapsedMs(): number {
    return performance.now() - this.#start;
  }

  /** A page that is too busy to be pictured must not hold up the series. */
  async #picture(): Promise<Buffer> {
    const late = new AbortController();
    try {
      return await Promise.race([
        this.#page.engine.screenshot({ format: this.#format, scale: "device" }),
        delay(CAPTURE_MS, undefined, { signal: late.signal }).then(() =>
          Promise.reject(new Error(`no picture within ${CAPTURE_MS} ms`)),
        ),
      ]);
    } finally {
      late.abort();
    }
  }

  /** One picture; a failure is a warning and the series goes on. */
  async capture(): Promise<void> {
    const offset = Math.round(this.elapsedMs);
    try {
      const image = await this.#picture();
      const file = path.join(this.dir, `${this.paths.length + 1}-${offset}.${this.#format === "jpeg" ? "jpg" : "png"}`);
      await writeFile(file, image);
      this.capturedAt.push(offset);
      this.paths.push(file);
    } catch (thrown) {
      this.warnings.push(`the picture at ${offset} ms failed: ${(thrown as Error).message}`);
    }
  }
}
