import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";
import { scriptOrder } from "./pageScripts.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

const savedShape = z.array(z.object({ name: z.string(), source: z.string() }));

/** One more would cost every document of the session its time. */
const MAX_SCRIPTS = 50;

/** Code of the caller's own that every document runs before its own scripts, after whatever Drover itself puts there. */
export class InitScripts implements SessionPart<z.infer<typeof savedShape>> {
  readonly saved = savedShape;
  readonly #session: Session;
  readonly #sources = new Map<string, string>();
  #added = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get names(): string[] {
    return [...this.#sources.keys()];
  }

  save(): z.infer<typeof savedShape> | undefined {
    return this.#sources.size > 0 ? [...this.#sources].map(([name, source]) => ({ name, source })) : undefined;
  }

  async restore(saved: z.infer<typeof savedShape>): Promise<void> {
    for (const { name, source } of saved) await this.#install(name, source);
  }

  /** Under a name that is taken it takes the place of what was there. */
  async add(source: string, name = this.#freeName(), inOpenDocuments = false): Promise<string> {
    if (!this.#sources.has(name) && this.#sources.size >= MAX_SCRIPTS)
      throw new DroverError("refused", `a session has at most ${MAX_SCRIPTS} init scripts`, { hint: "remove_init_script takes one back." });
    await this.#install(name, source, inOpenDocuments);
    this.#session.changed();
    return name;
  }

  /** Those that were taken back. Documents that ran it stay as it made them. */
  remove(name?: string): string[] {
    const gone = name === undefined ? this.names : this.names.filter((each) => each === name);
    for (const each of gone) {
      this.#sources.delete(each);
      this.#session.parts.scripts.takeBack(scriptName(each));
    }
    this.#session.changed();
    return gone;
  }

  async #install(name: string, source: string, inOpenDocuments = false): Promise<void> {
    this.#sources.set(name, source);
    await this.#session.parts.scripts.install({ name: scriptName(name), order: scriptOrder.caller, world: "page", source, inOpenDocuments });
  }

  #freeName(): string {
    let name: string;
    do name = `init-${++this.#added}`;
    while (this.#sources.has(name));
    return name;
  }
}

const scriptName = (name: string): string => `caller:${name}`;
