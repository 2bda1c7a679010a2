import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;

/** Whether this machine can show windows to nobody and move a mouse over them: Debian's packages xvfb and xdotool. */
export const hasRealScreen = isInstalled("Xvfb") && isInstalled("xdotool");

/** A screen with a mouse and a keyboard whose events are the system's own: neither browser nor Drover can tell them from a person's. */
export class RealScreen implements Disposable {
  readonly display: string;
  readonly #end: () => void;

  private constructor(display: string, end: () => void) {
    this.display = display;
    this.#end = end;
  }

  static async open(): Promise<RealScreen> {
    const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const [line] = (await once(server.stdio[3] as Readable, "data")) as [Buffer];
    return new RealScreen(`:${line.toString().trim()}`, () => server.kill());
  }

  moveTo(x: number, y: number): void {
    this.#hand("mousemove", "--sync", String(Math.round(x)), String(Math.round(y)));
  }

  press(x: number, y: number): void {
    this.moveTo(x, y);
    this.#hand("click", "1");
  }

  /** Key by key, into whatever has the focus. */
  type(text: string): void {
    this.#hand("type", "--delay", "30", text);
  }

  key(name: string): void {
    this.#hand("key", name);
  }

  [Symbol.dispose](): void {
    this.#end();
  }

  #hand(...args: string[]): void {
    execFileSync("xdotool", args, { env: { ...process.env, DISPLAY: this.display } });
  }
}
