import { statSync } from "node:fs";
import { fileOfAddress } from "../../files/fileOfAddress.ts";
import { DroverError } from "../../protocol/errors.ts";
import { runBy } from "../../policy/inertResponse.ts";
import { judgeOrigin, shownSite } from "../../policy/originPolicy.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { SessionContext } from "../context.ts";
import { parseUrl } from "./parseUrl.ts";

/** Reads what was given as an address and holds it against the origin lists. Relative ones start at the current page. */
export async function checkedUrl(context: SessionContext & { page?: SessionPage }, given: string, doing = "navigating to"): Promise<URL> {
  const url = parseUrl(given, (context.page ?? context.session.activePage)?.url ?? "");
  const site = shownSite(url);
  // Browsers run it in the present page, past the capability that scripts need.
  if (site.protocol === "javascript:") throw new DroverError("bad-input", "a script is no address", { hint: "eval_js runs scripts." });
  if (site.protocol === "file:") checkFile(context, site);
  refuseScripts(context, url);
  const { origin } = site;
  const verdicts = context.bounds.map(({ allowedOrigins, blockedOrigins }) => judgeOrigin(url, allowedOrigins, blockedOrigins));
  if (verdicts.includes("blocked"))
    throw new DroverError("refused", `${origin} is on the blocklist (blockedOrigins)`, {
      failure: { source: "drover" },
      hint: "Whoever set the list can change it with set_config.",
    });
  if (verdicts.includes("off-allowlist")) {
    await context.confirm("navigate_off_allowlist", `${doing} ${origin}, which is not on the allowlist,`);
    if (!context.bounds.some(({ confirmRequired }) => confirmRequired.includes("navigate_off_allowlist")))
      context.warn(`${origin} is not on the allowlist (allowedOrigins).`);
    context.session.parts.guard.admit(site);
  }
  return url;
}

/** Who may not run scripts opens nothing that would run one of its own: a `view-source:` page only shows it. */
function refuseScripts({ client, require }: SessionContext, url: URL): void {
  const running = client.capabilities.has("eval") || url.protocol === "view-source:" ? undefined : runBy(url);
  if (running !== undefined) require("eval", `opening ${running},`);
}

/** A page of this machine is one of its files: agents see those of their workspace. */
function checkFile({ client, files, require }: SessionContext, url: URL): void {
  require("file-io", "opening a file of this machine");
  if (client.kind !== "mcp") return;
  const file = files.workspace.path(fileOfAddress(url.href));
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new DroverError("bad-path", `${file} is a folder, whose list leads out of the workspace`, { hint: "Open one of its files." });
}
