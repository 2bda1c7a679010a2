import { z } from "zod";
import { configChangeSchema, configSchema, sessionConfigSchema, type ConfigChange, type ConfigPatch } from "../../config/config.ts";
import { shownConfig } from "../../config/endpoint.ts";
import { configScopes, projectOf, type ConfigScope, type ConfigViewer, type PersistentScope } from "../../config/configStore.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defaultCapabilities, type Capability } from "../../policy/capability.ts";
import type { DaemonContext } from "../context.ts";
import { deviceNamed } from "../../session/devices.ts";
import { defineTool } from "../defineTool.ts";

const persistentScope = z.enum(["user", "project"]);

const viewerOf = ({ client }: DaemonContext, session?: ConfigPatch): ConfigViewer => ({ cwd: client.cwd, env: client.env, session });

/** What a session holds to, whoever uses it: its opener's configuration, and what open_session was told. */
function sessionLayer({ sessions, admission }: DaemonContext, id: string): ConfigPatch {
  const known = sessions.peek(id) ?? sessions.dormant().find((record) => record.plan.id === id);
  if (!known) throw new DroverError("session-not-found", `no session "${id}" is open`, { hint: "list_sessions shows the open ones." });
  const { plan, config } = known;
  admission.enters(plan, "session");
  const { data: browser } = configSchema.shape.browser.safeParse(plan.browser);
  return {
    ...sessionConfigSchema.partial().parse(config ?? {}),
    headless: plan.headless,
    ...(browser && { browser }),
    ...(plan.device && { defaultDevice: plan.device }),
    ...(plan.viewport && { defaultViewport: { width: plan.viewport.width, height: plan.viewport.height } }),
  };
}

/** They depend on the client, so no layer but its own has them all. */
function capabilitiesIn(scope: ConfigScope, { client }: DaemonContext): { capabilities?: Capability[] } {
  if (scope === "defaults") return { capabilities: [...defaultCapabilities(client.kind)] };
  return scope === "resolved" ? { capabilities: [...client.capabilities] } : {};
}

/** What bounds an agent it may only tighten; `change` is undefined for a reset. */
function refuseLoosening({ client, configStore }: DaemonContext, scope: PersistentScope, viewer: ConfigViewer, change?: ConfigChange): void {
  const key = client.kind === "mcp" ? configStore.loosenedBy(scope, viewer, change) : undefined;
  if (!key) return;
  throw new DroverError("refused", `an agent may only tighten what bounds it, and this would loosen or change ${key}`, {
    hint: `Ask the person to run \`drover ${change ? "set-config" : "reset-config"}\`.`,
    failure: { source: "drover" },
  });
}

export const getConfig = defineTool({
  name: "get_config",
  family: "config",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  batch: true,
  summary: "Read the configuration: merged, or one layer.",
  details: "Precedence, lowest first: built-in defaults, environment (DROVER_*), user, project, session; what bounds a client in its environment no layer loosens. `session`: whose layer is meant, and counts in the merged one.",
  input: z.object({ scope: z.enum(configScopes).optional(), session: z.string().min(1).max(200).optional() }),
  output: z.object({ ok: z.literal(true), scope: z.string(), config: z.record(z.string(), z.unknown()), project: z.string().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { scope: "user" }],
  cli: { positional: ["scope"] },
  run: async (context, { scope = "resolved", session: id = scope === "session" ? context.usualSession() : undefined }) => {
    const session = id === undefined ? undefined : sessionLayer(context, id);
    return {
      ok: true as const,
      scope,
      config: { ...shownConfig(context.configStore.layer(scope, viewerOf(context, session))), ...capabilitiesIn(scope, context) },
      ...(scope === "project" && { project: projectOf(context.client.cwd) }),
    };
  },
});

export const setConfig = defineTool({
  name: "set_config",
  family: "config",
  capability: "human",
  effect: "write",
  needs: "daemon",
  tells: "own",
  summary: "Change the user's or the project's configuration; counts for sessions opened afterwards.",
  details: "Arrays replace; `unstable` and `endpoints` are merged one level deep; `null` takes a key out of the layer again. An agent may only tighten what bounds it. The file is machine-managed: do not edit it by hand.",
  input: z.object({ scope: persistentScope, patch: configChangeSchema }),
  output: z.object({ ok: z.literal(true), scope: persistentScope, written: z.array(z.string()), config: z.record(z.string(), z.unknown()), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ scope: "user", patch: { defaultViewport: { width: 390, height: 844 } } }],
  run: async (context, { scope, patch }) => {
    if (patch.defaultDevice) deviceNamed(patch.defaultDevice);
    if (patch.disableWebSecurity)
      context.warn("disableWebSecurity switches the same-origin policy off for every session opened from now on.");
    refuseLoosening(context, scope, viewerOf(context), patch);
    if (patch.capabilities !== undefined) context.warn("Capabilities count for clients that connect from now on.");
    return { ok: true as const, scope, written: Object.keys(patch), config: shownConfig(context.configStore.set(scope, patch, viewerOf(context))) };
  },
});

export const resetConfig = defineTool({
  name: "reset_config",
  family: "config",
  capability: "human",
  effect: "destructive",
  needs: "daemon",
  tells: "own",
  summary: "Clear the user's or the project's configuration.",
  input: z.object({ scope: persistentScope }),
  output: z.object({ ok: z.literal(true), scope: persistentScope, cleared: persistentScope }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ scope: "project" }],
  cli: { positional: ["scope"] },
  run: async (context, { scope }) => {
    refuseLoosening(context, scope, viewerOf(context));
    context.configStore.reset(scope, viewerOf(context));
    return { ok: true as const, scope, cleared: scope };
  },
});
