import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { RefMint } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import type { A11yRule, MeasureApi } from "./api.ts";
import { blame } from "./blame.ts";

/** As much of axe-core as is used; its script is in this world before it is asked. */
interface AxeNode {
  element?: Element;
  target: unknown[];
  html: string;
  failureSummary?: string;
}
interface AxeRule {
  id: string;
  impact?: string | null;
  help: string;
  description: string;
  helpUrl: string;
  tags: string[];
  nodes: AxeNode[];
}
interface AxeResults {
  violations: AxeRule[];
  incomplete: AxeRule[];
  passes: AxeRule[];
  inapplicable: AxeRule[];
}
interface Axe {
  version: string;
  reset(): void;
  run(context: unknown, options: Record<string, unknown>): Promise<AxeResults>;
}

const HTML = 200;
const SUMMARY = 400;

export const accessibility: MeasureApi["accessibility"] = async ({ tags, rules, scope, maxNodes, nextRef, testAttributes }) => {
  const { axe } = globalThis as { axe?: Axe };
  if (!axe) throw new PageRefusal("internal", "axe-core is not in this document");
  if (scope !== undefined && !dom.querySelector(document, scope)) throw new PageRefusal("not-found", `nothing matches ${scope}`, { hint: "`scope` is a CSS selector of the main document." });
  const runOnly = rules.length > 0 ? { type: "rule", values: rules } : tags.length > 0 ? { type: "tag", values: tags } : undefined;
  const results = await axe.run(scope ?? document, { elementRef: true, iframes: false, resultTypes: ["violations", "incomplete"], ...(runOnly && { runOnly }) });
  const mint = new RefMint(nextRef, new NameReader(), testAttributes);
  const told = ({ id, impact, help, description, helpUrl, tags: of, nodes }: AxeRule): A11yRule => ({
    id,
    impact: impact ?? "minor",
    help,
    description,
    helpUrl,
    tags: of,
    nodeCount: nodes.length,
    nodes: nodes.slice(0, maxNodes).map(({ element, target, html, failureSummary }) => ({
      ...(blame(mint, element).element ?? { tag: "", text: "" }),
      target: target.flat().join(" >> "),
      html: openingTag(html).slice(0, HTML),
      failureSummary: (failureSummary ?? "").slice(0, SUMMARY),
    })),
  });
  return {
    violations: results.violations.map(told),
    incomplete: results.incomplete.map(told),
    passes: results.passes.length,
    inapplicable: results.inapplicable.length,
    version: axe.version,
    nextRef: mint.next,
    minted: mint.minted,
  };
};

/** What an element holds is told by its text. */
const openingTag = (html: string): string => /^<(?:"[^"]*"|'[^']*'|[^'">])*>/.exec(html)?.[0] ?? html;
