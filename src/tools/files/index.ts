import { downloadGet, downloadsCapture } from "./downloads.ts";
import { pdfSave } from "./pdfSave.ts";

export const fileTools = [downloadsCapture, downloadGet, pdfSave];
