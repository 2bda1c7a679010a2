import { existsSync } from "node:fs";
import { isAlive, loadDescriptors } from "../browser/descriptor.ts";
import type { Launched } from "../browser/launchBrowser.ts";
import { stopBrowser } from "../browser/stopBrowser.ts";
import type { Home } from "../config/home.ts";
import { launchFor, poolKey, suits } from "./launchFor.ts";
import { planSession, type SessionPlan, type SessionRequest } from "./plan.ts";

/** A browser that nobody has asked for by then was started for nothing. */
const UNCLAIMED_MS = 20_000;

/**
 * A browser that starts while the daemon is still loading. The client that starts a daemon says which session it is going
 * to open (DROVER_EARLY); its first call finds the browser half started. Only what is certain without the configuration
 * is started: a guess that proves wrong would cost more than it saves.
 */
export class EarlyBrowser {
  readonly #home: Home;
  readonly #plan: SessionPlan;
  readonly #unclaimed: NodeJS.Timeout;
  #launched: Promise<Launched> | undefined;

  static start(home: Home, env: NodeJS.ProcessEnv): EarlyBrowser | undefined {
    const hint = env["DROVER_EARLY"];
    if (!hint || existsSync(home.configFile) || env["DROVER_ATTACH_CDP"] || env["DROVER_BROWSER"]) return undefined;
    const request = readHint(hint);
    if (!request) return undefined;
    const headless = !["0", "false", "no"].includes((env["DROVER_HEADLESS"] ?? "").toLowerCase());
    const plan = planSession(request, { headless, disableWebSecurity: false }, home);
    if (plan.mode === "attached") return undefined;
    const running = loadDescriptors(home).some((descriptor) => suits(descriptor, plan) && isAlive(descriptor));
    return running ? undefined : new EarlyBrowser(home, plan);
  }

  private constructor(home: Home, plan: SessionPlan) {
    this.#home = home;
    this.#plan = plan;
    this.#launched = launchFor(home, plan);
    this.#launched.catch(() => undefined);
    this.#unclaimed = setTimeout(() => this.#discard(), UNCLAIMED_MS).unref();
  }

  /** The browser, if it is the one that this plan needs; otherwise it is ended. Asked once. */
  claim(plan: SessionPlan): Promise<Launched> | undefined {
    const launched = this.#launched;
    if (!launched) return undefined;
    const same = poolKey(plan) === poolKey(this.#plan) && plan.headless === this.#plan.headless && plan.extraArgs.length === 0;
    if (!same) {
      this.#discard();
      return undefined;
    }
    clearTimeout(this.#unclaimed);
    this.#launched = undefined;
    return launched;
  }

  #discard(): void {
    clearTimeout(this.#unclaimed);
    void this.#launched?.then(({ descriptor }) => stopBrowser(this.#home, descriptor)).catch(() => undefined);
    this.#launched = undefined;
  }
}

function readHint(hint: string): SessionRequest | undefined {
  try {
    const request = JSON.parse(hint) as SessionRequest;
    return typeof request.id === "string" ? request : undefined;
  } catch {
    return undefined;
  }
}
