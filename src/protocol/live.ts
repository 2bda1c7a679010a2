/** Live pictures of pages, and what a person does to a page whose wheel they have. */

/** A person's who is logged in to a dashboard: in a browser that is driven nobody is told of it. */
export const DASHBOARD_COOKIE = "drover_dashboard";

/** What is told with each picture. */
export interface FrameHeader {
  view: number;
  /** Counts up for each view. */
  frame: number;
  session: string;
  /** Of the page that is shown. */
  page: string;
  /** Of the picture, in its own pixels; 0 where only the picture itself tells. */
  width: number;
  height: number;
  /** Of the page's viewport, in CSS pixels: what coordinates of input count in. */
  cssWidth: number;
  cssHeight: number;
  /** Pixels of the picture for one CSS pixel. */
  scale: number;
  /** When it was drawn, in milliseconds since 1970. */
  ts: number;
  format: "jpeg" | "png";
}

/** Bit field: Alt 1, Control 2, Meta 4, Shift 8. */
type Modifiers = number;

/** As DOM events tell it; places are CSS pixels of the page's viewport. */
export type PersonInput =
  | { kind: "mouse"; type: "move" | "down" | "up"; x: number; y: number; button?: "left" | "middle" | "right" | "back" | "forward"; buttons?: number; clickCount?: number; modifiers?: Modifiers }
  | { kind: "wheel"; x: number; y: number; deltaX: number; deltaY: number; modifiers?: Modifiers }
  | { kind: "touch"; type: "start" | "move" | "end" | "cancel"; points: { id: number; x: number; y: number }[] }
  /** `text` is what the key types, if anything: `event.key` where that is one character and neither Control nor Meta is held. */
  | { kind: "key"; type: "down" | "up"; key: string; code: string; keyCode: number; location?: number; text?: string; modifiers?: Modifiers; repeat?: boolean }
  /** Typed without keys: the end of an input method's composition, an emoji panel, dictation. */
  | { kind: "text"; text: string }
  /** A composition as it stands (`compositionupdate`); an empty text gives it up. It ends with `text`. */
  | { kind: "compose"; text: string }
  | { kind: "paste"; text: string };
