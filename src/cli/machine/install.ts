import { installBrowser } from "../../browser/installBrowser.ts";
import { prepareHome } from "../../config/home.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { note } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

const installable = ["chromium", "firefox", "ffmpeg"] as const;

const how = { found: "is there already", downloaded: "was downloaded", packages: "was installed from the system's packages" };

export async function install(call: Invocation): Promise<number> {
  const [given = "chromium"] = call.words;
  const what = installable.find((name) => name === given);
  if (!what) throw wrongUsage(`"${given}" cannot be installed`, `Drover installs ${installable.join(", ")}.`);
  prepareHome(call.home);
  const outcome = await installBrowser(what, { home: call.home, onProgress: (line) => note(line) });
  if (!outcome.ok)
    throw new DroverError("no-browser", `${what} could not be had: ${outcome.tried.join("; ")}`, {
      hint: `Type this: ${outcome.command}`,
      fields: { tried: outcome.tried, command: outcome.command },
    });
  const name = outcome.kind ?? what;
  const version = outcome.version ? ` ${outcome.version}` : "";
  return call.show({ what, ...outcome }, `${name}${version} ${how[outcome.how]}: ${outcome.path}`);
}
