import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { EncodedChunk } from "../../page/video/api.ts";
import { WebmBlocks } from "./webmBlocks.ts";

/** What Playwright's small build of ffmpeg knows too. Each picture that goes in comes out as one frame, in order. */
const ARGS = [
  "-loglevel error -f image2pipe -c:v mjpeg -use_wallclock_as_timestamps 1 -probesize 32 -analyzeduration 0 -threads 1 -i pipe:0",
  "-an -c:v libvpx -qmin 0 -qmax 40 -crf 8 -b:v 1200k -deadline realtime -cpu-used 8 -lag-in-frames 0 -auto-alt-ref 0 -pix_fmt yuv420p -threads 1",
  "-vsync passthrough -force_key_frames expr:gte(t,n_forced*10) -f webm -cluster_time_limit 1 -flush_packets 1 pipe:1",
].flatMap((line) => line.split(" "));
const MAX_COMPLAINT = 300;

/** ffmpeg, as a process of its own, for browsers without an encoder. It holds back the last two pictures until others follow. */
export class FfmpegEncoder {
  readonly codec = "V_VP8" as const;
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #blocks = new WebmBlocks();
  readonly #ended: Promise<unknown>;
  /** When the pictures are shown that have not come out yet. */
  readonly #waiting: number[] = [];
  #complaint = "";
  #failure: Error | undefined;
  #ready: EncodedChunk[] = [];

  constructor(program: string) {
    this.#process = spawn(program, ARGS, { stdio: ["pipe", "pipe", "pipe"] });
    const { stdin, stdout, stderr } = this.#process;
    stderr.on("data", (text: Buffer) => (this.#complaint = `${this.#complaint}${text.toString()}`.slice(-MAX_COMPLAINT)));
    stdout.on("data", (bytes: Buffer) => this.#take(bytes));
    stdin.on("error", (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      this.#process.on("error", (error) => resolve(this.#fail(error)));
      this.#process.on("close", (code, signal) => resolve(code === 0 ? undefined : this.#fail(new Error(`it ended with ${signal ?? code}`))));
    });
  }

  async encode(pictures: readonly EncodedChunk[]): Promise<EncodedChunk[]> {
    for (const { atMs, data } of pictures) {
      if (this.#failure) throw this.#failure;
      this.#waiting.push(atMs);
      // A process that is behind is waited for; one that has ended says so itself.
      if (!this.#process.stdin.write(Buffer.from(data, "base64"))) await Promise.race([once(this.#process.stdin, "drain"), this.#ended]);
    }
    return this.#taken();
  }

  async finish(): Promise<EncodedChunk[]> {
    this.#process.stdin.end();
    await this.#ended;
    return this.#taken();
  }

  close(): void {
    this.#process.kill("SIGKILL");
  }

  #take(bytes: Buffer): void {
    for (const data of this.#blocks.read(bytes)) {
      const atMs = this.#waiting.shift();
      // A frame of VP8 says in its first bit whether it needs others.
      if (atMs !== undefined) this.#ready.push({ atMs, key: ((data[0] ?? 1) & 1) === 0, data: data.toString("base64") });
    }
  }

  #taken(): EncodedChunk[] {
    if (this.#failure) throw this.#failure;
    const chunks = this.#ready;
    this.#ready = [];
    return chunks;
  }

  #fail(error: Error): void {
    this.#failure ??= new Error(`ffmpeg failed: ${this.#complaint.trim() || error.message}`, { cause: error });
  }
}
