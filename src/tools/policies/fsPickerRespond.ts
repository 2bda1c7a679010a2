import path from "node:path";
import { z } from "zod";
import type { FileStore } from "../../files/fileStore.ts";
import { PickedPlace } from "../../files/pickedPlace.ts";
import type { PickerApi } from "../../page/asks/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { pickerApis } from "../../session/asks/askPolicy.ts";
import type { StagedFile } from "../../session/asks/pickers.ts";
import { defineTool } from "../defineTool.ts";
import { NO_PICKERS } from "./setFsPickerPolicy.ts";

const MAX_BYTES = 32 * 1024 * 1024;

const fileShape = z.object({
  path: z.string().min(1).optional().describe("in the workspace"),
  contents: z.string().optional().describe("base64"),
  name: z.string().min(1).max(255).optional(),
  mimeType: z.string().min(1).max(200).optional(),
});

type GivenFile = z.infer<typeof fileShape>;

function stagedFile(files: FileStore, api: PickerApi, { path: given, contents, name, mimeType }: GivenFile): StagedFile {
  if ((given === undefined) === (contents === undefined))
    throw new DroverError("bad-input", "each file is either a path in the workspace or contents", { hint: 'Example: {"path":"notes.md"} or {"contents":"aGk=","name":"hi.txt"}' });
  if (given === undefined) {
    if (api !== "showOpenFilePicker") throw new DroverError("bad-input", `${api} needs a path: what the page writes goes there`, { hint: 'Example: {"path":"out/report.csv"}' });
    const bytes = Buffer.from(contents ?? "", "base64");
    if (bytes.length > MAX_BYTES) throw tooLarge("contents", bytes.length);
    return { name: path.basename(name ?? "file"), bytes, ...(mimeType && { mimeType }) };
  }
  const place = new PickedPlace(files.workspace, given);
  const wanted = api === "showDirectoryPicker" ? "directory" : "file";
  if (place.kind !== undefined && place.kind !== wanted) throw new DroverError("bad-path", `${given} is a ${place.kind}, and ${api} gives a ${wanted}`);
  if (place.kind === undefined && api === "showOpenFilePicker") throw new DroverError("not-found", `there is no file ${given} in the workspace`, { hint: "showOpenFilePicker gives files that are there; showSaveFilePicker makes new ones." });
  if (place.kind === undefined && wanted === "directory") place.makeFolder([]);
  const size = api === "showOpenFilePicker" ? files.existing(given).bytes : 0;
  if (size > MAX_BYTES) throw tooLarge(given, size);
  return { workspace: files.workspace, path: given };
}

const tooLarge = (what: string, bytes: number) => new DroverError("too-large", `${what} has ${bytes} bytes; a picker gives ${MAX_BYTES} at most`, { hint: "Use upload_file where the page has a file input." });

export const fsPickerRespond = defineTool({
  name: "fs_picker_respond",
  family: "policies",
  capability: "file-io",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  concurrent: true,
  confirm: ({ api }) => ({
    ...(api !== "showSaveFilePicker" && { file_upload: `giving files to the page (${api})` }),
    ...(api !== "showOpenFilePicker" && { file_download: `letting the page write files (${api})` }),
  }),
  summary: "Stage files for the page's next file picker of that kind.",
  details: `Each file is a \`path\` in the workspace or, for showOpenFilePicker, \`contents\` (base64) with \`name\` and \`mimeType\`. Handles are the browser's own: what the
page writes to one with a \`path\` (\`createWritable\` with \`seek\`, \`truncate\`, \`keepExistingData\`; in folders also new files, folders, removals and moves) is in the workspace when
its promise resolves. A folder is read when the picker opens: at most 2,000 entries and 32 MiB. Answers wait in a queue of each API. Needs the policy \`allow\`.`,
  input: z.object({ api: z.enum(pickerApis), files: z.array(fileShape).min(1).max(100) }),
  output: z.object({
    ok: z.literal(true),
    api: z.enum(pickerApis),
    files: z.array(z.object({ name: z.string(), path: z.string().optional(), bytes: z.number().optional() })),
    staged: z.number(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { none: NO_PICKERS } },
  examples: [{ api: "showOpenFilePicker", files: [{ path: "notes.md" }] }, { api: "showSaveFilePicker", files: [{ path: "out/report.csv" }] }],
  cli: { positional: ["api"] },
  run: async ({ session, files, warn }, { api, files: given }) => {
    const staged = given.map((file) => stagedFile(files, api, file));
    const mode = session.parts.pickers.modeOf(api);
    if (mode !== "allow") warn(`The policy for ${api} is ${mode}: set_fs_picker_policy({mode:"allow"}) lets pages have this.`);
    const count = session.parts.pickers.respond(api, staged);
    const told = staged.map((file) => ("path" in file ? { name: path.basename(file.path), path: file.path } : { name: file.name, bytes: file.bytes.length }));
    return { ok: true as const, api, files: told, staged: count };
  },
});
