import { readFileSync } from "node:fs";
import { sameEndpoint } from "../browser/attachEndpoint.ts";
import { findBrowser } from "../browser/findBrowser.ts";
import { findEngine } from "../browser/findEngine.ts";
import { type BrowserKind, engineOf } from "../browser/kinds.ts";
import type { Config } from "../config/config.ts";
import type { Owner } from "../policy/ownership.ts";
import type { Home } from "../config/home.ts";
import type { EngineName, Viewport } from "../engine/port.ts";
import type { Display } from "../config/display.ts";
import { DroverError } from "../protocol/errors.ts";
import { type ClientCertificate, type GateRules, needsGate } from "../guard/gateRules.ts";
import { keyFingerprint } from "../guard/ownCertificate.ts";
import { parseUpstream } from "../guard/upstreamAddress.ts";
import { profileFor } from "../config/profile.ts";
import { deviceNamed } from "./devices.ts";
import { gateKey } from "./gateKey.ts";
import type { DialogPolicy } from "./dialogPolicy.ts";

export type { ClientCertificate } from "../guard/gateRules.ts";

export const sessionModes = ["persistent", "incognito", "attached"] as const;
export type SessionMode = (typeof sessionModes)[number];

/** What a caller asked for, before defaults. */
export interface SessionRequest {
  id: string;
  mode?: SessionMode;
  browser?: BrowserKind;
  engine?: EngineName;
  /** A name, or an absolute path. */
  profile?: string;
  endpoint?: string;
  headless?: boolean;
  /** A debugging port for other programs; 0 lets the browser choose. */
  port?: number;
  guard?: boolean;
  proxy?: string;
  ignoreTlsErrors?: boolean;
  /** Chromium: pages may offer tools to agents. */
  webMcp?: boolean;
  /** Files by their absolute paths. */
  clientCertificates?: ClientCertificate[];
  /** The caller's, for a window. */
  display?: Display;
  device?: string;
  viewport?: { width: number; height: number };
  dialogPolicy?: DialogPolicy;
  /** Archives that answer the session's requests; absolute paths. */
  hars?: string[];
  /** Who asks. */
  owner?: Owner;
  /** Whether other agents may use it; unless it is said, a person's may be used and an agent's not. */
  shared?: boolean;
}

/** A session as it will be opened: enough to open it again after its browser or its daemon died. */
export interface SessionPlan {
  id: string;
  mode: SessionMode;
  /** A browser kind; for an attached browser its engine. */
  browser: string;
  profile?: string;
  endpoint?: string;
  headless: boolean;
  port?: number;
  display?: Display;
  device?: string;
  viewport: Viewport | null;
  userAgent?: string;
  dialogPolicy: DialogPolicy;
  extraArgs: string[];
  /** What its traffic is held to. */
  gate?: GateRules;
  ignoreTlsErrors?: boolean;
  hars?: string[];
  openedAt: number;
  owner?: Owner;
  shared?: boolean;
  /** What people call it. */
  name?: string | undefined;
}

const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 720 };

/** What of the configuration a plan depends on. */
export type PlanningConfig = Pick<
  Config,
  "headless" | "browser" | "attachEndpoint" | "defaultDevice" | "defaultViewport" | "disableWebSecurity" | "debuggingPort" | "guard" | "allowPrivate" | "allowedOrigins" | "blockedOrigins"
>;

