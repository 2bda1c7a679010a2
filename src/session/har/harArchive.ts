import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { DroverError } from "../../protocol/errors.ts";
import { harSchema, type HarEntry } from "./harFormat.ts";

/** An archive on disk: its entries, and the bodies that lie beside it or with it in a zip. */
export interface HarArchive {
  entries: HarEntry[];
  body(entry: HarEntry): Buffer;
}

export function readArchive(file: string): HarArchive {
  if (!existsSync(file)) throw new DroverError("not-found", `there is no HAR file ${file}`, { hint: "Paths start in the workspace ($DROVER_WORKSPACE)." });
  const { json, attached } = file.endsWith(".zip") ? unzipped(file) : { json: readFileSync(file, "utf8"), attached: besides(file) };
  const parsed = harSchema.safeParse(parseJson(json));
  if (!parsed.success)
    throw new DroverError("bad-input", `${file} is not a HAR file: ${parsed.error.issues[0]?.message ?? "it does not parse"}`, {
      hint: "start_har and browsers' own tools write such files.",
    });
  return { entries: parsed.data.log.entries, body: ({ response: { content } }) => bodyOf(content, attached) };
}

function bodyOf({ text, encoding, _file }: HarEntry["response"]["content"], attached: (name: string) => Buffer | undefined): Buffer {
  if (text !== undefined) return Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
  return (_file === undefined ? undefined : attached(_file)) ?? Buffer.alloc(0);
}

function unzipped(file: string): { json: string; attached: (name: string) => Buffer | undefined } {
  try {
    const files = unzipSync(readFileSync(file));
    const main = Object.keys(files).find((name) => name.endsWith(".har"));
    const attached = (name: string) => (files[name] ? Buffer.from(files[name]) : undefined);
    return { json: main ? strFromU8(files[main]!) : "", attached };
  } catch (cause) {
    throw new DroverError("bad-input", `${file} is not a zip archive`, { cause });
  }
}

/** Bodies are looked for beside the archive and nowhere else, whatever the archive says. */
const besides = (file: string) => (name: string) => {
  const beside = path.join(path.dirname(file), path.basename(name));
  return existsSync(beside) ? readFileSync(beside) : undefined;
};

function parseJson(text: string): unknown {
  return unlessMalformed(() => JSON.parse(text));
}
