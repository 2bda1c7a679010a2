import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { playwrightScript } from "../../report/playwright/script.ts";
import { defineTool } from "../defineTool.ts";
import { doubtsOf } from "./endRecording.ts";
import { recordingOf } from "./recordingOf.ts";
import { sessionInput } from "./sessionInput.ts";

export const exportPlaywrightScript = defineTool({
  name: "export_playwright_script",
  family: "record",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  batch: false,
  summary: "The recording so far as a spec of @playwright/test that runs; path writes it.",
  details: `Each step becomes one call, with the best selector that was proven when it was recorded: a test attribute or a selector through \`page.locator\`,
role and name through \`getByRole\`. What rests on an element's place only has \`// TODO: fragile selector\` above it. Secrets are read from the
environment (\`process.env["NAME"]\`). The recording goes on; \`end_recording\` ends it.`,
  input: z.object({ ...sessionInput, path: z.string().min(1).optional().describe("workspace file that ends with .spec.ts") }),
  output: z.object({
    ok: z.literal(true),
    name: z.string(),
    source: z.string(),
    stats: z.object({ steps: z.number(), handled: z.number(), unhandled: z.number(), fragile: z.number() }),
    path: z.string().optional(),
    bytes: z.number().optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ path: "scripts/login.spec.ts" }, {}],
  cli: { positional: ["path"] },
  verbatim: true,
  text: ({ source, path, stats }, { reader }) => (reader === "person" ? (path === undefined ? source : `${path}  (${stats.handled} of ${stats.steps} steps, ${stats.fragile} fragile)`) : undefined),
  run: async (context, { session = context.usualSession(), path }) => {
    const { files, warn } = context;
    const recording = recordingOf(context, session);
    if (path !== undefined && !/\.spec\.[cm]?ts$/.test(path)) throw new DroverError("bad-path", `"${path}" is no name for a spec`, { hint: "It ends with .spec.ts, so that Playwright finds it." });
    const place = path === undefined ? undefined : files.chosenPlace("script", session, path);
    const { source, stats } = playwrightScript(recording);
    if (place) await files.writeText(place, source);
    for (const line of doubtsOf(recording)) warn(line);
    return { ok: true as const, name: recording.name, source, stats, ...(place && { path: place.path, bytes: Buffer.byteLength(source) }) };
  },
});
