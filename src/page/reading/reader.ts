/** The entry of the reader's bundle, which is brought to a document when it is first read. */
import type { ReadingFormat } from "./api.ts";
import { copyOf } from "./copy.ts";
import { domOf } from "./dom.ts";
import { landmarksOf } from "./landmarks.ts";
import { mainContent } from "./mainContent.ts";
import { markdownOf } from "./markdown.ts";
import { metadataOf } from "./metadata.ts";
import { textOf } from "./plainText.ts";
import { READER_GLOBAL, type Reader } from "./readerGlobal.ts";

const writers: Record<ReadingFormat, (root: Element) => string> = {
  markdown: markdownOf,
  text: textOf,
  html: (root) => root.innerHTML.trim(),
};

const read: Reader = (document, { format, whole, scope, dom }) => {
  const about = metadataOf(document);
  const landmarks = landmarksOf(document);
  const isPdf = document.contentType === "application/pdf" || document.querySelector('body > embed[type="application/pdf"]') !== null;
  const scoped = scope === undefined ? undefined : document.querySelector(scope);
  const copy = copyOf(document, scoped ?? undefined);
  const root = whole || scoped ? copy.body : mainContent(copy, about);
  const links = root.querySelectorAll("a[href]").length;
  return {
    ...about,
    body: writers[format](root),
    links,
    landmarks,
    ...(dom && { dom: domOf(document) }),
    ...(isPdf && { viewer: "pdf" as const }),
  };
};

Object.defineProperty(globalThis, READER_GLOBAL, { value: read, configurable: true });
