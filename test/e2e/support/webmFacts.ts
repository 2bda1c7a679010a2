import { readFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";

export interface WebmFacts {
  codec: string | null;
  width: number;
  height: number;
  durationMs: number;
  /** When each frame is shown. */
  framesAtMs: number[];
  /** Those that need no other. */
  keyFramesAtMs: number[];
  /** As they are in the file, for a decoder. */
  frames: { atMs: number; type: "key" | "delta"; base64: string }[];
  decoder: VideoDecoderConfig | null;
  bytes: Buffer;
}

/** What somebody else's reader of WebM files makes of one. */
export async function webmFacts(file: string): Promise<WebmFacts> {
  const bytes = readFileSync(file);
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`${file} has no video in it`);
  const frames: WebmFacts["frames"] = [];
  for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets()) frames.push({ atMs: Math.round(timestamp * 1000), type, base64: Buffer.from(data).toString("base64") });
  const framesAtMs = frames.map(({ atMs }) => atMs);
  const keyFramesAtMs = frames.filter(({ type }) => type === "key").map(({ atMs }) => atMs);
  return { codec: track.codec, width: track.displayWidth, height: track.displayHeight, durationMs: Math.round((await input.computeDuration()) * 1000), framesAtMs, keyFramesAtMs, frames, decoder: await track.getDecoderConfig(), bytes };
}
