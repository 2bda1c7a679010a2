import type { SessionPage } from "../../session/sessionPage.ts";
export async function pdfIn(page: SessionPage, _: { maxBytes: number; signal: AbortSignal }): Promise<Buffer | undefined> {
  return page === undefined ? Buffer.alloc(0) : undefined;
}
