import path from "node:path";
import { z } from "zod";
import { DroverError, isDroverError, type ErrorCode } from "../../protocol/errors.ts";
import { pressForChooser } from "../../session/action/fileChooser.ts";
import { readFrame } from "../../session/reading.ts";
import { oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { elementInput } from "./actionInput.ts";

/** What crosses to the page as text; larger files go by path. */
export const MAX_INLINE_BYTES = 32 * 1024 * 1024;

export const uploadFile = defineTool({
  name: "upload_file",
  family: "act",
  capability: "file-io",
  effect: "write",
  needs: "page",
  tells: "page",
  confirm: () => ({ file_upload: "uploading a file" }),
  summary: "Put a file into a file input, from the workspace or inline.",
  details: `Exactly one of \`path\` (inside the workspace) and \`content\` (base64, with \`name\` and \`mimeType\`). The input may be hidden;
its label, its wrapper or the button that opens its chooser will do as target. Where no input is there before the button is pressed, it is pressed, and the
chooser that it opens gets the file instead of showing itself.`,
  input: z.object({
    ...elementInput,
    path: z.string().min(1).optional(),
    content: z.string().optional().describe("base64"),
    name: z.string().min(1).optional(),
    mimeType: z.string().min(1).optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    mode: z.enum(["path", "content"]),
    name: z.string(),
    bytes: z.number(),
    mimeType: z.string().optional(),
    target: z.string(),
    fileCount: z.number(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ selector: 'input[type="file"]', path: "fixtures/avatar.png" }],
  cli: { positional: ["target", "path"], aliases: ["upload"] },
  run: async (context, { path: given, content, name, mimeType = "application/octet-stream", ...input }) => {
    const { page, files } = context;
    if ((given === undefined) === (content === undefined))
      throw new DroverError("bad-input", given === undefined ? "upload_file needs path or content" : "upload_file takes path or content, not both");
    const target = oneElement(input);
    const located = page.locate(target);
    const { frame, summary } = located;
    const { ref } = await readFrame(page, frame, "fileInput", { target: located.target });
    const taker = ref === undefined ? await pressForChooser(context, target) : { frame, input: ref };
    const { flow } = context.session.parts;
    if (flow.isOn && ref !== undefined) await flow.meet(page, frame, ref);
    if (given !== undefined) {
      const file = files.existing(given);
      await taker.frame.setFiles(taker.input, [file.path]);
      const told = { ok: true as const, mode: "path" as const, name: path.basename(file.path), bytes: file.bytes, target: summary };
      if (ref === undefined) return { ...told, fileCount: 1 };
      const held = await frame.ask("fileCount", { target: { ref } }).catch(ifInputIsGone);
      const taken = held === undefined || held === 0;
      return { ...told, fileCount: taken ? 1 : held, ...(taken && { warnings: [`The page took the file and ${held === 0 ? "cleared" : "removed"} the input.`] }) };
    }
    const bytes = decoded(content ?? "");
    const file = { name: name ?? "file", mimeType, base64: bytes.toString("base64") };
    const fileCount = await taker.frame.ask("setFileContents", ref === undefined ? { input: taker.input, files: [file] } : { target: { ref }, files: [file] });
    return { ok: true as const, mode: "content" as const, name: file.name, bytes: bytes.length, mimeType, target: summary, fileCount };
  },
});

const gone = new Set<ErrorCode>(["ref-gone", "detached", "not-found", "context-gone", "frame-gone", "page-closed"]);

/** The browser has given the file over: what the page does with its input then is its own affair. */
function ifInputIsGone(thrown: unknown): undefined {
  if (!isDroverError(thrown) || !gone.has(thrown.code)) throw thrown;
}

/** Base64 that is really base64, and not too much of it. */
export function decoded(base64: string): Buffer {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replaceAll(/\s/g, ""))) throw new DroverError("bad-input", "content is not base64");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MAX_INLINE_BYTES)
    throw new DroverError("too-large", `inline content is limited to ${MAX_INLINE_BYTES / 1024 / 1024} MB`, { hint: "Put the file into the workspace and pass its path." });
  return bytes;
}
