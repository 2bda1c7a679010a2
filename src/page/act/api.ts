/** Acting on a page: actionability, filling, probes before and after, settling. */
import type { PageTarget, Box } from "../api.ts";
import type { RefGrant, RefsGiven } from "../see/api.ts";
import type { SnapshotLine } from "../see/line.ts";

export interface Point {
  x: number;
  y: number;
}

/**
 * How ready a target must be. "pointer": visible, enabled, still, and hit at the point; "hover": the same, disabled or not;
 * "focus": visible and enabled; "fill": the same, of the field that the target is or stands for; "attached": on the page;
 * "forced": it has a box, and what else "pointer" wants of it is looked at once and told.
 */
export type Readiness = "pointer" | "hover" | "focus" | "fill" | "attached" | "forced";

export interface BeginArg extends RefGrant {
  target?: PageTarget;
  /** A place in the frame's viewport instead of a target. */
  point?: Point;
  ready: Readiness;
  /** How long a target may take to become ready. */
  waitMs: number;
  /** Where in the target to press, from the corner inside its border; without it wherever it can be hit, its middle first. */
  position?: Point;
  /** A further target of the action under way: what is watched stays watched. "probed" makes it the one that is told of. */
  further?: "probed" | "aside";
  /** The target counts as its own control when it belongs to none. */
  ownControl?: boolean;
  /** Of an action that runs beside others; those that take turns have none. */
  actionId?: string;
  /** How the script that knows the page's work is asked. */
  workKey?: string;
}

export interface BegunElement {
  ref: string;
  role: string;
  name: string;
  tag: string;
  /** A short selector for people and recordings. */
  hint: string;
  /** In the frame's viewport. */
  box: Box;
  /** How many elements the selector matched. */
  matches: number;
  /** Why it is not ready, when it is pressed all the same. */
  unready?: string;
  /** The ref's own element had gone: the only one that looks like it took its place. */
  rebound?: true;
}

export interface Begun extends RefsGiven {
  element?: BegunElement;
  /** Where to press, in the frame's viewport. */
  point?: Point;
  /** The place of the frame that the point asked about is in; -1 when it has none. */
  onFrame?: number;
  viewport: { width: number; height: number };
}

export type DeltaMode = "none" | "full" | "scoped_snapshot" | "tree_diff";

export interface FinishArg extends RefGrant {
  /** So many may still be on their way: the page is looked at when they have come. */
  presses?: number;
  /** Done when the DOM did not change for this many frames in a row. */
  quietFrames: number;
  /** For the network: what it brought comes to the page by tasks that nobody hears of. */
  hasWaited?: boolean;
  capMs: number;
  /** How long work that the action started may take. */
  workCapMs: number;
  mode: DeltaMode;
  /** Characters for the tree. */
  budget: number;
  /** Also the geometry of the page's scroller. */
  scroll?: boolean;
  actionId?: string;
}

export interface Region {
  role: string;
  name: string;
  ref: string;
}

export interface OwnerControl {
  label: string;
  displayTextBefore: string;
  displayTextAfter: string;
  changed: boolean;
}

export interface RowContainer {
  kind: string;
  rowKey: string;
  rowText: string;
  changed: boolean;
}

export interface HitFacts {
  tag: string;
  role: string;
  text: string;
  ancestorText: string;
}

export interface ScrollGeometry {
  x: number;
  y: number;
  scrollWidth: number;
  scrollHeight: number;
  clientWidth: number;
  clientHeight: number;
  atTop: boolean;
  atBottom: boolean;
}

export interface ElementProbe {
  ref?: string;
  stillAttached?: boolean;
  focused?: boolean;
  value?: string;
  valueRequested?: string;
  displayText?: string;
  checked?: boolean | "mixed";
  ownerControl?: OwnerControl;
  container?: RowContainer;
  hit?: { before: HitFacts | null; after: HitFacts | null; focusChanged: boolean };
  scroll?: ScrollGeometry;
}

export interface Finished extends RefsGiven {
  /** False when the cap came first. */
  quiet: boolean;
  /** False in a document that `begin` never saw. */
  watched: boolean;
  /** Something that people or assistive technology can notice changed. */
  changed: boolean;
  /** Of the document that was looked at. */
  title: string;
  element?: ElementProbe;
  appeared: Region[];
  removed: { role: string; name: string }[];
  delta?: { scope: string; lines: SnapshotLine[]; truncated: boolean };
  /** The press did not land on the target; it was swallowed before the page saw it. */
  missed?: string;
}

/** What a control should hold by now. */
export interface Filled {
  target: PageTarget;
  value: string;
  /** What it held before. */
  before: string;
  /** So many have been sent, and may still be on their way. */
  keys: number;
}

/** What became of a text. "late": not all of its keys have come; nothing was looked at. */
export type FillState = "taken" | "ignored" | "late";

export interface FillPlan {
  /**
   * "keys", "text": focused and selected, waiting to be typed into. "code": focused, and its own keys select what it holds. "click": press it to change
   * its state. "done": nothing left to do. "ignored", "late": so was the text of the one that was filled before it, which is all that was looked at.
   */
  next: "keys" | "text" | "code" | "click" | "done" | Exclude<FillState, "taken">;
  /** To be tried as a paste first. */
  paste?: true;
  /** What the control held before. */
  before: string;
  /** It holds a password, which is not to be repeated. */
  secret?: true;
}

