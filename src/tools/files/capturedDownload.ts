import { z } from "zod";

export const capturedDownload = z.object({
  id: z.string(),
  suggestedFilename: z.string(),
  rawSuggestedFilename: z.string().optional(),
  mimeType: z.string().optional(),
  sizeBytes: z.number(),
  path: z.string(),
});
