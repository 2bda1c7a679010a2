/** Reading a page: the walk, refs, find, verify, extract. */
import type { AgentTarget, Box, RefDescriptor } from "../api.ts";

/** What every reading that may hand out refs takes and gives back. */
export interface RefGrant {
  /** The first number the session has not given out. */
  nextRef: number;
  /** Test attributes in order of preference. */
  testAttributes?: string[];
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

export interface SeeApi {
  /** Proves that the agent is there. */
  ping(arg: null): string;
  /** What a target is: the first match of a selector, with how many there are. */
  describe(arg: RefGrant & { target: AgentTarget }): RefsGiven & { element: ElementFacts; matches: number };
  /** How many elements a selector matches. */
  count(arg: { target: AgentTarget }): number;
}
