import { mayFail } from "../../diagnosis/mayFail.ts";
import { descendants } from "../../session/frameTree.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

/** A node as `DOM.getDocument` gives it. */
export interface DomNode {
  nodeType: number;
  nodeValue?: string;
  localName: string;
  backendNodeId: number;
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

export function textOf(node: DomNode): string {
  if (node.nodeType === 3) return node.nodeValue ?? "";
  return (node.children ?? []).map(textOf).join(" ").replace(/\s+/g, " ").trim();
}

/** Closed shadow roots are read from now on as open ones are, by all tools, until the document goes. */
export async function enterClosedShadows(page: SessionPage, warn: (message: string) => void): Promise<void> {
  const { mainFrame } = page.engine;
  if (!mainFrame.enterClosedShadows) return warn("closed-shadow piercing unavailable on this browser/page");
  await mainFrame.enterClosedShadows();
  for (const frame of descendants(mainFrame).filter((each) => each !== mainFrame))
    await mayFail(Promise.resolve(frame.enterClosedShadows?.()), "a frame may go away while its closed shadow roots are looked for");
}
