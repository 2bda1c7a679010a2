import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import { harOptionsSchema } from "./harFormat.ts";
import { HarRecorder, type FinishedHar, type HarOptions } from "./harRecorder.ts";

/** The session's recording of its traffic, while there is one. */
export class HarRecording implements SessionPart<HarOptions> {
  readonly saved = harOptionsSchema;
  readonly #session: Session;
  #recorder: HarRecorder | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** How it records; undefined when it does not. */
  get options(): HarOptions | undefined {
    return this.#recorder?.options;
  }

  save(): HarOptions | undefined {
    return this.options;
  }

  restore(options: HarOptions): void {
    try {
      this.#recorder = new HarRecorder(this.#session, options, { goOn: true });
    } catch (cause) {
      throw new Error(`The recording of ${options.path} could not go on: ${(cause as Error).message}`, { cause });
    }
  }

  /** Begins to record; what was recorded until now is written. */
  async start(options: HarOptions): Promise<{ replacedPrior: boolean }> {
    const prior = await this.stop();
    this.#recorder = new HarRecorder(this.#session, options);
    this.#session.changed();
    return { replacedPrior: prior !== undefined };
  }

  /** Writes what was recorded; undefined when nothing was. */
  async stop(): Promise<FinishedHar | undefined> {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    if (recorder) this.#session.changed();
    return recorder?.finish();
  }

  end(): Promise<unknown> {
    return this.stop();
  }

  letGo(): Promise<unknown> {
    return this.stop();
  }
}
