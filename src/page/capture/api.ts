/** What page code can take away of a document: its markup as it stands, to be put together again elsewhere. */
import type { Box, PageTarget } from "../api.ts";
import type { LongText } from "../state/api.ts";

export type ResourceKind = "image" | "font" | "script" | "stylesheet" | "media" | "frame" | "other";

/** What stands between two texts of a captured document and is filled in when it is put together. */
export type Hole =
  /** The value of an attribute: where the resource is. */
  | { url: string; kind: ResourceKind }
  /** Style text, whose addresses are relative to `base`. */
  | { css: string; base: string; within: "attribute" | "element" }
  /** A linked style sheet, with the attributes that it keeps. */
  | { sheet: string; attributes: string }
  /** The attribute that says what is in a frame. */
  | { frame: CapturedOwner };

export type Piece = string | Hole;

/** An `<iframe>`, for telling which frame is in it. */
export interface CapturedOwner {
  index: number;
  box: Box;
  src: string;
}

export interface CapturedDocument {
  url: string;
  /** Piece by piece, in order. */
  pieces: Piece[];
  /** Addresses that the document is known to have loaded. */
  loaded: string[];
  /** Addresses in computed styles of what was captured. */
  drawn: string[];
  /** What is drawn and could not be taken: canvases that other origins' pictures were drawn on. */
  missing: string[];
  /** Elements that scripts defined: without them `:defined` would not match. */
  definesElements: boolean;
  closedFrames: number;
}

export interface DomDump {
  /** Lines of JSON, or markup. */
  text: LongText;
  nodeCount: number;
  shadowRootCount: number;
  customElements: number;
}

export interface DumpWish {
  format: "html" | "jsonl";
  includeShadow: boolean;
  maxCharacters: number;
}

/** Both refuse what has more than `maxCharacters` before there is a text of it. */
export interface CaptureApi {
  /** A CapturedDocument as JSON: of the whole document, or of one element with what its looks depend on. */
  capture(wish: { target?: PageTarget | undefined; maxCharacters: number }): LongText;
  dumpDom(wish: DumpWish): DomDump;
}
