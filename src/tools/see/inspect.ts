import { z } from "zod";
import { oneElement } from "../../session/elementTarget.ts";
import { frameOffset } from "../../session/pageCoordinates.ts";
import { onOneLine } from "../../session/snapshotText.ts";
import { defineTool } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { boxOutput, elementTarget } from "./shapes.ts";

export const inspect = defineTool({
  name: "inspect",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "An element's box, computed styles, overflow and visibility.",
  details:
    "`styles` adds camelCase property names (or custom properties) to the default set. `found: false` when a selector matches nothing.",
  input: z.object({ ...elementTarget, styles: z.array(z.string().min(1)).max(100).optional() }),
  output: z.object({
    found: z.boolean(),
    box: boxOutput.optional(),
    styles: z.record(z.string(), z.string()).optional(),
    overflowing: z.object({ x: z.boolean(), y: z.boolean() }).optional(),
    visible: z.boolean().optional(),
    childCount: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e17", styles: ["backgroundColor"] }],
  cli: { positional: ["target"] },
  run: async ({ page }, { styles, ...target }) => {
    const located = page.locate(oneElement(target));
    const seen = await located.frame.ask("inspect", { target: located.target, styles });
    if (!seen.found || located.frame === page.engine.mainFrame) return seen;
    const offset = await frameOffset(located.frame);
    const { x, y, width, height } = seen.box;
    return {
      ...seen,
      box: {
        x: offset.x + x * offset.scaleX,
        y: offset.y + y * offset.scaleY,
        width: width * offset.scaleX,
        height: height * offset.scaleY,
      },
    };
  },
  text: (data, style) => {
    if (style.reader !== "person") return undefined;
    if (!data.found || !data.box) return "not found";
    const rows: [string, string][] = [
      [
        "box",
        `${Math.round(data.box.x)},${Math.round(data.box.y)}  ${Math.round(data.box.width)}×${Math.round(data.box.height)}`,
      ],
      ["visible", String(data.visible)],
      ["overflowing", `x ${data.overflowing?.x}, y ${data.overflowing?.y}`],
      ["children", String(data.childCount)],
      ...Object.entries(data.styles ?? {}),
    ];
    const width = Math.max(...rows.map(([name]) => name.length));
    return rows.map(([name, value]) => `${paint(name.padEnd(width), "cyan", style.color)}  ${onOneLine(value)}`).join("\n");
  },
});
