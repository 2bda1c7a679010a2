import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import { Talk, type TalkWish } from "./talk.ts";

const evaluated = z.object({ result: z.object({ result: z.object({ value: z.union([z.object({ type: z.string(), base64: z.string() }), z.number()]).optional() }) }).optional() });

export interface FrontEndFile {
  type: string;
  body: Buffer;
}

const HOME = "devtools://devtools/bundled/";

/** Reads one file of DevTools inside a page that may; a number is the status of what is not there. */
const readerOf = (name: string): string => `(async () => {
  const answer = await fetch(${JSON.stringify(HOME + name)}).then((got) => got, (absent) => ({ ok: false, absent }));
  if (!answer.ok) return 404;
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener("load", resolve));
  reader.readAsDataURL(await answer.blob());
  await read;
  return { type: answer.headers.get("content-type") ?? "", base64: reader.result.slice(reader.result.indexOf(",") + 1) };
})()`;

/** The files of the DevTools that the session's browser brings along, and that fit it: read through a hidden page of its own, and kept. */
export class FrontEndFiles {
  readonly #place: Pick<TalkWish, "home" | "session" | "port">;
  readonly #files = new Map<string, Promise<FrontEndFile | undefined>>();
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #talk: Promise<Talk> | undefined;
  #nextId = 1;

  constructor(place: Pick<TalkWish, "home" | "session" | "port">) {
    this.#place = place;
  }

  /** Undefined when DevTools have no such file. */
  read(name: string): Promise<FrontEndFile | undefined> {
    const known = this.#files.get(name);
    if (known) return known;
    const reading = this.#read(name);
    this.#files.set(name, reading);
    // What could not be read now may be read later, in the next browser.
    void mayFail(reading, "a file is read again when it is asked for again").then((file) => file ?? this.#files.delete(name));
    return reading;
  }

  close(): void {
    if (this.#talk) void mayFail(this.#talk, "a talk that could not begin need not be ended").then((talk) => talk?.end());
  }

  async #read(name: string): Promise<FrontEndFile | undefined> {
    const talk = await (this.#talk ??= this.#begin());
    const id = this.#nextId++;
    const answer = await new Promise<unknown>((resolve) => {
      this.#waiting.set(id, resolve);
      talk.say({ id, method: "Runtime.evaluate", params: { expression: readerOf(name), awaitPromise: true, returnByValue: true } });
    });
    const value = evaluated.parse(answer).result?.result.value;
    if (value === undefined) throw new DroverError("browser-gone", "the browser went away while its DevTools were read");
    return typeof value === "number" ? undefined : { type: value.type, body: Buffer.from(value.base64, "base64") };
  }

  #begin(): Promise<Talk> {
    const talk = Talk.begin({
      ...this.#place,
      with: "devtools",
      hear: ({ id, ...answer }) => {
        this.#waiting.get(Number(id))?.(answer);
        this.#waiting.delete(Number(id));
      },
      ended: () => this.#lose(),
    });
    void mayFail(talk, "whoever reads a file is told why").then((begun) => begun ?? this.#lose());
    return talk;
  }

  #lose(): void {
    this.#talk = undefined;
    for (const resolve of this.#waiting.values()) resolve({});
    this.#waiting.clear();
  }
}
