import { DroverError } from "../../protocol/errors.ts";

export interface PdfText {
  title: string;
  author: string;
  pages: number;
  /** One heading and the text of each page. */
  markdown: string;
}

/** The words of a PDF, page by page. */
export async function readPdf({ bytes }: { bytes: Uint8Array }): Promise<PdfText> {
  const { extractText, getDocumentProxy, getMeta } = await import("unpdf");
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const [{ totalPages, text }, { info }] = [await extractText(document, { mergePages: false }), await getMeta(document)];
    const about = info as { Title?: string; Author?: string };
    return { title: about.Title ?? "", author: about.Author ?? "", pages: totalPages, markdown: text.map((words, index) => `## Page ${index + 1}\n\n${words.trim()}`).join("\n\n") };
  } catch (cause) {
    throw new DroverError("not-found", `the PDF cannot be read: ${(cause as Error).message}`, { cause, hint: "It may be broken or need a password. pdf_save and screenshot show it as a picture." });
  }
}
