import type { ChunkWish } from "./chunkText.ts";
import { apiSurface } from "./apiSurface.ts";
import { readFeed } from "./readFeed.ts";
import { readHtml } from "./readHtml.ts";
import { readPdf } from "./readPdf.ts";
import { structuredData } from "./structuredData.ts";

/** What the thread of documents can be asked to do. Inputs and answers are data. */
export const documentJobs = {
  readHtml,
  readPdf,
  readFeed,
  structuredData,
  apiSurface,
  chunkText: async (wish: ChunkWish) => (await import("./chunkText.ts")).chunkText(wish),
};

export type DocumentJobs = typeof documentJobs;
export type DocumentJob = keyof DocumentJobs;
export type DocumentInput<N extends DocumentJob> = Parameters<DocumentJobs[N]>[0];
export type DocumentAnswer<N extends DocumentJob> = Awaited<ReturnType<DocumentJobs[N]>>;
