/** Roles and names as Drover computes them, held against Chromium's own accessibility tree. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { pieces } from "../fixtures/see/accessibleNames.ts";
import { startHarness, type Harness, type HarnessPage } from "./support/pageHarness.ts";

interface Seen {
  role: string;
  name: string;
}

/** Chromium's internal words for roles that ARIA names otherwise or not at all. */
const chromiumWords: Record<string, string> = {
  Abbr: "generic",
  ColorWell: "textbox",
  Date: "textbox",
  DateTime: "textbox",
  DisclosureTriangle: "summary",
  Iframe: "iframe",
  InputTime: "textbox",
  MathMLMath: "math",
  image: "img",
  missing: "generic",
  none: "generic",
  sectionheader: "generic",
};

/** Where Drover means to differ from Chromium, and why. */
const differences: Record<string, { drover: Seen; chromium: Seen; why: string }> = {
  row: {
    drover: { role: "row", name: "1 Edit Save" },
    chromium: { role: "row", name: "" },
    why: "ARIA names rows from their content; Chromium leaves it out unless the row can be focused, and an agent needs it to tell rows apart",
  },
  rowgroup: {
    drover: { role: "rowgroup", name: "" },
    chromium: { role: "generic", name: "" },
    why: "HTML-AAM makes tbody a rowgroup; Chromium ignores it in tables that have no other use for it",
  },
  "button with titled icon": {
    drover: { role: "button", name: "Info" },
    chromium: { role: "button", name: "" },
    why: "accname lets a tooltip inside the content count; Chromium drops it and would leave the button without a name",
  },
  "uppercase style": {
    drover: { role: "button", name: "quiet" },
    chromium: { role: "button", name: "QUIET" },
    why: "text-transform is decoration: selectors, Playwright and find compare with the text as it is in the document",
  },
  figure: {
    drover: { role: "figure", name: "A caption" },
    chromium: { role: "figure", name: "" },
    why: "HTML-AAM names a figure by its figcaption; Chromium links the two as details instead",
  },
};

let harness: Harness;
let page: HarnessPage;
const chromium = new Map<string, Seen>();

beforeAll(async () => {
  harness = await startHarness();
  page = await harness.page();
  const names = Object.keys(pieces);
  await page.show(
    `<title>Names</title>` +
      names.map((name, index) => `<div>${pieces[name]?.replace(/ t(?=>)/, ` data-piece=${index}`)}</div>`).join("\n"),
  );
  const { root } = await page.cdp<{ root: { nodeId: number } }>("DOM.getDocument");
  const { nodes } = await page.cdp<{
    nodes: { backendDOMNodeId?: number; ignored: boolean; role?: { value: string }; name?: { value: string } }[];
  }>("Accessibility.getFullAXTree");
  const byBackend = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  for (const [index, name] of names.entries()) {
    const { nodeId } = await page.cdp<{ nodeId: number }>("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: `[data-piece="${index}"]`,
    });
    const { node } = await page.cdp<{ node: { backendNodeId: number } }>("DOM.describeNode", { nodeId });
    const ax = byBackend.get(node.backendNodeId);
    const role = ax?.ignored ? "none" : (ax?.role?.value ?? "missing");
    chromium.set(name, { role: chromiumWords[role] ?? role, name: (ax?.name?.value ?? "").replace(/\s+/g, " ").trim() });
  }
}, 30_000);

afterAll(() => harness?.close());

it.each(Object.keys(pieces).map((name, index) => [name, index] as const))("%s", async (name, index) => {
  const { element, nextRef } = await page.ask("describe", {
    target: { selector: `[data-piece="${index}"]` },
    nextRef: page.nextRef,
  });
  page.nextRef = nextRef;
  const seen = { role: element.role === "none" ? "generic" : element.role, name: element.name };
  const difference = differences[name];
  expect(seen).toEqual(difference?.drover ?? chromium.get(name));
  if (difference) expect(chromium.get(name)).toEqual(difference.chromium);
});
