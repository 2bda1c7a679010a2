/** What page code can measure: the browser's own timings, what lies where, and axe-core's rules. */
import type { Box } from "../api.ts";
import type { RefGrant, RefsGiven } from "../see/api.ts";

export interface BlamedElement {
  ref?: string;
  tag: string;
  text: string;
}

export interface VitalsReading extends RefsGiven {
  url: string;
  /** Undefined where the browser does not tell it. */
  ttfbMs?: number;
  fcpMs?: number;
  lcp?: { ms: number; size: number; url?: string; element?: BlamedElement };
  cls?: { score: number; shifts: { atMs: number; score: number; elements: BlamedElement[] }[] };
  inp?: { ms: number; type: string; inputDelayMs: number; processingMs: number; presentationMs: number; element?: BlamedElement };
  interactions: number;
  domContentLoadedMs?: number;
  loadMs?: number;
  /** Entry types that this browser does not have. */
  unsupported: string[];
}

export interface ResourceTiming {
  url: string;
  initiator: string;
  startMs: number;
  durationMs: number;
  bytes: number;
  renderBlocking: boolean;
}

export interface A11yNode extends BlamedElement {
  /** As axe-core names it. */
  target: string;
  html: string;
  failureSummary: string;
}

export interface A11yRule {
  id: string;
  impact: string;
  help: string;
  description: string;
  helpUrl: string;
  tags: string[];
  nodes: A11yNode[];
  nodeCount: number;
}

export interface A11yReading extends RefsGiven {
  violations: A11yRule[];
  incomplete: A11yRule[];
  passes: number;
  inapplicable: number;
  version: string;
}

export interface A11yWish {
  tags: string[];
  rules: string[];
  /** A selector of what is looked at; everything without it. */
  scope?: string | undefined;
  maxNodes: number;
}

export interface MeasureApi {
  vitals(grant: RefGrant): Promise<VitalsReading>;
  /** Resolves when what was just done to the page has been on the screen. */
  painted(none: null): Promise<null>;
  resources(none: null): ResourceTiming[];
  /** The innermost elements that fill most of each box, in the document's coordinates; null where there is nothing. */
  elementsIn(wanted: { boxes: Box[] } & RefGrant): RefsGiven & { elements: (BlamedElement | null)[] };
  /** Where everything is that the selectors match, in the document's coordinates. */
  boxesOf(wanted: { selectors: string[] }): Box[];
  accessibility(wanted: A11yWish & RefGrant): Promise<A11yReading>;
}
