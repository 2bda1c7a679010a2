/** Encodes pictures to video in a page of Drover's own, with the browser's own encoder. The daemon calls it by its global. */
import type { EncodedChunk, FilmFrame, FilmStart, FilmWish } from "./api.ts";

/** The best first. */
const codecs = [
  { id: "V_VP9", name: "vp09.00.31.08" },
  { id: "V_VP8", name: "vp8" },
] as const;

const BITS_PER_SECOND = 1_200_000;
/** Of pictures that somebody else encodes. */
const QUALITY = 0.9;
/** How long one frame may take to come out: the next one brings it along otherwise. */
const PATIENCE_MS = 2000;

let canvas: OffscreenCanvas;
let drawing: OffscreenCanvasRenderingContext2D;
/** Undefined where pictures are drawn and not encoded. */
let encoder: VideoEncoder | undefined;
let shown: ImageBitmap | undefined;
let ready: EncodedChunk[] = [];
let failure: Error | undefined;
let wake = (): void => undefined;

const decode = async (jpeg: string): Promise<ImageBitmap> => createImageBitmap(new Blob([Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0))], { type: "image/jpeg" }));

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2);

/** The first picture decides how large the video is, unless its size was given. */
async function start(jpeg: string, { size: wanted, codec }: FilmWish): Promise<FilmStart> {
  shown = await decode(jpeg);
  const scale = Math.min(1, 800 / shown.width, 800 / shown.height);
  const size = wanted ?? { width: shown.width * scale, height: shown.height * scale };
  const [width, height] = [even(size.width), even(size.height)];
  canvas = new OffscreenCanvas(width, height);
  drawing = canvas.getContext("2d", { alpha: false })!;
  for (const { id, name } of codecs) {
    const config: VideoEncoderConfig = { codec: name, width, height, bitrate: BITS_PER_SECOND, framerate: 10, latencyMode: "realtime" };
    if ((codec ?? id) !== id || !(await encodes(config))) continue;
    encoder = new VideoEncoder({ output: take, error: fail });
    encoder.configure(config);
    return { codec: id, width, height };
  }
  return { codec: "pictures", width, height };
}

const encodes = async (config: VideoEncoderConfig): Promise<boolean> => typeof VideoEncoder !== "undefined" && (await VideoEncoder.isConfigSupported(config)).supported === true;

function fail(error: Error): void {
  failure = error;
  wake();
}

function take(chunk: EncodedVideoChunk): void {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  ready.push({ atMs: Math.round(chunk.timestamp / 1000), key: chunk.type === "key", data: base64(bytes) });
  wake();
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Without a picture the last one is shown again. Gives what the encoder has finished. */
async function frame({ jpeg, atMs, key, marks, viewport }: FilmFrame): Promise<EncodedChunk[]> {
  if (failure) throw failure;
  if (jpeg !== null) {
    const next = await decode(jpeg);
    shown?.close();
    shown = next;
  }
  if (!shown) return [];
  draw(shown, marks, viewport);
  if (!encoder) return [{ atMs, key, data: base64(new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY })).arrayBuffer())) }];
  const picture = new VideoFrame(canvas, { timestamp: atMs * 1000 });
  encoder.encode(picture, { keyFrame: key });
  picture.close();
  if (ready.length === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
  }
  return taken();
}

async function finish(): Promise<EncodedChunk[]> {
  if (failure) throw failure;
  await encoder?.flush();
  return taken();
}

function taken(): EncodedChunk[] {
  if (failure) throw failure;
  const chunks = ready;
  ready = [];
  return chunks;
}

function draw(picture: ImageBitmap, marks: FilmFrame["marks"], viewport: FilmFrame["viewport"]): void {
  const { width, height } = canvas;
  const scale = Math.min(width / picture.width, height / picture.height);
  const [left, top] = [(width - picture.width * scale) / 2, (height - picture.height * scale) / 2];
  drawing.fillStyle = "#000";
  drawing.fillRect(0, 0, width, height);
  drawing.drawImage(picture, left, top, picture.width * scale, picture.height * scale);
  const cssScale = (picture.width * scale) / (viewport?.width || picture.width);
  for (const mark of marks)
    if (mark.kind === "click") ring(left + mark.x * cssScale, top + mark.y * cssScale);
    else caption(mark.text);
}

function ring(x: number, y: number): void {
  drawing.beginPath();
  drawing.arc(x, y, 14, 0, 2 * Math.PI);
  drawing.fillStyle = "#ff922b55";
  drawing.fill();
  drawing.lineWidth = 3;
  drawing.strokeStyle = "#d9480f";
  drawing.stroke();
}

function caption(text: string): void {
  drawing.font = "600 20px sans-serif";
  const { width } = drawing.measureText(text);
  const [x, y] = [(canvas.width - width) / 2, canvas.height - 24];
  drawing.fillStyle = "#000c";
  drawing.fillRect(x - 12, y - 24, width + 24, 34);
  drawing.fillStyle = "#fff";
  drawing.fillText(text, x, y);
}

Object.assign(globalThis, { droverEncoder: { start, frame, finish } });
