/** The part of the page that an action changed, as lines of a snapshot. */
import { composedAncestors, composedContains, composedParent } from "../see/composed.ts";
import type { RefMint } from "../see/elements.ts";
import { fitting, type SnapshotLine } from "../see/line.ts";
import { snapshot } from "../see/snapshot.ts";
import type { DeltaMode, Finished } from "./api.ts";

interface DeltaArg {
  mode: DeltaMode;
  budget: number;
  mint: RefMint;
  testAttributes: readonly string[];
  /** Places that changed, the most telling first. */
  scopes: Element[];
  target: Element | undefined;
  /** A new document: all of it changed. */
  whole: boolean;
}

const MAX_SCOPES = 4;

export function delta(arg: DeltaArg): Finished["delta"] {
  if (arg.mode === "none") return undefined;
  if (arg.mode === "full" || arg.whole) return arg.mode === "tree_diff" ? undefined : whole(arg);
  if (arg.scopes.length === 0 || arg.mode === "tree_diff") return undefined;
  const scopes = outermost(arg.scopes, arg.target);
  if (scopes.includes(document.body) || scopes.includes(document.documentElement)) return whole(arg);
  const lines: SnapshotLine[] = [];
  let left = arg.budget;
  let truncated = false;
  for (const scope of scopes) {
    const part = read(arg, scope, left);
    if (part.lines.length === 0) continue;
    lines.push(...part.lines);
    left -= part.length;
    truncated ||= part.truncated;
    if (left <= 0) break;
  }
  return { scope: scopes.map((scope) => arg.mint.refOf(scope)).join(","), lines, truncated };
}

/** At most a few places that hold all the others; when they are many, the one that holds them all. */
function outermost(places: Element[], target: Element | undefined): Element[] {
  const connected = places.filter((place) => place.isConnected && place.checkVisibility());
  if (target?.isConnected && connected.some((place) => composedContains(target, place))) connected.unshift(target);
  const known = new Set(connected);
  const outer = [...known].filter((place) => ![...composedAncestors(place)].some((ancestor) => known.has(ancestor)));
  if (outer.length <= MAX_SCOPES) return outer;
  return [outer.reduce((holder, place) => commonAncestor(holder, place))];
}

function commonAncestor(a: Element, b: Element): Element {
  for (let at: Element | null = a; at; at = composedParent(at)) if (composedContains(at, b)) return at;
  return document.body;
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
