import { z } from "zod";
import { mergeState, replaceState } from "../../session/state/applyState.ts";
import { captureState } from "../../session/state/captureState.ts";
import { sealedIf } from "../../session/state/stateFile.ts";
import type { StorageState } from "../../session/state/storageState.ts";
import { warnKeptAsIs } from "../secrets/keptAsIs.ts";
import { defineTool } from "../defineTool.ts";
import { cookieShape, warnings } from "../storage/shapes.ts";
import { STATE_DEADLINE_MS, givenState, indexedDB, stateInput, stateTool, stateKey } from "./shapes.ts";

export const dumpStorageState = defineTool({
  ...stateTool,
  name: "dump_storage_state",
  capability: "read",
  effect: "read",
  summary: "Return the session's cookies and localStorage of every origin it has been on; `path` also writes them to the workspace.",
  details: `The shape is Playwright's: \`{cookies, origins:[{origin, localStorage:[{name,value}]}]}\`; with \`indexedDB:true\` each origin also has
its databases, values in the tagged form of idb_get. sessionStorage is not part of a state. Origins other than the open pages' are
read in a hidden page that loads nothing from the network. Values may be credentials: files are 0600, and encrypted
(AES-256-GCM) when the caller's environment has DROVER_STATE_KEY (64 hex digits, 32 bytes in base64, or a passphrase).`,
  input: z.object({ path: z.string().min(1).optional().describe("file in the workspace"), indexedDB }),
  output: z.object({
    ok: z.literal(true),
    cookies: z.array(cookieShape),
    origins: z.array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
        indexedDB: z.array(z.unknown()).optional(),
      }),
    ),
    path: z.string().optional(),
    encrypted: z.boolean().optional(),
    warnings,
  }),
  examples: [{ path: "states/before.json" }],
  cli: { positional: ["path"] },
  deadline: STATE_DEADLINE_MS,
  run: async ({ session, files, client, warn }, { path, indexedDB: databases = false }) => {
    const place = path === undefined ? undefined : files.chosenPlace("state", session.id, path);
    const captured = await captureState(session, { indexedDB: databases }, warn);
    const state = JSON.parse(captured.json.toString()) as StorageState;
    if (!place) return { ok: true as const, ...state };
    const key = await stateKey({ client });
    await files.writeBytes(place, await sealedIf(key, captured));
    warnKeptAsIs({ session, warn }, "The file");
    return { ok: true as const, ...state, path: place.path, encrypted: key !== undefined };
  },
});

export const injectStorageState = defineTool({
  ...stateTool,
  name: "inject_storage_state",
  capability: "action",
  effect: "destructive",
  summary: "Give the session a storage state: `replace` what it has (default), or `merge` into it.",
  details: `\`state\` is the object that dump_storage_state returned, or a file in the workspace (Drover's or Playwright's JSON, or a
cookies.txt). The whole state is checked before the session is touched. \`replace\` clears cookies, localStorage and IndexedDB of
every origin the session has been on first; a database that a page holds open in another shape stays as it is, with a warning: navigate
away, and inject again. \`merge\` adds the cookies, and storage only for the origin the page is on; the others
are named in \`originsSkipped\`, and a database or store that does not fit the page's is left out with a warning. Pages that are
open show the new state after a reload. For a new session prefer \`open_session({storageState})\`.`,
  input: z.object({ state: stateInput, mode: z.enum(["replace", "merge"]).optional() }),
  output: z.object({
    ok: z.literal(true),
    mode: z.enum(["replace", "merge"]),
    cookies: z.number(),
    origins: z.array(z.string()),
    originsSkipped: z.array(z.string()).optional(),
    warnings,
  }),
  examples: [{ state: "states/before.json" }, { state: { cookies: [], origins: [] }, mode: "merge" }],
  cli: { positional: ["state"] },
  deadline: STATE_DEADLINE_MS,
  run: async (context, { state: given, mode = "replace" }) => {
    const state = await givenState(context, given);
    const { session, warn } = context;
    const applied =
      mode === "replace" ? await replaceState(session, state, warn) : await mergeState(session, session.activePage, state, warn);
    return { ok: true as const, mode, ...applied };
  },
});
