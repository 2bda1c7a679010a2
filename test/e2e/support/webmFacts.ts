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
  bytes: Buffer;
}

/** What somebody else's reader of WebM files makes of one. */
export async function webmFacts(file: string): Promise<WebmFacts> {
  const bytes = readFileSync(file);
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`${file} has no video in it`);
  const frames: { atMs: number; isKey: boolean }[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(track).packets()) frames.push({ atMs: Math.round(timestamp * 1000), isKey: type === "key" });
  const framesAtMs = frames.map(({ atMs }) => atMs);
  const keyFramesAtMs = frames.filter(({ isKey }) => isKey).map(({ atMs }) => atMs);
  return { codec: track.codec, width: track.displayWidth, height: track.displayHeight, durationMs: Math.round((await input.computeDuration()) * 1000), framesAtMs, keyFramesAtMs, bytes };
}
