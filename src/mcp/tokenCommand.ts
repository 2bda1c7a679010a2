import { resolveHome } from "../config/home.ts";
import { DroverError } from "../protocol/errors.ts";
import { MemberTokens } from "./memberTokens.ts";

/** `drover mcp token add|list|remove`: who may come in by `--auth token`. */
export function tokenCommand(words: string[], days: string | undefined): void {
  const [verb, name, ...more] = words;
  const tokens = new MemberTokens(resolveHome());
  if (more.length > 0) throw wrongUsage(`unexpected ${more.join(" ")}`);
  if (verb === "list" && name === undefined) {
    const rows = tokens.members().map((member) => `${member.name}  added ${member.addedAt.slice(0, 10)}${member.expiresAt ? `, until ${member.expiresAt.slice(0, 10)}` : ""}`);
    console.log(rows.length > 0 ? rows.join("\n") : "Nobody has a token. Example: drover mcp token add ada");
  } else if (verb === "add" && name !== undefined) {
    if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) throw wrongUsage(`--days ${days} is no number of days`);
    console.log(tokens.add(name, days === undefined ? undefined : Number(days)));
    console.error(`That is ${name}'s token; it is not shown again. Their client sends it as \`Authorization: Bearer …\`.`);
  } else if (verb === "remove" && name !== undefined) {
    const removed = tokens.remove(name);
    if (removed === 0) throw new DroverError("not-found", `${name} has no token`, { hint: "`drover mcp token list` shows who has." });
    console.log(`${removed} token${removed === 1 ? "" : "s"} of ${name} removed: they count no more from now on.`);
  } else throw wrongUsage("token needs add NAME, list or remove NAME");
}

const wrongUsage = (message: string) => new DroverError("bad-input", message, { hint: "Usage: drover mcp token add NAME [--days N] | list | remove NAME" });
