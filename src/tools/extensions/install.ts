import { z } from "zod";
import type { Change } from "../../session/extensions.ts";
import type { SessionContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { carriedOut, requireTaken } from "./carriedOut.ts";
import { DEADLINE_MS, engines, id, installedOutput } from "./shapes.ts";

const TRUST = "An extension reads every page that this session's browser shows and may send anything anywhere: it is trusted as much as whoever drives the session.";
const NOTE = "Loaded into the running browser: pages, refs and buffers stay. Where the browser is Chromium, content scripts run in documents that load from now on: load an open page again to have them there.";
const NOTE_ANEW = "Loaded as the browser was started anew: `warnings` say what that cost.";

async function installed(context: SessionContext, change: Change): Promise<z.output<typeof installedOutput>> {
  const session = await carriedOut(context, change);
  const loaded = await session.parts.extensions.list();
  const { enabled, ...facts } = loaded.find((each) => each.id === change.id) ?? { id: change.id, name: "", version: "", path: "", enabled: true };
  requireTaken(session, change.id, enabled);
  return { ok: true, session: session.id, installed: facts, loaded, note: change.startWith ? NOTE_ANEW : NOTE };
}

export const extensionsInstall = defineTool({
  name: "extensions_install",
  family: "extensions",
  capability: "extensions",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Load an unpacked extension from the workspace into the session's browser, while it runs.",
  details: `\`path\` is a folder of the workspace with a \`manifest.json\` (version 3, or 2 where the browser still takes it); packed ones must be unpacked first. Headless or not, the browser
goes on with its pages; nothing is restarted. A Chromium that is too old for that is started anew on its profile, with its pages at their addresses, and \`warnings\` say what was lost. Only for sessions with a profile: incognito ones share a browser, and an attached one is somebody else's. What was loaded is loaded
again when the browser has to be started anew. \`id\` is made of the folder's path.

${TRUST}`,
  input: z.object({ path: z.string().min(1).describe("folder in the workspace") }),
  output: installedOutput,
  deadline: DEADLINE_MS,
  engines,
  examples: [{ path: "extensions/my-helper" }],
  cli: { positional: ["path"] },
  run: async (context, { path }) => {
    const { session, files, warn } = context;
    const change = await session.parts.extensions.install(files.workspace.path(path), path);
    warn(TRUST);
    return installed(context, change);
  },
});

export const extensionsReload = defineTool({
  name: "extensions_reload",
  family: "extensions",
  capability: "extensions",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Load an extension anew after its files changed.",
  details: "Its manifest is read again and its worker restarted; pages that are open keep the content scripts they have until they are loaded again.",
  input: z.object({ id }),
  output: installedOutput,
  deadline: DEADLINE_MS,
  engines,
  examples: [{ id: "ext-9f2c1a0b7d3e" }],
  cli: { positional: ["id"] },
  run: async (context, { id: wanted }) => installed(context, await context.session.parts.extensions.reload(wanted)),
});
