import { z } from "zod";
import { oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { elementTarget } from "../see/shapes.ts";
import { readTarget, refuted, verified, verifiedOutput } from "./verification.ts";

const SHOWN = 200;

const common = {
  family: "verify",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  output: verifiedOutput,
  engines: { chromium: "full", firefox: "full" },
} as const;

export const verifyVisible = defineTool({
  ...common,
  name: "verify_visible",
  summary: "Assert that an element can be seen.",
  details:
    "It has a box, is displayed, not transparent and not covered; further down the page is visible too. `failure.actual` says why not.",
  input: z.object(elementTarget),
  examples: [{ selector: "[role=alert]" }],
  cli: { positional: ["target"] },
  run: async ({ page }, target) => {
    const { hidden, coveredBy } = await readTarget(page, target, { kind: "visible", expected: "visible" });
    if (hidden)
      throw refuted({ kind: "visible", expected: "visible", actual: hidden, ...(coveredBy && { evidence: { coveredBy } }) });
    return verified;
  },
});

export const verifyText = defineTool({
  ...common,
  name: "verify_text",
  summary: "Assert an element's visible text: a part of it in any case, or all of it with exact.",
  input: z.object({ ...elementTarget, text: z.string(), exact: z.boolean().optional() }),
  examples: [{ selector: '[data-testid="status-chip"]', text: "Reviewed" }],
  cli: { positional: ["target", "text"] },
  run: async ({ page }, { text, exact, ...target }) => {
    const { text: actual = "" } = await readTarget(page, target, { kind: "text", expected: text });
    const wanted = text.replace(/\s+/g, " ").trim();
    const holds = exact ? actual === wanted : actual.toLowerCase().includes(wanted.toLowerCase());
    if (!holds) throw refuted({ kind: "text", expected: text, actual: actual.slice(0, SHOWN) });
    return verified;
  },
});

export const verifyValue = defineTool({
  ...common,
  name: "verify_value",
  summary: "Assert the value of a form control, exactly.",
  details: "Passwords are compared inside the page and never reported.",
  input: z.object({ ...elementTarget, value: z.string() }),
  examples: [{ ref: "e8", value: "Engineering" }],
  cli: { positional: ["target", "value"] },
  run: async ({ page }, { value, ...target }) => {
    const reading = await readTarget(page, target, { kind: "value", expected: value });
    const located = page.locate(oneElement(target));
    const holds = await located.frame.ask("holdsValue", { target: located.target, value });
    if (!holds) throw refuted({ kind: "value", expected: value, actual: reading.value?.slice(0, SHOWN) ?? "(not shown)" });
    return verified;
  },
});

export const verifyAttribute = defineTool({
  ...common,
  name: "verify_attribute",
  summary: "Assert that an element has an attribute, or that it has this value.",
  input: z.object({ ...elementTarget, attr: z.string().min(1), value: z.string().optional() }),
  examples: [{ ref: "e12", attr: "aria-pressed", value: "true" }],
  cli: { positional: ["target", "attr", "value"] },
  run: async ({ page }, { attr, value, ...target }) => {
    const expected = value ?? "present";
    const { attribute = null } = await readTarget(page, target, { kind: "attribute", expected, attribute: attr });
    const holds = value === undefined ? attribute !== null : attribute === value;
    if (!holds) throw refuted({ kind: "attribute", expected, actual: attribute ?? "absent", evidence: { attr } });
    return verified;
  },
});
