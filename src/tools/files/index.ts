import { assetExport } from "./assetExport.ts";
import { domExport } from "./domExport.ts";
import { downloadGet, downloadsCapture } from "./downloads.ts";
import { elementExport } from "./elementExport.ts";
import { fileGet } from "./fileGet.ts";
import { filesDelete, filesList, filesPrune } from "./keptFiles.ts";
import { pageArchive } from "./pageArchive.ts";
import { pdfSave } from "./pdfSave.ts";
import { getVideo, startVideo, stopVideo } from "./video.ts";

export const fileTools = [downloadsCapture, downloadGet, pdfSave, assetExport, pageArchive, elementExport, domExport, startVideo, stopVideo, getVideo, filesList, fileGet, filesDelete, filesPrune];