/** Resolves a request against the configuration and what is installed. */
export function planSession(request: SessionRequest, config: PlanningConfig, home: Home): SessionPlan {
  const mode = request.mode ?? (request.endpoint || (config.attachEndpoint && !request.profile) ? "attached" : "persistent");
  const endpoint = request.endpoint ?? config.attachEndpoint;
  if (mode === "attached" && !endpoint)
    throw new DroverError("bad-input", "an attached session needs the endpoint of a running browser", {
      hint: "Pass endpoint:\"http://127.0.0.1:9222\" or set DROVER_ATTACH_CDP.",
    });
  if (request.profile && mode !== "persistent")
    throw new DroverError("bad-input", `profile is only for persistent sessions, not ${mode} ones`);
  if (request.browser && request.engine && engineOf(request.browser) !== request.engine)
    throw new DroverError("bad-input", `browser ${request.browser} does not have the engine ${request.engine}`, { hint: "Leave one of the two out." });
  const wanted = request.browser ?? (request.engine === "firefox" ? "firefox" : (config.browser ?? request.engine ?? "chromium"));
  const headless = request.headless ?? config.headless;
  const port = mode === "attached" ? undefined : (request.port ?? config.debuggingPort);
  if (port && wanted === "firefox")
    throw new DroverError("bad-input", "Firefox chooses its debugging port itself", { hint: "Leave port out, or pass 0; list_sessions tells which it has." });
  const ownKey = request.clientCertificates?.length ? gateKey(home) : undefined;
  const gate = gateRules(request, config, ownKey);
  const gated = needsGate(gate);
  if (ownKey && (mode === "attached" || (mode === "incognito" && wanted === "firefox")))
    throw new DroverError("bad-input", mode === "attached" ? "clientCertificates are for browsers that Drover starts, not for attached ones" : "Firefox has clientCertificates in persistent sessions only", {
      hint: mode === "attached" ? "Open a persistent or incognito session." : 'Pass mode: "persistent", or use Chromium.',
    });
  if (mode === "attached" && (request.guard || request.proxy !== undefined))
    throw new DroverError("bad-input", `${request.guard ? "guard" : "proxy"} is for browsers that Drover starts, not for attached ones`, {
      hint: "Open a persistent or incognito session.",
    });
  if (request.ignoreTlsErrors && (mode === "attached" || (mode === "persistent" && wanted === "firefox")))
    throw new DroverError("bad-input", mode === "attached" ? "ignoreTlsErrors is for browsers that Drover starts, not for attached ones" : "Firefox accepts any certificate in incognito sessions only", {
      hint: mode === "attached" ? "Open a persistent or incognito session." : 'Pass mode: "incognito", or use Chromium.',
    });
  const device = request.device ?? config.defaultDevice;
  const preset = device ? deviceNamed(device) : undefined;
  const size = request.viewport ?? config.defaultViewport;
  return {
    id: request.id,
    mode,
    browser: mode === "attached" ? (engineAsked(request) ?? "chromium") : (findBrowser(home, wanted)?.kind ?? wanted),
    ...(mode === "persistent" && { profile: profileFor(request.id, request.profile) }),
    ...(mode === "attached" && { endpoint }),
    headless,
    ...(port !== undefined && { port }),
    ...(!headless && request.display && { display: request.display }),
    ...(device && { device }),
    viewport: viewportFor(mode, headless, preset?.viewport, size),
    ...(preset && { userAgent: preset.userAgent }),
    dialogPolicy: request.dialogPolicy ?? { mode: "raise" },
    extraArgs: [
      ...(request.webMcp && mode !== "attached" && wanted !== "firefox" ? [WEB_MCP] : []),
      ...(config.disableWebSecurity ? ["--disable-web-security", "--disable-site-isolation-trials"] : []),
      ...(gated && mode !== "attached" && wanted !== "firefox" ? GATED_FLAGS : []),
      ...(ownKey && wanted !== "firefox" ? [`--ignore-certificate-errors-spki-list=${keyFingerprint(readFileSync(ownKey, "utf8"))}`] : []),
    ],
    ...(gated && { gate }),
    ...(request.ignoreTlsErrors && { ignoreTlsErrors: true }),
    ...(request.hars && { hars: request.hars }),
    openedAt: Date.now(),
    ...(request.owner && { owner: request.owner }),
    ...(request.shared !== undefined && { shared: request.shared }),
  };
}

/** How Chromium is started for pages to offer tools. */
export const WEB_MCP = "--enable-features=WebMCP";

/** Whatever does not go through the gate resolves no name, and talks to nobody over UDP. */
const GATED_FLAGS = ["--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];

function gateRules({ guard, proxy, clientCertificates = [], ignoreTlsErrors }: SessionRequest, config: PlanningConfig, ownKey: string | undefined): GateRules {
  if (proxy !== undefined) parseUpstream(proxy);
  return {
    guard: guard === true || config.guard === true,
    allowPrivate: config.allowPrivate ?? [],
    allowedOrigins: config.allowedOrigins,
    blockedOrigins: config.blockedOrigins,
    ...(proxy !== undefined && { proxy }),
    ...(ownKey !== undefined && { identity: { certificates: clientCertificates, ownKey, ...(ignoreTlsErrors && { trustsAll: true }) } }),
  };
}

const engineAsked = ({ engine, browser }: SessionRequest): EngineName | undefined => engine ?? (browser && engineOf(browser));

/** A browser that is attached to shows which engine it has, unless the request has said so. */
export async function recognised(plan: SessionPlan, request: SessionRequest): Promise<SessionPlan> {
  if (plan.mode !== "attached" || plan.endpoint === undefined || engineAsked(request)) return plan;
  const { engine } = await findEngine(plan.endpoint);
  return { ...plan, browser: engine };
}

export const isAttachedTo = ({ mode, endpoint }: SessionPlan, given: string | undefined): boolean =>
  mode === "attached" && endpoint !== undefined && given !== undefined && sameEndpoint(endpoint, given);

/** What whoever gets a browser of this plan must know. */
export const dangersOf = ({ mode, extraArgs, ignoreTlsErrors }: SessionPlan): string[] => [
  ...(mode !== "attached" && extraArgs.includes("--disable-web-security")
    ? ["disableWebSecurity is on: this browser does not enforce the same-origin policy. Use it for tests only."]
    : []),
  ...(ignoreTlsErrors ? ["ignoreTlsErrors is on: servers need not prove who they are. Use it for tests only."] : []),
];

/** An explicit size wins over a preset's, which keeps its scale, touch and mobile layout. */
function viewportFor(
  mode: SessionMode,
  headless: boolean,
  preset: Viewport | undefined,
  size: { width: number; height: number } | undefined,
): Viewport | null {
  if (preset || size) return { ...DEFAULT_VIEWPORT, ...preset, ...size };
  return mode === "attached" || !headless ? null : DEFAULT_VIEWPORT;
}
