import { z } from "zod";
import { deviceSchema } from "../../session/emulation/device.ts";
import { askMode, permissionPolicyShape, pickerApis } from "../../session/asks/askPolicy.ts";
import { dialogModes } from "../../session/dialogPolicy.ts";
import { wheelShape } from "../../session/live/wheel.ts";
import { defineTool } from "../defineTool.ts";
import { sessionInfo, sessionInfoSchema } from "./sessionInfo.ts";

const viewportShape = z.object({ width: z.number(), height: z.number(), deviceScaleFactor: z.number().optional(), isMobile: z.boolean().optional(), hasTouch: z.boolean().optional() });

export const sessionState = defineTool({
  name: "session_state",
  family: "sessions",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  concurrent: true,
  summary: "What is in force in a session: emulation, policies, rules for its traffic, recordings, secrets by name.",
  details: "`null` is the browser's own. Rules are told by their patterns, secrets by their names.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    session: sessionInfoSchema,
    wheel: wheelShape,
    emulation: z.object({
      viewport: viewportShape.nullable(),
      ...deviceSchema.shape,
      clockStoppedAt: z.number().optional(),
      cpuThrottleRate: z.number(),
      network: z.object({ offline: z.boolean(), latencyMs: z.number(), downloadBps: z.number(), uploadBps: z.number(), packetLoss: z.number().optional() }).optional(),
      hiddenOverlays: z.array(z.string()),
    }),
    policies: z.object({
      dialogs: z.object({ mode: z.enum(dialogModes), text: z.string().optional() }),
      permissions: permissionPolicyShape,
      notifications: z.string(),
      pickers: z.record(z.enum(pickerApis), askMode),
      confirmRequired: z.array(z.string()),
      allowedOrigins: z.array(z.string()),
      blockedOrigins: z.array(z.string()),
      guard: z.boolean(),
      proxy: z.boolean(),
    }),
    rules: z.object({ routes: z.array(z.string()), sockets: z.array(z.string()), serviceWorkers: z.array(z.string()) }),
    recording: z.object({ flow: z.string().optional(), video: z.string().optional(), har: z.string().optional(), downloads: z.boolean() }),
    secrets: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  run: async ({ session, client, calls }) => {
    const { parts, plan, config } = session;
    const { dialogs, device, throttle, clock, asks, pickers, routes, socketRules, serviceWorkerRules, flow, video, recording, downloads, secrets } = parts;
    const { network, cpuThrottleRate } = throttle.conditions;
    return {
      ok: true as const,
      session: sessionInfo(session, client, calls),
      wheel: parts.wheel.state,
      emulation: {
        viewport: parts.viewport.size,
        ...device.state,
        ...(clock.stoppedAt !== undefined && { clockStoppedAt: clock.stoppedAt }),
        cpuThrottleRate,
        ...(network && { network }),
        hiddenOverlays: config.hideOverlaySelectors,
      },
      policies: {
        dialogs: dialogs.policy,
        permissions: asks.config.permissions,
        notifications: asks.config.notifications,
        pickers: Object.fromEntries(pickerApis.map((api) => [api, pickers.modeOf(api)])) as Record<(typeof pickerApis)[number], z.infer<typeof askMode>>,
        confirmRequired: config.confirmRequired,
        allowedOrigins: config.allowedOrigins,
        blockedOrigins: config.blockedOrigins,
        guard: plan.gate?.guard === true,
        proxy: plan.gate?.proxy !== undefined,
      },
      rules: { routes: routes.patterns, sockets: socketRules.patterns, serviceWorkers: serviceWorkerRules.patterns },
      recording: {
        ...(flow.recording && { flow: flow.recording.name }),
        ...(video.options && { video: video.options.path }),
        ...(recording.options && { har: recording.options.path }),
        downloads: downloads.on,
      },
      secrets: secrets.names,
    };
  },
});
