import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { DroverError } from "../../protocol/errors.ts";

export const captchaTypes = ["recaptcha2", "recaptcha3", "hcaptcha", "turnstile", "image"] as const;
export type CaptchaType = (typeof captchaTypes)[number];

export type Challenge = { type: Exclude<CaptchaType, "image">; siteKey: string; pageUrl: string } | { type: "image"; imageBase64: string };

export interface CaptchaSettings {
  provider: string;
  key: string;
  base: string;
  timeoutMs: number;
  pollMs: number;
}

export interface Solved {
  solution: string;
  taskId: string;
  elapsedMs: number;
}

const bases: Record<string, string> = { "2captcha": "https://2captcha.com", capmonster: "https://api.capmonster.cloud" };

/** Of the environment of the client that asks. */
export function captchaSettings(env: Record<string, string | undefined>, key: string | undefined): CaptchaSettings {
  const provider = env["DROVER_CAPTCHA_PROVIDER"]?.trim().toLowerCase();
  if (!provider || !key)
    throw new DroverError("provider-failed", "no captcha provider configured", {
      hint: `${provider ? "DROVER_CAPTCHA_API_KEY" : "DROVER_CAPTCHA_PROVIDER (2captcha or capmonster) and DROVER_CAPTCHA_API_KEY"} in the client's environment say whom to ask and on whose account. A person can solve it too: await_human.`,
      fields: { provider: provider || null },
    });
  const base = Object.hasOwn(bases, provider) ? bases[provider] : undefined;
  if (!base) throw new DroverError("provider-failed", `there is no captcha provider "${provider}"`, { hint: `DROVER_CAPTCHA_PROVIDER is one of ${Object.keys(bases).join(", ")}.`, fields: { provider } });
  return {
    provider,
    key,
    base: (env["DROVER_CAPTCHA_API_BASE"] || base).replace(/\/+$/, ""),
    timeoutMs: milliseconds(env["DROVER_CAPTCHA_TIMEOUT_MS"], 120_000),
    pollMs: milliseconds(env["DROVER_CAPTCHA_POLL_MS"], 5000),
  };
}

function milliseconds(text: string | undefined, otherwise: number): number {
  const given = Number(text);
  return text && Number.isFinite(given) && given > 0 ? given : otherwise;
}

const hints: Record<string, string> = {
  ERROR_ZERO_BALANCE: "The account has no funds left. Only its owner can add some.",
  ERROR_WRONG_USER_KEY: "DROVER_CAPTCHA_API_KEY has not the form of a key.",
  ERROR_KEY_DOES_NOT_EXIST: "DROVER_CAPTCHA_API_KEY is not a key of this service.",
  ERROR_IP_NOT_ALLOWED: "The account does not allow this machine's address.",
  ERROR_CAPTCHA_UNSOLVABLE: "Nobody could solve it. Load the challenge again and try once more, or ask a person with await_human.",
  ERROR_WRONG_GOOGLEKEY: "The site key is wrong: read it from the widget's data-sitekey.",
  ERROR_GOOGLEKEY: "The site key is wrong: read it from the widget's data-sitekey.",
  ERROR_SITEKEY: "The site key is wrong: read it from the widget's data-sitekey.",
  ERROR_PAGEURL: "The service does not take this page's address.",
  ERROR_BAD_DUPLICATES: "Its workers did not agree. Load the challenge again and try once more.",
  ERROR_TOO_BIG_CAPTCHA_FILESIZE: "The picture is too large for the service: 100 KB is its usual limit.",
  ERROR_ZERO_CAPTCHA_FILESIZE: "The picture is too small to be one.",
  ERROR_IMAGE_TYPE_NOT_SUPPORTED: "The service takes PNG, JPEG and GIF.",
};

/** Said while it works on it, or has nobody free. */
const NOT_READY = "CAPCHA_NOT_READY";
const NO_SLOT = "ERROR_NO_SLOT_AVAILABLE";

const answerSchema = z.object({ status: z.number(), request: z.union([z.string(), z.number()]).transform(String) });

/** A service that speaks 2Captcha's protocol: `in.php` takes a challenge, `res.php` is asked until it has the answer. */
export class CaptchaService {
  readonly #settings: CaptchaSettings;
  readonly #signal: AbortSignal;

