import { z } from "zod";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";
import { piercedDocument, textOf, type DomNode } from "./closedShadow.ts";

const DEFAULT_HOSTS = 200;
const MAX_CHILDREN = 50;

const tree = z.object({
  hostRef: z.string(),
  hostTag: z.string(),
  mode: z.enum(["open", "closed"]),
  children: z.array(z.object({ tag: z.string(), text: z.string().optional(), childCount: z.number() })),
  descendantCount: z.number(),
});

type Tree = z.output<typeof tree>;

const elementsOf = (node: DomNode) => (node.children ?? []).filter((child) => child.nodeType === 1);
const countElements = (node: DomNode): number => elementsOf(node).reduce((sum, child) => sum + 1 + countElements(child), 0);

/** Follows places among element siblings; -1 steps into a shadow root. */
function nodeAt(root: DomNode, path: readonly number[]): DomNode | undefined {
  let node: DomNode | undefined = root;
  for (const step of path)
    node = step < 0 ? node?.shadowRoots?.find((each) => each.shadowRootType !== "user-agent") : node && elementsOf(node)[step];
  return node;
}

function treesOf(node: DomNode, found: Tree[]): void {
  for (const root of node.shadowRoots ?? []) {
    if (root.shadowRootType === "user-agent" || !root.shadowRootType) continue;
    const children = elementsOf(root)
      .slice(0, MAX_CHILDREN)
      .map((child) => {
        const text = textOf(child).slice(0, 80);
        return { tag: child.localName, ...(text && { text }), childCount: elementsOf(child).length };
      });
    found.push({
      hostRef: `backend:${node.backendNodeId}`,
      hostTag: node.localName,
      mode: root.shadowRootType,
      children,
      descendantCount: countElements(root),
    });
    treesOf(root, found);
  }
  for (const child of node.children ?? []) treesOf(child, found);
}

async function throughProtocol(page: SessionPage, ref: string | undefined): Promise<Tree[] | undefined> {
  const root = await piercedDocument(page);
  if (!root) return undefined;
  let start: DomNode | undefined = root;
  if (ref !== undefined) {
    const { frame, target } = page.locate({ ref });
    if (frame !== page.engine.mainFrame) return undefined;
    start = nodeAt(root, await frame.ask("elementPath", { target }));
  }
  if (!start) return undefined;
  const found: Tree[] = [];
  treesOf(start, found);
  return found;
}

async function throughPage(page: SessionPage, ref: string | undefined, maxHosts: number): Promise<Tree[]> {
  const located = ref === undefined ? undefined : page.locate({ ref });
  const frame = located?.frame ?? page.engine.mainFrame;
  const { trees } = await frame.ask("shadowTrees", { target: located?.target, maxHosts: maxHosts + 1 });
  return trees.map((each) => ({ hostRef: "backend:0", ...each }));
}

export const shadowTrees = defineTool({
  name: "shadow_trees",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Shadow roots of the page, open and closed, with what is directly inside.",
  details:
    "`closedShadowAvailable` says that a closed root was seen. Without the browser's help only open roots are listed, with `backend:0`.",
  input: z.object({ ref: z.string().optional().describe("only under it"), maxHosts: z.int().min(1).max(1000).optional() }),
  output: z.object({
    trees: z.array(tree),
    closedShadowAvailable: z.boolean(),
    cappedAt: z.number().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "open shadow roots only" } },
  examples: [{}, { ref: "e12" }],
  run: async ({ page }, { ref, maxHosts = DEFAULT_HOSTS }) => {
    const seen = await throughProtocol(page, ref);
    const trees = seen ?? (await throughPage(page, ref, maxHosts));
    return {
      trees: trees.slice(0, maxHosts),
      closedShadowAvailable: trees.some((each) => each.mode === "closed"),
      ...(trees.length > maxHosts && { cappedAt: maxHosts }),
      warnings: seen ? [] : ["closed-shadow piercing unavailable on this browser/page"],
    };
  },
});
