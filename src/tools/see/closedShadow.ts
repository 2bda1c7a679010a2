import { mayFail } from "../../diagnosis/mayFail.ts";
import type { SnapshotLine } from "../../session/snapshotText.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

/** A node as `DOM.getDocument` gives it. */
export interface DomNode {
  nodeType: number;
  nodeValue?: string;
  localName: string;
  backendNodeId: number;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
  shadowRootType?: "open" | "closed" | "user-agent";
  contentDocument?: DomNode;
}

/** The whole document with closed shadow roots; undefined where the browser does not offer it. */
export async function piercedDocument(page: SessionPage): Promise<DomNode | undefined> {
  const asked = page.engine.cdp?.send("DOM.getDocument", { depth: -1, pierce: true });
  const answer = asked && (await mayFail(asked, "a document may go away while its closed shadow roots are read"));
  return answer?.["root"] as DomNode | undefined;
}

function attributeOf(node: DomNode, name: string): string | undefined {
  const at = node.attributes?.findIndex((entry, index) => index % 2 === 0 && entry === name) ?? -1;
  return at < 0 ? undefined : node.attributes?.[at + 1];
}

export function textOf(node: DomNode): string {
  if (node.nodeType === 3) return node.nodeValue ?? "";
  return (node.children ?? []).map(textOf).join(" ").replace(/\s+/g, " ").trim();
}

/** Visits every element; `inClosed` names the host of the closed shadow root it is in. */
function visitDom(node: DomNode, visit: (node: DomNode, inClosed: string | undefined) => void, inClosed?: string): void {
  visit(node, inClosed);
  for (const child of node.children ?? []) visitDom(child, visit, inClosed);
  for (const root of node.shadowRoots ?? []) {
    if (root.shadowRootType === "user-agent") continue;
    visitDom(root, visit, root.shadowRootType === "closed" ? node.localName : inClosed);
  }
}

const controls = new Set(["button", "input", "select", "textarea", "summary"]);
const MAX_LINES = 60;

/** Lines for the controls behind closed shadow roots: evidence that they exist, without refs, since nothing can reach them. */
export async function closedShadowLines(page: SessionPage, warn: (message: string) => void): Promise<SnapshotLine[]> {
  const root = await piercedDocument(page);
  if (!root) {
    warn("closed-shadow piercing unavailable on this browser/page");
    return [];
  }
  const lines: SnapshotLine[] = [];
  const testAttributes = page.session.config.testAttributes;
  visitDom(root, (node, host) => {
    if (!host || node.nodeType !== 1 || lines.length >= MAX_LINES) return;
    const test = testAttributes.map((name): [string, string] => [name, attributeOf(node, name) ?? ""]).find(([, value]) => value);
    const operable = controls.has(node.localName) || (node.localName === "a" && attributeOf(node, "href") !== undefined);
    const role = attributeOf(node, "role");
    if (!operable && !test && !role) return;
    const name = attributeOf(node, "aria-label") ?? textOf(node);
    lines.push([1, role ?? node.localName, name.slice(0, 120), "", { ...(test && { test }), source: "dom", closedShadowOf: host }]);
  });
  if (lines.length === 0) return [];
  warn("closed-shadow elements cannot be acted on: treat them as evidence that they exist");
  return [[0, null, "closed shadow roots:"], ...lines];
}
