export type MouseButton = "none" | "left" | "middle" | "right" | "back" | "forward";

export interface MouseEventInput {
  type: "move" | "down" | "up";
  /** CSS pixels from the top-left of the page's viewport. */
  x: number;
  y: number;
  button?: MouseButton;
  /** Bit field of the buttons held, as in `MouseEvent.buttons`. */
  buttons?: number;
  clickCount?: number;
  modifiers?: number;
  pointerType?: "mouse" | "pen";
  /** 0 to 1. */
  force?: number;
}

export interface TouchPoint {
  x: number;
  y: number;
  id: number;
  force?: number;
  radiusX?: number;
  radiusY?: number;
}

/** One key stroke in protocol terms; `session/keyboard.ts` makes these from "Control+A". */
export interface KeyEventInput {
  type: "down" | "up";
  key: string;
  code: string;
  keyCode: number;
  location?: number;
  text?: string;
  modifiers: number;
  /** Editing commands such as "selectAll" that headless browsers do not derive from the keys. */
  commands?: string[];
  /** Chromium: for the browser's own shortcuts and those of extensions too, which come before the page. */
  forBrowser?: boolean;
}

export interface EngineInput {
  /** How many commands were sent to the browser. */
  readonly sent: number;
  /** The page can be asked something while inputs are on their way to it, and they come first. */
  readonly isBesideQuestions: boolean;
  mouse(event: MouseEventInput): Promise<void>;
  /** Several in one trip where the protocol allows. What is not sent when the signal is aborted never is. */
  mouseSequence(events: MouseEventInput[], signal?: AbortSignal): Promise<void>;
  wheel(event: { x: number; y: number; deltaX: number; deltaY: number; modifiers?: number }): Promise<void>;
  key(event: KeyEventInput): Promise<void>;
  /** All in one trip where the protocol allows. */
  keySequence(events: KeyEventInput[]): Promise<void>;
  /** Where only one page has the focus: makes it this one, so that what gets the focus in it hears of that at once. */
  takeFocus?(): Promise<void>;
  /** Types text as an input method would: `beforeinput`/`input` events, no key events. */
  insertText(text: string): Promise<void>;
  /** What an input method is composing, as it stands: an empty text gives it up, and `insertText` ends it. Firefox has no way to. */
  compose?(text: string): Promise<void>;
  /** `points` are the fingers that change; those that are down stay so. An end without points lifts all of them. */
  touch(type: "start" | "move" | "end" | "cancel", points: TouchPoint[]): Promise<void>;
  /** HTML5 drag and drop needs help in some engines; returns false when plain mouse events suffice. */
  drag?(from: { x: number; y: number }, path: { x: number; y: number }[]): Promise<boolean>;
}