  constructor(settings: CaptchaSettings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
  }

  async solve(challenge: Challenge, progress: (message: string) => void): Promise<Solved> {
    const startedAt = Date.now();
    const endsAt = startedAt + this.#settings.timeoutMs;
    const taskId = await this.#until(endsAt, NO_SLOT, () => this.#ask("in.php", { method: "POST", body: this.#form(taskOf(challenge)) }));
    progress(`the captcha is with ${this.#settings.provider} as task ${taskId}`);
    // Nobody solves one at once.
    await this.#pause();
    const solution = await this.#until(endsAt, NOT_READY, () => this.#ask(`res.php?${this.#form({ action: "get", id: taskId })}`));
    return { solution, taskId, elapsedMs: Date.now() - startedAt };
  }

  /** Asks again as long as the answer is that one. */
  async #until(endsAt: number, again: string, ask: () => Promise<{ ok: boolean; text: string }>): Promise<string> {
    for (;;) {
      const { ok, text } = await ask();
      if (ok) return text;
      if (text !== again) throw await this.#refused(text);
      if (Date.now() + this.#settings.pollMs > endsAt)
        throw this.#fault(`no answer within ${this.#settings.timeoutMs} ms: ${text}`, "Try again, allow more time with DROVER_CAPTCHA_TIMEOUT_MS, or ask a person with await_human.", text);
      await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return pause(this.#settings.pollMs, undefined, { signal: this.#signal });
  }

  #form(fields: Record<string, string>): URLSearchParams {
    return new URLSearchParams({ key: this.#settings.key, json: "1", ...fields });
  }

  async #ask(path: string, request: { method?: "POST"; body?: URLSearchParams } = {}): Promise<{ ok: boolean; text: string }> {
    const { base, timeoutMs } = this.#settings;
    let said: string;
    try {
      const response = await fetch(`${base}/${path}`, { ...request, signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]) });
      said = await response.text();
    } catch (thrown) {
      this.#signal.throwIfAborted();
      const { cause } = thrown as Error;
      throw this.#fault(`${base} cannot be reached: ${cause instanceof Error ? cause.message : (thrown as Error).message}`, "Check the network and DROVER_CAPTCHA_API_BASE.");
    }
    return this.#read(said);
  }

  /** Some answer in JSON only when they feel like it. */
  #read(said: string): { ok: boolean; text: string } {
    const plain = /^(?:OK\|(.*)|([A-Z_]+))$/s.exec(said.trim());
    if (plain) return plain[1] === undefined ? { ok: false, text: plain[2] ?? "" } : { ok: true, text: plain[1] };
    const answer = answerSchema.safeParse(unlessMalformed<unknown>(() => JSON.parse(said)));
    if (answer.success) return { ok: answer.data.status === 1, text: answer.data.request };
    throw this.#fault("what answered does not speak 2Captcha's protocol", "Check DROVER_CAPTCHA_API_BASE.");
  }

  async #refused(code: string): Promise<DroverError> {
    const balance = code === "ERROR_ZERO_BALANCE" ? await mayFail(this.#ask(`res.php?${this.#form({ action: "getbalance" })}`), "the balance only says how much is missing") : undefined;
    return this.#fault(`the service refused: ${code}${balance?.ok ? ` (balance ${balance.text})` : ""}`, hints[code] ?? "See the service's list of errors.", code);
  }

  #fault(message: string, hint: string, providerCode?: string): DroverError {
    return new DroverError("provider-failed", message, { hint, fields: { provider: this.#settings.provider, ...(providerCode && { providerCode }) }, failure: { source: "drover" } });
  }
}

function taskOf(challenge: Challenge): Record<string, string> {
  if (challenge.type === "image") return { method: "base64", body: challenge.imageBase64 };
  const { type, siteKey, pageUrl } = challenge;
  if (type === "hcaptcha" || type === "turnstile") return { method: type, sitekey: siteKey, pageurl: pageUrl };
  return { method: "userrecaptcha", googlekey: siteKey, pageurl: pageUrl, ...(type === "recaptcha3" && { version: "v3", min_score: "0.3" }) };
}
