import { readFileSync } from "node:fs";
import { sameEndpoint } from "../browser/attachEndpoint.ts";
import { findBrowser } from "../browser/findBrowser.ts";
import { findEngine } from "../browser/findEngine.ts";
import { type BrowserKind, engineOf } from "../browser/kinds.ts";
import type { Config } from "../config/config.ts";
import { type Endpoint, type EndpointKind, endpointNamed, usualEndpoint } from "../config/endpoint.ts";
import type { Owner } from "../policy/ownership.ts";
import type { Home } from "../config/home.ts";
import type { EngineName, Viewport } from "../engine/port.ts";
import type { Display } from "../config/display.ts";
import { DroverError } from "../protocol/errors.ts";
import { type ClientCertificate, type GateRules, needsGate } from "../guard/gateRules.ts";
import { gateKey } from "../guard/gateKey.ts";
import { keyFingerprint } from "../guard/ownCertificate.ts";
import { parseUpstream } from "../guard/upstreamAddress.ts";
import { meansFolder, profileFor } from "../config/profile.ts";
import { deviceNamed } from "./devices.ts";
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
  /** The name of an endpoint: its browsers are elsewhere. */
  on?: string;
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
  /** Where its browser is, if it is not here. */
  on?: Place;
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

/** A named endpoint and what is there. */
export interface Place {
  name: string;
  kind: EndpointKind;
  /** The browser there is this session's alone, and ends with it. */
  owned: boolean;
}

const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 720 };

/** What of the configuration a plan depends on. */
export type PlanningConfig = Pick<
  Config,
  "headless" | "browser" | "attachEndpoint" | "endpoints" | "endpoint" | "defaultDevice" | "defaultViewport" | "disableWebSecurity" | "debuggingPort" | "guard" | "allowPrivate" | "allowedOrigins" | "blockedOrigins"
>;

/** The endpoint that a request means, by its name or because nothing else was said. */
export function endpointAsked({ on, mode, profile, endpoint }: SessionRequest, config: Pick<PlanningConfig, "endpoints" | "endpoint">): Endpoint | undefined {
  if (on !== undefined && endpoint !== undefined) throw new DroverError("bad-input", "on names an endpoint and endpoint is an address of this machine: pass one of the two");
  const name = on ?? (mode === undefined && profile === undefined && endpoint === undefined ? usualEndpoint(config) : undefined);
  if (name === undefined) return undefined;
  const found = endpointNamed(name, config);
  if (found) return found;
  const names = Object.keys(config.endpoints ?? {});
  throw new DroverError("not-found", `no endpoint is named "${name}"`, {
    hint: names.length > 0 ? `There are: ${names.join(", ")}.` : `A person names one: drover endpoint add ${/^[\w.-]{1,60}$/.test(name) ? name : "lab"} http://host:4444`,
  });
}

/** How a session lives in a browser elsewhere: one of its own is forgotten with it, somebody's is attached to. */
function modeThere({ mode, profile, port }: SessionRequest, { name, owned }: Place): SessionMode {
  if (port !== undefined) throw new DroverError("bad-input", "port is for browsers that Drover starts, not for those of an endpoint");
  if (mode === "persistent" || profile !== undefined)
    throw new DroverError("bad-input", `profiles are kept on this machine, and endpoint "${name}" is elsewhere`, { hint: "Leave mode and profile out; authState or storageState starts a session logged in." });
  if (!owned) return mode ?? "attached";
  if (mode === "attached") throw new DroverError("bad-input", `endpoint "${name}" opens a browser for each session: there is none to attach to`, { hint: "Leave mode out." });
  return "incognito";
}

