/** Reading a page: the walk, refs, find, verify, extract. */
import type { PageTarget, Box, RefDescriptor } from "../api.ts";
import type { SnapshotLine } from "./line.ts";
import type { Feedback } from "./rank.ts";

/** What every reading that may hand out refs takes and gives back. */
export interface RefGrant {
  /** The first number the session has not given out. */
  nextRef: number;
  /** Test attributes in order of preference. */
  testAttributes?: string[];
  /** How the script that knows who listens for presses is asked. */
  listenersKey?: string;
}

export interface RefsGiven {
  nextRef: number;
  /** Refs that are new with this reading. */
  minted: Record<string, RefDescriptor>;
}

export interface ElementFacts {
  ref: string;
  role: string;
  name: string;
  tag: string;
  test?: [attribute: string, value: string];
  /** Visible part, in the frame's viewport. */
  box: Box | null;
  disabled: boolean;
}

export interface SnapshotArg extends RefGrant {
  scope?: PageTarget;
  maxNodes?: number;
  omit?: string[];
  /** No folding, no budget. */
  full?: boolean;
  interactiveOnly?: boolean;
  /** With `interactiveOnly`: headings too, which say where the controls are. */
  headings?: boolean;
  /** False keeps out of shadow roots. */
  shadow?: boolean;
  /** Characters to stay within. */
  budget: number;
}

/** An `<iframe>` of a snapshot: the session puts the frame's own lines under this one. */
export interface SnapshotFrame {
  line: number;
  depth: number;
  ref: string;
  /** Place in `window[i]`, the same that the frame itself gives as its `framePlace`; -1 in a shadow root. */
  index: number;
  /** Border box in the parent's viewport. */
  box: Box;
}

export interface SnapshotPart extends RefsGiven {
  lines: SnapshotLine[];
  frames: SnapshotFrame[];
  url: string;
  title: string;
  stats: {
    elements: number;
    controls: number;
    /** Controls with a role; few of them means a page that assistive technology sees little of. */
    semanticControls: number;
    shown: number;
    folded: number;
    elided: number;
  };
  /** The open modal dialog, outside of which nothing can be operated. */
  modal: string | null;
}

/** Where an element stands in a table, list or feed. */
export interface StructuralContext {
  collection: "table" | "grid" | "list" | "feed";
  rowKey: string;
  column?: string;
  rowText: string;
  /** Of tables and grids: which row and column it is in, counted from one with the headers. */
  rowIndex?: number;
  columnIndex?: number;
}

export type Stability = "high" | "medium" | "low";

export interface SelectorHint {
  selectorHint: string;
  /** 1 test attribute, 2 role and name, 3 text, 4 id or structure, 5 position. */
  selectorTier: 1 | 2 | 3 | 4 | 5;
  stability: Stability;
}

export interface LocatorComponent {
  kind: "testid" | "role" | "text" | "css";
  value: string;
  name?: string;
  attribute?: string;
}

export interface Locator {
  playwright: string;
  stability: Stability;
  components: LocatorComponent[];
}

/** What a recording keeps of an element: how to point at it, and what tells it again when it has moved. */
export interface RecordedElement extends SelectorHint {
  role: string;
  name: string;
  tag: string;
  /** An expression of `page`, tried on the page. */
  playwright: string;
  path: string;
  test?: [attribute: string, value: string];
  id?: string;
  /** Of an input. */
  type?: string;
  /** It holds a password. */
  secret?: true;
}

export interface FindArg extends RefGrant {
  query: string;
  maxCandidates: number;
  /** Only what is inside this. */
  within?: PageTarget;
  visibleOnly?: boolean;
  shadow?: boolean;
  /** Right answers to earlier questions. */
  feedback?: Feedback[];
}

export interface FindCandidate extends SelectorHint {
  ref: string;
  role: string;
  name: string;
  testId?: string;
  bbox: Box | null;
  clipped: boolean;
  actionable: true | "disabled" | "off-screen" | "covered";
  /** The element in the way, when covered. */
  coveredBy?: string;
  score: number;
  context?: StructuralContext;
  /** Of a shape without a name: the words of its drawing that stand by it. */
  near?: string;
}

