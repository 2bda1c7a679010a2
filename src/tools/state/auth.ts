import { z } from "zod";
import { replaceState } from "../../session/state/applyState.ts";
import { captureState } from "../../session/state/captureState.ts";
import { warnKeptAsIs } from "../secrets/keptAsIs.ts";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";
import { both, warnings } from "../storage/shapes.ts";
import { STATE_DEADLINE_MS, authSlotsOf, indexedDB, stateTool } from "./shapes.ts";

const name = z.string().min(1).describe("letters, digits, . _ -");

export const authSave = defineTool({
  ...stateTool,
  name: "auth_save",
  capability: "action",
  effect: "write",
  summary: "Save the session's log-ins (cookies, localStorage) under a name, for later sessions.",
  details: `Kept in the workspace as \`.auth-states/<name>.json\`, 0600, encrypted when DROVER_STATE_KEY is set; an earlier one of the same
name is overwritten. \`indexedDB:true\` includes databases. Start logged in with \`open_session({authState})\`.`,
  input: z.object({ name, indexedDB }),
  output: z.object({
    ok: z.literal(true),
    name: z.string(),
    path: z.string(),
    bytes: z.number(),
    cookies: z.number(),
    origins: z.array(z.string()),
    encrypted: z.boolean(),
    warnings,
  }),
  examples: [{ name: "alice" }],
  cli: { positional: ["name"] },
  deadline: STATE_DEADLINE_MS,
  run: async (context, { name: slot, indexedDB: databases = false }) => {
    const slots = await authSlotsOf(context);
    slots.check(slot);
    const state = await captureState(context.session, { indexedDB: databases }, context.warn);
    const saved = await slots.save(slot, state);
    warnKeptAsIs(context, "What was saved");
    return {
      ok: true as const,
      name: slot,
      ...saved,
      cookies: state.cookies,
      origins: state.origins,
      encrypted: slots.encrypts,
    };
  },
});

export const authLoad = defineTool({
  ...stateTool,
  name: "auth_load",
  capability: "action",
  effect: "destructive",
  summary: "Replace the session's cookies and storage with log-ins saved by auth_save.",
  details: "The same as `inject_storage_state({mode:\"replace\"})`. A file that was changed, cut short or encrypted with another key is refused and the session stays as it is. For a new session prefer `open_session({authState})`.",
  input: z.object({ name }),
  output: z.object({ ok: z.literal(true), name: z.string(), cookies: z.number(), origins: z.array(z.string()), warnings }),
  examples: [{ name: "alice" }],
  cli: { positional: ["name"] },
  deadline: STATE_DEADLINE_MS,
  run: async (context, { name: slot }) => {
    const slots = await authSlotsOf(context);
    const state = await slots.load(slot);
    return { ok: true as const, name: slot, ...(await replaceState(context.session, state, context.warn, { spool: slots.spool })) };
  },
});

export const authList = defineTool({
  name: "auth_list",
  family: "state",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  engines: both,
  batch: true,
  summary: "List the saved log-ins.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    count: z.number(),
    slots: z.array(z.object({ name: z.string(), path: z.string(), bytes: z.number(), modifiedAt: z.string() })),
  }),
  examples: [{}],
  text: ({ slots }, style) => {
    if (style.reader === "agent") return undefined;
    if (slots.length === 0) return "No log-ins are saved.";
    const rows = slots.map(({ name: slot, bytes, modifiedAt, path }) => [slot, String(bytes), modifiedAt, path]);
    return table(["NAME", "BYTES", "SAVED", "PATH"], rows, style);
  },
  run: async (context) => {
    const slots = await (await authSlotsOf(context)).list();
    return { ok: true as const, count: slots.length, slots };
  },
});

export const authDelete = defineTool({
  name: "auth_delete",
  family: "state",
  capability: "action",
  effect: "destructive",
  needs: "daemon",
  tells: "page",
  engines: both,
  batch: true,
  summary: "Delete a saved log-in.",
  input: z.object({ name }),
  output: z.object({ ok: z.literal(true), existed: z.boolean() }),
  examples: [{ name: "alice" }],
  cli: { positional: ["name"] },
  run: async (context, { name: slot }) => ({ ok: true as const, existed: await (await authSlotsOf(context)).delete(slot) }),
});
