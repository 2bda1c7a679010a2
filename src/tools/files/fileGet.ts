import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ruleOf } from "../../files/fileKinds.ts";
import type { KeptFile } from "../../files/keptFile.ts";
import { DroverError } from "../../protocol/errors.ts";
import { exactText } from "../../session/state/bodyText.ts";
import { defineTool } from "../defineTool.ts";
import { both } from "../storage/shapes.ts";
import { keptShape, told } from "./keptShape.ts";

const MAX_BYTES = 16 * 1024 * 1024;
/** An agent pays for every byte it reads. */
const AGENT_BYTES = 256 * 1024;

export const fileGet = defineTool({
  name: "file_get",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "daemon",
  tells: "page",
  engines: both,
  summary: "Get a file that a tool has made, by id or path: where it is, and what is in it.",
  details: `\`content\` is text when the file is UTF-8, else base64 (\`encoding\`); \`pathOnly\` leaves it out. Up to ${AGENT_BYTES / 1024} KiB for agents, ${MAX_BYTES / 1024 / 1024} MiB for others. HAR archives and fetched
bodies also need \`network-body\`. Saved log-ins, states and profiles are not read out: auth_load, inject_storage_state and profile_restore load them.`,
  input: z.object({ file: z.string().min(1).describe("id of files_list, or path"), pathOnly: z.boolean().optional() }),
  output: keptShape.extend({ ok: z.literal(true), content: z.string().optional(), encoding: z.enum(["utf8", "base64"]).optional() }),
  examples: [{ file: "f0a1b2c3d4", pathOnly: true }, { file: "har/checkout.har" }],
  cli: { positional: ["file"] },
  verbatim: true,
  text: ({ content, encoding, path }, { reader }) => (reader === "agent" ? undefined : encoding === "utf8" ? content : path),
  run: async ({ files, client, require }, { file, pathOnly }) => {
    const found = await files.find(file);
    const facts = { ok: true as const, ...told(found) };
    if (pathOnly) return facts;
    refuseUnreadable(found, client.kind === "mcp" ? AGENT_BYTES : MAX_BYTES);
    if (ruleOf(found.kind).bodies) require("network-body", `reading a file of the kind "${found.kind}"`);
    const bytes = await readFile(files.workspace.path(found.path));
    const text = exactText(bytes);
    return text === undefined ? { ...facts, content: bytes.toString("base64"), encoding: "base64" as const } : { ...facts, content: text, encoding: "utf8" as const };
  },
});

function refuseUnreadable({ kind, path, bytes, files }: KeptFile, most: number): void {
  if (ruleOf(kind).secret)
    throw new DroverError("refused", `${path} holds credentials and is not read out`, {
      hint: "auth_load, inject_storage_state and profile_restore load such files; pathOnly says where it is.",
      failure: { source: "drover" },
    });
  if (files !== undefined) throw new DroverError("bad-input", `${path} is a folder of ${files} files`, { hint: "Pass the path of one of them, or pathOnly." });
  if (bytes > most)
    throw new DroverError("too-large", `${path} has ${bytes} bytes; at most ${most} are read out`, { hint: "Pass pathOnly, and read the file where it is." });
}
