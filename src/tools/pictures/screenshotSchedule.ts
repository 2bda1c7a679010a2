import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { PictureFolder } from "./pictureFolder.ts";

const MAX_CAPTURES = 1000;
const SLACK_MS = 10_000;

export const pictureSeriesOutput = {
  ok: z.literal(true),
  intoDir: z.string(),
  capturedAt: z.array(z.number()),
  paths: z.array(z.string()),
  warnings: z.array(z.string()),
  tokensEstimate: z.number().optional(),
};

export const screenshotSchedule = defineTool({
  name: "screenshot_schedule",
  family: "pictures",
  capability: "file-io",
  effect: "read",
  needs: "page",
  tells: "page",
  concurrent: true,
  deadline: ({ everyMs, count, durationMs }) => (durationMs ?? everyMs * (count ?? 1)) + SLACK_MS,
  summary: "Pictures at a fixed interval into a workspace folder, for a count or a duration.",
  details:
    "Files are named `<number>-<offset in ms>`. At most 1,000 pictures; one that fails is a warning and the series goes on.",
  input: z.object({
    everyMs: z.int().min(100).max(60_000),
    count: z.int().min(1).max(MAX_CAPTURES).optional(),
    durationMs: z.int().min(1).optional(),
    intoDir: z.string().min(1).optional(),
    format: z.enum(["png", "jpeg"]).optional(),
  }),
  output: z.object({ ...pictureSeriesOutput, count: z.number() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ everyMs: 500, durationMs: 5000, format: "jpeg" }],
  run: async ({ page, files, signal, progress }, { everyMs, count, durationMs, intoDir, format = "png" }) => {
    if ((count === undefined) === (durationMs === undefined))
      throw new DroverError("bad-input", "pass exactly one of count and durationMs", {
        hint: "A schedule without an end is refused.",
      });
    if (durationMs !== undefined && durationMs < everyMs)
      throw new DroverError("bad-input", "durationMs is shorter than everyMs");
    const folder = new PictureFolder(page, files, intoDir, format);
    const wanted = count ?? Math.ceil((durationMs ?? 0) / everyMs);
    for (let taken = 0; taken < Math.min(wanted, MAX_CAPTURES); taken++) {
      const rest = taken * everyMs - folder.elapsedMs;
      if (rest > 0) await delay(Math.ceil(rest), undefined, { signal });
      if (folder.endedEarly()) break;
      if (durationMs !== undefined && folder.elapsedMs >= durationMs) break;
      await folder.capture();
      progress(`picture ${taken + 1}`, taken + 1, wanted);
    }
    if (wanted > MAX_CAPTURES) folder.warnings.push(`stopped at ${MAX_CAPTURES} pictures`);
    return {
      ok: true as const,
      count: folder.paths.length,
      ...(await folder.finish()),
    };
  },
});