/** Resolves a request against the configuration and what is installed. */
export function planSession(request: SessionRequest, config: PlanningConfig, home: Home, place?: Place): SessionPlan {
  const mode = place ? modeThere(request, place) : (request.mode ?? (request.endpoint || (config.attachEndpoint && !request.profile) ? "attached" : "persistent"));
  const endpoint = place ? undefined : (request.endpoint ?? config.attachEndpoint);
  if (mode === "attached" && !endpoint && !place)
    throw new DroverError("bad-input", "an attached session needs the endpoint of a running browser", {
      hint: "Pass endpoint:\"http://127.0.0.1:9222\" or set DROVER_ATTACH_CDP.",
    });
  if (request.profile && mode !== "persistent")
    throw new DroverError("bad-input", `profile is only for persistent sessions, not ${mode} ones`);
  if (request.browser && request.engine && engineOf(request.browser) !== request.engine)
    throw new DroverError("bad-input", `browser ${request.browser} does not have the engine ${request.engine}`, { hint: "Leave one of the two out." });
  const wanted = request.browser ?? (request.engine === "firefox" ? "firefox" : (config.browser ?? request.engine ?? "chromium"));
  const headless = request.headless ?? config.headless;
  const port = mode === "attached" || place ? undefined : (request.port ?? config.debuggingPort);
  if (port && wanted === "firefox")
    throw new DroverError("bad-input", "Firefox chooses its debugging port itself", { hint: "Leave port out, or pass 0; list_sessions tells which it has." });
  const ownKey = request.clientCertificates?.length ? gateKey(home) : undefined;
  const gate = gateRules(request, config, ownKey);
  const gated = needsGate(gate);
  if (ownKey && (mode === "attached" || place || (mode === "incognito" && wanted === "firefox")))
    throw new DroverError("bad-input", mode === "attached" || place ? "clientCertificates are for browsers that Drover starts, not for attached ones or those of an endpoint" : "Firefox has clientCertificates in persistent sessions only", {
      hint: mode === "attached" || place ? "Open a persistent or incognito session." : 'Pass mode: "persistent", or use Chromium.',
    });
  if ((mode === "attached" || place) && (request.guard || request.proxy !== undefined))
    throw new DroverError("bad-input", `${request.guard ? "guard" : "proxy"} is for browsers that Drover starts, not for ${place ? "those of an endpoint" : "attached ones"}`, {
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
    browser: place ? browserThere(place, wanted, request) : mode === "attached" ? (engineAsked(request) ?? "chromium") : (findBrowser(home, wanted)?.kind ?? wanted),
    ...(mode === "persistent" && { profile: profileOf(request) }),
    ...(mode === "attached" && endpoint !== undefined && { endpoint }),
    ...(place && { on: place }),
    headless,
    ...(port !== undefined && { port }),
    ...(!headless && request.display && { display: request.display }),
    ...(device && { device }),
    viewport: viewportFor(mode, headless, preset?.viewport, size),
    ...(preset && { userAgent: preset.userAgent }),
    dialogPolicy: request.dialogPolicy ?? { mode: "raise" },
    extraArgs: [
      ...(request.webMcp && mode !== "attached" && !place && wanted !== "firefox" ? [WEB_MCP] : []),
      ...(config.disableWebSecurity && !place ? ["--disable-web-security", "--disable-site-isolation-trials"] : []),
      ...(gated && mode !== "attached" && !place && wanted !== "firefox" ? GATED_FLAGS : []),
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

/** Members of a team have profiles of their own: what one is logged in to is not another's. */
function profileOf({ id, profile, owner }: SessionRequest): string {
  const member = owner?.kind === "agent" ? owner.member : undefined;
  if (member === undefined) return profileFor(id, profile);
  if (profile !== undefined && meansFolder(profile)) throw new DroverError("bad-input", "members of a team name their profiles; folders are the server's");
  return profileFor(`${member} ${profile ?? id}`);
}

/** A socket speaks for one engine; whoever opens browsers is asked for the one that is wanted. */
function browserThere({ kind, name }: Place, wanted: string, request: SessionRequest): string {
  if (kind === "grid") return wanted;
  const engine: EngineName = kind === "bidi" ? "firefox" : "chromium";
  const asked = engineAsked(request);
  if (asked !== undefined && asked !== engine) throw new DroverError("bad-input", `endpoint "${name}" has browsers of the engine ${engine}, not ${asked}`);
  return engine;
}

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
