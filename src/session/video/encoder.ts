import type { EngineContext, EngineFrame, HiddenPage } from "../../engine/port.ts";
import type { EncodedChunk, FilmFrame, FilmStart } from "../../page/video/api.ts";

/** Encoders are for secure places only; nothing is asked of this one. */
const PLACE = "https://encoder.drover.invalid/";

/** A hidden page of a browser of ours that encodes. It is in no session: nobody finds it, and it ends with the connection. */
export class Encoder {
  readonly #hidden: HiddenPage;
  readonly #frame: EngineFrame;

  static async open(home: EngineContext): Promise<Encoder> {
    const { default: source } = await import("drover:page/video/encoder");
    const hidden = await home.hiddenPage();
    const frame = await hidden.visit(PLACE);
    await frame.run(source);
    return new Encoder(hidden, frame);
  }

  private constructor(hidden: HiddenPage, frame: EngineFrame) {
    this.#hidden = hidden;
    this.#frame = frame;
  }

  async start(jpeg: string, size: { width: number; height: number } | undefined): Promise<FilmStart> {
    return (await this.#call("start", jpeg, size ?? null)) as FilmStart;
  }

  async encode(frame: FilmFrame): Promise<EncodedChunk[]> {
    return (await this.#call("frame", frame)) as EncodedChunk[];
  }

  async finish(): Promise<EncodedChunk[]> {
    return (await this.#call("finish")) as EncodedChunk[];
  }

  async close(): Promise<void> {
    await this.#hidden.close();
  }

  #call(name: string, ...args: unknown[]): Promise<unknown> {
    return this.#frame.evaluate(`droverEncoder.${name}(${args.map((arg) => JSON.stringify(arg)).join()})`);
  }
}
