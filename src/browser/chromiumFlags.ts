import { closeSync, existsSync, openSync, readSync, statfsSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";

const disabledFeatures = [
  // Two hidden pages for the address bar and a spare renderer, all started before the first page: together they cost
  // 70 to 120 ms of 590 from start to first page on two cores, and the pages turn up in the list of targets.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
  // Pages must behave the same whichever tab is in front, and screenshots must not wait for lazy frames.
  "DestroyProfileOnBrowserClose",
  "LazyFrameLoading",
  "ThirdPartyStoragePartitioning",
  "HttpsUpgrades",
  // It holds all tasks of a page back until an input has been drawn, which an action would wait for: 6 ms of a click, at random up to 16.
  "DeferRendererTasksAfterInput",
  // Bubbles and side panels that cover the page of a headed browser.
  "Translate",
  "GlobalMediaControls",
  "AutofillServerCommunication",
  "PasswordLeakDetection",
  // Requests that nobody asked for.
  "MediaRouter",
  "DialMediaRouteProvider",
  "CertificateTransparencyComponentUpdater",
  "InterestFeedContentSuggestions",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
];

const quietFlags = [
  "--no-first-run",
  "--no-default-browser-check",
  "--no-service-autorun",
  "--no-pings",
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-extensions-with-background-pages",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-field-trial-config",
  "--disable-hang-monitor",
  "--disable-infobars",
  // A page may open a window while nobody presses anything: who drives it wants to see it.
  "--disable-popup-blocking",
  "--disable-prompt-on-repost",
  "--disable-quic",
  "--disable-search-engine-choice-screen",
  "--disable-sync",
  // Else it asks Google for the accounts of each new profile, whatever the switches above say.
  "--gaia-url=http://127.0.0.1:9/",
  "--hide-crash-restore-bubble",
  "--metrics-recording-only",
  "--password-store=basic",
  "--use-mock-keychain",
  // A page behind another tab or window goes on working at full speed.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-ipc-flooding-protection",
  // A page that comes back from this cache sends no navigation events that a session could follow.
  "--disable-back-forward-cache",
  "--allow-pre-commit-input",
  "--force-color-profile=srgb",
];

const headlessFlags = ["--headless=new", "--hide-scrollbars", "--mute-audio"];

export interface ChromiumFlagChoice {
  profileDir: string;
  headless: boolean;
  sandbox: boolean;
  /** 0 lets the browser choose; without one it listens to its descriptors 3 and 4. */
  port?: number | undefined;
  extraArgs?: string[] | undefined;
}

export function chromiumFlags({ profileDir, headless, sandbox, port, extraArgs = [] }: ChromiumFlagChoice): string[] {
  return [
    port === undefined ? "--remote-debugging-pipe" : `--remote-debugging-port=${port}`,
    ...quietFlags,
    // Chromium heeds only the last list of features that it is given.
    `${DISABLE}${[...disabledFeatures, ...extraArgs.filter(isFeatureList).map(featuresOf)].join(",")}`,
    ...(headless ? headlessFlags : []),
    ...(extraArgs.some((flag) => flag.startsWith("--window-size")) ? [] : ["--window-size=1280,720"]),
    ...(sandbox ? [] : ["--no-sandbox"]),
    // Without it a bar under the address says that --no-sandbox is unsupported, and takes 56 pixels from the page.
    ...(sandbox || headless ? [] : ["--test-type"]),
    ...(sharedMemoryIsSmall() ? ["--disable-dev-shm-usage"] : []),
    `--user-data-dir=${profileDir}`,
    ...extraArgs.filter((flag) => !isFeatureList(flag)),
    // Headless, every page is made by a session that asks for it, and the browser stays without any. A person at a
    // headed browser needs a window, and closing the last one ends it.
    headless ? "--no-startup-window" : "about:blank",
  ];
}

/** Loopback goes through it too, which Chromium spares otherwise. */
export const gateFlags = (gate: string): string[] => [`--proxy-server=${gate}`, "--proxy-bypass-list=<-loopback>"];

const DISABLE = "--disable-features=";
const isFeatureList = (flag: string): boolean => flag.startsWith(DISABLE);
const featuresOf = (flag: string): string => flag.slice(DISABLE.length);

// Containers give /dev/shm 64 MB by default; a renderer that fills it crashes.
function sharedMemoryIsSmall(): boolean {
  if (process.platform !== "linux") return false;
  return ifPresent(() => {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize < 1 << 30;
  }, "the size of /dev/shm cannot be read; it counts as small", true);
}

/**
 * Debian's /usr/bin/chromium is a shell script that starts half a dozen programs before the browser (30 to 80 ms) and
 * adds flags from /etc/chromium.d that are meant for a person's desktop. The browser behind it starts as well without.
 */
export function behindWrapper(executable: string): string {
  const behind = path.join("/usr/lib", path.basename(executable), path.basename(executable));
  if (path.dirname(executable) !== "/usr/bin" || !existsSync(behind)) return executable;
  return isShellScript(executable) ? behind : executable;
}

function isShellScript(file: string): boolean {
  const start = Buffer.alloc(2);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString() === "#!";
}
