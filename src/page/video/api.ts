/** What the page that encodes is given and gives back. Bytes are base64. */
export interface FilmStart {
  /** "pictures" where the browser has no encoder for any of the codecs: what comes back are JPEGs, for somebody else to encode. */
  codec: FilmCodec | "pictures";
  width: number;
  height: number;
}

export type FilmCodec = "V_VP9" | "V_VP8";

/** What a video has to be; for one that goes on, what it is. */
export interface FilmWish {
  size: { width: number; height: number } | null;
  codec: FilmCodec | null;
}

export type FilmMark = { kind: "click"; x: number; y: number } | { kind: "keys"; text: string };

export interface FilmFrame {
  jpeg: string | null;
  atMs: number;
  key: boolean;
  /** What is shown over the picture, in CSS pixels of the page's viewport. */
  marks: FilmMark[];
  viewport: { width: number } | null;
}

export interface EncodedChunk {
  atMs: number;
  key: boolean;
  data: string;
}

/** What the script in a recorded page reports. */
export type InputReport = { kind: "click"; x: number; y: number } | { kind: "keys"; text: string };
