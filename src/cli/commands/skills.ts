import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { closest } from "../../text/closest.ts";
import { alignedRows } from "../alignedRows.ts";
import { wrongUsage } from "../values.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";

/** They come with the installation, so that they are of its version. */
const folder = path.join(import.meta.dirname, "..", "skills");

const fileOf = (name: string): string => path.join(folder, name, "SKILL.md");

async function skills(call: Invocation): Promise<number> {
  const [verb = "list", name = "drover"] = call.words;
  const names = existsSync(folder) ? readdirSync(folder).filter((each) => existsSync(fileOf(each))).toSorted() : [];
  if (verb === "get") {
    if (!names.includes(name)) throw wrongUsage(`there is no skill "${name}"`, `There are ${names.join(", ")}.${closest(name, names) ? ` Did you mean ${closest(name, names)}?` : ""}`);
    const text = readFileSync(fileOf(name), "utf8");
    return call.show({ ok: true, name, path: fileOf(name), text }, text.trimEnd());
  }
  if (verb !== "list") throw wrongUsage(`skills has no "${verb}"`, "Usage: drover skills [get <name>]");
  const rows = names.map((each) => ({ name: each, description: /^description: (.*)$/m.exec(readFileSync(fileOf(each), "utf8"))?.[1] ?? "" }));
  return call.show({ ok: true, folder, skills: rows }, alignedRows(["SKILL", "WHEN"], rows.map(({ name: each, description }) => [each, description]), call.people));
}

export const skillsCommand: OwnCommand = {
  name: "skills",
  usage: "[get <name>]",
  words: 2,
  summary: "What an agent with a shell should know, a page for each kind of work, of this version",
  verbs: ["list", "get"],
  examples: ["skills", "skills get drover-debug"],
  run: skills,
};
