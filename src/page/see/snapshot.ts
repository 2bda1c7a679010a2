/** What an agent reads of a page: chosen and folded here, so that little crosses the wire. */
import * as dom from "../dom.ts";
import type { SeeApi, SnapshotArg, SnapshotFrame } from "./api.ts";
import { chooseWithinBudget, lineCost } from "./budget.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint, resolveTarget } from "./elements.ts";
import { frameIndexOf } from "./frames.ts";
import { agentLine, type SnapshotLine } from "./line.ts";
import { NameReader } from "./name.ts";
import { Outline, type OutlineItem } from "./outline.ts";
import { BoxReader } from "./visible.ts";
import { walk } from "./walk.ts";

/** Even `full` ends somewhere: more than this is a page to extract from, not to read. */
const FULL_BUDGET = 4_000_000;

export const snapshot: SeeApi["snapshot"] = (arg) => {
  const testAttributes = arg.testAttributes ?? DEFAULT_TEST_ATTRIBUTES;
  const root = arg.scope ? resolveTarget(arg.scope) : undefined;
  const names = new NameReader();
  const mint = new RefMint(arg.nextRef, names, testAttributes);
  const walked = walk({ root, testAttributes, shadow: arg.shadow !== false });
  const outline = new Outline(names, new BoxReader(), mint, {
    full: arg.full === true,
    interactiveOnly: arg.interactiveOnly === true,
    headings: arg.headings === true,
    omit: (arg.omit ?? []).map((pattern) => pattern.toLowerCase()).filter(Boolean),
  });
  outline.addChildren(walked.root);

  const { lines, frames, shown, elided } = layOut(outline.items, arg, mint);
  if (outline.omittedTrees)
    lines.push([0, null, `... [omit matched ${outline.omittedTrees} subtree(s), ${outline.omittedNodes} nodes total]`]);
  mint.meetPage();
  return {
    lines,
    frames,
    url: location.href,
    title: dom.title(document),
    stats: {
      elements: walked.elements,
      controls: walked.controls,
      semanticControls: walked.semanticControls,
      shown,
      folded: outline.folded,
      elided,
    },
    modal: walked.modal && !root ? mint.refOf(walked.modal) : null,
    nextRef: mint.next,
    minted: mint.minted,
  };
};

interface Laid {
  lines: SnapshotLine[];
  frames: SnapshotFrame[];
  shown: number;
  elided: number;
}

function layOut(items: readonly OutlineItem[], arg: SnapshotArg, mint: RefMint): Laid {
  const budget = arg.full ? FULL_BUDGET : arg.budget;
  const cost = costs();
  const chosen = fitsWhole(items, budget, cost)
    ? undefined
    : chooseWithinBudget(
        items.map((item) => ({ parent: item.parent, priority: item.priority, cost: () => cost(item) })),
        budget * 0.9,
      );
  const cap = arg.maxNodes ?? Infinity;

  const lines: SnapshotLine[] = [];
  const frames: SnapshotFrame[] = [];
  let shown = 0;
  let room = budget * 0.1;
  const missing = countMissing(items, chosen);
  const markAfter: { index: number; depth: number; item: OutlineItem | undefined }[] = [];
  const closeDownTo = (depth: number) => {
    for (let open = markAfter.at(-1); open && open.depth >= depth; open = markAfter.at(-1)) {
      markAfter.pop();
      const lost = missing.get(open.index);
      if (!lost) continue;
      const marker = elisionMarker(lost, open.item, mint);
      room -= lineCost(marker) + open.depth * 2;
      if (room > 0) lines.push([open.depth + 1, null, marker]);
    }
  };
  let elided = 0;
  for (const [index, item] of items.entries()) {
    if (chosen && !chosen.has(index)) {
      elided += item.nodes;
      continue;
    }
    if (shown + item.nodes > cap) {
      elided += items.slice(index).reduce((sum, rest) => sum + rest.nodes, 0);
      break;
    }
    closeDownTo(item.depth);
    shown += item.nodes;
    if (item.node?.role === "iframe") frames.push(frameAt(item, lines.length, mint));
    lines.push(item.line());
    markAfter.push({ index, depth: item.depth, item });
  }
  closeDownTo(0);
  const lostAtTop = missing.get(-1);
  if (lostAtTop) lines.push([0, null, elisionMarker(lostAtTop, undefined, mint)]);
  if (shown >= cap && elided) lines.push([0, null, `... [+${elided} more nodes elided] (scope to a ref, or raise maxNodes)`]);
  return { lines, frames, shown, elided };
}

/** What a line costs, worked out once: it is asked for again by whatever stands under it. */
function costs(): (item: OutlineItem) => number {
  const known = new Map<OutlineItem, number>();
  return (item) => {
    const cost = known.get(item) ?? lineCost(agentLine(item.line())) + item.depth * 2;
    known.set(item, cost);
    return cost;
  };
}

function fitsWhole(items: readonly OutlineItem[], budget: number, cost: (item: OutlineItem) => number): boolean {
  let total = 0;
  for (const item of items) {
    total += cost(item);
    if (total > budget) return false;
  }
  return true;
}

interface Missing {
  nodes: number;
  controls: number;
}

/** What was left out, counted under the nearest line that is shown. */
function countMissing(items: readonly OutlineItem[], chosen: ReadonlySet<number> | undefined): Map<number, Missing> {
  const missing = new Map<number, Missing>();
  if (!chosen) return missing;
  for (const [index, item] of items.entries()) {
    if (chosen.has(index)) continue;
    let under = item.parent;
    while (under >= 0 && !chosen.has(under)) under = items[under]?.parent ?? -1;
    const lost = missing.get(under) ?? { nodes: 0, controls: 0 };
    lost.nodes += item.nodes + (item.folded ?? 0);
    lost.controls += item.controls;
    missing.set(under, lost);
  }
  return missing;
}

function elisionMarker(lost: Missing, under: OutlineItem | undefined, mint: RefMint): string {
  const controls = lost.controls ? `, ${lost.controls} controls` : "";
  const reach = under?.node ? `scope:${mint.refOf(under.node.element)}` : "find or full:true reaches them";
  return `… ${lost.nodes} more nodes${controls} (${reach})`;
}

function frameAt(item: OutlineItem, line: number, mint: RefMint): SnapshotFrame {
  const element = item.node?.element as HTMLIFrameElement;
  const { x, y, width, height } = dom.getBoundingClientRect(element);
  return { line, depth: item.depth, ref: mint.refOf(element), index: frameIndexOf(element), box: { x, y, width, height } };
}
