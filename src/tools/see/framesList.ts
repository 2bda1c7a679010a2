import { z } from "zod";
import type { EngineFrame } from "../../engine/port.ts";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";

const originOf = (frame: EngineFrame): string => {
  const origin = URL.canParse(frame.url) ? new URL(frame.url).origin : "null";
  return origin === "null" ? "" : origin;
};

export const framesList = defineTool({
  name: "frames_list",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Frames of the page with the fN ids that snapshot and find take as `frame`.",
  details: "`f0` is the main frame. A frame keeps its id while it is on the page, also when it navigates.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    frames: z.array(
      z.object({
        frameId: z.string(),
        parentFrameId: z.string().optional(),
        url: z.string(),
        name: z.string(),
        isMainFrame: z.boolean(),
        origin: z.string(),
      }),
    ),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  cli: { aliases: ["frames"] },
  run: async ({ page }) => ({
    ok: true as const,
    frames: page.engine.frames().map((frame) => ({
      frameId: page.frameId(frame),
      ...(frame.parent && { parentFrameId: page.frameId(frame.parent) }),
      url: frame.url,
      name: frame.name,
      isMainFrame: frame === page.engine.mainFrame,
      origin: originOf(frame),
    })),
  }),
  text: ({ frames }, style) =>
    style.reader === "person"
      ? table(
          ["FRAME", "IN", "NAME", "URL"],
          frames.map((frame) => [frame.frameId, frame.parentFrameId ?? "", frame.name, frame.url]),
          style,
        )
      : undefined,
});
