import { findFfmpeg } from "../../browser/findFfmpeg.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { EngineContext, EngineFrame, HiddenPage } from "../../engine/port.ts";
import type { EncodedChunk, FilmFrame, FilmStart, FilmWish } from "../../page/video/api.ts";
import { FfmpegEncoder } from "./ffmpegEncoder.ts";
import type { WebmTrack } from "./webm.ts";

/** Encoders are for secure places only; nothing is asked of this one. */
const PLACE = "https://encoder.drover.invalid/";
/** A page that has not answered by then has come to grief. */
const PATIENCE_MS = 10_000;

/**
 * A hidden page of the session's browser that draws what is filmed and encodes it. It is in no session: nobody finds it, and it ends with the connection. Where the
 * browser has no encoder, ffmpeg encodes what it has drawn.
 */
export class Encoder {
  readonly #hidden: HiddenPage;
  readonly #frame: EngineFrame;
  #ffmpeg: FfmpegEncoder | undefined;

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

  async start(jpeg: string, wish: FilmWish): Promise<WebmTrack> {
    const { codec, ...size } = (await this.#call("start", jpeg, wish)) as FilmStart;
    if (codec !== "pictures") return { codec, ...size };
    const ffmpeg = findFfmpeg();
    if (ffmpeg === undefined) throw new Error("this browser encodes neither VP9 nor VP8, and there is no ffmpeg to do it (`drover install ffmpeg`)");
    this.#ffmpeg = new FfmpegEncoder(ffmpeg);
    return { codec: this.#ffmpeg.codec, ...size };
  }

  async encode(frame: FilmFrame): Promise<EncodedChunk[]> {
    const made = (await this.#call("frame", frame)) as EncodedChunk[];
    return this.#ffmpeg ? this.#ffmpeg.encode(made) : made;
  }

  async finish(): Promise<EncodedChunk[]> {
    const last = (await this.#call("finish")) as EncodedChunk[];
    return this.#ffmpeg ? this.#ffmpeg.finish() : last;
  }

  async close(): Promise<void> {
    this.#ffmpeg?.close();
    await this.#hidden.close();
  }

  async #call(name: string, ...args: unknown[]): Promise<unknown> {
    const answer = this.#frame.evaluate(`droverEncoder.${name}(${args.map((arg) => JSON.stringify(arg)).join()})`);
    if (await settledWithin(PATIENCE_MS, answer)) return answer;
    void mayFail(answer, "a page that encodes may answer too late");
    throw new Error(`the page that encodes has not answered for ${PATIENCE_MS / 1000} s`);
  }
}
