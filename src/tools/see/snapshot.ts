import { z } from "zod";
import { isDroverError } from "../../protocol/errors.ts";
import { takeSnapshot, type PageSnapshot } from "../../session/pageSnapshot.ts";
import { agentText, onOneLine } from "../../session/snapshotText.ts";
import type { LocatedTarget, SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { cut } from "../text/width.ts";
import { enterClosedShadows } from "./closedShadow.ts";
import { shadowInput } from "./shadowInput.ts";
import { paintTree } from "./paintTree.ts";

const FEW_CONTROLS = 5;

function findScope(page: SessionPage, ref: string | undefined, warn: (message: string) => void): LocatedTarget | undefined {
  if (ref === undefined) return undefined;
  try {
    return page.locate({ ref });
  } catch (thrown) {
    if (!isDroverError(thrown) || thrown.code !== "ref-gone") throw thrown;
    warn(`scope ${ref} was not found: this is the whole page`);
    return undefined;
  }
}

export const snapshot = defineTool({
  name: "snapshot",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  core: true,
  summary:
    "Page as compact text: roles, names, states and refs to act on. Narrow with scope or interesting; find is cheaper for one element.",
  details: `Lines are \`role "name" [ref=eN] [test-attribute] [state]\`, indented by structure. The default stays within about
6,000 tokens: repeated siblings fold into one line that says how many there are and how to reach them, long text is cut
with \`…\`, decoration is left out, and every control in view is listed. \`[from-dom]\` marks what has no role and was found
by a test attribute or because it can be clicked; \`[from-both]\` has a role and such evidence. Frames are listed under
their \`iframe\` line, also across origins. Passwords are never shown.`,
  input: z.object({
    scope: z.string().optional().describe("ref: only what is inside it"),
    maxNodes: z.int().min(1).optional().describe("at most so many lines"),
    omit: z.array(z.string()).optional().describe("substrings of role, name or test id; matching subtrees are left out"),
    interesting: z.enum(["all", "interactive"]).optional().describe("interactive: controls only"),
    full: z.boolean().optional().describe("no folding, no budget"),
    frame: z.string().optional().describe("fN from frames_list"),
    includeShadow: shadowInput.optional().describe("open; closed too, or false for none"),
  }),
  output: z.object({
    ok: z.literal(true),
    url: z.string(),
    title: z.string(),
    scope: z.string().optional(),
    stats: z.string(),
    tree: z.string(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "includeShadow:closed sees open shadow roots only" } },
  examples: [{ scope: "e12", maxNodes: 150, omit: ["clip-thumbnail"] }, { interesting: "interactive" }],
  cli: { positional: ["scope"] },
  run: async ({ page, warn }, input) => {
    const frame = input.frame === undefined ? undefined : page.frame(input.frame);
    if (input.includeShadow === "closed") await enterClosedShadows(page, warn);
    const scope = findScope(page, input.scope, warn);
    const options = {
      frame: scope?.frame ?? frame,
      maxNodes: input.maxNodes,
      omit: input.omit,
      full: input.full,
      interactiveOnly: input.interesting === "interactive",
      shadow: input.includeShadow !== false,
    };
    const read = (target: typeof scope) => takeSnapshot(page, { ...options, scope: target?.target });
    let taken: PageSnapshot;
    let scoped = scope !== undefined;
    try {
      taken = await read(scope);
    } catch (thrown) {
      if (!scope || !isDroverError(thrown) || thrown.code !== "ref-gone") throw thrown;
      warn(`scope ${input.scope} is no longer on the page: this is the whole page`);
      scoped = false;
      taken = await read(undefined);
    }
    const warnings = [...taken.warnings];
    if (taken.modal) warnings.push(`a modal dialog is open (${taken.modal}): nothing outside it can be operated`);
    const carriedByDom = taken.stats.controls > taken.stats.semanticControls;
    const { semanticControls } = taken.stats;
    if (semanticControls < FEW_CONTROLS && !scoped)
      warnings.push(`${semanticControls === 0 ? "no control has" : semanticControls === 1 ? "only 1 control has" : `only ${semanticControls} controls have`} a role${carriedByDom ? "; the others come from the DOM walk" : ""}`);
    return {
      ok: true as const,
      url: taken.url,
      title: taken.title,
      ...(scoped && { scope: input.scope }),
      stats: describeStats(taken.stats),
      tree: taken.lines,
      warnings,
    };
  },
  render: (data) => ({ ...data, tree: agentText(data.tree) }),
  verbatim: true,
  text: (data, style) => {
    const forPerson = style.reader === "person";
    const head = [`url: ${onOneLine(data.url)}`, `title: ${onOneLine(data.title)}`, `stats: ${data.stats}`];
    if (data.scope) head.push(`scope: ${data.scope}`);
    const shown = forPerson ? head.map((line) => paint(cut(line, style.columns), "dim", style.color)) : head;
    if (data.warnings.length) shown.push("warnings:", ...data.warnings.map((line) => `- ${onOneLine(line)}`));
    return [...shown, forPerson ? paintTree(data.tree, style) : agentText(data.tree, style.whole ? undefined : "source")].join("\n");
  },
});

function describeStats(stats: PageSnapshot["stats"]): string {
  const parts = [`${stats.elements} elements`, `${stats.controls} controls`, `${stats.shown} nodes shown`];
  if (stats.folded) parts.push(`${stats.folded} folded`);
  if (stats.elided) parts.push(`${stats.elided} left out`);
  return parts.join(", ");
}
