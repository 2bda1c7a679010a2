import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Reading, ReadingArg } from "../../page/reading/api.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { pdfReading } from "./pdfInTab.ts";

/** How often a reading starts anew when the page navigates under it. */
const ATTEMPTS = 3;

let source: Promise<string> | undefined;

/** Read when it is first needed. */
const readerSource = (): Promise<string> => (source ??= readFile(path.join(import.meta.dirname, "reader.js"), "utf8"));

/** What there is to read on a page now, after whatever was done to it. */
export async function readPage(page: SessionPage, arg: ReadingArg): Promise<Reading> {
  for (let attempt = 1; ; attempt++) {
    try {
      const reading = (await readOnce(page, arg)) ?? (await bringReader(page), await readOnce(page, arg)) ?? unread();
      return reading.viewer === "pdf" ? { ...reading, ...(await pdfReading(page)) } : reading;
    } catch (thrown) {
      if (!isDroverError(thrown) || thrown.code !== "context-gone" || attempt === ATTEMPTS) throw thrown;
    }
  }
}

const readOnce = async (page: SessionPage, arg: ReadingArg): Promise<Reading | undefined> => (await page.engine.mainFrame.ask("readDocument", arg)).reading;

/** Into the documents of this page alone, once: not for the session's documents to come. */
async function bringReader(page: SessionPage): Promise<void> {
  const installed = page.engine.addScript({ source: await readerSource(), world: "isolated", order: 0, inOpenDocuments: true });
  try {
    await installed.done;
  } finally {
    installed.takeBack();
  }
}

function unread(): never {
  throw new DroverError("context-gone", "the page went on while it was being read", { hint: "Read it again." });
}