/** What an option is known by; all that is given must fit. */
export interface OptionFacts {
  value?: string;
  label?: string;
  index?: number;
}

/** `any`: its value, else its label. `part`: a part of its label. */
export type OptionChoice = OptionFacts | { any: string } | { part: string };

export interface ScrollArg {
  target?: PageTarget;
  to?: "top" | "bottom" | "left" | "right";
  by?: { x?: number; y?: number };
}

export interface FieldNoted {
  ok: boolean;
  ref?: string;
  code?: string;
  error?: string;
}

export interface KeyEventSeen {
  type: string;
  key?: string;
  defaultPrevented: boolean;
  target: string;
}

export interface KeysHeard {
  activeElement: string;
  events: KeyEventSeen[];
  /** How many more there were. */
  cut?: number;
  /** What a copy or cut took. */
  copied?: string;
}

export interface NamedFile {
  name: string;
  mimeType: string;
  base64: string;
}

type Delta = [before: string | null, after: string | null];

export interface DomChange {
  path: string;
  tag: string;
  testId?: string;
  classDelta?: { added: string[]; removed: string[] };
  styleDelta?: Record<string, Delta>;
  attrDelta?: Record<string, Delta>;
  textDelta?: Delta;
}

export interface DomDiff {
  changed: DomChange[];
  added: number;
  removed: number;
  counts: { changed: number; added: number; removed: number };
}

export interface ActApi {
  /** Makes a target ready, notes what the page looks like, and starts watching it. */
  begin(arg: BeginArg): Promise<Begun>;
  /** Waits until the page is quiet and tells what changed since `begin`. */
  finish(arg: FinishArg): Promise<Finished>;
  /** Those that `finish` waits for have been sent and did not come here. */
  noMoreInput(actionId: string | null): null;
  /** Stops watching, so that nothing of Drover runs in the page between actions. */
  endAction(actionId: string | null): null;
  /** With `caret`, one that gets the focus only now has the caret behind what it holds, or it is told of what a key must take it to the end. */
  focus(arg: { target: PageTarget; caret?: "end" }): { heldBy: "target" | "other" | "nobody"; end?: "line" | "text" };
  /** Whether what has the focus takes text; with `wait`, once a field that a key may have opened had the time to come up. */
  takesText(arg: { wait: boolean }): Promise<boolean>;
  /** Puts a value into a control, or says how it must go in. What was `filled` before is looked at first. */
  fill(arg: { target: PageTarget; value: string; waitMs: number; filled?: Filled }): Promise<FillPlan>;
  /** The same for several, one after the other, for as long as nothing is left to do for each: only the last plan may say how a value must go in. */
  fillAll(arg: { fields: { target: PageTarget; value: string }[]; waitMs: number }): Promise<FillPlan[]>;
  /** Whether a filled control took the text; when it ignored it, all that it holds is selected to be typed into. */
  checkFill(arg: Filled): Promise<FillState>;
  selectOptions(arg: { target: PageTarget; choices: OptionChoice[]; waitMs: number }): Promise<{ selected: string[] }>;
  scroll(arg: ScrollArg): ScrollGeometry;
  /** Resolves with true when the condition holds, with false after `waitMs`. */
  waitFor(arg: { target?: PageTarget; text?: string; point?: Point; waitMs: number }): Promise<boolean>;
  /** Whether a child frame with this content box is what lies at a point of this frame; `bring` scrolls the point into view first. */
  frameAt(arg: Point & { box: Box; bring: boolean }): Promise<{ isFrame: boolean; cover: string }>;
  /** Finds the fields of a form before any of them is written, and notes what surrounds them. */
  noteFields(arg: RefGrant & { targets: { target: PageTarget; fill: boolean }[] }): RefsGiven & { fields: FieldNoted[] };
  probeFields(arg: { refs: string[]; testAttributes: string[] }): ElementProbe[];
  isExpanded(arg: { target: PageTarget }): boolean;
  /** The option with that text in the list that a trigger has opened. */
  findOption(arg: RefGrant & { trigger: PageTarget; option: string; exact: boolean; waitMs: number }): Promise<RefsGiven & { ref: string }>;
  listenForKeys(arg: null): null;
  /** Not what Drover sets off itself. */
  hearKeys(arg: { deaf: boolean }): null;
  keysHeard(arg: null): KeysHeard;
  /** Without a ref: pressing the target may open the chooser of an input that is not there yet. */
  fileInput(arg: RefGrant & { target: PageTarget }): RefsGiven & { ref?: string };
  /** @param arg.input the one that the engine handed in, by its name, instead of a target */
  setFileContents(arg: { target?: PageTarget; input?: string; files: NamedFile[] }): number;
  fileCount(arg: { target: PageTarget }): number;
  dropFiles(arg: { target?: PageTarget; point?: Point; files: NamedFile[] }): { eventsFired: string[]; dropDispatched: boolean };
  /** Remembers a part of the page; says how many elements it has. */
  noteDom(arg: { scope: string }): number;
  diffDom(arg: { scope: string }): DomDiff;
}
