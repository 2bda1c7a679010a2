import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { readingInput } from "./readingAnswer.ts";
import { browserBackends } from "./webSession.ts";
import { details } from "./webSnapshot.ts";

export const actions = ["navigate", "click", "fill", "select", "inspect", "read", "screenshot", "evaluate", "exportCookies"] as const;
export type Action = (typeof actions)[number];

export const browserInput = z.object({
  action: z.enum(actions),
  sessionId: z.string().min(1).max(200).describe("the page lives under it across calls"),
  url: z.string().min(1).optional().describe("navigate"),
  selector: z.string().min(1).optional().describe("CSS, or @eN of the latest snapshot"),
  value: z.string().optional().describe("fill, select"),
  detail: z.enum(details).optional().describe("navigate gives outline, others interactive"),
  scope: z.string().min(1).optional().describe("CSS: snapshot of that region"),
  roles: z.array(z.string().min(1)).min(1).optional().describe("only these roles"),
  ...readingInput,
  fullPage: z.boolean().optional(),
  script: z.string().min(1).optional().describe("evaluate"),
  scopeUrl: z.string().min(1).optional().describe("whose cookies to export"),
  targetSessionId: z.string().min(1).max(200).optional().describe("HTTP session that gets them"),
  syncCookiesToHttpSession: z.boolean().optional().describe("export scopeUrl's cookies after the action"),
  timeoutSeconds: z.number().positive().max(600).optional(),
  browserBackend: z.enum(browserBackends).optional().describe("when the session is made"),
  proxy: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional().describe("the same; a list takes turns"),
  timezone: z.string().min(1).optional().describe("the same"),
  locale: z.string().min(1).optional().describe("the same"),
  // A line break would end the header.
  // oxlint-disable-next-line no-control-regex
  browserProfile: z.string().min(1).max(4096).regex(/^[^\u0000-\u001f\u007f]*$/, "no control characters").optional().describe("user agent; the same"),
  saveSession: z.boolean().optional().describe("keep log-ins for this sessionId"),
});

export type BrowserInput = z.output<typeof browserInput>;

const needed: Partial<Record<Action, (keyof BrowserInput)[]>> = {
  navigate: ["url"],
  click: ["selector"],
  fill: ["selector", "value"],
  select: ["selector", "value"],
  evaluate: ["script"],
  exportCookies: ["scopeUrl"],
};

/** Names what an action lacks before anything is done. */
export function requireArguments(input: BrowserInput): void {
  const wanted = [...(needed[input.action] ?? []), ...(input.syncCookiesToHttpSession ? (["scopeUrl"] as const) : [])];
  const missing = wanted.filter((name) => input[name] === undefined);
  if (missing.length > 0)
    throw new DroverError("bad-input", `web_browser action=${input.action} needs ${missing.join(" and ")}`, {
      hint: input.syncCookiesToHttpSession && missing.includes("scopeUrl") ? "syncCookiesToHttpSession exports the cookies of scopeUrl." : `It takes ${(needed[input.action] ?? []).join(", ") || "nothing else"}.`,
    });
}
