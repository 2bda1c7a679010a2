import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import type { Box } from "../../page/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { takePicture } from "../../session/picture.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import { readFrame } from "../../session/reading.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { PageContext } from "../context.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { elementClip } from "../pictures/elementClip.ts";
import { boxOutput, elementTarget } from "../see/shapes.ts";

const size = z.object({ width: z.number(), height: z.number() });

export const visualDiff = defineTool({
  name: "visual_diff",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  deadline: 60_000,
  summary: "Compare the page, an element or a picture with a baseline picture: what changed, where, with refs.",
  details: `\`baseline\` is a PNG of the workspace; without \`actual\` (another one) the page is pictured now: its viewport, the \`fullPage\`, or an element. \`update:true\` (needs \`file-io\`) writes that picture as the
baseline instead of comparing, and is how the first one comes about. \`mask\`: areas \`{x,y,width,height}\` of the picture, or selectors of the page, that are not compared. \`threshold\` (0.1) is
how different a colour must be, \`maxRatio\` (0) how many of the pixels may differ for \`same\`. Smoothed edges are no change. \`regions\` are the 20 largest, each with the
element that it lies in. Pictures have one pixel for a CSS pixel. The picture of the changes is in \`visual-diffs/\`; \`image:true\` returns it, too.`,
  input: z.object({
    baseline: z.string().min(1),
    actual: z.string().min(1).optional(),
    ...elementTarget,
    fullPage: z.boolean().optional(),
    mask: z.array(z.union([z.string().min(1), boxOutput])).optional(),
    threshold: z.number().min(0).max(1).optional(),
    maxRatio: z.number().min(0).max(1).optional(),
    update: z.boolean().optional(),
    image: z.boolean().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    same: z.boolean(),
    baseline: z.string(),
    updated: z.literal(true).optional(),
    width: z.number().optional(),
    height: z.number().optional(),
    sizes: z.object({ before: size, after: size }).optional(),
    changedPixels: z.number().optional(),
    ratio: z.number().optional(),
    regions: z.array(boxOutput.extend({ pixels: z.number(), element: z.object({ ref: z.string().optional(), tag: z.string(), text: z.string() }).optional() })).optional(),
    regionCount: z.number().optional(),
    diffPath: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ baseline: "baselines/home.png", update: true }, { baseline: "baselines/home.png", mask: [".clock"] }, { baseline: "before.png", actual: "after.png" }],
  cli: { positional: ["baseline", "actual"], aliases: ["diff"] },
  run: async (context, { baseline, actual, fullPage = false, mask = [], threshold = 0.1, maxRatio = 0, update = false, image = false, ...target }) => {
    const { session, page, files, signal, require } = context;
    const element = namesElement(target) ? oneElement(target) : undefined;
    refuseContradictions({ actual, update, fullPage, element: element !== undefined, selectors: mask.some((each) => typeof each === "string") });
    if (update) {
      require("file-io", "visual_diff with update");
      const place = files.chosenPlace("comparison", session.id, baseline);
      const { bytes } = await picture(context, fullPage, element && (await elementClip(page, element)));
      await files.writeBytes(place, bytes);
      return { ok: true as const, same: true, baseline: place.path, updated: true as const };
    }
    const old = existing(context, baseline);
    const now = actual === undefined ? await picture(context, fullPage, element && (await elementClip(page, element))) : undefined;
    const masks = await masksOf(page, mask, now?.origin);
    const after = now?.bytes ?? files.existing(actual ?? baseline).read();
    const { picture: shown, ...diff } = await analyse("pictureDiff", { before: old.read(), after, masks, threshold }, signal);
    const place = shown && files.place("comparison", { session: session.id, ending: ".png" });
    if (place) await files.writeBytes(place, shown);
    const data = {
      ok: true as const,
      same: diff.ratio <= maxRatio && (maxRatio > 0 || diff.changedPixels === 0),
      baseline: old.path,
      ...diff,
      regions: now ? await withElements(page, diff.regions, now.origin) : diff.regions,
      ...(place && { diffPath: place.path }),
    };
    return image && shown ? withImages(data, [{ mimeType: "image/png", data: Buffer.from(shown).toString("base64") }]) : data;
  },
});

interface Wish {
  actual: string | undefined;
  update: boolean;
  fullPage: boolean;
  element: boolean;
  selectors: boolean;
}

function refuseContradictions({ actual, update, fullPage, element, selectors }: Wish): void {
  const refuse = (message: string, hint: string) => {
    throw new DroverError("bad-input", message, { hint });
  };
  if (actual !== undefined && (update || fullPage || element)) refuse("`actual` is a picture that is there", "Leave out update, fullPage and the element, or leave out actual to picture the page.");
  if (actual !== undefined && selectors) refuse("a selector says nothing of a picture from a file", "Mask areas of it: {x,y,width,height}.");
  if (fullPage && element) refuse("fullPage and an element exclude each other", "An element's picture is already bounded by its box.");
}

function existing({ files }: PageContext, baseline: string) {
  if (files.workspace.holdsFile(baseline)) return files.existing(baseline);
  files.workspace.path(baseline);
  throw new DroverError("not-found", `there is no baseline ${baseline} in the workspace`, { hint: `visual_diff({baseline:"${baseline}", update:true}) takes it of the page as it is.` });
}

/** A picture with one pixel for a CSS pixel, and where its corner is in the document. */
async function picture({ page, warn }: PageContext, fullPage: boolean, clip: Box | undefined): Promise<{ bytes: Uint8Array; origin: { x: number; y: number } }> {
  const bytes = await takePicture(page, { format: "png", scale: "css", fullPage, ...(clip && { clip }) }, warn);
  if (clip || fullPage) return { bytes, origin: clip ?? { x: 0, y: 0 } };
  const { scrollX, scrollY } = await page.engine.mainFrame.ask("viewport", null);
  return { bytes, origin: { x: scrollX, y: scrollY } };
}

async function masksOf(page: SessionPage, mask: (string | Box)[], origin = { x: 0, y: 0 }): Promise<Box[]> {
  const selectors = mask.filter((each) => typeof each === "string");
  const boxes = selectors.length > 0 ? await page.engine.mainFrame.ask("boxesOf", { selectors }) : [];
  return [...mask.filter((each) => typeof each !== "string"), ...boxes.map((box) => ({ ...box, x: box.x - origin.x, y: box.y - origin.y }))];
}

async function withElements<Region extends Box>(page: SessionPage, regions: Region[], origin: { x: number; y: number }) {
  if (regions.length === 0) return [];
  const boxes = regions.map(({ x, y, width, height }) => ({ x: x + origin.x, y: y + origin.y, width, height }));
  const { elements } = await readFrame(page, page.engine.mainFrame, "elementsIn", { boxes });
  return regions.map((region, index) => ({ ...region, ...(elements[index] && { element: elements[index] }) }));
}
