import { inDocumentThread } from "../../analysis/documents/documentThread.ts";
import type { Reading } from "../../page/reading/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { documentEntry } from "./documentStatus.ts";

const MAX_BYTES = 50 * 1024 * 1024;
const PATIENCE_MS = 60_000;

/** What a PDF says that a tab shows: its bytes are the browser's, because there is nothing to read in its viewer. */
export async function pdfReading(page: SessionPage): Promise<Pick<Reading, "title" | "byline" | "body">> {
  const body = await bytesOf(page).catch((cause: unknown) => {
    throw new DroverError("not-found", `the browser does not give the PDF of this tab: ${(cause as Error).message}`, { cause, hint: "web_scrape gets it by its address; screenshot shows it." });
  });
  const { title, author, markdown } = await inDocumentThread("readPdf", { bytes: new Uint8Array(body) }, AbortSignal.timeout(PATIENCE_MS));
  return { title: title || page.title, byline: author, body: markdown };
}

/** Chromium hands the response to its viewer and tells the viewer's own page as its body: it is asked again, out of its cache where it may. */
async function bytesOf(page: SessionPage): Promise<Buffer> {
  if (page.engine.loadResource) return page.engine.loadResource(page.url, MAX_BYTES);
  const entry = documentEntry(page);
  if (!entry) throw new Error("its request is not known any more");
  const { body, base64Encoded } = await page.engine.responseBody(entry.engineId);
  return Buffer.from(body, base64Encoded ? "base64" : "latin1");
}
