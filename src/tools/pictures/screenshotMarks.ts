import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { Box } from "../../page/api.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { frameOffset, toPage } from "../../session/pageCoordinates.ts";
import { readFrame } from "../../session/reading.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { takePicture } from "../../session/picture.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { boxOutput } from "../see/shapes.ts";

const MAX_MARKS = 100;

const candidate = z.looseObject({
  ref: z.string(),
  role: z.string().optional(),
  name: z.string().optional(),
  testId: z.string().optional(),
  bbox: boxOutput.nullable().optional(),
});

type Candidate = z.output<typeof candidate>;

interface Mark {
  index: number;
  ref: string;
  role?: string;
  name?: string;
  testId?: string;
  bbox: Box | null;
  painted: boolean;
}

/** Looks a bare ref up; a row of find's answer is taken as it is. */
async function complete(page: SessionPage, given: Candidate, index: number, warn: (message: string) => void): Promise<Mark> {
  const { ref, role, name, testId, bbox } = given;
  if (bbox !== undefined)
    return { index, ref, ...(role && { role }), ...(name && { name }), ...(testId && { testId }), bbox, painted: bbox !== null };
  try {
    const { frame, target } = page.locate({ ref });
    const { element } = await readFrame(page, frame, "describe", { target });
    const box = element.box && toPage(element.box, await frameOffset(frame));
    return {
      index,
      ref,
      role: element.role,
      name: element.name,
      ...(element.test && { testId: element.test[1] }),
      bbox: box,
      painted: box !== null,
    };
  } catch (thrown) {
    if (!isDroverError(thrown) || thrown.code !== "ref-gone") throw thrown;
    warn(`${ref} is not on the page`);
    return { index, ref, bbox: null, painted: false };
  }
}

export const screenshotMarks = defineTool({
  name: "screenshot_marks",
  family: "pictures",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Picture of the viewport with numbered boxes over candidates; mapping gives each number's ref.",
  details: `A candidate is a ref, or a row of find's answer passed through. \`label\`: \`index\` (default), \`ref\` or \`role\`.
Candidates that cannot be seen stay in \`marks\` with \`painted: false\`.`,
  input: z.object({ candidates: z.array(candidate).min(1).max(MAX_MARKS), label: z.enum(["index", "ref", "role"]).optional() }),
  output: z.object({
    marks: z.array(
      z.object({
        index: z.number(),
        ref: z.string(),
        role: z.string().optional(),
        name: z.string().optional(),
        testId: z.string().optional(),
        bbox: boxOutput.nullable(),
        painted: z.boolean(),
      }),
    ),
    mapping: z.record(z.string(), z.string()),
    warnings: z.array(z.string()),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ candidates: [{ ref: "e4" }, { ref: "e9" }] }],
  run: async ({ page, warn }, { candidates, label = "index" }) => {
    const marks: Mark[] = [];
    for (const [index, each] of candidates.entries()) marks.push(await complete(page, each, index + 1, warn));
    const painted = marks.flatMap((mark) => (mark.bbox ? [{ label: labelOf(mark, label), box: mark.bbox }] : []));
    const frame = page.engine.mainFrame;
    await frame.ask("paintMarks", { marks: painted });
    try {
      const image = await takePicture(page, { format: "png", scale: "device" }, warn);
      const hidden = marks.length - painted.length;
      return withImages(
        {
          marks,
          mapping: Object.fromEntries(marks.map((mark) => [String(mark.index), mark.ref])),
          warnings: hidden ? [`${hidden} of ${marks.length} candidates are not in view and were not painted`] : [],
        },
        [{ mimeType: "image/png", data: image.toString("base64") }],
      );
    } finally {
      await mayFail(frame.ask("clearMarks", null), "the marks go with a frame that goes away");
    }
  },
});

function labelOf(mark: Mark, kind: "index" | "ref" | "role"): string {
  if (kind === "ref") return mark.ref;
  return kind === "role" ? (mark.role ?? "?") : String(mark.index);
}
