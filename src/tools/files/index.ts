import { downloadGet, downloadsCapture } from "./downloads.ts";
import { fileGet } from "./fileGet.ts";
import { filesDelete, filesList, filesPrune } from "./keptFiles.ts";
import { pdfSave } from "./pdfSave.ts";

export const fileTools = [downloadsCapture, downloadGet, pdfSave, filesList, fileGet, filesDelete, filesPrune];
