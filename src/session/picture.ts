import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineFrame, PdfOptions, ScreenshotOptions } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import type { SessionPage } from "./sessionPage.ts";

type Warn = (line: string) => void;

/** How often a picture is taken of a page that draws a secret elsewhere meanwhile. */
const ATTEMPTS = 4;

/** The one way to a picture of a page: registered values are covered before it is taken. */
export const takePicture = (page: SessionPage, options: ScreenshotOptions, warn: Warn): Promise<Buffer> =>
  covered(page, { warn, forPrint: false, what: "the picture" }, () => page.engine.screenshot(options));

/** The one way to a print of a page: what holds registered values is left out. */
export const printPage = (page: SessionPage, options: PdfOptions, warn: Warn): Promise<Buffer> =>
  covered(page, { warn, forPrint: true, what: "the print" }, async () => blackedOut(page, await page.engine.pdf(options)));

/** A print has the page's title and its links as text. Their length stays, because places in the file are counted. */
function blackedOut({ session }: SessionPage, pdf: Buffer): Buffer {
  for (const { from, to } of session.exit.findMasked(pdf.toString("latin1"))) pdf.fill("*", from, to);
  return pdf;
}

async function covered(page: SessionPage, { warn, forPrint, what }: { warn: Warn; forPrint: boolean; what: string }, take: () => Promise<Buffer>): Promise<Buffer> {
  if (!page.session.exit.masks) return take();
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = await coverFrames(page, forPrint);
      const image = await take();
      const after = await coverFrames(page, forPrint);
      if (before.places !== after.places) continue;
      if (before.names.size > 0) warn(`Covered in ${what}: ${[...before.names].map((name) => `<${name}>`).join(", ")}. What a canvas, an image or a video draws is not looked at.`);
      return image;
    }
  } finally {
    await Promise.all(page.engine.frames().map((frame) => mayFail(frame.ask("uncover", null), "the covers go with a frame that goes away")));
  }
  throw new DroverError("unstable", `the page moves a registered secret about, so ${what} was not kept`, {
    hint: "Wait until the page is still, or look with snapshot, which masks it.",
    failure: { source: "app" },
  });
}

interface Covered {
  names: Set<string>;
  /** Where covers are: whether the picture is of what was covered. */
  places: string;
}

async function coverFrames(page: SessionPage, forPrint: boolean): Promise<Covered> {
  const names = new Set<string>();
  const places = await Promise.all(
    page.engine.frames().map((frame) => coverFrame(page, frame, forPrint, names)),
  );
  return { names, places: JSON.stringify(places) };
}

async function coverFrame(page: SessionPage, frame: EngineFrame, forPrint: boolean, names: Set<string>): Promise<unknown> {
  const { exit } = page.session;
  const drawn = await mayFail(frame.ask("drawnTexts", null), "a frame may go away, or not be the browser's to ask");
  if (!drawn) return undefined;
  const spans = exit.findMasked(drawn.text).map((span) => ({ from: span.from, to: span.to, label: labelOf(span.names, names) }));
  const controls = drawn.controls.flatMap((text, index) => {
    const [first] = exit.findMasked(text);
    return first ? [{ index, label: labelOf(first.names, names) }] : [];
  });
  if (spans.length === 0 && controls.length === 0) return [];
  return (await frame.ask("cover", { spans, controls, forPrint })).boxes;
}

function labelOf(found: readonly string[], names: Set<string>): string {
  for (const name of found) names.add(name);
  return found.map((name) => `<${name}>`).join("");
}
