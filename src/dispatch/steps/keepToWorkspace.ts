import type { Home } from "../../config/home.ts";
import { fileOfAddress } from "../../files/fileOfAddress.ts";
import { requireCapability } from "../../policy/capability.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Call, Step } from "../call.ts";
import { workspaceOf } from "../workspaceOf.ts";

/**
 * A page of this machine shows one of its files, and may lead or show in a frame any other: what an agent reads of them is in its
 * workspace. Looked at before the tool runs and again when its answer is there, for pages that went on meanwhile. Tools that only
 * lead away may always be called.
 */
export const keepToWorkspace =
  (home: Home): Step =>
  async (call, next) => {
    const { tool, client } = call;
    if (client.kind !== "mcp") return next();
    const leads = tool.capability === "navigation";
    if (!leads) refuseForeignFiles(call, home);
    await next();
    if (!leads || tool.needs === "page") refuseForeignFiles(call, home);
  };

function refuseForeignFiles(call: Call, home: Home): void {
  const { tool, client, caller, session } = call;
  const page = call.page ?? (tool.tells === "own" ? undefined : session?.activePage);
  for (const { url } of page?.engine.frames() ?? []) {
    const address = /^(?:view-source:)?(file:.*)$/is.exec(url)?.[1];
    if (address === undefined) continue;
    requireCapability(client, "file-io", "reading a page that shows a file of this machine");
    const workspace = workspaceOf(caller, home);
    if (!workspace.holdsFile(fileOfAddress(address)))
      throw new DroverError("bad-path", `the page shows ${address}, which is not a file of the workspace`, {
        hint: `Agents see files of their workspace (${workspace.folder}). Go elsewhere with navigate, or ask the person to copy the file there.`,
        failure: { source: "drover" },
      });
  }
}
