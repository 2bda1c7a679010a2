import { readFile } from "node:fs/promises";
import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { capturedDownload } from "../../session/downloads.ts";

export const downloadsCapture = defineTool({
  name: "downloads_capture",
  family: "files",
  capability: "file-io",
  effect: "write",
  needs: "session",
  tells: "page",
  batch: true,
  confirm: ({ on }) => (on ? { file_download: "keeping downloads" } : {}),
  summary: "Keep what pages of this session download, or discard it again.",
  details: `Off at first: downloads are discarded, and an action that causes one says so in \`warnings\`. While it is on they are kept in
\`.downloads/<session>/\` of the workspace under a name of their own, and the action's result lists them in \`downloads\`. The page's name
is cleaned of separators, leading dots and control characters; \`rawSuggestedFilename\` is what it was. \`clear\`, with \`on: false\`,
also deletes the files. A session that is opened again starts with it off. Another session on the same profile goes on discarding its own.`,
  input: z.object({ on: z.boolean(), clear: z.boolean().optional() }),
  output: z.object({ ok: z.literal(true), captureOn: z.boolean(), storageDir: z.string(), captured: z.array(capturedDownload), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ on: true }, { on: false, clear: true }],
  cli: { positional: ["on"] },
  run: async ({ session, files }, { on, clear }) => {
    const storageDir = files.sessionFolder("download", session.id);
    if (on) {
      await files.makeRoom("download");
      await session.parts.downloads.keepIn(storageDir);
    } else await session.parts.downloads.discard({ clear });
    return { ok: true as const, captureOn: session.parts.downloads.on, storageDir, captured: session.parts.downloads.list() };
  },
});

export const downloadGet = defineTool({
  name: "download_get",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "session",
  tells: "page",
  summary: "Get a captured download: its path, and its bytes as base64.",
  details: "`id` is the one in an action's `downloads`. `pathOnly` leaves the bytes out.",
  input: z.object({ id: z.string().min(1), pathOnly: z.boolean().optional() }),
  output: capturedDownload.extend({ ok: z.literal(true), content: z.string().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ id: "d1", pathOnly: true }],
  cli: { positional: ["id"] },
  run: async ({ session }, { id, pathOnly }) => {
    const found = session.parts.downloads.get(id);
    if (!found)
      throw new DroverError("not-found", `there is no captured download "${id}"`, {
        hint: session.parts.downloads.on ? "downloads_capture({on:true}) lists those there are." : "Turn capture on with downloads_capture({on:true}) first.",
      });
    return { ok: true as const, ...found, ...(!pathOnly && { content: (await readFile(found.path)).toString("base64") }) };
  },
});