/** With what the session needs to merge the rankings of several frames. */
export interface FoundCandidate extends FindCandidate {
  ranking: { interactive: boolean; container: boolean };
}

export interface FindPart extends RefsGiven {
  candidates: FoundCandidate[];
  /** How many elements matched at all. */
  matches: number;
  /** Numbers that were asked for and that no match says. */
  unsaid: string[];
  /** Where nothing matched: what shows only what scripts paint, by its refs. */
  painted: string[];
  actionable: number;
  topScore: number;
}

export interface TextMatch {
  ref: string;
  role: string;
  text: string;
  context?: StructuralContext;
  bbox: Box | null;
  clipped: boolean;
}

export type Inspection =
  | { found: false }
  | {
      found: true;
      box: Box;
      styles: Record<string, string>;
      overflowing: { x: boolean; y: boolean };
      visible: boolean;
      childCount: number;
    };

/** One element as the verify tools see it. */
export interface ElementReading {
  matches: number;
  /** Why it cannot be seen, when it cannot. */
  hidden?: string;
  coveredBy?: string;
  text?: string;
  /** Absent for elements that hold none, and for passwords. */
  value?: string;
  /** Null when the element does not have it. */
  attribute?: string | null;
}

export interface ShortLayer {
  tag: string;
  id: string | null;
  testId: string | null;
  classes: string[];
}

export interface PointLayer extends ShortLayer {
  role: string | null;
  name: string;
  pointerEvents: string;
  visibility: string;
  display: string;
  zIndex: string;
  cursor: string;
  bbox: Box;
}

export interface PointProbe {
  stack: PointLayer[];
  scrollContainer: ShortLayer | null;
  clickableAncestor: (ShortLayer & { role: string; name: string }) | null;
  /** Of what a click there is for, else of the top layer. */
  ref?: string;
}

export type OverflowType = "layout" | "clipped" | "text-ellipsis" | "viewport-horizontal";

export interface OverflowFinding {
  selector: string;
  bbox: { x: number; y: number; w: number; h: number } | null;
  type: OverflowType;
  evidence: Record<string, unknown>;
}

export type SampleMetric =
  | "scrollTop"
  | "scrollLeft"
  | "scrollHeight"
  | "scrollWidth"
  | "clientWidth"
  | "clientHeight"
  | "bboxX"
  | "bboxY"
  | "bboxWidth"
  | "bboxHeight";

export interface SampleArg {
  target?: PageTarget;
  metric: SampleMetric;
  durationMs: number;
  everyFrame: boolean;
  intervalMs: number;
}

export interface ShadowTree {
  hostTag: string;
  mode: "open" | "closed";
  children: { tag: string; text?: string; childCount: number }[];
  descendantCount: number;
}

export interface ExtractSource {
  selector?: string;
  attr?: string;
  prop?: string;
  text?: unknown;
  value?: unknown;
  /** Retired; looked for and reported. */
  query?: string;
  /** Arrays only: the containers. */
  collection?: string;
}

export interface ExtractSchema {
  type?: string;
  properties?: Record<string, ExtractSchema>;
  items?: ExtractSchema;
  /** True on a property, or JSON Schema's list on an object. */
  required?: boolean | string[];
  default?: unknown;
  "x-drover-source"?: ExtractSource;
}

export interface ExtractMiss {
  path: string;
  reason: string;
  required: boolean;
}

export interface ExtractPart extends RefsGiven {
  scopeFound: boolean;
  data: unknown;
  misses: ExtractMiss[];
  refsUsed: string[];
  selectorsUsed: string[];
}

