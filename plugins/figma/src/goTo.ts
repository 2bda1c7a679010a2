import { defineTool, ToolError, z } from "drover/plugin";

/** `/design/KEY/name`, `/file/KEY`, `/board/KEY` …: the addresses of Figma's files. */
const FILE = /^\/(design|file|board|slides|proto|make)\/([A-Za-z0-9]{10,})(?:\/|$)/;

export const goTo = defineTool({
  name: "figma.go_to",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  engines: { chromium: "full", firefox: "full" },
  summary: "Go to a file of Figma, or to a node of it, by its address: what works for those who only look.",
  details: "`url` is the address of a file; without it the file that is open is meant. `node` is an id (`1:2`), as `figma.list` and Figma's own links have it.",
  input: z.object({ url: z.string().optional(), node: z.string().regex(/^I?\d+[:-]\d+(?:;\d+[:-]\d+)*$/, "an id is like 1:2").optional() }),
  output: z.object({ ok: z.literal(true), url: z.string(), fileKey: z.string(), node: z.string().optional() }),
  examples: [{ url: "https://www.figma.com/design/abcDEF1234567890/Plan", node: "1:2" }],
  cli: { positional: ["url", "node"] },
  run: async (api, { url, node }) => {
    const current = url ?? (await api.page.evaluate(() => location.href));
    const address = URL.canParse(current) ? new URL(current) : undefined;
    const [, , fileKey] = address && /(?:^|\.)figma\.com$/.test(address.hostname) ? (FILE.exec(address.pathname) ?? []) : [];
    if (!address || fileKey === undefined) throw new ToolError("bad-input", `${current} is not the address of a file of Figma`, "It is like https://www.figma.com/design/KEY/name.");
    if (node !== undefined) address.searchParams.set("node-id", node.replaceAll(":", "-"));
    const answer = await api.callTool("navigate", { url: address.href });
    if (answer.ok === false) throw new ToolError(String(answer.error ?? "refused"), String(answer.message ?? "Figma could not be reached"));
    return { ok: true as const, url: address.href, fileKey, ...(node !== undefined && { node }) };
  },
});
