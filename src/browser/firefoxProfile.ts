import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";

/** Preferences for a quiet start: no welcome pages, no updates, no reports, no restored tabs; ports chosen by Firefox. */
const preferences: Record<string, string | number | boolean> = {
  "marionette.port": 0,
  "app.normandy.enabled": false,
  "app.shield.optoutstudies.enabled": false,
  "app.update.auto": false,
  "app.update.checkInstallTime": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  "browser.contentblocking.introCount": 99,
  "browser.discovery.enabled": false,
  "browser.ml.enable": false,
  "browser.newtabpage.activity-stream.feeds.section.topstories": false,
  "browser.newtabpage.enabled": false,
  "browser.pagethumbnails.capturing_disabled": true,
  "browser.region.network.url": "",
  "browser.safebrowsing.blockedURIs.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "browser.search.update": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage": "about:blank",
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 0,
  "browser.startup.couldRestoreSession.count": -1,
  "browser.tabs.unloadOnLowMemory": false,
  "browser.tabs.warnOnClose": false,
  "browser.translations.enable": false,
  "browser.uitour.enabled": false,
  "browser.warnOnQuit": false,
  "captivedetect.canonicalURL": "",
  "datareporting.healthreport.uploadEnabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "datareporting.usage.uploadEnabled": false,
  // A JSON address shows its text, as in Chromium, and keeps its origin; the viewer's is `resource://devtools`.
  "devtools.jsonview.enabled": false,
  "dom.disable_open_during_load": false,
  "dom.max_chrome_script_run_time": 0,
  "dom.max_script_run_time": 0,
  // Tabs in the background are worked with like those in front: their timers and animations must not be put to sleep.
  "dom.min_background_timeout_value": 4,
  "dom.timeout.enable_budget_timer_throttling": false,
  "layout.throttled_frame_rate": 60,
  // As people's Firefox has it, and unlike one that is driven: a page that changes its address without end keeps the whole browser busy otherwise.
  "dom.navigation.navigationRateLimit.count": 200,
  // A page that was closed while its script ran forever must not keep a processor busy.
  "dom.ipc.tabs.shutdownTimeoutSecs": 3,
  "dom.security.https_first": false,
  "extensions.autoDisableScopes": 0,
  "extensions.blocklist.enabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "extensions.update.enabled": false,
  "fission.bfcacheInParent": false,
  "focusmanager.testmode": true,
  "geo.provider.testing": true,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.http.speculative-parallel-limit": 0,
  "network.prefetch-next": false,
  "network.dns.disablePrefetch": true,
  "network.http.http3.enable": false,
  // Where there is a proxy, nothing goes past it: not when it is down, not to this machine, not in a call.
  "network.proxy.failover_direct": false,
  "network.proxy.allow_bypass": false,
  "network.proxy.allow_hijacking_localhost": true,
  "network.proxy.socks_remote_dns": true,
  "network.proxy.socks5_remote_dns": true,
  "media.peerconnection.ice.proxy_only_if_behind_proxy": true,
  "network.trr.mode": 5,
  "security.certerrors.mitm.priming.enabled": false,
  "services.settings.server": "",
  "signon.autofillForms": false,
  "startup.homepage_welcome_url": "about:blank",
  "startup.homepage_welcome_url.additional": "",
  "termsofuse.bypassNotification": true,
  "toolkit.cosmeticAnimations.enabled": false,
  "toolkit.startup.max_resumed_crashes": -1,
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "toolkit.telemetry.server": "",
  "trailhead.firstrun.didSeeAboutWelcome": true,
};

/** As in Chromium without a window: scrollbars take no room. */
const headlessPreferences = { "ui.useOverlayScrollbars": 1 };

/** Ours, in a profile: it was last bound to a gate. */
const GATED = "drover.gated";

const gatePreferences = (gate: URL) => ({
  "network.proxy.type": 1,
  ...(gate.protocol === "socks5:"
    ? { "network.proxy.socks": gate.hostname, "network.proxy.socks_port": Number(gate.port), "network.proxy.socks_version": 5 }
    : {
        "network.proxy.http": gate.hostname,
        "network.proxy.http_port": Number(gate.port),
        "network.proxy.ssl": gate.hostname,
        "network.proxy.ssl_port": Number(gate.port),
      }),
  "network.proxy.no_proxies_on": "",
  "media.peerconnection.ice.proxy_only": true,
  [GATED]: true,
});

/** A profile keeps what it was once told: Firefox copies it into prefs.js. */
const ungatedPreferences = { "network.proxy.type": 5, "media.peerconnection.ice.proxy_only": false, [GATED]: false };

const wasGated = (profileDir: string): boolean =>
  ifPresent(() => readFileSync(path.join(profileDir, "prefs.js"), "utf8"), "a new profile has no preferences yet", "").includes(`user_pref("${GATED}", true)`);

export interface TrustedCertificate {
  /** `host:port` */
  place: string;
  /** SHA-256, in pairs with colons between them. */
  fingerprint: string;
}

interface ProfileWish {
  headless: boolean;
  gate?: string | undefined;
  trusted?: TrustedCertificate[] | undefined;
}

const EXCEPTIONS = "cert_override.txt";
const SHA256 = "OID.2.16.840.1.101.3.4.2.1";

/** Firefox's own exceptions, with ours in the place of earlier ones for the same servers. */
function writeExceptions(profileDir: string, trusted: readonly TrustedCertificate[]): void {
  const file = path.join(profileDir, EXCEPTIONS);
  const kept = ifPresent(() => readFileSync(file, "utf8"), "most profiles have no exceptions", "")
    .split("\n")
    .filter((line) => line !== "" && !trusted.some(({ place }) => line.startsWith(`${place}:\t`)));
  const ours = trusted.map(({ place, fingerprint }) => `${place}:\t${SHA256}\t${fingerprint}\t`);
  writeFileSync(file, `${[...kept, ...ours].join("\n")}\n`, { mode: 0o600 });
}

export function writeFirefoxProfile(profileDir: string, { headless, gate, trusted }: ProfileWish): void {
  mkdirSync(profileDir, { recursive: true, mode: 0o700 });
  if (trusted) writeExceptions(profileDir, trusted);
  const lines = Object.entries({ ...preferences, ...(headless && headlessPreferences), ...(gate !== undefined ? gatePreferences(new URL(gate)) : wasGated(profileDir) && ungatedPreferences) }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(path.join(profileDir, "user.js"), `${lines.join("\n")}\n`, { mode: 0o600 });
}

export function firefoxFlags(choice: { profileDir: string; headless: boolean; extraArgs?: string[] | undefined }): string[] {
  return [
    "--marionette",
    // The port number of WebDriver BiDi; 0 lets Firefox choose and write it to WebDriverBiDiServer.json.
    "--remote-debugging-port",
    "0",
    "--no-remote",
    "--profile",
    choice.profileDir,
    ...(choice.headless ? ["--headless"] : []),
    ...(choice.extraArgs ?? []),
    "about:blank",
  ];
}

/** Crash reports would open a window of their own, and the size of a headless window comes only from here. */
export const firefoxEnvironment = {
  MOZ_CRASHREPORTER_DISABLE: "1",
  MOZ_HEADLESS_WIDTH: "1280",
  MOZ_HEADLESS_HEIGHT: "720",
};