export interface SeeApi {
  /** Proves that the page code is there. */
  ping(arg: null): string;
  /** What a target is: the first match of a selector, with how many there are. */
  describe(arg: RefGrant & { target: PageTarget }): RefsGiven & { element: ElementFacts; matches: number };
  snapshot(arg: SnapshotArg): SnapshotPart;
  /** Where links lead; null for what leads nowhere. */
  linkTargets(arg: { refs: string[] }): (string | null)[];
  find(arg: FindArg): FindPart;
  /** A Playwright expression for a ref. */
  locator(arg: { target: PageTarget; testAttributes?: string[] }): Locator;
  /** A target for a recording; without one what has the focus, null when that is nothing. */
  recordedElement(arg: { target?: PageTarget; testAttributes?: string[] }): RecordedElement | null;
  /** A recording has heard of what was typed until now by other means. */
  forgetTyped(arg: null): null;
  /** A selector for the child frame at a place of `framePlace`; null when it has none. */
  recordedFrame(arg: { index: number; testAttributes?: string[] }): string | null;
  /** Which of its parent's frames this one is; -1 in the top frame and inside shadow roots. */
  framePlace(arg: null): number;
  /** How many elements a selector matches. */
  count(arg: { target: PageTarget }): number;
  textSearch(
    arg: RefGrant & { text: string; exact?: boolean; scope?: PageTarget; includeHidden?: boolean; maxMatches: number },
  ): RefsGiven & { count: number; matches: TextMatch[] };
  extract(arg: RefGrant & { schema: ExtractSchema; target?: PageTarget }): ExtractPart;
  /** The same from a document that is given: nothing in it runs, is loaded or shown. */
  extractFrom(arg: { html: string; schema: ExtractSchema; scope?: string; testAttributes?: string[] }): Omit<ExtractPart, keyof RefsGiven | "refsUsed">;
  inspect(arg: { target: PageTarget; styles?: string[] }): Inspection;
  readElement(arg: { target: PageTarget; attribute?: string }): ElementReading;
  /** Compares without telling: works for passwords too. */
  holdsValue(arg: { target: PageTarget; value: string }): boolean;
  pointProbe(arg: RefGrant & { x: number; y: number }): PointProbe & RefsGiven & { frameIndex: number };
  overflowDetect(arg: { inViewOnly: boolean; types: OverflowType[]; limit: number; testAttributes?: string[] }): {
    findings: OverflowFinding[];
    truncated: boolean;
    /** The scan gave up at its limit of elements. */
    stopped: boolean;
  };
  sample(arg: SampleArg): Promise<{ series: { tMs: number; value: number }[]; truncated: boolean }>;
  shadowTrees(arg: { target?: PageTarget; maxHosts: number }): { trees: ShadowTree[]; capped: boolean };
  elementPath(arg: { target: PageTarget }): number[];
  paintMarks(arg: { marks: { label: string; box: Box }[] }): void;
  clearMarks(arg: null): void;
  /** Selectors of what a log-in consists of, as far as it is there. */
  logInForm(arg: null): { username?: string; password?: string; code?: string; submit?: string };
  /** Every match gets a box that stays around it; how many there are, and how many have one. */
  highlight(arg: { target: PageTarget; label?: string; color: string }): { matches: number; shown: number };
  clearHighlights(arg: null): void;
  transientRegions(arg: RefGrant): RefsGiven & { regions: { role: string; name: string; ref: string }[] };
  documentPlace(arg: null): { origin: string; path: string };
  /** Whether the focus is in a frame of this document, and which. */
  focusedFrame(arg: null): { inFrame: false } | { inFrame: true; index: number };
  /** The text of all text nodes, one after the other, and what each control draws. Remembered for `cover`. */
  drawnTexts(arg: null): { text: string; controls: string[] };
  /** Covers stretches of that text and some of those controls; `forPrint` leaves them out of the drawing. Boxes are in the frame's viewport. */
  cover(arg: { spans: { from: number; to: number; label: string }[]; controls: { index: number; label: string }[]; forPrint: boolean }): { boxes: Box[] };
  uncover(arg: null): void;
  viewport(arg: null): { width: number; height: number; scrollX: number; scrollY: number; scale: number };
  reveal(arg: { target: PageTarget }): { box: Box; visible: boolean };
  /** Hands an element to whoever in the page's own world listens for the event, at its window. */
  showElement(arg: { target: PageTarget; event: string }): void;
}
