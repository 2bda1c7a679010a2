/** What the page that encodes is given and gives back. Bytes are base64. */
export type FilmStart = { codec: "V_VP9" | "V_VP8"; width: number; height: number } | { error: string };

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
