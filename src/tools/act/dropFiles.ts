import path from "node:path";
import { z } from "zod";
import type { FileStore } from "../../files/fileStore.ts";
import type { NamedFile } from "../../page/act/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { oneTarget } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { targetInput } from "./actionInput.ts";
import { decoded, MAX_INLINE_BYTES } from "./uploadFile.ts";

const fileInput = z.object({
  path: z.string().min(1).optional(),
  contents: z.string().optional().describe("base64"),
  name: z.string().min(1).optional(),
  mimeType: z.string().min(1).optional(),
});

const fileOutput = z.object({ name: z.string(), mode: z.enum(["path", "contents"]), bytes: z.number(), mimeType: z.string() });

export const dropFiles = defineTool({
  name: "drop_files",
  family: "act",
  capability: "file-io",
  effect: "write",
  needs: "page",
  tells: "page",
  confirm: () => ({ file_upload: "dropping files" }),
  summary: "Drop files onto a drop zone.",
  details: `For uploaders without a file input: dragenter, dragover and drop are dispatched with all files in one DataTransfer. Each file is
\`{path}\` (inside the workspace) or \`{contents, name}\` (base64).`,
  input: z.object({ ...targetInput, files: z.array(fileInput).min(1).max(50) }),
  output: z.object({
    ok: z.literal(true),
    target: z.string(),
    files: z.array(fileOutput),
    totalBytes: z.number(),
    fileCount: z.number(),
    eventsFired: z.array(z.string()),
    dropDispatched: z.boolean(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ selector: "#drop-zone", files: [{ path: "fixtures/report.csv", mimeType: "text/csv" }] }],
  run: async (context, { files: given, ...input }) => {
    const { page, files: store } = context;
    const { target, coords } = oneTarget(input);
    const files = given.map((file) => readFile(store, file));
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    if (totalBytes > MAX_INLINE_BYTES) throw new DroverError("too-large", `the files have ${totalBytes} bytes together; the limit is ${MAX_INLINE_BYTES}`);
    const located = target && page.locate(target);
    const frame = located?.frame ?? page.engine.mainFrame;
    const dropped = await frame.ask("dropFiles", { files: files.map(({ file }) => file), ...(located ? { target: located.target } : { point: coords }) });
    return {
      ok: true as const,
      target: located?.summary ?? `coords=${coords?.x},${coords?.y}`,
      files: files.map(({ file, mode, bytes }) => ({ name: file.name, mode, bytes, mimeType: file.mimeType })),
      totalBytes,
      fileCount: files.length,
      ...dropped,
    };
  },
});

function readFile(store: FileStore, given: z.output<typeof fileInput>): { file: NamedFile; mode: "path" | "contents"; bytes: number } {
  const { path: place, contents, mimeType = "application/octet-stream" } = given;
  if ((place === undefined) === (contents === undefined)) throw new DroverError("bad-input", "each file needs either path or contents");
  if (place !== undefined) {
    const found = store.existing(place);
    const name = given.name ?? path.basename(found.path);
    return { file: { name, mimeType, base64: found.read().toString("base64") }, mode: "path", bytes: found.bytes };
  }
  if (given.name === undefined) throw new DroverError("bad-input", "a file with contents needs a name");
  const bytes = decoded(contents ?? "");
  return { file: { name: given.name, mimeType, base64: bytes.toString("base64") }, mode: "contents", bytes: bytes.length };
}
