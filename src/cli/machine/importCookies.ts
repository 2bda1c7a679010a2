import { existsSync } from "node:fs";
import path from "node:path";
import { readCookies } from "../../browser/cookieStore/readCookies.ts";
import { type PersonalProfile, personalProfiles } from "../../browser/personalProfiles.ts";
import { kindOfExecutable } from "../../browser/kinds.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { note } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

/** Takes the log-ins of a domain, which are its cookies, from a browser of the person's into a session. */
export async function importCookies(call: Invocation): Promise<number> {
  const [from, domain] = [call.text("from"), call.text("domain")?.replace(/^\.|^https?:\/\/|\/.*$/g, "").toLowerCase()];
  if (from === undefined) throw wrongUsage("import needs --from", "Example: drover import --from firefox --domain example.com");
  // All of somebody's log-ins at once are more than any task needs.
  if (!domain?.includes(".") && domain !== "localhost") throw wrongUsage("import needs --domain, such as example.com");
  const source = profileNamed(from, call.text("folder"));
  const { cookies, locked } = await readCookies(source, domain, call.text("profile"));
  if (locked > 0) note(`! ${locked} cookies of ${domain} are locked with a key of the system's keyring, which is not asked: use \`drover attach\` or \`drover bridge\` for them.`);
  if (cookies.length === 0) throw new DroverError("not-found", locked > 0 ? `no cookie of ${domain} could be opened` : `${source.title} has no cookies of ${domain}`, { hint: "Is the log-in in another profile? --profile and --folder name one." });
  const { session } = call;
  await call.call("inject_storage_state", { session, mode: "merge", state: { cookies, origins: [] } });
  return call.show(
    { ok: true, session, from: source.dir, domain, imported: cookies.length, locked, names: cookies.map(({ name }) => name) },
    `${cookies.length} cookies of ${domain} from ${source.title} are in session "${session}". What a site keeps elsewhere (localStorage, passwords) was not taken.`,
  );
}

function profileNamed(from: string, folder: string | undefined): PersonalProfile {
  if (folder !== undefined) return { kind: kindOfExecutable(from), title: from, dir: path.resolve(folder) };
  const profiles = personalProfiles().filter(({ kind, dir }) => kind === from && existsSync(dir));
  const used = profiles.filter(({ dir }) => existsSync(path.join(dir, from === "firefox" ? "cookies.sqlite" : "Local State")));
  const [first, ...others] = used;
  if (!first) throw new DroverError("not-found", `no profile of ${from} was found`, { hint: "--folder names its folder: for Chromium's family the one with \"Local State\", for Firefox the one with cookies.sqlite." });
  if (others.length > 0) note(`Using ${first.dir}; there are also ${others.map(({ dir }) => dir).join(", ")} (--folder chooses).`);
  return first;
}
