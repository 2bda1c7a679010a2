import { readFileSync } from "node:fs";
import { type BrowserDescriptor, isAlive } from "../browser/descriptor.ts";
import { hasPipes, isPipe } from "../browser/debuggingPipe.ts";
import { findBrowser } from "../browser/findBrowser.ts";
import type { BrowserKind } from "../browser/kinds.ts";
import type { TrustedCertificate } from "../browser/firefoxProfile.ts";
import { launchBrowser, type Launched } from "../browser/launchBrowser.ts";
import { profileChoice } from "../browser/profileFolder.ts";
import type { Home } from "../config/home.ts";
import type { EngineName } from "../engine/port.ts";
import type { ClientIdentity } from "../guard/gateRules.ts";
import { certificateFingerprint, certificateFor } from "../guard/ownCertificate.ts";
import { DroverError } from "../protocol/errors.ts";
import type { SessionPlan } from "./plan.ts";

/** Starts the browser that a planned session needs. */
export async function launchFor(home: Home, plan: SessionPlan, gate?: string): Promise<Launched> {
  const browser = findBrowser(home, plan.browser as BrowserKind | EngineName);
  if (!browser) throw noBrowser(plan.browser);
  return launchBrowser({ home, browser, profile: plan.profile ? profileChoice(plan.profile) : { temporary: true }, headless: plan.headless, ...(plan.port !== undefined && { port: plan.port }), ...(gate !== undefined && { gate }), ...(plan.gate?.identity && { trusted: trustedBy(plan.gate.identity) }), ...(plan.display && { display: plan.display }), extraArgs: plan.extraArgs });
}

/** The certificates that the gate shows in servers' places. */
function trustedBy({ certificates, ownKey }: ClientIdentity): TrustedCertificate[] {
  const key = readFileSync(ownKey, "utf8");
  return certificates.map(({ origin }) => {
    const { hostname, port } = new URL(origin);
    const host = hostname.replace(/^\[|\]$/g, "");
    return { place: `${hostname}:${port || 443}`, fingerprint: certificateFingerprint(certificateFor(host, key).cert) };
  });
}

/** What Drover does not install is to be had from its makers. */
const makers: Record<string, string> = {
  chrome: "https://www.google.com/chrome/",
  edge: "https://www.microsoft.com/edge/download",
  brave: "https://brave.com/download/",
};

export function noBrowser(browser: string): DroverError {
  const maker = makers[browser];
  const hint = maker ? `Get it from ${maker}, or leave \`browser\` out to use another one.` : `Run \`drover install ${browser}\`.`;
  return new DroverError("no-browser", `no ${browser} browser was found on this machine`, { hint });
}

/** Which browser serves a session: those with the same key share one. */
export function poolKey(plan: SessionPlan): string {
  if (plan.mode === "attached") return `attached ${plan.endpoint}`;
  if (plan.mode === "persistent") return `persistent ${plan.browser} ${plan.profile}`;
  return `incognito ${plan.browser} ${plan.headless} ${plan.port ?? "no port"} ${plan.extraArgs.join(" ")}`;
}

/** Was it started just as this session wants it? */
export const fits = (descriptor: BrowserDescriptor, plan: SessionPlan): boolean =>
  isAlive(descriptor) && (plan.gate === undefined || plan.mode !== "persistent") && descriptor.headless === plan.headless && portSuits(descriptor, plan) && plan.extraArgs.every((flag) => descriptor.flags.includes(flag));

/** Other programs reach it as this session's opener asked, or not at all. Firefox has its port in any case. */
function portSuits({ engine, endpoint, flags }: BrowserDescriptor, { port }: SessionPlan): boolean {
  if (engine === "firefox") return true;
  if (port === undefined) return isPipe(endpoint) || !hasPipes;
  return !isPipe(endpoint) && (port === 0 || flags.includes(`--remote-debugging-port=${port}`));
}

/** May this running browser serve that session? */
export function suits(descriptor: BrowserDescriptor, plan: SessionPlan): boolean {
  const kindSuits = descriptor.kind === plan.browser || descriptor.engine === plan.browser;
  if (!kindSuits) return false;
  if (plan.mode === "persistent") return !descriptor.temporary && descriptor.profile === plan.profile;
  return (
    descriptor.temporary &&
    descriptor.headless === plan.headless &&
    portSuits(descriptor, plan) &&
    plan.extraArgs.every((flag) => descriptor.flags.includes(flag))
  );
}
