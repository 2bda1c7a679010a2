/** The part of the page that an action changed, as lines of a snapshot. */
import * as dom from "../dom.ts";
import type { RefMint } from "../see/elements.ts";
import { fitting, type SnapshotLine } from "../see/line.ts";
import { snapshot } from "../see/snapshot.ts";
import type { DeltaMode, Finished } from "./api.ts";
import { changedPlaces } from "./changedPlaces.ts";

/** A place costs a line at least, and more of them tell nobody anything. */
const MAX_PLACES = 30;

interface DeltaArg {
  mode: DeltaMode;
  budget: number;
  mint: RefMint;
  testAttributes: readonly string[];
  /** What came or came to light, the most telling first. */
  news: Element[];
  /** Places that changed. */
  altered: Element[];
  target: Element | undefined;
  /** A new document: all of it changed. */
  whole: boolean;
}

/** What is cut is cut from the end, so that whatever is new is told first. */
export function delta(arg: DeltaArg): Finished["delta"] {
  if (arg.mode === "none") return undefined;
  if (arg.mode === "full" || arg.whole) return arg.mode === "tree_diff" ? undefined : whole(arg);
  if (arg.mode === "tree_diff") return undefined;
  const places = changedPlaces(arg);
  if (places.length === 0) return undefined;
  if (places.includes(dom.body(document)) || places.includes(dom.documentElement(document))) return whole(arg);
  const told: Element[] = [];
  const lines: SnapshotLine[] = [];
  let left = arg.budget;
  let truncated = false;
  for (const place of places) {
    if (left <= 0 || told.length === MAX_PLACES) {
      truncated = true;
      break;
    }
    const part = read(arg, place, left);
    if (part.lines.length === 0) continue;
    told.push(place);
    lines.push(...part.lines);
    left -= part.length;
    truncated ||= part.truncated;
  }
  return { scope: told.map((place) => arg.mint.refOf(place)).join(","), lines, truncated };
}

function whole(arg: DeltaArg): Finished["delta"] {
  const { lines, truncated } = read(arg, undefined, arg.budget);
  return { scope: "full", lines, truncated };
}

function read(arg: DeltaArg, scope: Element | undefined, budget: number): ReturnType<typeof fitting> {
  const part = snapshot({
    ...(scope && { scope: { ref: arg.mint.refOf(scope) } }),
    budget: Math.max(200, budget),
    nextRef: arg.mint.next,
    testAttributes: [...arg.testAttributes],
  });
  arg.mint.next = part.nextRef;
  Object.assign(arg.mint.minted, part.minted);
  const fits = fitting(part.lines, budget);
  return { ...fits, truncated: fits.truncated || part.stats.elided > 0 };
}
