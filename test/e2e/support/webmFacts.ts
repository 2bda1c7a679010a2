import { readFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";

export interface WebmFacts {
  codec: string | null;
  width: number;
  height: number;
  durationMs: number;
  /** When each frame is shown. */
  framesAtMs: number[];
  bytes: Buffer;
}

/** What somebody else's reader of WebM files makes of one. */
export async function webmFacts(file: string): Promise<WebmFacts> {
  const bytes = readFileSync(file);
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`${file} has no video in it`);
  const framesAtMs: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) framesAtMs.push(Math.round(packet.timestamp * 1000));
  return { codec: track.codec, width: track.displayWidth, height: track.displayHeight, durationMs: Math.round((await input.computeDuration()) * 1000), framesAtMs, bytes };
}
